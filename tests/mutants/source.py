# SPDX-License-Identifier: MIT
"""C as tokens: where a function, a macro, a type or a list of kernels/ stands, and how a fault is
put into it, by itself or beside others that are told apart when the program runs."""

import collections
import re

TOKEN = re.compile(r"""(?P<space>(?:\s|\\\n|//[^\n]*|/\*.*?\*/)+)
    |(?P<token>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.?\d(?:[eEpP][+-]|[\w.])*|\$?\w+
    |<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\#\#|\S)""", re.X | re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
BINARY = set("* / % + < > | ^ . = ?".split()) | {"<=", ">=", "==", "!=", "&&", "||", "->", ":", "<<",
                                                ">>"} | ASSIGN
TYPES = set("const static struct enum union unsigned int float double bool char size_t ptrdiff_t "
            "uint8_t uint32_t uint64_t uintptr_t vf vm void return continue break goto".split())

MACRO = re.compile(r"[A-Z][A-Z_]+")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.M | re.S)

Token = collections.namedtuple("Token", "text start end")
# `tokens` lie between start and end of the file's text; `kind` is function, macro or constant.
Place = collections.namedtuple("Place", "path name kind tokens")


def tokens_of(text, start=0, end=None):
    found = []
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        if match["token"]:
            found.append(Token(match["token"], match.start(), match.end()))
    return found


def words(text):
    return [token.text for token in tokens_of(text)]


def partners(texts):
    """The bracket that belongs to each bracket; of those without one, None."""
    of, open_at = {}, []
    for at, text in enumerate(texts):
        if text in OPEN:
            open_at.append(at)
        elif text in CLOSE:
            if open_at and texts[open_at[-1]] == CLOSE[text]:
                of[at] = open_at.pop()
                of[of[at]] = at
            else:
                of[at] = None
    return {**of, **dict.fromkeys(open_at)}


def places_of(path, text):
    """Every definition of a file: functions, macros, types, lists, and what macros make."""
    places, rest, at = [], [], 0
    for match in DIRECTIVE.finditer(text):
        rest += tokens_of(text, at, match.start())
        at = match.end()
        line = tokens_of(text, match.start(), match.end())
        if len(line) > 3 and line[1].text == "define":
            body = 3
            if line[3].text == "(" and line[3].start == line[2].end:
                body = [token.text for token in line].index(")") + 1
            places.append(Place(path, line[2].text, "macro", line[body:]))
    rest += tokens_of(text, at)
    texts = [token.text for token in rest]
    partner, at = partners(texts), 0
    while at < len(rest):
        begin, braces, at = at, None, end_of_definition(texts, at, partner)
        if texts[at - 1] == "}" or "{" in texts[begin:at]:
            braces = texts.index("{", begin) - begin
        for name, kind in names_of(texts[begin:at], braces):
            places.append(Place(path, name, kind, rest[begin:at]))
    return places


def end_of_definition(texts, at, partner):
    """The token after a definition, or after what a macro makes of its operands."""
    begin = at
    if MACRO.fullmatch(texts[at]) and texts[at + 1] == "(":
        at = partner[at + 1] + 1
        return at + 1 if texts[at:at + 1] == [";"] else at
    while texts[at] != ";":
        if texts[at] == "{" and texts[at - 1] == ")" and "=" not in texts[begin:at]:
            return partner[at] + 1  # a function
        at = (partner[at] if texts[at] in OPEN else at) + 1
    return at + 1


def names_of(texts, braces):
    """What a definition is called. A list of numbers is called by each of them."""
    if MACRO.fullmatch(texts[0]) and texts[1] == "(":
        return [(f"{texts[0]}({texts[2]})", "constant")]
    if braces and texts[braces - 1] == ")":
        before = texts[:partners(texts)[braces - 1]]
        return [(before[-2] if before[-1] == ")" else before[-1], "function")]
    if texts[0] == "enum" and braces == 1:
        return [(name, "constant") for name, after in zip(texts[2:], texts[3:])
                if re.match(r"[A-Za-z_]", name) and after in "=,}"]
    if texts[0] in ("struct", "enum", "union") and braces:
        return [(texts[1], "constant")]
    if "=" in texts:
        names = [text for text in texts[:texts.index("=")] if re.match(r"[A-Za-z_]", text)]
        return [(names[-1], "constant")]
    return []


def match_at(pattern, texts, at):
    """Whether a pattern is there: where it ends, and what its $names stand for."""
    bound = {}
    for k, text in enumerate(pattern):
        if text[0] == "$" and len(text) > 1:
            end, depth = at, 0
            stops = {pattern[k + 1]} if k + 1 < len(pattern) else set()
            while end < len(texts) and not (depth == 0 and texts[end] in stops | set(",;)]}")):
                depth += (texts[end] in OPEN) - (texts[end] in CLOSE)
                end += 1
            piece = texts[at:end]
            if not piece or bound.setdefault(text, piece) != piece:
                return None
            at = end
        elif at < len(texts) and texts[at] == text:
            at += 1
        else:
            return None
    return at, bound


