"""The costs of a network in a year, from the measured traffic and CPU time of its nodes, and the lengths of its parts.

    tickets(N, v)       = N · (1 − (1 − 1/N)^v), about: of N participants with equal stakes those with one of v votes
    announcements(N)    = N / 2^h: a key of hash trees of height h lasts so many rounds
    payload             = tickets · (7 + proof) + announcements · announcement: what a round has besides its frame
    round               = 29 + 2 · modulus + payload                                            (spec/round.md, "Round K")
    stored              = rounds · round: what lasts; the engine's own blocks come on top as long as they are kept
    blocks              = measured + ⌊period / idle⌋: without transactions there is a block each `idle` seconds
    sent                = measured + n · (payload − payload measured) + idle blocks · measured / measured blocks
    CPU                 = measured + tickets and announcements beyond those measured, verified, + own draws

`sent` is a bound: of n nodes each gives a transaction to n − 1 others at most, and once as a part of a block. The delay
itself takes a core of each evaluator for as long as the chain demands, and is not part of the CPU time here.
"""

import json
from math import floor

YEAR_S = 365.25 * 24 * 3600
# Bytes of a round's frame: magic and version, number, time, two counts (spec/round.md).
ROUND_FRAME = 5 + 8 + 8 + 4 + 4
MODULUS = 256
# Around a ticket's proof: slot, participant, length.
TICKET_FRAME = 1 + 4 + 2
# X-VRF of height 10: the position, 67 chains and the path, of 32 bytes each (spec/xvrf.md).
HEIGHT = 10
X_VRF_PROOF = 4 + 32 * (67 + HEIGHT)
# Around an announcement's proof: participant, serial, the kind of change, the key, the length.
ANNOUNCEMENT_FRAME = 4 + 4 + 1 + 76 + 2
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def tickets(participants, votes):
    """The average number of participants, with equal stakes, that win."""
    return participants * (1 - (1 - 1 / participants) ** votes)


def announcements(participants):
    """The average number of participants that announce a key in a round."""
    return participants / 2**HEIGHT


class Costs:
    """The costs of a network of as many nodes as were measured."""

    def __init__(self, results, definition):
        measured = json.loads((results / f"{definition['costs']}.json").read_text())
        self.network = next(one for one in measured["networks"] if one["nodes"] == definition["nodes"])
        self.seen = self.network["per_node_and_round"]
        self.nodes, self.votes = definition["nodes"], definition["votes"]
        self.idle_s = definition["idle_s"]
        self.announcement = ANNOUNCEMENT_FRAME + definition["stateless_proof"]
        self.usual = definition["participants_measured"]
        self.seconds = {name: self.timed(results, *place) for name, place in definition["seconds"].items()}

    @staticmethod
    def timed(results, run, name):
        rows = json.loads((results / f"{run}.json").read_text())["rows"]
        row = next(row for row in rows if row["name"] == name)
        return row["ours"] * SECONDS[row["unit"]]

    def payload(self, participants):
        """Bytes of a round's tickets and announcements."""
        ticket_bytes = tickets(participants, self.votes) * (TICKET_FRAME + X_VRF_PROOF)
        return ticket_bytes + announcements(participants) * self.announcement

    def cpu_s(self, participants):
        """Seconds of a core, per node and round, without the delay."""
        more = tickets(participants, self.votes) - tickets(self.usual, self.votes)
        announced = announcements(participants) - announcements(self.usual)
        checks = more * self.seconds["verify"] + announced * self.seconds["verify_announcement"]
        own = (participants - self.usual) / self.nodes
        draws = own * (self.seconds["answer"] + self.seconds["leaf"])
        return self.seen["program_cpu_s"] + self.seen["engine_cpu_s"] + checks + draws

    def year(self, participants, period_s):
        """Rounds, blocks, bytes stored and sent, CPU seconds: of one node, in a year."""
        rounds = YEAR_S / period_s
        payload, idle = self.payload(participants), floor(period_s / self.idle_s)
        sent = self.seen["sent_bytes"] + self.nodes * (payload - self.payload(self.usual))
        sent += idle * self.seen["sent_bytes"] / self.seen["blocks"]
        return {
            "rounds": rounds,
            "blocks": rounds * (self.seen["blocks"] + idle),
            "stored": rounds * (ROUND_FRAME + 2 * MODULUS + payload),
            "sent": rounds * sent,
            "cpu_s": rounds * self.cpu_s(participants),
        }
