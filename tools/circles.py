#!/usr/bin/env python3
"""Lists the circles of modules in each Rust crate, with the names that tie their files; fails if there are any.

    tools/circles.py          all crates of this repository
    tools/circles.py DIR...   only crates below these directories

A file takes from another if it names an item that the other defines, through any chain of `use` and `pub use`. A
`pub use` whose name the file does not use itself, and code under `#[cfg(test)]`, do not count. A module and those below
it are one job in several files, so a child may use items of its parent: a circle that disappears without the parent is
not listed. A circle that reaches outside of the parent is listed.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Crates whose circles are known and still to be broken: directories below the root.
KNOWN = set()

SILENT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<hash>\#*)".*?"(?P=hash)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])'""", re.S
)
TEST = re.compile(r"#\[cfg\((?:all\()?test\b[^\]]*\]\s*")
MOD = re.compile(r"(?P<attributes>(?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?mod\s+(?P<name>\w+)\s*(?P<end>[;{])")
USE = re.compile(r"(?:\b(pub)(?:\([^)]*\))?\s+)?\buse\s+([^;]+);")
ITEM = r"\b(?:fn|struct|enum|union|trait|type|const|static|mod|macro_rules!)\s+(?:mut\s+)?{}\b"
PATH = re.compile(r"(?<![\w:.$])(?:r#)?[A-Za-z_]\w*(?:\s*::\s*\w+)+|(?<![\w:.$'])[A-Za-z_]\w*(?=!\s*[\[({])")


def closing(text, start):
    """The place after the brace that closes the one at `start`."""
    depth = 0
    for brace in re.finditer(r"[{}]", text[start:]):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return start + brace.end()
    return len(text)


def bare(text):
    """The code without comments, strings and tests."""
    path = r'#\[path = "([^"]*)"\]'
    text = re.sub(path, lambda found: f"#[path = {found[1].replace('/', '__slash__').replace('.', '__dot__')}]", text)
    text = SILENT.sub(lambda found: " " if found[0].startswith("/") else '""', text)
    while found := TEST.search(text):
        after = re.compile(r"(?:#\[[^\]]*\]\s*)*").match(text, found.end()).end()
        end = re.compile(r"(?:pub(?:\([^)]*\))?\s+)?use\b[^;]*;|[^;{]*;").match(text, after)
        end = end.end() if end else closing(text, text.find("{", after) if "{" in text[after:] else after)
        text = text[: found.start()] + text[end:]
    return text


def imported(tree, before=()):
    """The names that a `use` makes, each with its path; a glob has the name `*`."""
    tree = tree.strip()
    if tree.startswith("{"):
        depth, part = 0, ""
        for letter in tree[1:-1] + ",":
            depth += (letter == "{") - (letter == "}")
            if letter == "," and depth == 0:
                if part.strip():
                    yield from imported(part, before)
                part = ""
            else:
                part += letter
        return
    head, separator, rest = tree.partition("::")
    if separator:
        yield from imported(rest, (*before, head.strip()))
        return
    path, _, name = tree.partition(" as ")
    path = path.strip()
    whole = before if path == "self" else (*before, path)
    if whole:
        yield (name.strip() or whole[-1], whole)


class Module:
    """A module: its file, its code, and what its `use` items name."""

    def __init__(self, place, file, text):
        self.place, self.file, self.text = place, file, text
        self.names, self.globs, self.paths = {}, [], []
        code = USE.sub(" ", text)
        words = set(re.findall(r"\w+", code))
        for passed, use in USE.findall(text):
            for name, path in imported(use):
                if name == "*":
                    self.globs.append(path[:-1])
                elif path != (name,):
                    self.names.setdefault(name, path)
                if not passed or name in words:
                    self.paths.append(path)
        self.paths += [tuple(re.split(r"\s*::\s*", found)) for found in PATH.findall(code)]

    def defines(self, name):
        return re.search(ITEM.format(re.escape(name)), self.text) is not None