def find(pattern, place):
    """Where a pattern occurs in a place: (first token, token after it, its names)."""
    texts, found, at = [token.text for token in place.tokens], [], 0
    for at in range(len(texts)):
        match = match_at(pattern, texts, at)
        if match and match[0] > at:
            found.append((at, *match))
    return found


class Fault:
    """Tokens [first, last) of a place replaced by others."""

    def __init__(self, place, first, last, new):
        self.place, self.first, self.last, self.new = place, first, last, new
        tokens = place.tokens
        self.start = tokens[first].start
        self.end = tokens[last - 1].end

    def planted(self, text):
        """The text of the file with the fault alone in it."""
        return text[:self.start] + " ".join(self.new) + text[self.end:]

    def switched(self):
        """(first token, token after, new tokens, whether a statement) of the least expression or
        statement around what differs; None where there is none that could be chosen while the
        program runs."""
        if self.place.kind == "constant":
            return None
        texts = [token.text for token in self.place.tokens]
        first, last, new = self.first, self.last, self.new
        whole = texts[first:last]
        while first < last and new and texts[first] == new[0]:
            first, new = first + 1, new[1:]
        while first < last and new and texts[last - 1] == new[-1]:
            last, new = last - 1, new[:-1]
        if first == last and not new:
            return None  # nothing differs
        if "/lanes/" in self.place.path:
            chosen = None  # the operands of an intrinsic may have to be constants
        else:
            chosen = expression(texts, first, last, new, True) or \
                expression(texts, first, last, new, False)
        if not chosen:
            chosen = full_expression(texts, first, last, new)
        if not chosen:
            chosen = statement(texts, first, last, new)
        if not chosen and whole and whole[-1] in ";}":
            chosen = statement(texts, self.first, self.last, self.new)
        return chosen


def outside(texts, first, last, new):
    """Widens [first, last) until brackets are closed and no comma is left bare; or None."""
    partner = partners(texts)
    while True:
        fresh = texts[first:last]
        inner = [at for at in range(first, last) if texts[at] in OPEN or texts[at] in CLOSE]
        lost = [at for at in inner if partner[at] is None or not first <= partner[at] < last]
        bad = any(of is None for of in partners(new).values())
        bare = bare_marks(fresh) | bare_marks(new)
        if not lost and not bad and not bare & {",", ";"}:
            return first, last, new
        if lost and all(partner[at] is not None for at in lost):
            low = min([first] + [partner[at] for at in lost])
            high = max([last] + [partner[at] + 1 for at in lost])
        else:
            low = first - 1
            while low >= 0 and texts[low] not in OPEN:
                low = (partner[low] if texts[low] in CLOSE else low) - 1
            if low < 0 or partner[low] is None:
                return None
            high = max(last, partner[low] + 1)
        new = texts[low:first] + new + texts[last:high]
        first, last = low, high


def bare_marks(texts):
    """The tokens outside of all brackets."""
    marks, depth = set(), 0
    for text in texts:
        depth -= text in CLOSE
        if depth == 0:
            marks.add(text)
        depth += text in OPEN
    return marks


def is_header(texts, at, partner):
    """Whether the bracket at `at` closes the head of a for, an if, a while or a switch."""
    start = partner.get(at)
    return texts[at] == ")" and start and texts[start - 1] in ("for", "if", "while", "switch")


def expression(texts, first, last, new, within_choice):
    """The least expression around [first, last), up to a comma, a bracket or an assignment;
    `within_choice`: or up to one side of a ?:."""
    partner = partners(texts)
    stops = {",", ";", "return", "else", "case"} | ASSIGN
    if within_choice:
        stops |= {"?", ":"}
    while True:
        widened = outside(texts, first, last, new)
        if not widened:
            return None
        low, high, fresh = widened
        new_low, new_high = low, high
        while new_low > 0 and texts[new_low - 1] not in stops and texts[new_low - 1] not in OPEN \
                and texts[new_low - 1] != "}" and not is_header(texts, new_low - 1, partner):
            at = new_low - 1
            if texts[at] in CLOSE:
                at = partner[at]
            new_low = at
        # A compound literal's type stands before its braces.
        while new_high < len(texts) and texts[new_high] not in stops \
                and texts[new_high] not in CLOSE:
            new_high = (partner[new_high] if texts[new_high] in OPEN else new_high) + 1
        fresh = texts[new_low:low] + fresh + texts[high:new_high]
        old = texts[new_low:new_high]
        if (new_low, new_high) == (first, last) and fresh == new:
            break
        first, last, new = new_low, new_high, fresh
    if not is_expression(old) or not is_expression(new):
        return None
    if last < len(texts) and texts[last] in ASSIGN:  # what is assigned to
        return None
    if first and texts[first - 1] == "{" and partner[first - 1] != last and \
            statement_starts(texts, first, partner) and texts[last:last + 1] != [";"]:
        return None
    return first, last, new, False


