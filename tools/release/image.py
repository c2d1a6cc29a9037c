"""The context of the image: deploy/Dockerfile, but with the published programs in place of those that it would
compile. `docker build - < FILE` makes the image."""

import re

from release import archive
from release.archive import Member
from release.source import Refused

COMPILED = "COPY --from=build /heliast /heliast-fulfil "


def dockerfile(text):
    """The last stage of the file, which copies the programs from the context."""
    stages = re.split(r"^(?=FROM )", text, flags=re.M)
    if len(stages) != 3 or not stages[1].splitlines()[0].endswith(" AS build") or stages[2].count(COMPILED) != 1:
        raise Refused(f"deploy/Dockerfile has not the two stages, and the line `{COMPILED}...`, that image.py knows")
    return "# A beacon in a container, of published programs.\n" + stages[2].replace(COMPILED, "COPY heliast heliast-fulfil ")


def context(source, target, programs):
    text = dockerfile((source.root / "deploy/Dockerfile").read_text())
    members = [Member(name, data, is_program=True) for name, data in programs.items()] + [Member("Dockerfile", text.encode())]
    return f"heliast-{source.version}-image-{target}.tar.gz", archive.gzip(archive.tar(members, source.time))
