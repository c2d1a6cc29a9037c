"""Programs in Go that are built for a test, from the engine's sources that `go install` has left."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from short import comet


class Missing(Exception):
    """A test needs something that this machine does not have."""


def engine_source():
    """The place of the sources of the engine that nodes run here."""
    modules = build("go", "env", "GOMODCACHE").strip()
    found = re.search(r"^\tmod\t(\S+)\t(\S+)", build("go", "version", "-m", comet()), re.MULTILINE)
    module, version = found.groups()
    source = Path(modules, f"{module}@{version}")
    if not source.is_dir():
        raise Missing(f"{source} is not there; `go install {module}/cmd/cometbft@{version}` puts it there")
    return source


def build(program, *words, where=None):
    """Runs a compiler, which fetches nothing, and returns its output."""
    if not shutil.which(program):
        raise Missing(f"there is no {program}")
    environment = os.environ | {"GOPROXY": "off", "GOFLAGS": "-mod=readonly"}
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=where, env=environment)
    if done.returncode != 0:
        raise Missing(f"{program} fails: {done.stderr[-300:]}")
    return done.stdout