def is_expression(texts):
    bare = [text for text in bare_list(texts)]
    if not texts or texts[0] in BINARY - {"*"} or texts[-1] in BINARY | {"-", "&", "!", "~"}:
        return False
    if texts[0] in TYPES or any(a in TYPES and a != "const" for a in bare if a != "struct"):
        return False
    if len(texts) > 1 and re.match(r"[A-Za-z_]", texts[0]) and re.match(r"[A-Za-z_]", texts[1]) \
            and texts[0] != "sizeof":
        return False  # a declaration
    if "#" in texts or "##" in bare:
        return False
    if "{" in bare and ")" not in texts[:texts.index("{")]:
        return False
    return bare.count("?") == bare.count(":")


def bare_list(texts):
    found, depth = [], 0
    for text in texts:
        depth -= text in CLOSE
        if depth == 0:
            found.append(text)
        depth += text in OPEN
    return found


def full_expression(texts, first, last, new):
    """The whole of an expression statement, of a value that is returned or given to a variable, or
    of a part of a for."""
    partner = partners(texts)
    widened = outside(texts, first, last, new)
    if not widened:
        return None
    low, high, fresh = widened
    while low > 0 and texts[low - 1] not in (";", "{", "}", "return", "else", "=") \
            and not is_header(texts, low - 1, partner):
        if texts[low - 1] in OPEN:
            if low - 2 >= 0 and texts[low - 2] in ("for", "if", "while", "switch"):
                break
            end = partner[low - 1]
            fresh = [texts[low - 1]] + fresh + texts[high:end + 1]
            low, high = low - 1, end + 1
            continue
        at = partner[low - 1] if texts[low - 1] in CLOSE else low - 1
        fresh = texts[at:low] + fresh
        low = at
    while high < len(texts) and texts[high] not in (";",) and texts[high] not in CLOSE:
        at = (partner[high] if texts[high] in OPEN else high) + 1
        fresh = fresh + texts[high:at]
        high = at
    old = texts[low:high]
    if not is_expression(old) or not is_expression(fresh) or "," in bare_marks(old + fresh):
        return None
    if high < len(texts) and texts[high] in ASSIGN:
        return None
    return low, high, fresh, False


def statement_starts(texts, at, partner):
    return at == 0 or texts[at - 1] in (";", "{", "}", "else") or is_header(texts, at - 1, partner)


def statement(texts, first, last, new):
    """The least whole statement around [first, last) that declares nothing."""
    partner = partners(texts)
    low, high = first, last
    while low > 0 and not statement_starts(texts, low, partner):
        low = partner[low - 1] if texts[low - 1] in CLOSE and partner[low - 1] is not None \
            else low - 1
    while high < len(texts) and not (texts[high - 1] in ";}" and
                                     balanced(texts[low:high])):
        high += 1
    fresh = texts[low:first] + new + texts[last:high]
    old = texts[low:high]
    if not old or old[-1] not in ";}" or not balanced(fresh) or not balanced(old):
        return None
    if fresh and fresh[-1] not in ";}":
        return None
    if high < len(texts) and texts[high] == "else":
        return None
    if low == 0 or not statement_starts(texts, low, partner):
        return None
    for part in (old, fresh):
        if part and (part[0] in TYPES - {"return", "continue", "break", "goto", "void"} or
                     (len(part) > 1 and re.match(r"[A-Za-z_]", part[0])
                      and re.match(r"[A-Za-z_*]", part[1]) and part[0] not in
                      ("return", "else", "goto", "case"))):
            return None
    return low, high, fresh, True


def balanced(texts):
    return all(of is not None for of in partners(texts).values())


def switched_text(text, faults):
    """The text of a file with many faults, each where lbx_mutant has its number, and the lines on
    which each stands: `faults` is a list of (number, (place, what Fault.switched found))."""
    spots = collections.defaultdict(list)
    for number, (place, (first, last, new, is_statement)) in faults:
        spot = place.tokens[first].start, place.tokens[last - 1].end, is_statement
        spots[spot].append((number, " ".join(new)))
    order = sorted(spots, key=lambda spot: (spot[0], -spot[1], not spot[2]))
    lines = {}

    def render(start, end, inner):
        """What is between start and end, with the spots in `inner`."""
        pieces, here, k = [], start, 0
        while k < len(inner):
            spot = inner[k]
            within = [other for other in inner[k + 1:] if other[1] <= spot[1]]
            if any(other[0] < spot[1] < other[1] for other in inner[k + 1:]):
                raise ValueError(f"faults overlap: {text[spot[0]:spot[1]]}")
            pieces.append(text[here:spot[0]])
            old = render(spot[0], spot[1], within)
            for number, new in spots[spot]:
                lines[number] = (text.count("\n", 0, spot[0]) + 1,
                                 text.count("\n", 0, spot[1]) + 1)
                old = f"if (lbx_mutant == {number}) {{ {new} }} else {{ {old} }}" if spot[2] \
                    else f"(lbx_mutant == {number} ? ({new}) : ({old}))"
            pieces.append(old)
            here = spot[1]
            k += 1 + len(within)
        pieces.append(text[here:end])
        return "".join(pieces)

    return render(0, len(text), order), lines
