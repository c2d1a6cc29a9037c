"""Information in programs in ELF format."""

import json
import re
import struct
import zlib


def sections(data):
    """The sections by name, of a little-endian file of 64 bits."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise ValueError("this is not a little-endian program of 64 bits in ELF")
    (start,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    table = headers[names][4]
    found = {}
    for name, kind, _, _, offset, length in headers:
        end = data.index(b"\0", table + name)
        # A section of kind 8 has no bytes in the file.
        found[data[table + name : end].decode()] = b"" if kind == 8 else data[offset : offset + length]
    return found


def dependencies(data):
    """The list that cargo-auditable has written: pairs of name and version of all packages except those that only run
    while others are built."""
    section = sections(data).get(".dep-v0")
    if section is None:
        raise ValueError("it has no list of its dependencies (cargo-auditable writes one)")
    packages = json.loads(zlib.decompress(section))["packages"]
    return sorted((one["name"], one["version"]) for one in packages if one.get("kind") != "build")


def glibc(data):
    """The oldest glibc with which the program starts, and none if it is static."""
    if ".interp" not in sections(data):
        return None
    versions = re.findall(rb"\0GLIBC_(\d+\.\d+)", sections(data).get(".dynstr", b""))
    return newest(version.decode() for version in versions)


def newest(versions):
    """The newest of versions such as 2.17, or none if there are none."""
    return max(versions, key=lambda version: [int(part) for part in version.split(".")], default=None)
