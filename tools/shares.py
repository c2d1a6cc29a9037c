"""The cost of each part of a round for a verifier in a network of `--post-quantum`: lots, votes and both delays.

    lots       = tickets · (frame + proof) + announcements · announcement      (tools/costs.py)
    squarings  = 2 · modulus: output and proof of Wesolowski's delay
    roots      = modulus + (s − 1) · modulus: output and ends of s segments     (spec/roots.md)
    votes      = frame of finality with ML-DSA-65, all of whose validators voted (spec/finality.md)

Seconds of verification are those of one core that were measured for one of each, times their number: nothing is
combined, as in a node that follows the chain.
"""

import json

from costs import ANNOUNCEMENT_FRAME, MODULUS, ROUND_FRAME, SECONDS, TICKET_FRAME, X_VRF_PROOF, announcements, tickets

# A frame without validators: magic and version, chain id, number, two times, state, the header's fields as most
# frames have them (vectors/finality.json), commit round, parts, count.
VOTES_FRAME = 5 + 32 + 8 + 16 + 32 + 446 + 4 + 4 + 32 + 2
# Key type, length, key, power; presence and time of the vote, length, signature.
VALIDATOR = 1 + 2 + 1952 + 8
VOTE = 1 + 8 + 4 + 2 + 3309


class Shares:
    """The parts of a round, as pairs of bytes and seconds."""

    def __init__(self, results, definition):
        report = json.loads((results / f"{definition['shares']}.json").read_text())
        self.machine, self.commit = report["machine"], report["commit"]
        rows = {row["name"]: row for row in report["rows"]}
        self.seconds = {
            name: rows[row]["ours"] * SECONDS[rows[row]["unit"]] for name, row in definition["seconds"].items()
        }
        self.definition = definition

    def lots(self, scheme):
        """Lots by X-VRF-10, whose keys A-VRF announces, or by A-VRF alone."""
        number, proof = tickets(self.definition["participants"], self.definition["votes"]), X_VRF_PROOF
        announced, stateless = announcements(self.definition["participants"]), self.definition["stateless_proof"]
        if scheme == "A-VRF fast":
            return number * (TICKET_FRAME + stateless), number * self.seconds["stateless"]
        length = number * (TICKET_FRAME + proof) + announced * (ANNOUNCEMENT_FRAME + stateless)
        return length, number * self.seconds["tree"] + announced * self.seconds["stateless"]

    def parts(self, scheme):
        """Names of parts, with bytes and seconds."""
        nodes = self.definition["nodes"]
        frame = VOTES_FRAME + nodes * (VALIDATOR + VOTE)
        return {
            f"lots by {scheme}": self.lots(scheme),
            f"votes of {nodes} validators": (frame, nodes * self.seconds["vote"]),
            "delay by squarings": (2 * MODULUS, self.seconds["squarings"]),
            "delay by roots": (self.definition["segments"] * MODULUS, self.seconds["roots"]),
            "the round's frame": (ROUND_FRAME, 0.0),
        }
