# SPDX-License-Identifier: MIT
"""bench/track/page.py, with its page viewed in headless Chromium."""

import html
import html.parser
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

TRACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/track")
sys.path[:0] = [TRACK, os.path.join(TRACK, "../../docs/site")]

import browser  # noqa: E402
import page  # noqa: E402

PAGE = os.path.join(TRACK, "page.py")
PEER = "peer<i>&'\""  # must appear as text
SIZES = (8, 1024, 65536, 4194304)
NS = {"scalar": 8.0, "avx2": 1.0, "plain-gcc": 2.0, "reference": 16.0}
PATTERNS = ("aabb_aabb/one_many", "obb_obb/pairwise")
OWN = ("Zen <7>", "GCC 12.2.0")
OTHER = ("Xeon", "GCC 12.2.0")
PLANTED = "obb_obb/pairwise/avx2/1024"


def record(name, cpu_time=1.0, **more):
    return dict(name=name, run_name=name, run_type="iteration", cpu_time=cpu_time,
                real_time=cpu_time, time_unit="ns", iterations=1, **more)


def row(name, ns, label):
    n = int(name.split("/")[3])
    return record(name, ns * n, label=label, n=n, hits=.5, bytes=32, footprint=32 * n, multiplies=0,
                  adds=4, others=0, reproducible=0)


def ceiling_records():
    """Loads of 128, 64, 32 and 16 bytes/ns; 8 operations/ns of one kind, 16 of all kinds."""
    found = [record("ceiling/clock", items_per_second=3e9)]
    for isa in ("scalar", "avx2"):
        for kind, rate in (("multiply", 8e9), ("add_compare", 8e9), ("all_pipes", 16e9)):
            found.append(record(f"ceiling/{kind}/{isa}", items_per_second=rate, fuses=0, label=isa))
        caches = (("l1", 48 << 10, 128e9), ("l2", 1 << 20, 64e9), ("l3", 32 << 20, 32e9),
                  ("memory", 0, 16e9))
        for level, cache, rate in caches:
            found.append(record(f"ceiling/load_{level}/{isa}/1", bytes_per_second=rate, cache=cache,
                                label=isa))
    return found


def result_data(ceilings=True, peer=True):
    caches = [{"type": "Data", "level": 1, "size": 48 << 10, "num_sharing": 1},
              {"type": "Instruction", "level": 1, "size": 32 << 10, "num_sharing": 1},
              {"type": "Unified", "level": 2, "size": 1 << 20, "num_sharing": 1},
              {"type": "Unified", "level": 3, "size": 32 << 20, "num_sharing": 2}]
    context = {"date": "2026-11-22T13:38:41+00:00", "caches": caches, "cpu": OWN[0],
               "compiler": OWN[1], "flags": "-O2 <x>", "isa": "avx2", "revision": "abc1234-dirty",
               "repetitions": "12", "plain-gcc": "GCC 12.2.0"}
    rows = ceiling_records() if ceilings else []
    for pattern in PATTERNS:
        for n in SIZES:
            for isa, ns in NS.items():
                label = isa if isa in ("scalar", "avx2") else ""
                rows.append(row(f"{pattern}/{isa}/{n}", ns, label))
    if peer:
        rows.append(row(f"{PATTERNS[0]}/{PEER}/1024", 1.5, ""))
    return {"context": context, "benchmarks": rows}


def history_runs():
    """Six runs of one machine, mixed with three of another, half as fast; one is 10 % slow."""
    runs = []
    for number in range(9):
        other = number in (1, 3, 5)
        rows = {"ceiling/clock": 4.0}
        for pattern in PATTERNS:
            for isa, ns in NS.items():
                for n in (1024, 65536):
                    near = ns * (1 + .01 * (number % 3 - 1)) * (2 if other else 1)
                    rows[f"{pattern}/{isa}/{n}"] = near
        if number == 4:
            rows[PLANTED] = NS["avx2"] * 1.1
        if number == 8:
            rows[f"{PATTERNS[0]}/scalar/1024"] = NS["scalar"] * 1.0299  # just below the limit
        cpu, compiler = OTHER if other else OWN
        runs.append({"date": f"2026-11-0{number + 1}T10:00:00+00:00", "revision": f"{number:07d}",
                     "cpu": cpu, "compiler": compiler, "flags": "", "isa": "avx2", "rows": rows})
    return runs


