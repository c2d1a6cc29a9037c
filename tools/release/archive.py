"""Archives whose bytes depend only on their members' names, texts and kinds, and on one time."""

import io
import subprocess
import tarfile
from pathlib import Path
from typing import NamedTuple


class Member(NamedTuple):
    """A file of an archive. Its mode is one of two, regardless of the umask when it was made."""

    name: str
    data: bytes
    is_program: bool = False


def of_file(path, name, is_program=False):
    return Member(name, Path(path).read_bytes(), is_program)


def gzip(data):
    """Compresses by GNU gzip, whose versions all give the same bytes; the zlib of an interpreter differs between builds."""
    return subprocess.run(["gzip", "-n", "-9"], input=data, check=True, stdout=subprocess.PIPE).stdout


def tar(members, time, root=""):
    """Folders come before their contents; all belong to root, in the order of names. `root` begins each name."""
    folders = {str(parent) for member in members for parent in Path(member.name).parents} - {"."}
    entries = {name + "/": None for name in folders} | {member.name: member for member in members}
    if len(entries) != len(folders) + len(members):
        raise ValueError(f"two members of an archive have one name: {sorted(member.name for member in members)}")
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as archive:
        if root:
            archive.addfile(entry(root, None, time))
        for name, member in sorted(entries.items()):
            archive.addfile(entry(root + name, member, time), io.BytesIO(member.data if member else b""))
    return written.getvalue()


def entry(name, member, time):
    info = tarfile.TarInfo(name)
    info.mtime = time
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    if member is None:
        info.type, info.mode = tarfile.DIRTYPE, 0o755
    else:
        info.size, info.mode = len(member.data), 0o755 if member.is_program else 0o644
    return info


def ar(members, time):
    """Pairs of a name and bytes, as `ar` writes them: the format of a Debian package."""
    written = b"!<arch>\n"
    for name, data in members:
        written += f"{name:<16}{time:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode()
        written += data + b"\n" * (len(data) % 2)
    return written


def read_ar(data):
    """The names and bytes of `ar`'s members."""
    if not data.startswith(b"!<arch>\n"):
        raise ValueError("this is not an ar archive")
    at = 8
    while at < len(data):
        name, length = data[at : at + 16].decode().strip(), int(data[at + 48 : at + 58])
        yield name, data[at + 60 : at + 60 + length]
        at += 60 + length + length % 2
