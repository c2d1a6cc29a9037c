"""The parts of a release that need no compiler: archives, the Debian package, the image's context, the SBOM."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from common import ROOT, SOURCE
from release import archive, binary, debian, image, programs, rust, sbom, source
from release.archive import Member

# A program of this system, in place of each of ours.
STAND_IN = Path(shutil.which("true")).read_bytes()
STAND_INS = {program.name: STAND_IN for program in programs.ALL}
PAGES = [Member("usr/share/man/man1/heliast.1.gz", archive.gzip(b"page"))]


class Archives(unittest.TestCase):
    def test_the_order_in_which_members_come_is_not_seen(self):
        members = [Member("b/c", b"1"), Member("a", b"2", is_program=True), Member("b-c", b"")]
        self.assertEqual(archive.tar(members, 7), archive.tar(members[::-1], 7))

    def test_two_members_of_one_name_are_refused(self):
        with self.assertRaises(ValueError):
            archive.tar([Member("a", b"1"), Member("a", b"2")], 7)

    def test_ar_reads_what_it_has_written(self):
        members = [("odd", b"123"), ("even", b"12")]
        self.assertEqual(members, list(archive.read_ar(archive.ar(members, 7))))


class Debian(unittest.TestCase):
    def setUp(self):
        name, data = debian.package(SOURCE, rust.HOST, STAND_INS, PAGES)
        self.data, self.parts = data, dict(archive.read_ar(data))
        self.assertRegex(name, r"^heliast_1\.2\.3-1_(amd64|arm64)\.deb$")

    def part(self, name):
        with tarfile.open(fileobj=io.BytesIO(self.parts[name]), mode="r:gz") as tar:
            return {one.name.removeprefix("./"): tar.extractfile(one).read() for one in tar.getmembers() if one.isfile()}

    def test_it_is_whole(self):
        control, files = self.part("control.tar.gz"), self.part("data.tar.gz")
        for line in control["md5sums"].decode().splitlines():
            digest, name = line.split("  ")
            self.assertEqual(digest, hashlib.md5(files.pop(name)).hexdigest())
        self.assertEqual({}, files)

    def test_its_units_start_what_it_installs_with_settings_that_it_keeps(self):
        control, files = self.part("control.tar.gz"), self.part("data.tar.gz")
        kept = control["conffiles"].decode().split()
        self.assertTrue({name[1:] for name in kept} <= files.keys())
        for unit in debian.UNITS:
            text = files[f"usr/lib/systemd/system/{unit}"].decode()
            self.assertIn("ExecStart=/usr/bin/heliast ", text)
            self.assertNotIn("/usr/local/bin/heliast", text)
            self.assertTrue(set(re.findall(r"--config (\S+)", text)) <= set(kept), unit)
        self.assertIn(re.search(r'^policy = "(.*)"', files["etc/heliast-gate.toml"].decode(), re.M)[1], kept)

    def test_it_asks_for_the_glibc_that_the_programs_need(self):
        self.assertEqual(["2.17", None], [binary.newest(["2.9", "2.17", "2.4"]), binary.newest([])])
        depends = re.search(r"^Depends: libc6 \(>= (.*)\)", self.part("control.tar.gz")["control"].decode(), re.M)[1]
        self.assertEqual(binary.glibc(STAND_IN), depends)

    @unittest.skipUnless(shutil.which("dpkg-deb"), "NOT CHECKED: this machine has no dpkg-deb")
    def test_dpkg_reads_it(self):
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "heliast.deb")
            file.write_bytes(self.data)
            ask = lambda *words: subprocess.run(["dpkg-deb", *words], check=True, capture_output=True, text=True).stdout
            self.assertEqual("heliast\n", ask("--field", file, "Package"))
            ask("--extract", file, f"{scratch}/root")
            for name, data in STAND_INS.items():
                self.assertRegex(ask("--contents", file), rf"(?m)^-rwxr-xr-x root/root .* 2023-11-14 .*\./usr/bin/{name}$")
                self.assertEqual(data, Path(scratch, "root/usr/bin", name).read_bytes())


class Image(unittest.TestCase):
    def test_its_dockerfile_is_ours_with_programs_from_the_context(self):
        _, data = image.context(SOURCE, rust.HOST, STAND_INS)
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            text = tar.extractfile("Dockerfile").read().decode()
            copied = [name for line in re.findall(r"^COPY (?:--\S+ )*(.*) \S+$", text, re.M) for name in line.split()]
            self.assertEqual(list(STAND_INS), copied)
            for name in copied:
                self.assertEqual(0o755, tar.getmember(name).mode)
        ours = (ROOT / "deploy/Dockerfile").read_text().splitlines()
        other = [line for line in text.splitlines()[1:] if line not in ours]
        self.assertEqual(["COPY heliast heliast-fulfil /usr/local/bin/"], other)

    def test_a_dockerfile_that_is_built_otherwise_is_refused(self):
        with self.assertRaises(source.Refused):
            image.dockerfile("FROM a AS build\nRUN true\nFROM b\nCOPY --from=build /other /\n")


class Sbom(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.document = json.loads(sbom.document(SOURCE, programs.HELIAST, "x86_64-unknown-linux-musl"))
        cls.version = cls.document["metadata"]["component"]["version"]
        cls.names = {one["name"] for one in cls.document["components"]}

    def test_it_has_what_the_format_asks_for(self):
        document = self.document
        self.assertEqual(("CycloneDX", "1.6", 1), tuple(document[name] for name in ("bomFormat", "specVersion", "version")))
        self.assertRegex(document["serialNumber"], r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
        self.assertEqual("2023-11-14T22:13:20Z", document["metadata"]["timestamp"])
        refs = [one["bom-ref"] for one in [document["metadata"]["component"], *document["components"]]]
        self.assertEqual(len(refs), len(set(refs)))
        self.assertEqual(sorted(refs), [one["ref"] for one in document["dependencies"]])
        self.assertTrue({of for one in document["dependencies"] for of in one["dependsOn"]} <= set(refs))

    def test_each_package_has_a_licence_and_those_of_others_a_hash(self):
        for one in self.document["components"]:
            self.assertTrue(one["licenses"][0]["expression"], one["name"])
            if not one["name"].startswith("heliast"):
                self.assertRegex(one["hashes"][0]["content"], r"^[0-9a-f]{64}$")

    def test_it_has_what_is_in_the_program_and_nothing_else(self):
        self.assertTrue({"heliast", "heliast-arith", "ring", "rustls", "redb"} <= self.names)
        # A macro, a compiler for build scripts, a package of tests, one of another system.
        self.assertEqual(set(), {"serde_derive", "cc", "proptest", "windows-sys"} & self.names)

    def test_each_program_has_its_own(self):
        other = json.loads(sbom.document(SOURCE, programs.FULFIL, "x86_64-unknown-linux-musl"))
        names = {one["name"] for one in other["components"]}
        self.assertTrue({"alloy-consensus", "heliast-vdf", "ring"} <= names)
        self.assertEqual(set(), {"redb", "revm", "testkit", "heliast"} & names)
        self.assertEqual("heliast-fulfil", other["metadata"]["component"]["name"])
        self.assertNotEqual(self.document["serialNumber"], other["serialNumber"])

    def test_it_is_held_against_the_list_in_the_program(self):
        listed = [(one["name"], one["version"]) for one in self.document["components"]]
        target = "x86_64-unknown-linux-musl"
        self.assertEqual([], sbom.check(SOURCE, programs.HELIAST, target, [*listed, ("heliast-cli", self.version)]))
        self.assertEqual([("planted", "1.0.0")], sbom.check(SOURCE, programs.HELIAST, target, [*listed, ("heliast-cli", self.version), ("planted", "1.0.0")]))
        self.assertIn(listed[0], sbom.check(SOURCE, programs.HELIAST, target, [*listed[1:], ("heliast-cli", self.version)]))

    def test_it_is_the_same_each_time_and_another_for_another_commit(self):
        target = "x86_64-unknown-linux-musl"
        self.assertEqual(self.document, json.loads(sbom.document(SOURCE, programs.HELIAST, target)))
        other = json.loads(sbom.document(replace(SOURCE, commit="1" * 40), programs.HELIAST, target))
        self.assertNotEqual(self.document["serialNumber"], other["serialNumber"])


class Refusals(unittest.TestCase):
    """In a small checkout of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name) / "checkout"
        self.root.mkdir()
        (self.root / "Cargo.toml").write_text('[workspace.package]\nversion = "1.2.3"\nrust-version = "1.0"\n')
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", self.root]
        for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message=a"]):
            subprocess.run([*git, *words], check=True)

    def test_a_clean_checkout_is_read(self):
        self.assertEqual("1.2.3", source.read(self.root, None, False).version)

    def test_a_file_that_is_not_in_the_commit_is_refused(self):
        (self.root / "more").touch()
        with self.assertRaisesRegex(source.Refused, "more"):
            source.read(self.root, None, False)

    def test_settings_of_cargo_that_change_programs_are_refused(self):
        place = self.root.parent / ".cargo"
        place.mkdir()
        (place / "config.toml").write_text("[net]\nretry = 2\n")
        source.read(self.root, None, False)
        (place / "config.toml").write_text('[build]\nrustflags = ["-Ctarget-cpu=native"]\n')
        with self.assertRaisesRegex(source.Refused, r"config.toml: \[build\]"):
            source.read(self.root, None, False)

    def test_flags_of_the_shell_do_not_reach_a_command(self):
        code = "import os; print(os.environ.get('RUSTFLAGS'), os.environ.get('CARGO_PROFILE_DIST_LTO'), os.environ['TZ'])"
        program = f"from common import SOURCE; import sys; print(SOURCE.run(sys.executable, '-c', {code!r}))"
        env = {"PATH": "/usr/bin", "RUSTFLAGS": "-O", "CARGO_PROFILE_DIST_LTO": "off", "TZ": "Asia/Tokyo"}
        done = subprocess.run([sys.executable, "-c", program], env=env, cwd=Path(__file__).parent, stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual("None None UTC", done.stdout.strip())

    def test_what_can_not_be_made_is_named_and_has_a_code(self):
        out = self.root.parent / "out"
        command = [ROOT / "release", "--dry-run", "--any-state", "--only=program", "--targets=no-such-target", f"--out={out}"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(3, done.returncode, done.stderr)
        self.assertIn("NOT MADE: programs for no-such-target: ", done.stdout)
        self.assertEqual(["programs for no-such-target"], list(json.loads((out / "BUILD.json").read_text())["missing"]))


class Leaks(unittest.TestCase):
    def test_a_planted_name_of_a_folder_is_found(self):
        compiler = object.__new__(rust.Rust)
        compiler.source, compiler.cargo_home = SOURCE, Path("/somebody/.cargo")
        self.assertEqual([], compiler.leaks(b"/heliast/crates/a.rs /cargo/registry"))
        self.assertEqual([str(ROOT)], compiler.leaks(b"\0" + f"{ROOT}/crates/a.rs".encode()))


if __name__ == "__main__":
    unittest.main()
