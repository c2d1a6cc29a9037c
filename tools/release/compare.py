"""Two folders of a release: whether they are the same, byte for byte, and if not, which file in which archive differs."""

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

from release import archive

SUMS = "SHA256SUMS"
NOTE = "BUILD.json"
# The greatest number of members of one archive that are named.
NAMED = 5


def sums(folder):
    """The lines of SHA256SUMS, in the form of sha256sum."""
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def compare(one, other):
    """Lines about the differences, and whether a file that is in both folders differs."""
    for folder in (one, other):
        if not folder.is_dir():
            return [f"{folder} is not a folder"], True
    lines, differs = [], False
    for folder in (one, other):
        file = folder / SUMS
        if not file.is_file() or file.read_text() != sums(folder):
            lines.append(f"{file} is missing, or is not of the files beside it")
            differs = True
    names = [{path.name for path in folder.iterdir()} - {SUMS} for folder in (one, other)]
    lines += [f"{name} is in {one} only" for name in sorted(names[0] - names[1])]
    lines += [f"{name} is in {other} only" for name in sorted(names[1] - names[0])]
    for name in sorted(names[0] & names[1]):
        left, right = ((folder / name).read_bytes() for folder in (one, other))
        if left != right:
            # The note explains why others differ. It does not count as a difference: it lists the files and the tools.
            differs |= name != NOTE
            lines += [f"{name} differs: {how}" for how in differences(name, left, right)]
    return lines, differs


def differences(name, left, right):
    """The difference between two files with one name."""
    if name == NOTE:
        return notes(json.loads(left), json.loads(right))
    try:
        inside = [contents(name, data) for data in (left, right)]
    except (ValueError, OSError, tarfile.TarError, zipfile.BadZipFile) as damaged:
        return [f"one of them can't be read ({damaged})"]
    if inside[0] is None:
        return [at(left, right)]
    found = []
    for member in sorted(inside[0].keys() | inside[1].keys()):
        pair = [members.get(member) for members in inside]
        if pair[0] == pair[1]:
            continue
        if None in pair:
            found.append(f"{member} is in one only")
        elif pair[0][1] == pair[1][1]:
            found.append(f"{member} has other attributes: {pair[0][0]} and {pair[1][0]}")
        else:
            found += [f"{member}: {how}" for how in differences(member, pair[0][1], pair[1][1])]
    if not found:
        return ["their contents are the same, and they are packed otherwise"]
    return found[:NAMED] + ([f"and {len(found) - NAMED} more of its members"] if len(found) > NAMED else [])


def contents(name, data):
    """The contents of an archive: attributes and bytes by name. `None` if it is not an archive."""
    if name.endswith((".tar.gz", ".tgz", ".crate")):
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
            return {
                one.name: (f"mode {one.mode:o}, time {one.mtime}, owner {one.uid}", tar.extractfile(one).read() if one.isfile() else b"")
                for one in tar.getmembers()
            }
    if name.endswith(".whl"):
        with zipfile.ZipFile(io.BytesIO(data)) as whole:
            return {one.filename: (f"mode {one.external_attr >> 16:o}, time {one.date_time}", whole.read(one)) for one in whole.infolist()}
    if name.endswith(".deb"):
        return {member: ("", text) for member, text in archive.read_ar(data)}
    return None


def at(left, right):
    """The place where two files begin to differ: the line, if they are texts."""
    first = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    try:
        line = left[:first].count(b"\n")
        texts = [data.decode().splitlines()[line:][:1] for data in (left, right)]
        return f"line {line + 1} is {texts[0]} and {texts[1]}"
    except UnicodeDecodeError:
        return f"{len(left)} and {len(right)} bytes, from byte {first} on"


def notes(left, right):
    """The differences between the notes: the commit, the tools, the files made."""
    for name in sorted(left.keys() | right.keys()):
        pair = [note.get(name) for note in (left, right)]
        if pair[0] != pair[1]:
            yield f"{name}: {json.dumps(pair[0])} and {json.dumps(pair[1])}"


def main(one, other):
    """Prints the differences. The exit code: 0 if nothing differs, 1 if a file does, 3 if files of one folder are missing
    in the other, and the rest is the same."""
    one, other = Path(one), Path(other)
    lines, differs = compare(one, other)
    print(*lines, sep="\n", end="\n" if lines else "")
    if not lines:
        files = list(one.iterdir())
        print(f"the same: {len(files)} files, {sum(path.stat().st_size for path in files)} bytes")
    return 1 if differs else 3 if lines else 0
