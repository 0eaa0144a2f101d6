#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the page in headless Chromium and asks what it says: check.py PAGE.html.

The page compares pairs with brute force, first in a small world with both instruction sets, then in
the frames that it shows. It must have compared both and found pairs, none of them wrong.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

FIRST_FRAMES = 40  # boxes.js: FIRST.frames with each instruction set


def dumped(page, budget):
    program = shutil.which("chromium") or sys.exit("chromium is not installed")
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             "--window-size=1400,900", f"--virtual-time-budget={budget}", "--dump-dom",
             "file://" + os.path.abspath(page)],
            capture_output=True, text=True, check=True, timeout=300).stdout


def main():
    # How many frames fit into a time depends on the machine.
    for budget in (1500, 6000, 24000):
        text = dumped(sys.argv[1], budget)
        root = re.search(r"<html[^>]*>", text)[0]
        said = dict(re.findall(r'data-(\w+)="([^"]*)"', root))
        if "found" in said and int(said["frames"]) > FIRST_FRAMES:
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


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"check.py: {error}")
