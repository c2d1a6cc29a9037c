"""The commit from which a release is made, and the environment in which every command runs."""

import os
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

# The variables that a command may see: where programs and caches are, and how the network is reached. Others, such as
# flags for a compiler, the language or the time zone, could change the result.
PASSED = re.compile(
    r"PATH|HOME|USER|TMPDIR|CARGO_HOME|RUSTUP_HOME|RUSTUP_TOOLCHAIN|(?i:(http|https|all|no)_proxy)|SSL_CERT_(FILE|DIR)"
    r"|CARGO_(HTTP|NET|REGISTR)\w*|PIP_\w+|NODE_EXTRA_CA_CERTS|(?i:npm_config_(registry|cache|cafile|proxy|https_proxy))"
)
# Tables of cargo's settings that change its output.
SETTINGS = {"build", "env", "patch", "profile", "target", "unstable"}


class Refused(Exception):
    """Something can't be made here, with the reason."""


class Failed(Exception):
    """A command that should have made it has failed."""


@dataclass(frozen=True)
class Source:
    root: Path
    version: str
    rust: str
    commit: str
    time: int
    # Tools of other projects, and compiled files.
    tools: Path
    target: Path

    def run(self, *command, cwd=None, **more):
        """The output of a command. An exit code other than 0 is a failure."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd or self.root,
            env=surroundings(self.time) | {name: str(value) for name, value in more.items()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode != 0:
            raise Failed(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}".strip())
        return done.stdout

    def git(self, *words):
        return self.run("git", *words).strip()


def surroundings(time):
    """The variables of every command."""
    kept = {name: value for name, value in os.environ.items() if PASSED.fullmatch(name)}
    return kept | {
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "SOURCE_DATE_EPOCH": str(time),
        "CARGO_INCREMENTAL": "0",
        "CARGO_TERM_COLOR": "never",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def read(root, tools, is_any_state):
    """The commit that is checked out in `root`. Without `is_any_state` nothing may differ from it."""
    root = Path(root).resolve()
    os.umask(0o022)
    workspace = tomllib.loads((root / "Cargo.toml").read_text())["workspace"]["package"]
    target = root / "target" / "made"
    bare = Source(root, workspace["version"], workspace["rust-version"], "", 0, Path(tools or root / "target/tools"), target)
    if not is_any_state and (changed := bare.git("status", "--porcelain")):
        raise Refused(f"the checkout differs from its commit, and a release is made of a commit:\n{changed}")
    if settings := list(foreign_settings(root)):
        raise Refused("these settings of cargo change what is made: move them away\n" + "\n".join(settings))
    commit, time = bare.git("log", "-1", "--format=%H %ct").split()
    return Source(bare.root, bare.version, bare.rust, commit, int(time), bare.tools.resolve(), target)


def foreign_settings(root):
    """Settings of this machine's cargo, from the home and from every folder above the checkout."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    for folder in dict.fromkeys([home, *(parent / ".cargo" for parent in [root, *root.parents])]):
        for file in (folder / "config.toml", folder / "config"):
            if file.is_file():
                for table in sorted(SETTINGS & tomllib.loads(file.read_text()).keys()):
                    yield f"{file}: [{table}]"
