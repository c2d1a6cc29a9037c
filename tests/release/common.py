"""Functions that the tests of ./release share."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from release import source

SOURCE = source.Source(ROOT, "1.2.3", "1.0", "0" * 40, 1_700_000_000, ROOT / "target/tools", ROOT / "target/made")
