"""`./release --compare` finds a planted difference, in whatever archive it is, and names it."""

import io
import json
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from common import ROOT
from release import archive, compare
from release.archive import Member

TIME = 1_700_000_000
MEMBERS = [Member("a/program", b"\x7fELF\xff" + bytes(99), is_program=True), Member("a/text", b"one\ntwo\nthree\n")]


def tarball(members=MEMBERS, time=TIME):
    return archive.gzip(archive.tar(members, time))


def wheel(**texts):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as whole:
        for name, text in texts.items():
            whole.writestr(zipfile.ZipInfo(name), text)
    return written.getvalue()


def deb(members=MEMBERS):
    return archive.ar([("debian-binary", b"2.0\n"), ("control.tar.gz", tarball([])), ("data.tar.gz", tarball(members))], TIME)


def changed(index, **how):
    """The members, one of them changed."""
    return [member._replace(**how) if i == index else member for i, member in enumerate(MEMBERS)]


class Compare(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.one, self.other = Path(scratch.name, "one"), Path(scratch.name, "other")
        self.one.mkdir()
        note = {"commit": "00", "tools": {"rustc": "1"}}
        files = {"p.tar.gz": tarball(), "w.whl": wheel(native=b"1"), "d.deb": deb(), "s.json": b"a\nb\n", compare.NOTE: json.dumps(note).encode()}
        for name, data in files.items():
            (self.one / name).write_bytes(data)
        (self.one / compare.SUMS).write_text(compare.sums(self.one))
        shutil.copytree(self.one, self.other)

    def put(self, name, data):
        (self.other / name).write_bytes(data)
        (self.other / compare.SUMS).write_text(compare.sums(self.other))

    def expect(self, code, *lines):
        done = subprocess.run([ROOT / "release", "--compare", self.one, self.other], capture_output=True, text=True)
        self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        for line in lines:
            self.assertIn(line, done.stdout)

    def test_a_copy_is_the_same(self):
        self.expect(0, "the same: 6 files")

    def test_a_byte_of_a_program_in_an_archive_is_found(self):
        self.put("p.tar.gz", tarball(changed(0, data=MEMBERS[0].data[:50] + b"x" + MEMBERS[0].data[51:])))
        self.expect(1, "p.tar.gz differs: a/program: 104 and 104 bytes, from byte 50 on")

    def test_a_line_of_a_text_in_a_debian_package_is_found(self):
        self.put("d.deb", deb(changed(1, data=b"one\nfour\nthree\n")))
        self.expect(1, "d.deb differs: data.tar.gz: a/text: line 2 is ['two'] and ['four']")

    def test_a_member_of_a_wheel_is_found(self):
        self.put("w.whl", wheel(native=b"1", more=b""))
        self.expect(1, "w.whl differs: more is in one only")

    def test_a_mode_and_a_time_are_found(self):
        self.put("p.tar.gz", tarball(changed(1, is_program=True)))
        self.expect(1, "a/text has other attributes: mode 644")
        self.put("p.tar.gz", tarball(time=TIME + 1))
        self.expect(1, f"a/text has other attributes: mode 644, time {TIME}")

    def test_another_packing_of_the_same_files_is_found(self):
        done = subprocess.run(["gzip", "-n", "-1"], input=archive.tar(MEMBERS, TIME), stdout=subprocess.PIPE, check=True)
        self.put("p.tar.gz", done.stdout)
        self.expect(1, "p.tar.gz differs: their contents are the same")

    def test_what_is_no_archive_is_compared_by_its_lines(self):
        self.put("s.json", b"a\nc\n")
        self.expect(1, "s.json differs: line 2 is ['b'] and ['c']")

    def test_a_damaged_archive_is_named(self):
        self.put("d.deb", b"no archive")
        self.expect(1, "d.deb differs: one of them can't be read")

    def test_a_sum_that_is_not_of_its_file_is_found(self):
        for folder in (self.one, self.other):
            (folder / "s.json").write_bytes(b"both\n")
        self.expect(1, f"{self.one / compare.SUMS} is missing, or is not of the files beside it")

    def test_a_missing_file_and_other_tools_have_a_code_of_their_own(self):
        (self.other / "w.whl").unlink()
        self.put(compare.NOTE, json.dumps({"commit": "00", "tools": {"rustc": "2"}}).encode())
        self.expect(3, f"w.whl is in {self.one} only", 'BUILD.json differs: tools: {"rustc": "1"} and {"rustc": "2"}')


if __name__ == "__main__":
    unittest.main()
