# SPDX-License-Identifier: MIT
"""C as tokens: finds a function, a macro, a type or a list of kernels/, and plants a fault in it,
either alone or beside others, one of which is selected when the program runs."""

import collections
import re

TOKEN = re.compile(r"""(?P<space>(?:\s|\\\n|//[^\n]*|/\*.*?\*/)+)
    |(?P<token>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.?\d(?:[eEpP][+-]|[\w.])*|\$?\w+
    |<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\#\#|\S)""", re.X | re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
BRACKETS = set(OPEN) | set(CLOSE)
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
BINARY = ASSIGN | set("/ % + < > | ^ . ? : <= >= == != && || -> << >>".split())
TYPES = set("const static struct enum union unsigned int float double bool char size_t ptrdiff_t "
            "uint8_t uint32_t uint64_t uintptr_t vf vm".split())
STATEMENTS = {"if", "for", "while", "do", "switch", "else"}
LEAVING = {"return", "continue", "break", "goto", "case"}
MACRO = re.compile(r"[A-Z][A-Z_]+")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.M | re.S)

Token = collections.namedtuple("Token", "text start end")
# `kind` is function, macro, or constant, which cannot be selected while the program runs.
Place = collections.namedtuple("Place", "path name kind tokens")
# Tokens [first, last) of a place, and the tokens that replace them.
Change = collections.namedtuple("Change", "first last new is_statement", defaults=[False])


def tokens_of(text, start=0, end=None):
    found = []
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        if match["token"]:
            found.append(Token(match["token"], match.start(), match.end()))
    return found


def words(text):
    return [token.text for token in tokens_of(text)]


def partners(texts):
    """The partner of each bracket, or None if it has none."""
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
    """Every definition of a file: functions, macros, types, lists, and uses of macros."""
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
    """The token after a definition, or after the use of a macro."""
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
    """The names of a definition. An enum without a name has the names of its members."""
    if MACRO.fullmatch(texts[0]) and texts[1] == "(":
        return [(f"{texts[0]}({texts[2]})", "constant")]
    if braces and texts[braces - 1] == ")":
        before = texts[:partners(texts)[braces - 1]]
        return [(next(text for text in reversed(before) if text != ")"), "function")]
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
    """If a pattern matches there: where it ends, and what its $names stand for."""
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
        self.start, self.end = place.tokens[first].start, place.tokens[last - 1].end

    def key(self):
        """A key that is equal for faults that change the same text in the same way."""
        change = self.trimmed()
        first = self.place.tokens[change.first - 1].end if change.first else \
            self.place.tokens[0].start
        return self.place.path, first, change.last - change.first, tuple(change.new)

    def planted(self, text):
        """The text of the file with only this fault."""
        return text[:self.start] + " ".join(self.new) + text[self.end:]

    def trimmed(self):
        """The change, without tokens at both ends that stay the same."""
        texts = [token.text for token in self.place.tokens]
        first, last, new = self.first, self.last, self.new
        while first < last and new and texts[first] == new[0]:
            first, new = first + 1, new[1:]
        while first < last and new and texts[last - 1] == new[-1]:
            last, new = last - 1, new[:-1]
        return Change(first, last, new)

    def switched(self):
        """The Change of the smallest expression or statement around the difference, or None if none
        could be selected while the program runs."""
        if self.place.kind == "constant":
            return None
        least = self.trimmed()
        body = Body([token.text for token in self.place.tokens])
        found = None
        if not self.place.path.startswith("kernels/lanes/"):  # an intrinsic's operands may have to be constants
            found = body.expression(least, ASSIGN | {",", "?", ":"}) or \
                body.expression(least, ASSIGN | {","})
        return found or body.full_expression(least) or body.statement(least) or \
            body.statement(Change(self.first, self.last, self.new))


