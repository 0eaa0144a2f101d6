#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a result file and a history of runs as one page that needs nothing else.

    page.py --results FILE [--history FILE] --out build/bench-report.html [--threshold 3]

A run is marked as a regression if its value is more than the threshold above the median of the
earlier runs with the same CPU, compiler and flags.
"""

import html
import os

import results
from charts import attribute, cost_curves, history_panel, ns_text
from runs import OURS, PLAIN, TABLES, groups_of, machines_of, read_history, read_results
from summary import base_line

PEER_STYLES = 4  # colours of peers in page.css
SIZE = 1024  # items where one size is shown
CEILING_SIZES = (SIZE, 65536)
LAST_RUNS = 40  # of a machine that are drawn


def escape(value):
    return html.escape(str(value))


def style_of(isa, peers):
    """The class of a series' colour."""
    return "c-" + isa if isa in OURS else f"c-peer{peers.index(isa) % PEER_STYLES}"


def section(name, title, body):
    return f'<section id="{name}" aria-labelledby="{name}-title">' \
        f'<h2 id="{name}-title">{title}</h2>{body}</section>'


def lead(text):
    return f'<p class="lead">{text}</p>'


def title_of(group):
    kernel, pattern = group.split("/")
    return f'<span class="kernel">{escape(kernel)}</span> {escape(pattern)}'


def article(group, style, body):
    kernel = group.split("/")[0]
    return f'<article class="{style}" data-kernel="{escape(kernel)}">' \
        f"<h4>{title_of(group)}</h4>{body}</article>"


def table(style, label, head, body):
    """A table in a scrolling box of its own."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">' \
        f'<table class="{style}"><thead>{head}</thead><tbody>{body}</tbody></table></div>'


def select(name, label, values, every):
    options = "".join(f'<option value="{escape(v)}">{escape(t)}</option>' for v, t in values)
    return f'<label for="{name}">{label}</label> <select id="{name}">{options}' \
        f'<option value="">{every}</option></select>'


def bytes_text(size):
    unit, size = ("MB", size / 2**20) if size >= 2**20 else ("KB", size / 2**10)
    return f"{size:.4g} {unit}"


def data_caches(context):
    """(level, bytes) of the caches that hold data."""
    return sorted((f"L{cache['level']}", cache["size"]) for cache in context.get("caches", [])
                  if cache.get("type") in ("Data", "Unified"))


def facts(context):
    shown = [
        ("CPU", context.get("cpu")),
        ("Caches", ", ".join(f"{level} {bytes_text(size)}" for level, size in
                             data_caches(context))),
        ("Best ISA", context.get("isa")),
        ("Compiler", context.get("compiler")),
        ("Plain C", ", ".join(filter(None, (context.get(name) for name in PLAIN)))),
        ("Revision", context.get("revision")),
        ("Date", (context.get("date") or "")[:10]),
        ("Repetitions", context.get("repetitions")),
        ("Flags", context.get("flags")),
    ]
    return "<dl>" + "".join(f"<div><dt>{name}</dt><dd>{escape(value or 'not known')}</dd></div>"
                            for name, value in shown) + "</dl>"


def regressions(machines):
    """The marked rows of every machine's latest run, the worst first."""
    body = []
    for place, (_, series) in enumerate(machines):
        last = len(series[0].values) - 1
        hit = [(s.values[last] / s.medians[last], at) for at, s in enumerate(series)
               if last in s.marked]
        for _, at in sorted(hit, reverse=True):
            s = series[at]
            name = escape(s.row.name).replace("/", "/<wbr>")
            body.append(
                f'<tr><th scope="row"><a href="#row-{place}-{at}">{name}</a></th>'
                f"<td>{ns_text(s.medians[last])}</td><td>{ns_text(s.values[last])}</td>"
                f'<td class="up">{s.change(last)}</td></tr>')
    if not body:
        return lead("No row of a latest run is marked.")
    rows = "1 row of a latest run is" if len(body) == 1 else f"{len(body)} rows of latest runs are"
    head = '<tr><th scope="col">row</th><th scope="col">median before, ns</th>' \
        '<th scope="col">latest, ns</th><th scope="col">change</th></tr>'
    return lead(f'<strong class="up">{rows} marked.</strong>') \
        + table("regressions", "Marked rows", head, "".join(body))


