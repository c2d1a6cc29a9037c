"""The table: for each verb and option a row that says how it shows that the option acts."""

import re
import shlex
import tomllib
from pathlib import Path

from ports import free_ports

HERE = Path(__file__).parent
# Options of every verb: `--help` is the source of the verbs, and `--json` has a row without words.
EVERYWHERE = {"--help"}
# Options of verbs with settings: those that say how the settings are found, and those for a single start.
NO_SETTINGS = {"--help", "--json", "--config", "--print-config", "--recover", "--adopt", "--check"}
# The keys of a row: the two runs, their surroundings, the difference; or the servers that are checked; or a test.
KEYS = {
    "to", "from", "base", "also", "line", "scene", "before", "then", "env", "alone", "sees", "gives",
    "at", "beside", "asks", "test", "why",
}


class Row:
    """One option of one verb. Missing values are those of its verb."""

    def __init__(self, verb, option, said):
        unknown = set(said) - KEYS
        assert not unknown, f"{verb['name']} {option}: there is no {unknown}"
        self.verb, self.option, self.said = verb["name"], option, said
        self.scene = said.get("scene", verb.get("scene"))
        self.base = shlex.split(said.get("base", verb.get("base", "")) + " " + said.get("also", ""))
        self.runs_on = "runs" in verb and not verb.get("ends")
        self.before, self.then = lines(said.get("before", "")), lines(said.get("then", ""))

    def __str__(self):
        return f"{self.verb} {self.option}"

    def line(self, value):
        """The shell's line of the row, in which {} is the option."""
        line = self.said.get("line")
        named = "" if self.option[0] in "<[" else self.option
        return line and line.replace("{}", f"{named} {value}" if value is not None else "")

    def words(self, value):
        """The command line with the option, at its end or in the place of {}; without it where the value is None."""
        if value is None:
            return [*self.verb.split(), *(word for word in self.base if word != "{}")]
        given = shlex.split(value)
        named = given if self.option[0] in "<[" else [self.option, *given]
        place = self.base.index("{}") if "{}" in self.base else len(self.base)
        return [*self.verb.split(), *self.base[:place], *named, *self.base[place + 1:]]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def read():
    """The verbs by name, and the scenes by name. The ports of networks, such as $HOME_PORTS, are free ones."""
    verbs, scenes, ports = {}, {}, {}

    def first(found):
        if found[0] not in ports:
            ports[found[0]] = free_ports(3)
        return str(ports[found[0]])

    for path in sorted((HERE / "table").glob("*.toml")):
        table = tomllib.loads(re.sub(r"\$[A-Z_]+_PORTS\b", first, path.read_text()))
        scenes.update(table.get("scene", {}))
        for verb in table.get("verb", []):
            known = verbs.setdefault(verb["name"], {"name": verb["name"], "rows": {}})
            known.update({key: value for key, value in verb.items() if key != "rows"})
            for option, said in verb.get("rows", {}).items():
                assert option not in known["rows"], f"{verb['name']} {option} stands in two rows"
                known["rows"][option] = (verb, said)
    for verb in verbs.values():
        verb["rows"].setdefault("--json", (verb, {"to": "", "sees": "is-json"}))
    return verbs, scenes


def rows(verbs):
    return [Row(verb, option, said) for known in verbs.values() for option, (verb, said) in known["rows"].items()]


def unsettled(takes, settings):
    """The options of a verb that no file and no variable can set, and the settings that are not options."""
    return sorted((takes - NO_SETTINGS) ^ settings)


def differences(table, program):
    """The program's pairs without a row, and the rows of pairs that the program does not have."""
    listed = {(name, option) for name, verb in table.items() for option in verb["rows"]}
    taken = {(name, option) for name, takes in program.items() for option in takes - EVERYWHERE}
    return sorted(taken - listed), sorted(listed - taken)
