"""The context of the image: deploy/Dockerfile, but with the program that is published in place of one that is compiled
on the way. `docker build - < FILE` makes the image."""

import re

from release import archive
from release.archive import Member
from release.source import Refused

COMPILED = "COPY --from=build /heliast "


def dockerfile(text):
    """The last stage of the file, which copies the program from the context."""
    stages = re.split(r"^(?=FROM )", text, flags=re.M)
    if len(stages) != 3 or not stages[1].splitlines()[0].endswith(" AS build") or stages[2].count(COMPILED) != 1:
        raise Refused(f"deploy/Dockerfile has not the two stages, and the line `{COMPILED}...`, that image.py knows")
    return "# A beacon in a container, of a published program.\n" + stages[2].replace(COMPILED, "COPY heliast ")


def context(source, target, program):
    text = dockerfile((source.root / "deploy/Dockerfile").read_text())
    members = [Member("Dockerfile", text.encode()), Member("heliast", program, is_program=True)]
    return f"heliast-{source.version}-image-{target}.tar.gz", archive.gzip(archive.tar(members, source.time))