def panel(s, first, ends, place, peers):
    """A row's history from run `first` on; empty if it ends before that."""
    last = max(i for i, ns in enumerate(s.values) if ns is not None)
    if last < first:
        return ""
    tips = [ns and f"{ns_text(ns)} ns" + (f", {s.change(i)}" if s.medians[i] else "")
            for i, ns in enumerate(s.values)]
    chart = history_panel(s.row.name, style_of(s.row.isa, peers), ends, s.values[first:],
                          s.limits[first:], [i - first for i in s.marked if i >= first],
                          tips[first:])
    change = s.change(last) if s.medians[last] else "first run"
    up = ' class="up"' if last in s.marked else ""
    return f'<figure data-n="{s.row.n}" id="{place}"><figcaption><b>{escape(s.row.isa)}</b> ' \
        f"{s.row.n:,}<span>{ns_text(s.values[last])} ns <small{up}>{change}</small></span>" \
        f"</figcaption>{chart}</figure>"


def machine_history(at, runs, series, peers):
    first = max(0, len(runs) - LAST_RUNS)
    ends = [(run["date"][:10], run["revision"]) for run in runs[first:]]
    count = f"{len(runs)} runs" if len(runs) > 1 else "1 run"
    if first:
        count = f"the last {LAST_RUNS} of {count}"
    groups = {}
    for number, s in enumerate(series):
        groups.setdefault(s.row.group, []).append(
            panel(s, first, ends, f"row-{at}-{number}", peers))
    headings = attribute([f"{revision}, {date}" for date, revision in ends])
    articles = "".join(article(group, "rows", f'<div class="panels" data-group>{"".join(found)}'
                               "</div>") for group, found in groups.items() if any(found))
    return f"<div class=\"machine\" data-headings='{headings}'><h3>{escape(runs[-1]['cpu'])}, " \
        f"{escape(runs[-1]['compiler'])} <small>{count}</small></h3>{articles}</div>"


def history(machines, threshold, peers):
    if not machines:
        return section("history", "History", lead("There is no history yet."))
    text = '<span class="key-mark" aria-hidden="true"></span> marks a run more than ' \
        f"{threshold:g} % above the median of the runs before it of the same CPU, compiler " \
        "and flags: " \
        'above the <span class="key-limit" aria-hidden="true"></span> dashed line.'
    sizes = sorted({s.row.n for _, series in machines for s in series})
    sizes.sort(key=lambda n: n != SIZE)
    items = select("items", "Items", [(n, f"{n:,}") for n in sizes], "all sizes")
    return section("history", "History", regressions(machines) + lead(
        f"ns an item of every run, the oldest left. {text} The axes do not begin at 0.")
        + f'<p class="filter">{items}</p>'
        + "".join(machine_history(at, *machine, peers) for at, machine in enumerate(machines)))


def bar(row, bound):
    style = f"c-{row.isa}"
    if not bound:
        return f'<li class="{style}" data-tip="{row.isa}: no ceiling belongs to it">' \
            f'<span>{row.isa}</span><i style="--part:0"></i><b>-</b></li>'
    limit, ceiling = bound
    reached = limit / row.ns
    tip = f"{row.isa}, {row.n:,} items: {ns_text(row.ns)} ns an item; {ceiling} alone: " \
        f"{ns_text(limit)} ns"
    return f'<li class="{style}" data-tip="{escape(tip)}"><span>{row.isa}</span>' \
        f'<i style="--part:{min(reached, 1):.3f}"></i><b>{reached * 100:.0f} %</b>' \
        f"<small>{escape(ceiling)}</small></li>"


