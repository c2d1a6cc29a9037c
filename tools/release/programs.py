"""The published programs, in one folder: `heliast fulfil` runs the program next to it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    # Of the file.
    name: str
    # The crate, and the folder of the workspace, and of the lock file, that it is compiled by.
    package: str
    folder: str


HELIAST = Program("heliast", "heliast-cli", ".")
FULFIL = Program("heliast-fulfil", "heliast-fulfil", "crates")
ALL = (HELIAST, FULFIL)
