#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the page in headless Chromium and asks what it says: check.py PAGE.html.

The page compares pairs with brute force, first in a small world with both instruction sets, then in
the frames that it shows. It must have compared both and found pairs, none of them wrong. Writes a
screenshot beside the page, whose times are real.
"""

import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import browser

FIRST_FRAMES = 40  # boxes.js: FIRST.frames with each instruction set
SHOT_AFTER = 10  # seconds
FRAME = """<!doctype html><body style="margin:0"><iframe src="/{}" width="1200" height="800"
style="border:0;display:block"></iframe><iframe src="/late" hidden></iframe>"""


def late():
    """An empty page that takes a while, and so delays when the frame has loaded."""
    time.sleep(SHOT_AFTER)
    return ""


def screenshot(page, path):
    """In virtual time, all that the page measures takes none. This is real time."""
    folder, name = os.path.split(page)
    with browser.serve(folder, {"/frame": lambda: FRAME.format(name), "/late": late}) as url:
        browser.chromium(f"{url}/frame", f"--screenshot={path}", "--window-size=1200,800", budget=None)


def main():
    page = os.path.abspath(sys.argv[1])
    # How many frames fit into a time depends on the machine.
    for budget in (1500, 6000, 24000):
        text = browser.chromium(f"file://{page}", "--dump-dom", "--window-size=1400,900", budget=budget)
        root = re.search(r"<html[^>]*>", text)[0]
        said = dict(re.findall(r'data-(\w+)="([^"]*)"', root))
        if int(said.get("found", 0)) > 0 and int(said["frames"]) > FIRST_FRAMES:
            break
    verdict = re.sub(r"<[^>]*>", "", re.search(r'<div id="verdict".*?</div>', text, re.S)[0])
    number = {key: int(said.get(key, 0)) for key in ("frames", "tests", "pairs", "wrong", "boxes", "found")}
    print(f"the page: {verdict.strip()}; {number['frames']} frames compared, {number['pairs']} pairs, "
          f"{number['wrong']} wrong; {number['boxes']} boxes, {number['found']} pairs in the last frame; "
          f"instruction sets {said.get('scalar')} and {said.get('simd')}")
    assert (said.get("scalar"), said.get("simd")) == ("scalar", "wasm128"), "not both instruction sets"
    assert number["frames"] > FIRST_FRAMES, "no frame of the large world was compared"
    assert number["wrong"] == 0, "pairs differ from brute force"
    assert number["boxes"] >= 1000 and number["found"] > 0 and number["pairs"] > 0, "no pairs"
    shot = os.path.splitext(page)[0] + ".png"
    screenshot(page, shot)
    print(f"a screenshot: {os.path.relpath(shot)}")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"check.py: {error}")