class Elements(html.parser.HTMLParser):
    """All elements of a document: (tag, attributes, the text inside)."""

    VOID = {"meta", "link", "br", "wbr", "line", "path"}

    def __init__(self, text):
        super().__init__()
        self.found, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append([tag, dict(attributes), ""])
        if tag not in self.VOID:
            self.open.append(self.found[-1])

    def handle_startendtag(self, tag, attributes):
        self.found.append([tag, dict(attributes), ""])

    def handle_endtag(self, tag):
        while self.open and tag not in self.VOID and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for element in self.open:
            element[2] += data

    def all(self, tag, style=None):
        return [(attributes, text) for name, attributes, text in self.found if name == tag
                and (style is None or style in (attributes.get("class") or "").split())]

    def one(self, tag, **attributes):
        found = [text for name, own, text in self.found if name == tag
                 and attributes.items() <= own.items()]
        if len(found) != 1:
            raise AssertionError(f"{len(found)} <{tag}> with {attributes}")
        return found[0]


def chromium(path, *options):
    return browser.chromium(f"file://{path}", *options)


def pixels(path):
    """(width, height, the set of colours, the colour of the top left pixel) of a PNG."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise AssertionError(f"{path} is no PNG")
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        part = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", part[:10])
        elif kind == b"IDAT":
            packed += part
        at += size + 12
    if depth != 8 or colours not in (2, 6):
        raise AssertionError(f"{path}: neither RGB nor RGBA of 8 bits")
    each = 3 if colours == 2 else 4
    raw, stride = zlib.decompress(packed), width * each
    above, found, first = bytearray(stride), set(), None
    for y in range(height):
        start = y * (stride + 1)
        line = bytearray(raw[start + 1:start + 1 + stride])
        undo(raw[start], line, above, each)
        if first is None:
            first = tuple(line[:3])
        found.update(zip(line[0::each], line[1::each], line[2::each]))
        above = line
    return width, height, found, first


def undo(kind, line, above, each):
    """Undoes the filter of a PNG line."""
    if kind == 0:
        return
    for i, value in enumerate(line):
        left = line[i - each] if i >= each else 0
        up = above[i]
        corner = above[i - each] if i >= each else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            guess = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
        line[i] = (value + guess) & 255


class Folder(unittest.TestCase):
    """Files in a folder that belongs to the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def page(self, data=None, runs=None, *options):
        self.write("results.json", json.dumps(data or result_data()))
        if runs is not None:
            self.write("history.jsonl", "".join(json.dumps(run) + "\n" for run in runs))
            options += ("--history", self.path("history.jsonl"))
        return self.run_page(*options)

    def run_page(self, *options):
        return subprocess.run(
            [sys.executable, PAGE, "--results", self.path("results.json"), "--out",
             self.path("page.html"), *options], capture_output=True, encoding="utf-8", check=False)

    def text(self):
        with open(self.path("page.html"), encoding="utf-8") as file:
            return file.read()

    def made(self, *arguments):
        done = self.page(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.text()

    def unusable(self, done, *words):
        """Expects exit code 2, one line that contains the words, and no page."""
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse(os.path.exists(self.path("page.html")))


class Dom(Folder):
    """How the browser shows the page."""

    known = {}  # earlier results, by text

    def seen(self, text=None):
        text = text or self.text()
        if text not in self.known:
            path = self.write("seen.html", text)
            self.known[text] = chromium(path, "--dump-dom", "--window-size=1280,1000")
        return Elements(self.known[text])

    def probe(self, script):
        """What a script inside the page returns after the page has the focus."""
        ran = f"""<script>setTimeout(async () => {{
            const out = document.createElement("pre");
            out.id = "probe";
            try {{ out.textContent = JSON.stringify(await (async () => {{{script}}})()); }}
            catch (error) {{ out.textContent = JSON.stringify(String(error)); }}
            document.body.append(out);
        }}, 300);</script></body>"""
        return json.loads(self.seen(self.text().replace("</body>", ran)).one("pre", id="probe"))

    def test_sections(self):
        self.made(None, history_runs())
        seen = self.seen()
        names = [attributes["id"] for attributes, _ in seen.all("section")]
        self.assertEqual(names, ["history", "ceilings", "curves", "isas", "peers"])
        for attributes, _ in seen.all("a"):
            self.assertIn(attributes["href"][1:],
                          [own.get("id") for _, own, _ in seen.found], "a link to nothing")
        facts = seen.one("dl")
        for fact in ("Zen <7>", "L1 48 KB, L2 1 MB, L3 32 MB", "avx2", "GCC 12.2.0", "-O2 <x>",
                     "abc1234-dirty", "2026-11-22", "12"):
            self.assertIn(fact, facts)

    def test_history(self):
        self.made(None, history_runs())
        seen = self.seen()
        rows = len(PATTERNS) * len(NS) * 2
        charts = seen.all("svg", "history")
        self.assertEqual(len(charts), rows * 2)
        self.assertEqual([len(json.loads(own["data-tips"])) for own, _ in charts],
                         [6] * rows + [3] * rows)
        heads = [text for _, text in seen.all("h3")]
        self.assertEqual(heads, ["Zen <7>, GCC 12.2.0 6 runs", "Xeon, GCC 12.2.0 3 runs"])
        of_history = [own["d"] for own, _ in seen.all("path") if "c-" in own["class"]][:rows * 4]
        self.assertEqual([d.count("h0") for d in of_history[1::2]], [6] * rows + [3] * rows)
        self.assertEqual([(d.count("M"), d.count("L")) for d in of_history[0::2]],
                         [(1, 5)] * rows + [(1, 2)] * rows)

        self.assertEqual([own["data-runs"] for own, _ in seen.all("path", "mark")], ["0000004"])
        marked = [own for own, _ in charts if own["aria-label"].endswith(", 1 marked")]
        self.assertEqual([own["aria-label"].split(",")[0] for own in marked], [PLANTED])
        tips = [values[0] for _, _, values in json.loads(marked[0]["data-tips"])]
        self.assertEqual(tips[:3], ["0.990 ns", "1.01 ns, +2.0 %", "1.10 ns, +10.0 %"])
        self.assertIn("No row of a latest run is marked.", seen.one("section", id="history"))

    def test_latest_run(self):
        runs = history_runs()
        runs[8]["rows"][PLANTED] *= 1.2
        self.made(None, runs)
        seen = self.seen()
        self.assertIn("1 row of a latest run is marked.", seen.one("section", id="history"))
        table = [text for own, text in seen.all("table", "regressions")]
        self.assertEqual(len(table), 1)
        self.assertIn(PLANTED, table[0])

    def test_threshold(self):
        self.made(None, history_runs(), "--threshold", "12")
        self.assertNotIn('class="mark"', self.text())

    def test_ceilings(self):
        self.made(None, history_runs())
        seen = self.seen()
        bars = [text for own, text in seen.all("li")]
        # 4 additions at 8/ns take .5 ns; 32 bytes take .25 ns from L1 and 1 ns from L3
        once = ["scalar6 %add-compare", "avx250 %add-compare", "scalar12 %L3 loads",
                "avx2100 %L3 loads"]
        self.assertEqual(bars, once * 2)

    def test_curves(self):
        self.made(None, history_runs())
        seen = self.seen()
        charts = seen.all("svg", "curves")
        self.assertEqual([own["aria-label"].split(":")[0] for own, _ in charts], list(PATTERNS))
        first, second = (json.loads(own["data-series"]) for own, _ in charts)
        self.assertEqual(first, ["scalar", "avx2", "plain-gcc", "reference", PEER])
        self.assertEqual(second, ["scalar", "avx2", "plain-gcc", "reference"])
        tips = json.loads(charts[0][0]["data-tips"])
        self.assertEqual([values for _, _, values in tips][1:3],
                         [["8.00", "1.00", "2.00", "16.0", "1.50"],
                          ["8.00", "1.00", "2.00", "16.0", None]])
        self.assertEqual([x for _, x, _ in tips], sorted({x for _, x, _ in tips}))
        self.assertEqual(len(seen.all("line", "cache")), 3 * 2)
        x = {n: at for n, (_, at, _) in zip(SIZES, tips)}
        l1, l2, l3 = (float(own["x1"]) for own, _ in seen.all("line", "cache")[:3])
        self.assertTrue(x[1024] < l1 < l2 < x[65536] < l3 < x[4194304], (x, l1, l2, l3))

    def test_isas(self):
        self.made(None, history_runs())
        seen = self.seen()
        (_, text), = seen.all("table", "isas")
        for pattern in PATTERNS:
            self.assertIn(pattern.replace("/", " ") + "2.00" + "8.000.25" + "1.008.002.00", text)
        self.assertEqual([text for _, text in seen.all("td", "best")], ["1.00"] * 2)
        self.assertEqual([text for _, text in seen.all("td", "behind")], ["0.25"] * 2)

    def test_peers(self):
        self.made(None, history_runs())
        seen = self.seen()
        (_, text), = seen.all("table", "peers")
        self.assertIn("aabb_aabb one_many1,024" + PEER + "1.501.00avx21.50", text)
        self.assertEqual(seen.all("i"), [own for own in seen.all("i") if "style" in own[0]])
        self.made(result_data(peer=False))
        self.assertNotIn('id="peers"', self.text())

    def test_what_is_absent(self):
        data = result_data(ceilings=False)
        data["benchmarks"] = [run for run in data["benchmarks"] if run["name"].endswith("/65536")]
        self.made(data)
        seen = self.seen()
        for name, words in (("history", "There is no history yet."),
                            ("ceilings", "The result file has no ceilings"),
                            ("curves", "no pattern of two sizes"), ("isas", "no rows of 1,024")):
            self.assertIn(words, seen.one("section", id=name))

    def test_filters(self):
        self.made(None, history_runs())
        shown = """[...document.querySelectorAll("svg")].filter(e => e.checkVisibility())
            .map(e => e.getAttribute("aria-label").split(/[:,]/)[0])"""
        before, kernel, items, every = self.probe(f"""
            const before = {shown};
            const choose = (id, value) => {{
                const field = document.getElementById(id);
                field.value = value;
                field.dispatchEvent(new Event("change"));
            }};
            choose("kernel", "obb_obb");
            const kernel = {shown};
            choose("items", "65536");
            const items = {shown};
            choose("items", "");
            choose("kernel", "");
            return [before, kernel, items, {shown}];""")
        self.assertEqual(before, 2 * [f"{PATTERNS[0]}/{isa}/1024" for isa in NS] + [PATTERNS[0]])
        self.assertEqual(kernel, 2 * [f"{PATTERNS[1]}/{isa}/1024" for isa in NS] + [PATTERNS[1]])
        self.assertEqual(items, 2 * [f"{PATTERNS[1]}/{isa}/65536" for isa in NS] + [PATTERNS[1]])
        self.assertEqual(len(every), 2 * len(PATTERNS) * (2 * len(NS)) + 2)

    def test_link_to_what_is_hidden(self):
        runs = history_runs()
        runs[8]["rows"]["obb_obb/pairwise/avx2/65536"] *= 1.2
        self.made(None, runs)
        hidden, kernel, items, visible = self.probe("""
            const link = document.querySelector(".regressions a");
            const target = document.querySelector(link.getAttribute("href"));
            const hidden = !target.checkVisibility();
            link.click();
            await new Promise(done => setTimeout(done, 100));
            return [hidden, document.getElementById("kernel").value,
                document.getElementById("items").value, target.checkVisibility()];""")
        self.assertEqual((hidden, kernel, items, visible), (True, "obb_obb", "65536", True))

    def test_keyboard_and_pointer(self):
        self.made(None, history_runs())
        found = self.probe("""
            const tip = document.getElementById("tip");
            const out = {};
            const said = () => tip.hidden ? "" : tip.innerText.replace(/\\s+/g, " ");
            const press = key => document.activeElement.dispatchEvent(
                new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            out.stops = [...document.querySelectorAll("[data-group]")]
                .filter(group => group.checkVisibility())
                .map(group => group.querySelectorAll("[tabindex='0']").length);
            const panels = [...document.querySelectorAll("svg.history")]
                .filter(panel => panel.checkVisibility());
            panels[0].focus({focusVisible: true});
            out.outline = parseFloat(getComputedStyle(panels[0]).outlineWidth);
            out.last = said();
            press("Home"); out.first = said();
            press("ArrowLeft"); out.stays = said();
            press("ArrowRight"); out.second = said();
            press("ArrowDown"); out.below = document.activeElement === panels[1];
            press("Escape"); out.escaped = said();
            document.querySelector("svg.curves").focus({focusVisible: true});
            press("ArrowLeft"); out.without = said();
            press("ArrowLeft"); out.curve = said();
            document.querySelector("li").focus({focusVisible: true}); out.bar = said();
            document.activeElement.blur(); out.left = said();
            const box = panels[1].getBoundingClientRect();
            panels[1].dispatchEvent(new PointerEvent("pointermove",
                {bubbles: true, clientX: box.left + box.width / 3, clientY: box.top + 20}));
            out.hover = said();
            document.body.dispatchEvent(new PointerEvent("pointermove", {bubbles: true}));
            out.away = said();
            return out;""")
        self.assertIsInstance(found, dict, found)
        self.assertEqual(found.pop("stops"), [1, 1, 1, 1])
        self.assertGreaterEqual(found.pop("outline"), 2)
        first = "0000000, 2026-11-01 scalar 7.92 ns"
        self.assertEqual(found, {
            "last": "0000008, 2026-11-09 scalar 8.24 ns, +3.0 %",
            "first": first, "stays": first,
            "second": "0000002, 2026-11-03 scalar 8.08 ns, +2.0 %",
            "below": True, "escaped": "",
            "without": "65,536 items, ns an item scalar 8.00 avx2 1.00 plain-gcc 2.00 "
                       "reference 16.0",
            "curve": "1,024 items, ns an item scalar 8.00 avx2 1.00 plain-gcc 2.00 "
                     f"reference 16.0 {PEER} 1.50",
            "bar": "scalar, 1,024 items: 8.00 ns an item; add-compare alone: 0.500 ns",
            "left": "", "hover": "0000002, 2026-11-03 avx2 1.01 ns, +2.0 %", "away": "",
        })

    def narrow(self, text):
        """The parts of the page and of a value's box that do not fit into 360 pixels."""
        wrapper = f"""<!doctype html><meta charset="utf-8"><body style="margin:0">
            <iframe style="border:0" width="360" height="800" srcdoc="{html.escape(text)}"></iframe>
            <script>onload = () => setTimeout(() => {{
            const view = document.querySelector("iframe").contentWindow, page = view.document;
            const kernel = page.getElementById("kernel");
            kernel.value = "";
            kernel.dispatchEvent(new view.Event("change"));
            const chart = page.querySelector("svg.curves");
            const box = chart.getBoundingClientRect();
            chart.dispatchEvent(new view.PointerEvent("pointermove",
                {{bubbles: true, clientX: box.right - 90, clientY: box.top}}));
            const wide = [...page.body.querySelectorAll("*")].filter(one => {{
                const own = one.getBoundingClientRect();
                return own.right > 360.5 && !one.closest(".scroll, nav");
            }});
            const out = document.createElement("pre");
            out.id = "probe";
            out.textContent = JSON.stringify([view.innerWidth,
                page.documentElement.scrollWidth, page.getElementById("tip").hidden,
                wide.map(one => one.outerHTML.slice(0, 99))]);
            document.body.append(out);
            }}, 300);</script>"""
        return json.loads(self.seen(wrapper).one("pre", id="probe"))

    def test_narrow(self):
        text = self.made(None, history_runs())
        self.assertEqual(self.narrow(text), [360, 360, False, []])
        wide = self.narrow(text.replace("<h1>", '<h1 style="width:400px">'))
        self.assertEqual(wide[1], 416)
        self.assertNotEqual(wide[3], [])

    def test_screenshots(self):
        self.made(None, history_runs())
        shots = {}
        for name, size, scheme in (("light", (900, 1000), 1), ("dark", (900, 1000), 0),
                                   ("narrow", (360, 1000), 1)):
            shot = self.path(name + ".png")
            chromium(self.path("page.html"), f"--screenshot={shot}",
                     f"--window-size={size[0]},{size[1]}",
                     f"--blink-settings=preferredColorScheme={scheme}")
            shots[name] = pixels(shot)
            self.assertEqual(shots[name][:2], size)
            self.assertGreater(len(shots[name][2]), 100, "a blank page")
        self.assertEqual([shots[name][3] for name in ("light", "dark", "narrow")],
                         [(0xf6, 0xf7, 0xf9), (0x0f, 0x12, 0x16), (0xf6, 0xf7, 0xf9)])
        self.assertIn((0x1a, 0x63, 0xd0), shots["light"][2])  # AVX2's line


class Source(Folder):
    """Tests that need no browser."""

    def test_nothing_is_loaded(self):
        text = self.made(None, history_runs())
        self.assertEqual(set(re.findall(r"https?://[^\"' ]*", text)),
                         {"http://www.w3.org/2000/svg"})
        seen = Elements(text)
        self.assertEqual([own for _, own, _ in seen.found if "src" in own or "srcset" in own], [])
        self.assertEqual([own["href"] for own, _ in seen.all("link")], ["data:,"])
        self.assertEqual(re.findall(r"url\(|@import|fetch\(|XMLHttp|import\(", text), [])

    def test_names_are_text(self):
        data = result_data()
        for run in data["benchmarks"]:
            run["run_name"] = run["run_name"].replace("one_many", "<script>'\"&")
        runs = history_runs()
        runs[-1]["revision"] = "</script>'"
        runs[-1]["rows"]["<b>/'/\"/1024"] = 1.0
        text = self.made(data, runs)
        self.assertEqual(text.count("<script>"), 1)
        self.assertEqual(text.count("</script>"), 1)
        for attributes, _ in Elements(text).all("svg"):
            json.loads(attributes["data-tips"])
            json.loads(attributes["data-series"])
        self.assertEqual(Elements(text).all("b", None).count(({}, "<b>")), 0)

    def test_large(self):
        data = result_data()
        template = data["benchmarks"][-1]
        names = [f"kernel_{k}/one_many/{isa}/{n}" for k in range(50) for isa in page.TABLES[:4]
                 for n in (8, 1024, 65536)]
        for name in names:
            data["benchmarks"].append(dict(template, name=name, run_name=name))
        runs = [dict(history_runs()[0], revision=f"{number:07d}",
                     rows={name: 1 + number % 7 / 50 for name in names}) for number in range(200)]
        text = self.made(data, runs)
        self.assertEqual(text.count('class="history"'), 600)
        self.assertIn("the last 40 of 200 runs", text)
        self.assertLess(len(text.encode()), 3e6)

    def test_a_row_whose_operations_nobody_counts(self):
        data = result_data()
        for run in data["benchmarks"]:
            if run["name"] == PLANTED:
                run.update(bytes=0, adds=0)
        self.assertEqual(self.made(data).count("no ceiling belongs to it"), 1)

    def test_gap(self):
        runs = history_runs()
        for number in (0, 4):
            del runs[number]["rows"][PLANTED]
        charts = Elements(self.made(None, runs)).all("svg", "history")
        own, = [own for own, _ in charts if own["aria-label"].startswith(PLANTED + ", 4 runs")]
        self.assertEqual([at for at, _, _ in json.loads(own["data-tips"])], [1, 3, 4, 5])

    def test_truncated_results(self):
        self.write("results.json", json.dumps(result_data())[:-40])
        self.unusable(self.run_page(), "results.json", "cut short")

    def test_results_without(self):
        for key, words in (("cpu_time", "has no cpu_time"), ("footprint", "footprint")):
            data = result_data()
            for run in data["benchmarks"][20:]:
                del run[key]
            self.unusable(self.page(data), "results.json", words)
        data = result_data()
        data["benchmarks"][-1]["run_name"] = "aabb_aabb/one_many/1024"
        self.unusable(self.page(data), "aabb_aabb/one_many/1024", "kernel/pattern/isa/n")
        data["benchmarks"] = ceiling_records()
        self.unusable(self.page(data), "no rows")

    def test_no_such_file(self):
        self.unusable(self.run_page(), "results.json", "No such file")
        self.unusable(self.page(None, None, "--history", self.path("none")), "none", "No such file")

    def test_broken_history(self):
        good = json.dumps(history_runs()[0])
        self.write("results.json", json.dumps(result_data()))
        rowless = json.dumps(dict(history_runs()[0], rows=[]))
        timeless = json.dumps(dict(history_runs()[0], rows={PLANTED: 0}))
        nameless = json.dumps(dict(history_runs()[0], rows={"a/b/1024": 1.0}))
        for broken, words in ((good[:-9], "cut short"), ("", "not JSON"), ("[]", "no date"),
                              (rowless, "no rows"), (timeless, "has no time"),
                              (nameless, "kernel/pattern/isa/n")):
            self.write("history.jsonl", "\n".join((good, good, broken, good)) + "\n")
            self.unusable(self.run_page("--history", self.path("history.jsonl")), "line 3", words)

    def test_empty_history(self):
        self.write("results.json", json.dumps(result_data()))
        self.write("history.jsonl", "")
        self.unusable(self.run_page("--history", self.path("history.jsonl")), "empty")

    def test_a_page_is_kept(self):
        kept = self.made()
        self.write("results.json", "{")
        self.assertEqual(self.run_page().returncode, 2)
        self.assertEqual(self.text(), kept)


if __name__ == "__main__":
    unittest.main()
