"""Makes the chosen files, one after the other, and reports those that can't be made."""

import json
import shutil
import time
import zipfile
from pathlib import Path

from release import archive, binary, compare, debian, image, packages, programs, rust, sbom
from release.archive import Member
from release.source import Failed, Refused

# The choices of `--only`.
KINDS = ["crates", "npm", "sdist", "sbom", "program", "wheel", "deb", "image"]
WHEELS = list(dict.fromkeys([rust.HOST, "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]))
ELSEWHERE = "it is made on such a machine: RELEASING.md says how"


class Making:
    """A folder for the files, and a note of the files in it and of the tools."""

    def __init__(self, source, out, options):
        self.source, self.out, self.options = source, out, options
        self.tools = rust.Tools(source)
        self.note = {
            "version": source.version, "commit": source.commit, "time": source.time, "profile": options.profile,
            "tools": {}, "missing": {},
        }  # fmt: skip
        self.failed = []
        self.programs = {}
        self.compiler = None

    def attempt(self, what, make):
        """Calls a function that makes something, or reports the reason why it can't be made."""
        start, before = time.monotonic(), set(self.out.iterdir())
        try:
            make()
        except (Refused, Failed) as why:
            if isinstance(why, Failed):
                self.failed.append(what)
            self.note["missing"][what] = str(why) if isinstance(why, Refused) else "a command failed"
            print(f"NOT MADE: {what}: {why}", flush=True)
            return
        names = sorted(path.name for path in set(self.out.iterdir()) - before)
        print(f"{what}: {len(names)} files, {time.monotonic() - start:.0f} s", flush=True)

    def all(self):
        only, source = self.options.only, self.source
        if "crates" in only:
            self.noted("cargo", "cargo", "--version")
            self.attempt("crates", lambda: packages.crates(source, self.out, self.options.any_state))
        if "npm" in only:
            self.noted("node", "node", "--version")
            self.attempt("npm packages", lambda: packages.npm(source, self.out))
        if "sdist" in only:
            self.attempt("source of the Python package", self.sdist)
        if "sbom" in only:
            for target in self.options.targets:
                self.attempt(f"SBOMs for {target}", lambda: self.sboms(target))
        if {"program", "deb", "image"} & set(only):
            for target in self.options.targets:
                self.attempt(f"programs for {target}", lambda: self.compiled(target))
        if "wheel" in only:
            self.wheels()
        for architecture, target in self.packaged().items():
            if "deb" in only:
                self.attempt(f"Debian package for {architecture}", lambda: self.deb(target))
            if "image" in only:
                self.attempt(f"context of the image for {architecture}", lambda: self.image(target))
        self.finish()

    def noted(self, name, *command):
        """A tool's version, for the note. A missing tool is reported by the step that needs it."""
        if shutil.which(str(command[0])):
            self.note["tools"][name] = self.source.run(*command).strip()

    def rust(self):
        if self.compiler is None:
            self.compiler = rust.Rust(self.source, self.tools)
        return self.compiler

    def compiler_for(self, target):
        """The compiler, if it has a target, with everything else that it needs. Its check comes first: it is cheap."""
        named = self.rust().compiler(target)
        self.tools.python()
        self.note["tools"][f"rustc for {target}"] = named
        self.noted("zig", self.tools.zig(), "version")
        return self.compiler

    def sdist(self):
        maturin = self.tools.python().maturin
        self.noted("maturin", maturin, "--version")
        packages.sdist(self.source, self.out, maturin)

    def sboms(self, target):
        for program in programs.ALL:
            text = sbom.document(self.source, program, target)
            (self.out / f"{program.name}-{self.source.version}-{target}.cdx.json").write_text(text)

    def compiled(self, target):
        """The programs in an archive, after a check of their contents."""
        compiler = self.compiler_for(target)
        self.tools.cargo()
        self.note["tools"]["cargo-auditable"] = rust.AUDITABLE
        found = {}
        for program in programs.ALL:
            data = compiler.program(program, target, self.options.profile).read_bytes()
            self.clean(f"{program.name} for {target}", data)
            if differ := sbom.check(self.source, program, target, binary.dependencies(data)):
                raise Refused(f"the SBOM of {program.name} and the list in it differ: {differ}")
            found[program.name] = data
        # A refused program is not put into a package.
        self.programs[target] = found
        if "program" in self.options.only:
            name = f"heliast-{self.source.version}-{target}"
            members = [Member(f"{name}/{program}", data, is_program=True) for program, data in found.items()]
            members += [archive.of_file(self.source.root / text, f"{name}/{text}") for text in ("LICENSE-APACHE", "LICENSE-MIT", "README.md")]
            (self.out / f"{name}.tar.gz").write_bytes(archive.gzip(archive.tar(members, self.source.time)))

    def clean(self, what, data):
        """Checks that no compiled file names a folder of the machine."""
        if leaks := self.rust().leaks(data):
            raise Refused(f"{what} has names of this machine's folders in it: {', '.join(leaks)}")

    def wheels(self):
        chosen = self.options.targets if self.options.chose_targets else WHEELS
        for target in (target for target in chosen if target.endswith("-gnu")):
            self.attempt(f"wheel for {target}", lambda: self.wheel(target))
        for system in ("macOS", "Windows"):
            if not self.options.chose_targets:
                self.attempt(f"wheel for {system}", elsewhere)

    def wheel(self, target):
        if not self.rust().has_standard_library(target):
            raise Refused(f"there is no standard library for {target}: `rustup target add {target}`")
        compiler = self.compiler_for(target)
        self.noted("maturin", self.tools.maturin, "--version")
        # A library that is loaded into another program gains nothing from link-time optimisation over the whole.
        profile = {"dist": "release"}.get(self.options.profile, self.options.profile)
        path = packages.wheel(self.source, self.out, self.tools, compiler, target, profile)
        with zipfile.ZipFile(path) as whole:
            for member in whole.namelist():
                self.clean(f"{path.name}: {member}", whole.read(member))

    def packaged(self):
        """For each of Debian's architectures the target whose programs its package has: by choice one that uses the
        system's C library."""
        found = {}
        for target in sorted(self.programs, key=lambda target: not target.endswith("-gnu")):
            found.setdefault(debian.ARCHITECTURES[target.partition("-")[0]], target)
        return found

    def deb(self, target):
        runnable = [other for other in self.programs if other.partition("-")[0] == rust.HOST.partition("-")[0]]
        if not runnable:
            raise Refused(f"its pages come from a program that runs here: choose {rust.HOST} too")
        with_name = self.source.target / "runnable"
        with_name.write_bytes(self.programs[runnable[0]][programs.HELIAST.name])
        with_name.chmod(0o755)
        shown = debian.shown(self.source, with_name)
        name, data = debian.package(self.source, target, self.programs[target], shown)
        (self.out / name).write_bytes(data)

    def image(self, target):
        name, data = image.context(self.source, target, self.programs[target])
        (self.out / name).write_bytes(data)

    def finish(self):
        (self.out / compare.NOTE).write_text(json.dumps(self.note, indent=1, sort_keys=True) + "\n")
        (self.out / compare.SUMS).write_text(compare.sums(self.out))


def elsewhere():
    raise Refused(ELSEWHERE)


def make(source, options):
    """Makes everything. The exit code: 0, or 1 if a command failed, or 3 if this machine can't make something."""
    out = Path(options.out or source.root / "target" / f"heliast-{source.version}").resolve()
    if out.exists():
        raise Refused(f"{out} exists: remove it, or give another folder with --out")
    out.mkdir(parents=True)
    making = Making(source, out, options)
    making.all()
    files = list(out.iterdir())
    print(f"\n{out}: {len(files)} files, {sum(path.stat().st_size for path in files)} bytes")
    for what, why in making.note["missing"].items():
        print(f"NOT MADE: {what}: {why}")
    return 1 if making.failed else 3 if making.note["missing"] else 0
