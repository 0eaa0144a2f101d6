#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes web pages of README, docs/ and the reference: pages.py DIRECTORY

DIRECTORY/pages gets the documents at the places that they have here, so that links between them
hold, whatever else they link to, and the reference by doxygen; mkdocs makes DIRECTORY/html of that.
A link that leads nowhere is an error, in the documents and in what became of them.
"""

import glob
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

NAV = [
    {"Overview": "README.md"},
    {"Guide": "docs/use/guide.md"},
    {"Functions": "docs/use/functions.md"},
    {"Reference": "reference/index.html"},
    {"Sets and meshes": [
        {"Every pair of a set": "docs/use/pairs.md"},
        {"Sets larger than a machine": "docs/use/pairs_mpi.md"},
        {"Trees: meshes and rays": "docs/use/trees.md"},
        {"Distances: points and meshes": "docs/use/distance.md"},
        {"Scenes: instances of meshes": "docs/use/scenes.md"},
        {"Contacts: points and normals": "docs/use/contacts.md"},
        {"Volumes around meshes": "docs/use/volumes.md"},
        {"Threads": "docs/use/threads.md"},
        {"Parts drawn out of a bay": "docs/use/maintenance.md"}]},
    {"Languages": [
        {"C++": "docs/use/cpp.md"},
        {"Python": "docs/use/python.md"},
        {"WebAssembly": "docs/use/wasm.md"}]},
    {"Systems": [
        {"Platforms": "docs/use/platforms.md"},
        {"Packages": "packaging/README.md"},
        {"What releases leave as it is": "docs/use/abi.md"}]},
    {"Trust": [
        {"What is promised": "docs/use/trust.md"},
        {"Every bound, derived": "docs/develop/numerics.md"}]},
    {"For developers": [
        {"What a change must show": "github/CONTRIBUTING.md"},
        {"Where things are": "docs/develop/architecture.md"},
        {"A new kernel": "docs/develop/adding.md"},
        {"Tests": "tests/README.md"},
        {"How a slowdown is caught": "docs/develop/ci.md"},
        {"Security": "github/SECURITY.md"},
        {"Changes": "CHANGELOG.md"}]},
]
DEMO, STYLE = "docs/site/demo/index.html", "docs/site/pages.css"
BUILT_DEMO = "build/wasm/demo.html"  # by make demo-page
HEADER = re.compile(r"(?<=\()[./]*include/(?:lanebox/)?(\w+)\.(h|hpp)(?=\))")
LINK = re.compile(r"(?<=\]\()[^)#\s]+|(?<=src=\")[^\"]+")


def shown(path):
    """Its path among the pages; mkdocs leaves out names that begin with a dot."""
    return re.sub(r"(?<=/)\.(?=[a-z])|^\.(?=[a-z])", "", path)


def copy(path, folder):
    target = os.path.join(folder, shown(path))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(path, target)


def pages(folder):
    """The documents, and the files that they link to."""
    documents = sorted({*glob.glob("*.md"), *glob.glob(".github/*.md"), *glob.glob("docs/*/*.md"), "packaging/README.md",
                        "tests/README.md"})
    for path in documents:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        up = os.path.relpath("reference", os.path.dirname(path) or ".")
        text = HEADER.sub(lambda found: f"{up}/{found[1]}_8{found[2]}.html", text)
        for link in LINK.findall(text):
            linked = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if os.path.isfile(linked):
                if not linked.endswith(".md"):
                    copy(linked, folder)
                text = text.replace(f"]({link})", f"]({shown(link)})")
        copy(path, folder)
        with open(os.path.join(folder, shown(path)), "w", encoding="utf-8") as file:
            file.write(text)
    copy(STYLE, folder)
    if os.path.exists(BUILT_DEMO):
        target = os.path.join(folder, DEMO)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(BUILT_DEMO, target)


def reference(folder):
    with open("docs/site/Doxyfile", encoding="utf-8") as file:
        text = file.read()
    subprocess.run(["doxygen", "-"], input=f"{text}\nOUTPUT_DIRECTORY = {folder}\n", text=True, check=True)


def build(folder, source, target):
    nav = NAV + ([{"Demo": DEMO}] if os.path.exists(BUILT_DEMO) else [])
    config = {
        "site_name": "lanebox", "docs_dir": os.path.abspath(source), "site_dir": os.path.abspath(target),
        "use_directory_urls": False, "nav": nav,
        "theme": {"name": "material", "font": False,  # no requests to other servers
                  "palette": [
                      {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "blue grey"},
                      {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "blue grey"}]},
        "extra": {"generator": False}, "extra_css": [STYLE],
        "plugins": ["search"],
        "markdown_extensions": ["tables", "pymdownx.superfences", "pymdownx.highlight",
                                {"toc": {"permalink": True}}],
    }
    path = os.path.join(folder, "mkdocs.yml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file)  # which is YAML too
    subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--config-file", path], check=True)


class Page(html.parser.HTMLParser):
    """What a page links to, and the names on it that links can lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.names = set(), {""}
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("id", "name") and value:
                self.names.add(value)
            if key in ("href", "src") and value:
                self.links.add(value)


def broken(folder):
    """Links of all pages that lead to no file, or to no name on a page."""
    found = {os.path.normpath(path): Page(path)
             for path in glob.glob(os.path.join(folder, "**/*.html"), recursive=True)}
    wrong, links = [], 0
    for path, page in sorted(found.items()):
        if os.path.basename(path) == "404.html":
            continue  # its links depend on the place where it is shown
        for link in sorted(page.links):
            where = urllib.parse.urlsplit(link)
            if where.scheme or where.netloc:
                continue
            links += 1
            target = path
            if where.path:
                target = os.path.normpath(os.path.join(os.path.dirname(path),
                                                       urllib.parse.unquote(where.path)))
            if os.path.isdir(target):
                target = os.path.join(target, "index.html")
            name = urllib.parse.unquote(where.fragment)
            if not os.path.exists(target) or target in found and name not in found[target].names:
                wrong.append(f"{os.path.relpath(path, folder)}: {link} leads nowhere")
    return wrong, len(found), links


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    source, target = os.path.join(folder, "pages"), os.path.join(folder, "html")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(source)
    try:
        reference(source)
        pages(source)
        build(folder, source, target)
    except subprocess.CalledProcessError as error:
        return f"{error.cmd[0]} found mistakes in the pages"
    wrong, count, links = broken(target)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{count} pages, {links} links, {len(wrong)} lead nowhere: {target}/index.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
