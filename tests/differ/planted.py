"""Checks that the reference leaves out one at a time (readers/leave_out.py): the kinds of inputs that show it, and within how
many of them it has to be found."""

# Those for every run: one of each sort.
SOME = ["announced", "frames", "signatures", "seals", "canonical", "vrfs"]
PLANTED = {
    "trailing": (["network", "challenge", "genesis", "proof"], 400),
    "order": (["round"], 400),
    "place": (["round"], 400),
    "announced": (["round"], 400),
    "delays": (["round"], 400),
    "frames": (["bundle", "framed"], 600),
    "signatures": (["frames"], 200),
    "powers": (["frames"], 600),
    "totals": (["network", "frames"], 400),
    "seals": (["stamp"], 400),
    "times": (["stamp"], 200),
    "canonical": (["proof"], 400),
    "vrfs": (["vrf"], 200),
    "ranges": (["network", "frames"], 300),
}
