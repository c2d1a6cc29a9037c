"""The Debian package: the programs, the pages and completions, the units and settings of deploy/. Written without
Debian's tools, so that it is made anywhere."""

import hashlib
import re
import tempfile
from pathlib import Path

from release import archive, binary
from release.archive import Member

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
UNITS = ["heliast.service", "heliast-node.service", "heliast-relay.service", "heliast-gate.service"]
# Files that the units read. dpkg keeps an operator's changes.
SETTINGS = {
    "heliast.toml": "etc/heliast.toml",
    "heliast-relay.toml": "etc/heliast-relay.toml",
    "gate.toml": "etc/heliast-gate.toml",
    "gate-policy.toml": "etc/heliast-gate-policy.toml",
}
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/heliast",
    "zsh": "usr/share/zsh/vendor-completions/_heliast",
    "fish": "usr/share/fish/vendor_completions.d/heliast.fish",
}
# No service is started: a beacon's keys and period must be decided first.
POSTINST = """#!/bin/sh
set -e
if [ "$1" = configure ]; then
    if command -v systemd-sysusers > /dev/null; then systemd-sysusers heliast.conf; fi
    if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
"""
POSTRM = """#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: heliast

Files: *
Copyright: The authors of Heliast
License: MIT or Apache-2.0
 The texts of both licences are beside this file.
"""


def shown(source, runnable):
    """The pages and completions that a program of this version, which this machine can run, prints."""
    with tempfile.TemporaryDirectory() as scratch:
        source.run(runnable, "man", scratch)
        pages = sorted(Path(scratch).iterdir())
        found = [Member(f"usr/share/man/man1/{page.name}.gz", archive.gzip(page.read_bytes())) for page in pages]
    for shell, place in COMPLETIONS.items():
        found.append(Member(place, source.run(runnable, "completions", shell).encode()))
    return found


def files(source, programs, more):
    """All files to install. `programs` has the bytes of each by its name, and `more` is the result of `shown`."""
    root, doc = source.root, "usr/share/doc/heliast"
    found = [*(Member(f"usr/bin/{name}", data, is_program=True) for name, data in programs.items()), *more]
    for unit in UNITS:
        # Where a package puts programs.
        text = (root / "deploy" / unit).read_text().replace("/usr/local/bin/heliast", "/usr/bin/heliast")
        found.append(Member(f"usr/lib/systemd/system/{unit}", text.encode()))
    found.append(archive.of_file(root / "deploy/heliast.sysusers", "usr/lib/sysusers.d/heliast.conf"))
    found += [archive.of_file(root / "deploy" / name, place) for name, place in SETTINGS.items()]
    left = {*UNITS, *SETTINGS, "heliast.sysusers", "README.md", "Dockerfile", "Dockerfile.dockerignore"}
    examples = sorted(path for path in (root / "deploy").iterdir() if path.name not in left)
    found += [archive.of_file(path, f"{doc}/examples/{path.name}") for path in examples]
    found += [archive.of_file(root / name, f"{doc}/{name}") for name in ("LICENSE-APACHE", "LICENSE-MIT", "README.md")]
    found.append(Member(f"{doc}/changelog.gz", archive.gzip((root / "CHANGELOG.md").read_bytes())))
    found.append(Member(f"{doc}/copyright", COPYRIGHT.encode()))
    return found


def control(source, installed, architecture, programs):
    """The files that dpkg reads before it installs anything."""
    oldest = binary.newest(filter(None, map(binary.glibc, programs.values())))
    kib = sum(-(-len(member.data) // 1024) for member in installed)
    description = re.search(r'^description = "(.*)"$', (source.root / "crates/heliast-cli/Cargo.toml").read_text(), re.M)[1]
    fields = {
        "Package": "heliast",
        "Version": f"{source.version}-1",
        "Architecture": architecture,
        "Maintainer": "The authors of Heliast <nobody@localhost>",
        "Installed-Size": str(kib),
        "Depends": oldest and f"libc6 (>= {oldest}), libgcc-s1",
        "Section": "net",
        "Priority": "optional",
        "Description": f"{description}\n Verifiable lots and verifiable delays: a beacon, nodes of a network, relays, and a gate before sites.",
    }
    sums = "".join(f"{hashlib.md5(member.data).hexdigest()}  {member.name}\n" for member in sorted(installed))
    return [
        Member("control", "".join(f"{name}: {text}\n" for name, text in fields.items() if text).encode()),
        Member("conffiles", "".join(f"/{place}\n" for place in sorted(SETTINGS.values())).encode()),
        Member("md5sums", sums.encode()),
        Member("postinst", POSTINST.encode(), is_program=True),
        Member("postrm", POSTRM.encode(), is_program=True),
    ]


def package(source, target, programs, more):
    """The package's name and bytes."""
    architecture = ARCHITECTURES[target.partition("-")[0]]
    installed = files(source, programs, more)
    parts = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", packed(control(source, installed, architecture, programs), source.time)),
        ("data.tar.gz", packed(installed, source.time)),
    ]
    return f"heliast_{source.version}-1_{architecture}.deb", archive.ar(parts, source.time)


def packed(members, time):
    return archive.gzip(archive.tar(members, time, root="./"))
