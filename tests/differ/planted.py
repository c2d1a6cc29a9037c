"""Checks that the reference leaves out one at a time (readers/leave_out.py): the kinds of inputs that show it, and the number
of inputs within which it has to be found."""

# The checks that every run leaves out: one of each sort.
SOME = ["place", "frames", "signatures", "seals", "canonical", "vrfs", "steps"]
PLANTED = {
    "trailing": (["network", "challenge", "genesis", "proof"], 1000),
    "order": (["round"], 1000),
    "place": (["round"], 1000),
    "announced": (["round"], 1000),
    "delays": (["round"], 1000),
    "steps": (["round", "roots"], 1000),
    "frames": (["bundle", "framed"], 1000),
    "signatures": (["frames"], 1000),
    "powers": (["frames"], 1000),
    "totals": (["network", "frames"], 1000),
    "seals": (["stamp"], 1000),
    "times": (["stamp"], 1000),
    "canonical": (["proof"], 1000),
    "vrfs": (["vrf"], 1000),
    "ranges": (["network", "frames"], 1000),
}
