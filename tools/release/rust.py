"""Compiles Rust for a target, so that neither the machine nor the folder shows in the program."""

import fcntl
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

from release.source import Refused

# Writes the list of dependencies into each program, where `cargo audit bin` finds it.
AUDITABLE = "0.7.7"
HOST = "x86_64-unknown-linux-gnu" if os.uname().machine == "x86_64" else f"{os.uname().machine}-unknown-linux-gnu"
# The published programs.
TARGETS = list(dict.fromkeys([HOST, "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"]))
# The oldest glibc with which a program starts: the oldest one that Rust itself supports.
GLIBC = "2.17"
# Debian's compiler, which builds its own standard library from source, for targets that rustup does not have.
DEBIAN = Path("/usr/bin/rustc")
DEBIAN_SOURCE = Path("/usr/lib/rustlib/src/rust/library")


class Tools:
    """Programs of other projects, each in one version, in a folder of their own."""

    def __init__(self, source):
        self.source = source
        self.venv = source.tools / "release"
        self.maturin = self.venv / "bin/maturin"
        self.auditable = source.tools / "bin/cargo-auditable"

    @contextmanager
    def alone(self):
        """Locks the folder, so that only one process puts a program into it: two releases made at once use the same folder."""
        self.source.tools.mkdir(parents=True, exist_ok=True)
        with open(self.source.tools / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def python(self):
        """maturin, zig and the tool that calls zig, with recorded hashes."""
        wanted = Path(__file__).parent / "requirements.txt"
        noted = self.venv / "requirements.txt"
        with self.alone():
            if not noted.is_file() or noted.read_bytes() != wanted.read_bytes():
                shutil.rmtree(self.venv, ignore_errors=True)
                self.source.run("python3", "-m", "venv", self.venv)
                pip = [self.venv / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
                strict = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--no-compile"]
                self.source.run(*pip, *strict, "--requirement", wanted)
                shutil.copyfile(wanted, noted)
        return self

    def cargo(self):
        """cargo-auditable. `cargo install` does nothing if it is there."""
        install = ["cargo", "install", "--quiet", "--locked", "--root", self.source.tools, f"cargo-auditable@{AUDITABLE}"]
        with self.alone():
            self.source.run(*install, CARGO_TARGET_DIR=self.source.tools / "build")
        return self

    def zig(self):
        return next(self.venv.glob("lib/python*/site-packages/ziglang/zig"))


class Rust:
    """The compiler for one target."""

    def __init__(self, source, tools):
        self.source, self.tools = source, tools
        found = source.run("rustc", "--version")
        if not re.match(rf"rustc {re.escape(source.rust)}[. ]", found):
            raise Refused(f"a release is made by Rust {source.rust}, and this is {found.strip()}: set RUSTUP_TOOLCHAIN")
        self.sysroot = Path(source.run("rustc", "--print", "sysroot").strip())
        self.cargo_home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")

    def has_standard_library(self, target):
        return (self.sysroot / "lib/rustlib" / target / "lib").is_dir()

    def compiler(self, target):
        """The compiler for a target, by its own description."""
        if self.has_standard_library(target):
            return self.source.run("rustc", "--version").strip()
        if target not in self.source.run("rustc", "--print", "target-list").split():
            raise Refused(f"Rust has no target {target}")
        if not DEBIAN.exists() or not DEBIAN_SOURCE.is_dir():
            raise Refused(
                f"there is no standard library for {target}: `rustup target add {target}`, or Debian's rustc-web and "
                "rust-web-src, which build it"
            )
        return self.source.run(DEBIAN, "--version").strip() + ", with its standard library built from source"

    def places(self):
        """Folders whose names could get into a program, and what is written in place of them."""
        places = {self.cargo_home: "/cargo", self.source.tools: "/tools", self.source.root: "/heliast"}
        return {str(folder): name for folder, name in places.items()}

    def variables(self, target, profile):
        """Variables for cargo. Names of folders in C and assembly stay where a profile keeps what debuggers read, so
        that no profile does. Only code that is compiled for the target gets the flags, not code that runs during the build."""
        flags = [f"--remap-path-prefix={folder}={name}" for folder, name in self.places().items()]
        # The C and assembly of `ring`.
        of_c = " ".join(f"-ffile-prefix-map={folder}={name}" for folder, name in self.places().items())
        more = {} if self.has_standard_library(target) else {"RUSTC": DEBIAN, "RUSTDOC": "rustdoc", "RUSTC_BOOTSTRAP": "1"}
        return more | {
            f"CARGO_PROFILE_{profile.upper()}_DEBUG": "false",
            f"CARGO_PROFILE_{profile.upper()}_STRIP": "symbols",
            "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags),
            "TARGET_CFLAGS": of_c,
            "CARGO_TARGET_DIR": self.source.target,
            "CARGO_ZIGBUILD_ZIG_PATH": self.tools.zig(),
            "CARGO_ZIGBUILD_CACHE_DIR": self.source.tools / "cache",
            "ZIG_GLOBAL_CACHE_DIR": self.source.tools / "cache/zig",
            "ZIG_LOCAL_CACHE_DIR": self.source.tools / "cache/zig",
            "PATH": f"{self.source.tools}/bin:{self.tools.venv}/bin:{os.environ['PATH']}",
        }

    def program(self, program, target, profile):
        """A program for a target, with the list of its dependencies in it."""
        shown = f"{target}.{GLIBC}" if target.endswith("-gnu") else target
        std = [] if self.has_standard_library(target) else ["-Zbuild-std=std,panic_unwind"]
        command = ["cargo", "auditable", "zigbuild", f"--package={program.package}", f"--bin={program.name}", "--locked"]
        variables = self.variables(target, profile)
        place = self.source.root / program.folder
        self.source.run(*command, "--profile", profile, "--target", shown, *std, cwd=place, **variables)
        return self.source.target / target / {"dev": "debug"}.get(profile, profile) / program.name

    def leaks(self, data):
        """Names of this machine's folders in a file that was made."""
        names = {*self.places(), str(self.source.target)}
        return sorted(name for name in names if len(name) > 1 and name.encode() in data)
