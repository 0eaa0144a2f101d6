#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens all web pages in headless Chromium: pages_check.py DIRECTORY, as pages.py wrote it.

Each page is shown in a wide and in a narrow window. A script that fails is an error, and so is a
picture that does not load, a page without text, and a document without a heading or wider than the
window. DIRECTORY gets screenshots of some of the pages.
"""

import glob
import html
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser

WIDTHS = (1280, 400)
LEAST_TEXT = 100  # characters
SHOTS = ("index.html", "docs/use/guide.html", "reference/lanebox_8h.html")
# The page that opens the others, one after the other, and writes down what it finds.
OPENER = """<!doctype html><meta charset="utf-8"><title>opener</title><pre id="found"></pre><script>
const open_page = (path, width) => new Promise(done => {
    const frame = document.createElement("iframe");
    const errors = [];
    frame.src = path; // before it is in the page, which would load about:blank otherwise
    frame.style = `width:${width}px;height:900px;border:0`;
    frame.onload = () => setTimeout(() => {
        const page = frame.contentDocument;
        const lost = [...page.images].filter(i => !(i.complete && i.naturalWidth)).map(i => i.src);
        const found = {path, width, errors, lost,
            headings: page.querySelectorAll("h1").length,
            text: page.body ? page.body.innerText.length : 0,
            wide: page.documentElement.scrollWidth};
        frame.remove();
        done(found);
    }, 100);
    document.body.append(frame);
    // The window, which is empty yet, becomes that of the page.
    const seen = frame.contentWindow;
    seen.addEventListener("error", e => { if (e.message) errors.push(e.message); });
    seen.addEventListener("unhandledrejection", e => errors.push(String(e.reason)));
});
(async () => {
    const all = [];
    for (const [path, width] of PAGES) all.push(await open_page(path, width));
    document.getElementById("found").textContent = JSON.stringify(all);
})();
</script>"""


def faults(seen):
    """What is wrong with a page, in words."""
    if seen["errors"]:
        yield "a script fails: " + "; ".join(seen["errors"])
    for picture in seen["lost"]:
        yield f"{picture} does not load"
    if seen["text"] < LEAST_TEXT:
        yield f"it has {seen['text']} characters of text"
    if seen["path"].startswith("reference/"):
        return  # doxygen writes lists without a heading, and tables as wide as their signatures
    if not seen["headings"]:
        yield "it has no heading"
    if seen["wide"] > seen["width"]:
        yield f"it is {seen['wide']} pixels wide"


def opened(folder, paths, shots=()):
    """What each page is like in each window; screenshots beside the folder."""
    opener = OPENER.replace("PAGES", json.dumps([(path, width) for path in paths for width in WIDTHS]))
    with browser.serve(folder, {"/opener": lambda: opener}) as url:
        text = browser.chromium(f"{url}/opener", "--dump-dom", "--window-size=1400,1000",
                                budget=2000 * len(paths) * len(WIDTHS))
        for path in shots:
            name = re.sub(r"\W+", "-", os.path.splitext(path)[0]) + ".png"
            browser.chromium(f"{url}/{path}", "--window-size=1280,1000",
                             f"--screenshot={os.path.join(os.path.abspath(folder), '..', name)}")
    found = re.search(r'<pre id="found">(.*?)</pre>', text, re.S)[1]
    return json.loads(html.unescape(found)) if found else []


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = os.path.join(sys.argv[1], "html")
    paths = sorted(os.path.relpath(path, folder) for path in glob.glob(f"{folder}/**/*.html", recursive=True))
    paths = [path for path in paths if path != "404.html" and not path.startswith("reference/search")]
    seen = opened(folder, paths, SHOTS)
    wrong = [f"{page['path']}, {page['width']} pixels: {fault}" for page in seen for fault in faults(page)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(paths)} pages in windows of {' and '.join(map(str, WIDTHS))} pixels: {len(wrong)} faults")
    if len(seen) != len(paths) * len(WIDTHS):
        sys.exit(f"Chromium opened {len(seen)} of {len(paths) * len(WIDTHS)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