def ceilings(rows, bounds):
    if not any(bounds.values()):
        text = "The result file has no ceilings for its rows: its run left them out."
        return section("ceilings", "Percent of ceiling", lead(text))
    cards = []
    for group, found in groups_of(rows).items():
        blocks = []
        for size in CEILING_SIZES:
            bars = [bar(row, bounds[row.name]) for row in found
                    if row.n == size and row.isa in TABLES]
            if bars:
                blocks.append(f"<h5>{size:,} items</h5><ul class=\"bars\">{''.join(bars)}</ul>")
        if blocks:
            cards.append(article(group, "card", f"<div data-group>{''.join(blocks)}</div>"))
    text = "How much of the ceiling that binds it a row reaches: the load rate of the smallest " \
        "cache that holds all it touches, or the rate of its multiplications, of its additions " \
        "and comparisons, or of all its operations. Above 100 % that ceiling was measured low."
    return section("ceilings", "Percent of ceiling",
                   lead(text) + f'<div class="cards">{"".join(cards)}</div>')


def cache_marks(context, found, medians):
    """(level, n) where the footprint of a pattern leaves each cache."""
    prints = sorted({(row.n, medians[row.name]["footprint"]) for row in found
                     if "footprint" in medians[row.name]})
    marks = []
    for level, size in data_caches(context):
        for (n, small), (m, large) in zip(prints, prints[1:]):
            if small <= size < large:
                marks.append((level, n + (m - n) * (size - small) / (large - small)))
                break
    return marks


def curves(context, medians, rows, peers):
    cards = []
    for group, found in groups_of(rows).items():
        series = {}
        for row in found:
            series.setdefault(row.isa, {})[row.n] = row.ns
        if len({row.n for row in found}) < 2:
            continue
        lines = [(style_of(isa, peers), isa, at) for isa, at in series.items()]
        chart = cost_curves(group, lines, cache_marks(context, found, medians))
        cards.append(article(group, "card", f"<div data-group>{chart}</div>"))
    if not cards:
        text = "The result file has no pattern of two sizes or more."
        return section("curves", "Cost curves", lead(text))
    text = "ns an item against the number of items, both axes logarithmic; lower is faster. A " \
        "vertical line stands where the memory that a run touches leaves that cache."
    return section("curves", "Cost curves",
                   lead(text) + f'<div class="cards">{"".join(cards)}</div>')


def ratio(value):
    if not value:
        return "<td>-</td>"
    style = ' class="behind"' if value < 1 else ""
    return f"<td{style}>{value:.2f}</td>"


def isas(medians, rows):
    of_size = [row for row in rows if row.n == SIZE]
    shown = [isa for isa in TABLES if any(row.isa == isa for row in of_size)]
    body = []
    for group, found in groups_of(of_size).items():
        kernel, pattern = group.split("/")
        ns = {row.isa: row.ns for row in found if row.isa in shown}
        if not ns:
            continue
        plain = base_line(medians, kernel, pattern, SIZE, PLAIN)
        best = min(ns, key=ns.get)
        cells = [f"<td>{ns_text(plain) if plain else '-'}</td>"]
        for isa in shown:
            took = ns.get(isa)
            style = "isa best" if isa == best else "isa"
            cells.append(f'<td class="{style}">{ns_text(took) if took else "-"}</td>')
            if isa != "scalar":
                cells.append(ratio(took and "scalar" in ns and ns["scalar"] / took))
            cells.append(ratio(took and plain and plain / took))
        body.append(f'<tr data-kernel="{escape(kernel)}"><th scope="row">{title_of(group)}</th>'
                    f"{''.join(cells)}</tr>")
    if not body:
        text = f"The result file has no rows of {SIZE:,} items."
        return section("isas", "ISAs beside each other", lead(text))
    top = '<tr><th rowspan="2" scope="col">row</th><th scope="col">plain C</th>'
    sub = '<tr><th scope="col">ns</th>'
    for isa in shown:
        own = isa == "scalar"
        top += f'<th class="isa c-{isa}" colspan="{2 if own else 3}" scope="colgroup">{isa}</th>'
        sub += '<th class="isa" scope="col">ns</th>'
        sub += '' if own else '<th scope="col">× scalar</th>'
        sub += '<th scope="col">× plain C</th>'
    text = f"ns an item at {SIZE:,} items, and how many times as fast as the scalar table and as " \
        "plain C it is: the same loop, auto-vectorised, by the faster compiler. Below 1 the " \
        "other one is faster. The fastest table of a row is bold."
    return section("isas", "ISAs beside each other", lead(text) + table(
        "isas", "ISAs", f"{top}</tr>{sub}</tr>", "".join(body)))


