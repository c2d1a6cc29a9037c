"""Programs in Go that are built for a test, out of the sources that `go install` has left of the engine."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from short import comet


class Missing(Exception):
    """What a test takes, and this machine does not have."""


def engine_source():
    """Where the sources of the engine are that nodes run here."""
    modules = build("go", "env", "GOMODCACHE").strip()
    found = re.search(r"^\tmod\t(\S+)\t(\S+)", build("go", "version", "-m", comet()), re.MULTILINE)
    module, version = found.groups()
    source = Path(modules, f"{module}@{version}")
    if not source.is_dir():
        raise Missing(f"{source} is not there; `go install {module}/cmd/cometbft@{version}` puts it there")
    return source


def build(program, *words, where=None):
    """What a compiler prints. It fetches nothing."""
    if not shutil.which(program):
        raise Missing(f"there is no {program}")
    environment = os.environ | {"GOPROXY": "off", "GOFLAGS": "-mod=readonly"}
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=where, env=environment)
    if done.returncode != 0:
        raise Missing(f"{program} fails: {done.stderr[-300:]}")
    return done.stdout
