"""Published programs are compiled with full optimisation, also where a developer's build has none."""

import tomllib
import unittest

from common import ROOT

PROFILES = tomllib.loads((ROOT / "Cargo.toml").read_text())["profile"]


class Profiles(unittest.TestCase):
    def test_dist_compiles_with_effort_what_release_does_not(self):
        quick = {name for name, own in PROFILES["release"]["package"].items() if own["opt-level"] != 3}
        whole = {name for name, own in PROFILES["dist"]["package"].items() if own["opt-level"] == 3}
        self.assertEqual(quick, whole)

    def test_release_computes_with_effort(self):
        """The crates that compute are no exception to the profile's own level."""
        named = PROFILES["release"]["package"]
        for crate in ("arith", "beacon", "finality", "group", "stamp", "symmetric", "vdf", "vrf"):
            self.assertNotIn(f"heliast-{crate}", named)
        self.assertNotIn("opt-level", PROFILES["release"])


if __name__ == "__main__":
    unittest.main()
