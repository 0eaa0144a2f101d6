# SPDX-License-Identifier: MIT
"""The report's charts as inline SVG: a panel of a row's history, the cost curves of a pattern.

A chart carries its values in `data-tips`: a list of [index of the heading, x, values of the
series]. page.js shows them under the pointer and under the keyboard's focus.
"""

import html
import json
import math

LINE = 12  # height of a label
LONGEST = 12  # letters of a label


def ns_text(ns):
    """Three significant digits, at most four decimals."""
    decimals = 2 - math.floor(math.log10(ns))
    return f"{ns:,.{min(4, max(0, decimals))}f}"


def items_text(n):
    """64K and 16M for powers of two, 1,000 for the rest."""
    for size, unit in ((1 << 20, "M"), (1 << 10, "K")):
        if n % size == 0:
            return f"{n // size}{unit}"
    return f"{n:,}"


def attribute(value):
    """JSON as an attribute's value between single quotes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return html.escape(text, quote=False).replace("'", "&#39;")


def coordinate(value):
    return f"{value:.1f}".removesuffix(".0")


def text(x, y, words, style=""):
    style = f' class="{style}"' if style else ""
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}"{style}>{html.escape(words)}</text>'


def line(style, x1, y1, x2, y2):
    ends = zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2))
    places = " ".join(f'{name}="{coordinate(value)}"' for name, value in ends)
    return f'<line class="{style}" {places}/>'


def polyline(points):
    """A path through the points; None leaves a gap."""
    commands, letter = [], "M"
    for point in points:
        if point is None:
            letter = "M"
            continue
        commands.append(letter + " ".join(map(coordinate, point)))
        letter = "L"
    return "".join(commands)


def dots(points):
    """A path of length 0 at every point; its round caps are the dots."""
    return "".join(f"M{coordinate(x)} {coordinate(y)}h0" for x, y in filter(None, points))


def triangles(points):
    return "".join(f"M{coordinate(x - 5)} {coordinate(y - 6)}h10l-5-8z" for x, y in points)


def svg(style, size, label, series, tips, body, headings=None):
    """A chart. Without headings of its own it uses those of an enclosing element."""
    headings = f" data-headings='{attribute(headings)}'" if headings else ""
    return (f'<svg class="{style}" viewBox="0 0 {size[0]} {size[1]}" role="img" '
            f'aria-label="{html.escape(label)}" data-series=\'{attribute(series)}\''
            f"{headings} data-tips='{attribute(tips)}'>{''.join(body)}</svg>")


def linear_ticks(low, high):
    """As few round values as possible, but at least two, and how many decimals they need."""
    power = math.floor(math.log10(high - low))
    ticks = []
    while len(ticks) < 2:
        for digit in (5, 2, 1):
            step = digit * 10.0**power
            ticks = [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
            if len(ticks) >= 2:
                break
        power -= 1
    return ticks, max(0, -1 - power)


def ns_ticks(low, high):
    """At most five round values on a logarithmic axis."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1, 2, 5), (1, 3), (1,)):
        ticks = [d * 10.0**p for p in powers for d in digits if low <= d * 10.0**p <= high]
        if len(ticks) <= 5:
            break
    return ticks


def items_ticks(low, high):
    """At most six powers of two."""
    for step in range(1, 9):
        powers = range(math.ceil(math.log2(low) / step), math.floor(math.log2(high) / step) + 1)
        if len(powers) <= 6:
            break
    return [2 ** (step * p) for p in powers]


