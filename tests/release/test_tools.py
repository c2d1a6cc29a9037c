"""Two releases that are made at once put one program at a time into the folder of tools that they share."""

import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest import mock

from common import SOURCE

from release import rust

# Fails where another one runs.
CARGO = "#!/bin/sh\nmkdir {0}/busy && sleep 0.1 && rmdir {0}/busy\n"


class AtOnce(unittest.TestCase):
    def test_tools_are_installed_one_at_a_time(self):
        with tempfile.TemporaryDirectory() as place:
            cargo = Path(place, "cargo")
            cargo.write_text(CARGO.format(place))
            cargo.chmod(0o755)
            source = replace(SOURCE, tools=Path(place, "tools"))
            with mock.patch.dict(os.environ, PATH=f"{place}:{os.environ['PATH']}"), ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda _: rust.Tools(source).cargo(), range(4)))


if __name__ == "__main__":
    unittest.main()
