"""`tools/advisories.py` finds a planted weakness in what ships, and reads versions as cargo does."""

import json
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

from common import ROOT

import advisories

DATABASE = Path(__file__).parent / "advisories"


def program(section):
    """A file in ELF with a section for the list of dependencies, and none that asks for a loader."""
    names = b"\0.dep-v0\0.names\0"
    start = 64 + len(section) + len(names)
    head = b"\x7fELF\x02\x01\x01".ljust(40, b"\0") + struct.pack("<Q", start) + bytes(10) + struct.pack("<HHH", 64, 3, 2)
    rows = [(0, 0, 0, 0), (1, 1, 64, len(section)), (9, 3, 64 + len(section), len(names))]
    table = b"".join(struct.pack("<IIQQQQ", name, kind, 0, 0, at, length).ljust(64, b"\0") for name, kind, at, length in rows)
    return head + section + names + table


class Advisories(unittest.TestCase):
    def run_on(self, *words):
        return subprocess.run([ROOT / "tools/advisories.py", *words], capture_output=True, text=True)

    def test_a_weakness_of_a_package_that_ships_is_found_and_nothing_else(self):
        done = self.run_on(DATABASE)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^ring \S+: RUSTSEC-0000-0001: weakness: A weakness that there is not$")
        self.assertRegex(done.stdout, r"(?m)^note: hex \S+: RUSTSEC-0000-0003: unmaintained: Nobody looks after it$")
        self.assertRegex(done.stdout, r"held against 5 advisories, the newest of 2026-01-04: 1 faults$")
        self.assertEqual(3, len(done.stdout.splitlines()), done.stdout)

    def test_without_that_one_nothing_is_wrong(self):
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(DATABASE, scratch, dirs_exist_ok=True)
            Path(scratch, "crates/ring/RUSTSEC-0000-0001.md").unlink()
            self.assertEqual(0, self.run_on(scratch).returncode)

    def test_an_empty_or_damaged_database_is_not_taken_for_a_good_sign(self):
        with tempfile.TemporaryDirectory() as scratch:
            self.assertIn("there are no advisories", self.run_on(scratch).stderr)
            place = Path(scratch, "crates/ring")
            place.mkdir(parents=True)
            (place / "RUSTSEC-0000-0001.md").write_text("# No block\n")
            self.assertIn("does not begin with a block of TOML", self.run_on(scratch).stderr)

    def test_a_program_is_read_by_the_list_in_it(self):
        listed = {"packages": [{"name": "ring", "version": "0.17.0"}, {"name": "hex", "version": "0.4.3", "kind": "build"}]}
        with tempfile.NamedTemporaryFile() as file:
            file.write(program(zlib.compress(json.dumps(listed).encode())))
            file.flush()
            done = self.run_on(DATABASE, file.name)
        self.assertIn("ring 0.17.0: RUSTSEC-0000-0001", done.stdout, done.stderr)
        self.assertIn("1 packages held", done.stdout)

    def test_an_id_that_deny_toml_ignores_is_a_note(self):
        known = list(advisories.advisories(DATABASE))
        faults, notes = advisories.findings([("ring", "0.17.0")], known, {"RUSTSEC-0000-0001"})
        self.assertEqual([], faults)
        self.assertIn("deny.toml ignores it", notes[0])

    def test_requirements_hold_for_the_versions_that_cargo_says(self):
        for text, holds, fails in [
            (">= 1.2.3", "1.2.3 1.10.0 2.0.0", "1.2.2 1.2.3-alpha"),
            (">= 0.9.2, < 1.0.0", "0.9.2 0.99.0", "1.0.0 0.9.1"),
            ("< 0.4", "0.3.9", "0.4.0"),
            ("<= 0.4", "0.4.9", "0.5.0"),
            ("> 1.2", "1.3.0", "1.2.9"),
            ("> 1.2.3", "1.2.4", "1.2.3"),
            ("^1.2.3", "1.2.3 1.9.0", "1.2.2 2.0.0"),
            ("0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2"),
            ("^0.0.3", "0.0.3", "0.0.4"),
            ("^0.0", "0.0.9", "0.1.0"),
            ("~1.2", "1.2.9", "1.3.0"),
            ("~1", "1.9.0", "2.0.0"),
            ("=1.2.3", "1.2.3", "1.2.4"),
            ("=1.2", "1.2.9", "1.3.0"),
            ("^1.*", "1.5.0", "2.0.0"),
            ("*", "0.0.1", ""),
            (">= 1.0.0-rc.2", "1.0.0-rc.10 1.0.0", "1.0.0-rc.1 1.0.0-alpha"),
        ]:
            test = advisories.requirement(text)
            for versions, expected in ((holds, True), (fails, False)):
                for one in versions.split():
                    self.assertIs(expected, test(advisories.version(one)), f"{one} against {text}")


if __name__ == "__main__":
    unittest.main()