def history_panel(name, style, runs, values, limits, marked, tips):
    """The values of a row, one column per run; None where a run lacks the row.

    `runs` are pairs of date and revision. A value above its limit in `limits` is marked; `marked`
    holds the indices of these runs. `tips` has one text per run.
    """
    width, height, left, right, top, bottom = 300, 114, 42, 292, 14, 92
    known = [v for v in values if v is not None]
    shown = known + [v for v in limits if v is not None]
    middle = sorted(known)[len(known) // 2]
    low, high = min(shown + [middle * .95]), max(shown + [middle * 1.05])
    low, high = low - (high - low) * .06, high + (high - low) * .12

    def place(run, value):
        if value is None:
            return None
        across = run / (len(values) - 1) if len(values) > 1 else .5
        return left + 6 + (right - left - 12) * across, \
            bottom - (bottom - top) * (value - low) / (high - low)

    points = [place(*at) for at in enumerate(values)]
    body = []
    ticks, decimals = linear_ticks(low, high)
    for tick in ticks:
        y = place(0, tick)[1]
        body.append(line("grid", left, y, right, y))
        body.append(text(left - 5, y + 3.5, f"{tick:.{decimals}f}", "end"))
    body.append(f'<path class="limit" d="{polyline(map(place, range(len(limits)), limits))}"/>')
    body.append(f'<path class="line {style}" d="{polyline(points)}"/>')
    body.append(f'<path class="dots {style}" d="{dots(points)}"/>')
    if marked:
        runs_marked = " ".join(runs[i][1] for i in marked)
        body.append(f'<path class="mark" data-runs="{html.escape(runs_marked)}" '
                    f'd="{triangles(points[i] for i in marked)}"/>')
    ends = [(left, "", runs[0])]
    if len(runs) > 1:
        ends.append((right, "end", runs[-1]))
    for x, anchor, (date, revision) in ends:
        body.append(text(x, bottom + 16, f"{date} {revision[:7]}", anchor))
    label = f"{name}, {len(known)} runs, the latest {ns_text(known[-1])} ns an item"
    if marked:
        label += f", {len(marked)} marked"
    found = [[i, round(points[i][0], 1), [tips[i]]] for i in range(len(values)) if points[i]]
    isa = name.split("/")[2]
    return svg("history", (width, height), label, [isa], found, body)


def spread(places, low, high):
    """Moves labels apart, in their order, as little as needed and within the bounds."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = list(places)
    floor = low
    for i in order:
        moved[i] = max(moved[i], floor)
        floor = moved[i] + LINE
    ceiling = high
    for i in reversed(order):
        moved[i] = min(moved[i], ceiling)
        ceiling = moved[i] - LINE
    return moved


def cost_curves(name, series, caches):
    """ns per item against n, both logarithmic.

    `series` are (style, name, {n: ns}), `caches` are (level, the n whose footprint fills it).
    """
    width, height, left, right, top, bottom = 360, 250, 40, 276, 26, 216
    sizes = sorted({n for _, _, at in series for n in at})
    every = [ns for _, _, at in series for ns in at.values()]
    low, high = min(every) * .8, max(every) * 1.25

    def across(n):
        part = math.log(n / sizes[0]) / math.log(sizes[-1] / sizes[0])
        return left + 8 + (right - left - 14) * part

    def up(ns):
        return bottom - (bottom - top) * math.log(ns / low) / math.log(high / low)

    body = [text(left, 12, "ns an item"), text(right, bottom + 28, "items", "end")]
    for tick in ns_ticks(low, high):
        body.append(line("grid", left, up(tick), right, up(tick)))
        body.append(text(left - 5, up(tick) + 3.5, f"{tick:g}", "end"))
    body.append(line("axis", left, bottom, right, bottom))
    for tick in items_ticks(sizes[0], sizes[-1]):
        body.append(line("axis", across(tick), bottom, across(tick), bottom + 4))
        body.append(text(across(tick), bottom + 15, items_text(tick), "middle"))
    free = left
    for level, n in caches:
        x = across(n)
        body.append(line("cache", x, top - 6, x, bottom))
        if x - free > 18:
            body.append(text(x - 3, top + 2, level, "end"))
            free = x
    last = [max(at) for _, _, at in series]
    ends = [up(at[n]) for n, (_, _, at) in zip(last, series)]
    labels = spread(ends, top, bottom)
    for (style, title, at), n, y, label in zip(series, last, ends, labels):
        points = [(across(n), up(ns)) for n, ns in sorted(at.items())]
        body.append(line(f"lead-line {style}", across(n) + 4, y, right + 8, label))
        body.append(f'<path class="line {style}" d="{polyline(points)}"/>')
        body.append(f'<path class="dots {style}" d="{dots(points)}"/>')
        short = title if len(title) <= LONGEST else title[:LONGEST - 1] + "…"
        body.append(text(right + 11, label + 3.5, short, f"name {style}"))
    tips = [[i, round(across(n), 1), [ns_text(at[n]) if n in at else None
                                      for _, _, at in series]] for i, n in enumerate(sizes)]
    return svg("curves", (width, height), f"{name}: ns an item for {sizes[0]:,} to {sizes[-1]:,} "
               f"items, {len(series)} series", [title for _, title, _ in series], tips,
               body, [f"{n:,} items, ns an item" for n in sizes])
