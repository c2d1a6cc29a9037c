#!/usr/bin/env python3
"""Writes the guide's pages into the crate heliast-guide, which the program serves at /guide.

    tools/guide.py                  writes crates/heliast-guide/src/{chapters.rs,chapters/,images/} anew, with mdbook
    tools/guide.py --check          says whether they match the guide's present text; needs no mdbook
    tools/guide.py --check --whole  writes them into another folder, and compares

mdBook renders the chapters; docs/guide/fragment has the template that leaves only a chapter's body, around which the
program puts its frame. Links between chapters lose their ending; a link to a file of the repository becomes the file's
name, since a node does not serve it. MDBOOK names another program than `mdbook`.
"""

import filecmp
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs/guide"
CRATE = ROOT / "crates/heliast-guide/src"
WRITTEN = ["chapters.rs", "chapters", "images"]
ENTRY = re.compile(r"\[([^]]+)\]\(([a-z-]+)\.md\)")
LINK = re.compile(r'<a href="([^"#]*)(#[^"]*)?">(.*?)</a>', re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
TABLE = '<div class="table-wrapper" tabindex="0" role="region" aria-label="Table {}">'


def digest():
    """SHA-256 of all sources of the pages."""
    summed = hashlib.sha256()
    for path in sorted(path for path in [*BOOK.rglob("*"), Path(__file__)] if path.is_file()):
        summed.update(f"{path.relative_to(ROOT)}\n{path.stat().st_size}\n".encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()


def chapters():
    """Title and name of each chapter, in the guide's order."""
    return ENTRY.findall((BOOK / "src/SUMMARY.md").read_text())


def served(link, names):
    """A link as a node can serve it."""
    target, anchor, text = link[1], link[2] or "", link[3]
    name = target.removesuffix(".html").removesuffix(".md")
    if not target or re.match(r"[a-z]+:", target):
        return link[0]
    if name in names:
        return f'<a href="{name}{anchor}">{text}</a>'
    path = os.path.normpath(f"docs/guide/src/{target}")
    found = path if (ROOT / path).exists() else path.removesuffix(".html") + ".md"
    if not (ROOT / found).exists():
        sys.exit(f"{target} is neither a chapter nor a file of the repository")
    return f'<span class="file" title="{found} in the source of Heliast">{text}</span>'


def body(html, names):
    html = LINK.sub(lambda link: served(link, names), COMMENT.sub("", html))
    # Elements wider than the page can be scrolled by keys too.
    html = html.replace("<pre>", '<pre tabindex="0">')
    numbers = itertools.count(1)
    html = html.replace("<th></th>", "<td></td>")
    html = re.sub('<div class="table-wrapper">', lambda _: TABLE.format(next(numbers)), html)
    # The program's pages forbid styles in a page.
    html = re.sub(r' style="text-align: ?(right|center|left)"', r' class="\1"', html)
    return html.strip() + "\n"


def table(listed, images):
    """The Rust file that names the chapters."""
    lines = [
        "//! The guide's chapters and pictures, as `tools/guide.py` writes this file.",
        "",
        "use crate::{Chapter, Image};",
        "",
        f'// SHA-256 of the text: "{digest()}"',
        "",
        f"pub(crate) const CHAPTERS: [Chapter; {len(listed)}] = [",
    ]
    for title, name in listed:
        lines.append(f'    Chapter::new("{name}", "{title}", include_str!("chapters/{name}.html")),')
    lines += ["];", "", f"pub(crate) const IMAGES: [Image; {len(images)}] = ["]
    lines += [f'    Image::new("{name}", include_str!("images/{name}")),' for name in images]
    return "\n".join([*lines, "];", ""])


def write(crate):
    listed = chapters()
    names = {name for _, name in listed}
    with tempfile.TemporaryDirectory() as made:
        environment = {**os.environ, "MDBOOK_OUTPUT__HTML__THEME": "fragment", "MDBOOK_OUTPUT__HTML__PRINT__ENABLE": "false"}
        command = [os.environ.get("MDBOOK", "mdbook"), "build", str(BOOK), "--dest-dir", made]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        # The old files are removed only after mdBook has made the new ones.
        for name in ("chapters", "images"):
            shutil.rmtree(crate / name, ignore_errors=True)
            (crate / name).mkdir()
        for _, name in listed:
            page = (Path(made) / f"{name}.html").read_text()
            (crate / f"chapters/{name}.html").write_text(body(page, names))
    images = sorted(path.name for path in (BOOK / "src/images").iterdir())
    for name in images:
        shutil.copyfile(BOOK / "src/images" / name, crate / "images" / name)
    (crate / "chapters.rs").write_text(table(listed, images))


def differences(one, other):
    """The files that differ between two folders that were written."""
    paths = {path.relative_to(folder) for folder in (one, other) for part in WRITTEN
             for path in [folder / part, *(folder / part).rglob("*")] if path.is_file()}
    same = lambda path: all((folder / path).is_file() for folder in (one, other)) and filecmp.cmp(  # noqa: E731
        one / path, other / path, shallow=False)
    return sorted(str(path) for path in paths if not same(path))


def main(words):
    if "--check" not in words:
        write(CRATE)
        return
    if f'"{digest()}"' not in (CRATE / "chapters.rs").read_text():
        sys.exit("the guide has changed since its pages were made: run tools/guide.py")
    if "--whole" in words:
        with tempfile.TemporaryDirectory() as again:
            write(Path(again))
            if found := differences(CRATE, Path(again)):
                sys.exit(f"not what mdbook makes of the guide: {', '.join(found)}; run tools/guide.py")


if __name__ == "__main__":
    main(sys.argv[1:])