class Body:
    """The tokens of a function or a macro. Widens a change in it until it can be selected."""

    def __init__(self, texts):
        self.texts, self.partner = texts, partners(texts)

    def widened(self, change, low, high):
        """The same change, with the unchanged tokens from low to high around it."""
        return Change(low, high, self.texts[low:change.first] + change.new
                      + self.texts[change.last:high], change.is_statement)

    def old(self, change):
        return self.texts[change.first:change.last]

    def is_head(self, at):
        """Whether the bracket at `at` closes the head of a for, an if, a while or a switch."""
        start = self.partner.get(at)
        return self.texts[at] == ")" and start and self.texts[start - 1] in STATEMENTS

    def starts_statement(self, at):
        return at > 0 and (self.texts[at - 1] in {";", "{", "}", "else"} or self.is_head(at - 1))

    def closed(self, change):
        """The change, widened until its brackets are closed and no comma is bare, or None."""
        while True:
            first, last, _, _ = change
            lost = [self.partner[at] for at in range(first, last)
                    if self.texts[at] in BRACKETS and
                    not (self.partner[at] is not None and first <= self.partner[at] < last)]
            bare = set(bare_tokens(self.old(change)) + bare_tokens(change.new))
            if not lost and is_closed(change.new) and not bare & {",", ";"}:
                return change
            if lost and None not in lost:
                first, last = min([first, *lost]), max([last, *(at + 1 for at in lost)])
            else:
                first = self.bracket_before(first)
                if first is None:
                    return None
                last = max(last, self.partner[first] + 1)
            change = self.widened(change, first, last)

    def bracket_before(self, at):
        """The innermost bracket that is open there."""
        at -= 1
        while at >= 0 and self.texts[at] not in OPEN:
            at = (self.partner[at] if self.texts[at] in CLOSE else at) - 1
        return at if at >= 0 and self.partner[at] is not None else None

    def grown(self, change, stops):
        """The change, widened up to brackets and the tokens `stops`."""
        low, high = change.first, change.last
        while low > 0 and self.texts[low - 1] not in OPEN and \
                self.texts[low - 1] not in stops | {";", "}", "return", "else", "case"} and \
                not self.is_head(low - 1):
            low = self.partner[low - 1] if self.texts[low - 1] in CLOSE else low - 1
        while high < len(self.texts) and self.texts[high] not in CLOSE and \
                self.texts[high] not in stops | {";"}:
            high = (self.partner[high] if self.texts[high] in OPEN else high) + 1
        return self.widened(change, low, high)

    def expression(self, change, stops):
        """The smallest expression around a change, between brackets and the tokens `stops`."""
        while True:
            closed = self.closed(change)
            if not closed:
                return None
            grown = self.grown(closed, stops)
            if grown == change:
                break
            change = grown
        if is_expression(self.old(change)) and is_expression(change.new) and \
                self.texts[change.last:change.last + 1] not in [[mark] for mark in ASSIGN]:
            return change
        return None

    def full_expression(self, change):
        """The whole expression of a statement, of a returned or assigned value, or of a part of a
        for."""
        change = self.expression(change, {"="})
        while change and change.first > 0 and self.texts[change.first - 1] in OPEN and \
                self.texts[change.first - 2] not in STATEMENTS:
            if self.partner[change.first - 1] is None or self.texts[change.first - 1] == "{":
                break
            change = self.expression(
                self.widened(change, change.first - 1, self.partner[change.first - 1] + 1), {"="})
        return change

    def statement(self, change):
        """The smallest whole statement around a change that declares nothing."""
        low, high = change.first, change.last
        while low > 0 and not self.starts_statement(low):
            low = (self.partner[low - 1] if self.texts[low - 1] in CLOSE else None) or low - 1
        while high < len(self.texts) and not (self.texts[high - 1] in ";}" and
                                              is_closed(self.texts[low:high])):
            high += 1
        change = self.widened(change, low, high)
        if low == high or not self.starts_statement(low) or self.texts[high:high + 1] == ["else"]:
            return None
        for part in (self.old(change), change.new):
            if part and (part[-1] not in ";}" or not is_closed(part) or declares(part)
                         or {"case", "default"} & set(part)):  # duplicated labels of the switch
                return None
        return change._replace(is_statement=True)


def is_closed(texts):
    return None not in partners(texts).values()


def bare_tokens(texts):
    """The tokens outside all brackets, including the outermost brackets."""
    found, depth = [], 0
    for text in texts:
        depth -= text in CLOSE
        if depth == 0:
            found.append(text)
        depth += text in OPEN
    return found


def declares(texts):
    return texts[0] in TYPES or (len(texts) > 1 and texts[0] not in STATEMENTS | LEAVING and
                                 all(re.match(r"[A-Za-z_]", text) for text in texts[:2]))


def is_expression(texts):
    bare = bare_tokens(texts)
    if not texts or texts[0] in BINARY or texts[-1] in BINARY | {"*", "-", "&", "!", "~"}:
        return False
    if (TYPES | STATEMENTS | LEAVING | {"#", "##"}) & set(bare) or declares(texts):
        return False
    if "{" in bare and ")" not in texts[:texts.index("{")]:
        return False
    return bare.count("?") == bare.count(":")


def switched_text(text, changes):
    """The text of a file with many changes, each applied if lbx_mutant is its number, and the lines
    of each. `changes` are tuples of a number, a Place and a Change."""
    spots, lines = collections.defaultdict(list), {}
    for number, place, change in changes:
        start, end = place.tokens[change.first].start, place.tokens[change.last - 1].end
        spots[start, end, change.is_statement].append((number, " ".join(change.new)))
        lines[number] = range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)
    order = sorted(spots, key=lambda spot: (spot[0], -spot[1], not spot[2]))

    def render(start, end, inner):
        """The text between start and end, with the spots in `inner`."""
        pieces = []
        while inner:
            spot = first, last, is_statement = inner[0]
            within = [other for other in inner[1:] if other[0] < last]
            if any(other[1] > last for other in within):
                raise ValueError(f"faults overlap: {text[first:last]}")
            old = render(first, last, within)
            for number, new in spots[spot]:
                old = f"if (lbx_mutant == {number}) {{ {new} }} else {{ {old} }}" if is_statement \
                    else f"(lbx_mutant == {number} ? ({new}) : ({old}))"
            pieces += [text[start:first], old]
            start, inner = last, inner[1 + len(within):]
        return "".join(pieces) + text[start:end]

    return render(0, len(text), order), lines