def peer_table(rows, peers):
    best = {}
    for row in rows:
        key = (row.group, row.n)
        if row.isa in TABLES and (key not in best or row.ns < best[key].ns):
            best[key] = row
    body = []
    for row in rows:
        if row.isa not in peers:
            continue
        ours = best.get((row.group, row.n))
        body.append(
            f'<tr data-kernel="{escape(row.kernel)}"><th scope="row">{title_of(row.group)}</th>'
            f"<td>{row.n:,}</td><td class=\"name {style_of(row.isa, peers)}\">{escape(row.isa)}"
            f"</td><td>{ns_text(row.ns)}</td><td>{ns_text(ours.ns) if ours else '-'}</td>"
            f"<td>{ours.isa if ours else '-'}</td>{ratio(ours and row.ns / ours.ns)}</tr>")
    head = "".join(f'<th scope="col">{name}</th>' for name in (
        "row", "items", "peer", "peer, ns", "lanebox, ns", "table", "times as fast"))
    text = "Other libraries beside lanebox's fastest table in the same run; below 1 the peer is " \
        "faster."
    return section("peers", "Peers", lead(text) + table(
        "peers", "Peers", f"<tr>{head}</tr>", "".join(body)))


def page(context, medians, rows, bounds, runs, threshold):
    machines = machines_of(runs, context, threshold)
    drawn = rows + [s.row for _, series in machines for s in series]
    peers = list(dict.fromkeys(row.isa for row in drawn if row.isa not in OURS))
    sections = [("history", "History", history(machines, threshold, peers)),
                ("ceilings", "Ceilings", ceilings(rows, bounds)),
                ("curves", "Curves", curves(context, medians, rows, peers)),
                ("isas", "ISAs", isas(medians, rows))]
    if any(row.isa in peers for row in rows):
        sections.append(("peers", "Peers", peer_table(rows, peers)))
    links = "".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections)
    kernels = dict.fromkeys(row.kernel for row in drawn)
    kernel = select("kernel", "Kernel", [(k, k) for k in kernels], "all kernels")
    folder = os.path.dirname(os.path.abspath(__file__))
    parts = {}
    for name in ("page.css", "page.js"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            parts[name] = file.read()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>lanebox benchmarks</title>
<style>{parts["page.css"]}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header><h1>lanebox benchmarks</h1>{facts(context)}</header>
<div class="bar"><nav aria-label="sections">{links}</nav><p class="filter">{kernel}</p></div>
<main id="main" tabindex="-1">{"".join(body for _, _, body in sections)}</main>
<div id="tip" role="status" hidden></div>
<script>{parts["page.js"]}</script>
</body>
</html>
"""


def main():
    parser = results.Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", required=True)
    parser.add_argument("--history")
    parser.add_argument("--out", required=True)
    parser.add_argument("--threshold", type=float, default=3)
    options = parser.parse_args()
    result = read_results(options.results)
    runs = read_history(options.history) if options.history else []
    results.replace(options.out, page(*result, runs, options.threshold))
    print(options.out)


if __name__ == "__main__":
    results.run(main)
