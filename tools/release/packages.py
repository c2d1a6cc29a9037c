"""The packages for registries: crates, the Python package's source and wheel, and npm packages."""

import json
import shutil
import tarfile
import tempfile
from pathlib import Path

from release import archive
from release.source import Refused

# Packages that others need come first.
NPM = ["bindings/js", "bindings/js-client", "bindings/js-stamp", "bindings/js-stamp-server", "bindings/js-envelope", "contracts"]


def crates(source, out, is_any_state):
    """All crates that are published. Cargo gives their files one time and one owner. `cargo publish` compiles each
    from its package."""
    target = source.target / "crates"
    shutil.rmtree(target / "package", ignore_errors=True)
    left_out = source.run("tools/unpublished.py").split()
    dirty = ["--allow-dirty"] if is_any_state else []
    source.run("cargo", "package", "--workspace", *left_out, "--no-verify", "--locked", *dirty, CARGO_TARGET_DIR=target)
    for path in sorted((target / "package").glob("*.crate")):
        shutil.copyfile(path, out / path.name)


def npm(source, out):
    """The packages for Node and browsers, with the output of the locked tools. npm takes over the modes of
    files from the umask of the checkout, and compresses by the zlib of Node: their members are packed anew."""
    for folder in NPM:
        place = source.root / folder
        source.run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline", cwd=place)
        shutil.rmtree(place / "dist", ignore_errors=True)
        with tempfile.TemporaryDirectory() as scratch:
            packed = source.run("npm", "pack", "--json", "--pack-destination", scratch, cwd=place)
            # The output of scripts comes before.
            name = json.loads(packed[packed.index("[\n") :])[0]["filename"]
            (out / name).write_bytes(repacked(Path(scratch) / name, source.time))


def repacked(path, time):
    """The files of an archive in an archive of ours."""
    with tarfile.open(path) as tar:
        files = [member for member in tar.getmembers() if member.isfile()]
        members = [archive.Member(one.name, tar.extractfile(one).read(), bool(one.mode & 0o100)) for one in files]
    return archive.gzip(archive.tar(members, time))


def sdist(source, out, maturin):
    """The Python package's source."""
    with tempfile.TemporaryDirectory() as scratch:
        source.run(maturin, "sdist", "--manifest-path", "bindings/python/Cargo.toml", "--out", scratch)
        (made,) = Path(scratch).iterdir()
        (out / made.name).write_bytes(repacked(made, source.time))


def wheel(source, out, tools, rust, target, profile):
    """The Python package for one target: any CPython from 3.10 on, any Linux with glibc 2.17."""
    if not target.endswith("-linux-gnu"):
        raise Refused(f"wheels are made for targets of glibc, and {target} is not one")
    with tempfile.TemporaryDirectory() as scratch:
        source.run(
            tools.maturin, "build", "--locked", "--manifest-path", "bindings/python/Cargo.toml", "--out", scratch,
            "--profile", profile, "--target", target, "--zig", "--compatibility", "manylinux2014", **rust.variables(target, profile),
        )
        (made,) = Path(scratch).iterdir()
        shutil.copyfile(made, out / made.name)
        return out / made.name