class Crate:
    """All modules below a root file, by their places; the root's place is the empty one."""

    def __init__(self, root):
        self.modules, self.macros = {}, {}
        self.read((), root, root.parent, bare(root.read_text()))
        for module in self.modules.values():
            for name in re.findall(r"macro_rules!\s+(\w+)", module.text):
                self.macros[name] = module

    def read(self, place, file, folder, text):
        """Takes a module's code, and that of the modules in it."""
        own, start = "", 0
        for found in MOD.finditer(text):
            if found.start() < start:
                continue
            name = found["name"]
            own += text[start : found.start()]
            if found["end"] == "{":
                start = closing(text, found.end() - 1)
                self.read((*place, name), file, folder / name, text[found.end() : start - 1])
                continue
            start = found.end()
            named = re.search(r"#\[path = (\w+)\]", found["attributes"])
            if named:
                below = file.parent / named[1].replace("__slash__", "/").replace("__dot__", ".")
                folder_below = below.parent
            else:
                below, folder_below = folder / f"{name}.rs", folder / name
                below = below if below.exists() else folder / name / "mod.rs"
            if below.exists():
                self.read((*place, name), below, folder_below, bare(below.read_text()))
        self.modules[place] = Module(place, file, own + text[start:])

    def found(self, module, path, seen=()):
        """The module that defines what `path` names in a module, and the name; `None` if it is foreign."""
        if (module.place, path) in seen or not path:
            return None
        seen = (*seen, (module.place, path))
        head, rest = path[0], path[1:]
        if head == "crate":
            return self.below(self.modules[()], rest, seen)
        if head == "self":
            return self.below(module, rest, seen)
        if head == "super":
            return self.below(self.modules[module.place[:-1]], rest, seen) if module.place else None
        if (*module.place, head) in self.modules and rest:
            return self.below(self.modules[(*module.place, head)], rest, seen)
        if head in module.names:
            return self.found(module, (*module.names[head], *rest), seen)
        if rest:
            return None
        if head in self.macros and not module.defines(head):
            return self.macros[head], head
        return None

    def below(self, module, path, seen):
        """The same for a path that begins in a module."""
        if not path:
            return None
        head, rest = path[0], path[1:]
        if head == "super":
            return self.below(self.modules[module.place[:-1]], rest, seen) if module.place else None
        if head == "self":
            return self.below(module, rest, seen)
        child = self.modules.get((*module.place, head))
        if child:
            return self.below(child, rest, seen)
        if module.defines(head):
            return module, head
        if head in module.names:
            # None is what another crate defines.
            return self.found(module, (*module.names[head], *rest), (*seen, (module.place, path)))
        if head in self.macros:
            return self.macros[head], head
        for glob in module.globs:
            above = self.place_of(module, glob)
            if above and (above.place, path) not in seen:
                found = self.below(above, path, (*seen, (above.place, path)))
                if found and found[0].defines(found[1]):
                    return found
        return module, head

    def place_of(self, module, path):
        """The module that a path names."""
        found = self.found(module, (*path, "*"))
        return found[0] if found else None

    def ties(self):
        """The names that each file takes from other files."""
        ties = {}
        for module in self.modules.values():
            for path in module.paths:
                found = self.found(module, path)
                if found and found[0].file != module.file and found[1] != "*":
                    ties.setdefault(module.file, {}).setdefault(found[0].file, set()).add(found[1])
        return ties

    def circles(self):
        """The circles that reach outside of a module and those below it."""
        ties = self.ties()
        place = {}
        for module in self.modules.values():
            place[module.file] = min(module.place, place.get(module.file, module.place), key=len)

        def left(ties):
            for circle in components(ties):
                top = min(circle, key=lambda file: len(place[file]))
                inside = {file: {other: ties[file][other] for other in ties[file] if other in circle} for file in circle}
                if all(place[file][: len(place[top])] == place[top] for file in circle):
                    yield from left({file: {k: v for k, v in of.items() if k != top} for file, of in inside.items()})
                else:
                    yield inside

        return list(left(ties))


def components(ties):
    """The strongly connected components of more than one file, by Tarjan's algorithm."""
    index, low, stack, found = {}, {}, [], []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        for other in ties.get(file, ()):
            if other not in index:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], index[other])
        if low[file] == index[file]:
            circle = stack[stack.index(file) :]
            del stack[stack.index(file) :]
            if len(circle) > 1:
                found.append(sorted(circle))

    for file in sorted(ties):
        if file not in index:
            visit(file)
    return found


def main():
    if any(arg.startswith("-") for arg in sys.argv[1:]):
        sys.exit(__doc__)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "Cargo.toml", "*/Cargo.toml"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    wanted = [(Path.cwd() / arg).resolve() for arg in sys.argv[1:]] or [ROOT]
    bad = 0
    for folder in sorted((ROOT / name).parent for name in names):
        inside = any(folder == one or one in folder.parents for one in wanted)
        if not inside or str(folder.relative_to(ROOT)) in KNOWN:
            continue
        for root in [folder / "src/lib.rs", folder / "src/main.rs", *sorted((folder / "src/bin").glob("*.rs"))]:
            if not root.exists():
                continue
            for circle in Crate(root).circles():
                bad += 1
                print(f"a circle of {len(circle)} files:")
                for file, others in sorted(circle.items()):
                    for other, names in sorted(others.items()):
                        words = ", ".join(sorted(names))
                        print(f"  {file.relative_to(ROOT)} takes from {other.relative_to(ROOT)}: {words}")
    if bad:
        sys.exit(f"circles of modules: {bad}; a small type or function that both sides need wants a file of its own")


if __name__ == "__main__":
    main()
