"""Members join, get another stake and leave, while nodes are killed at random."""

import random
import threading
import time

import harness
from harness import Net, Node, say, wait

NODES, TURNS = 4, 3
# Rounds from an adoption to its effect: long enough for kills between the two.
LEAD = 5
STAKES = [4_000, 2_500, 0]
# Rounds before and after an effect in which all stakes are compared.
BEFORE, AFTER = 3, 4
# Seconds from one kill to the next, and from a kill to the restart, at most.
PAUSE_S, AWAY_S = 3, 1
# The time for which a verb tries by itself, before its caller checks again.
VERB_S = 30


def members():
    """Three times somebody joins, gets another stake and leaves, while nodes are killed: no two nodes differ in it."""
    flags = {"lead": LEAD, "most_participants": 16, "proposal_life": 1_000}
    with Net("members", nodes=NODES, references=NODES, **flags) as net:
        net.start()
        with Killer(net) as killer:
            for turn in range(TURNS):
                home = net.random.choice(net.nodes)
                key = harness.program("member", "key", "--home", home.home)["public_key"]
                # The node knows the key once it is started again.
                killer.strike(home, Node.kill_both)
                number = 8 + turn
                for stake in STAKES:
                    decide(net, killer, Wish(number, key, stake))
            say(f"{killer.count} kills, {killer.between} of them between an adoption and its effect")


class Wish:
    """A change: a participant, new or not, gets a stake."""

    def __init__(self, number, key, stake):
        self.number, self.key, self.stake = number, key, stake

    def words(self, view):
        """The arguments that propose the change."""
        if self.number == len(view["members"]):
            return ["--join", self.key, "--stake", self.stake]
        return ["--participant", self.number, "--stake", self.stake] if self.stake else ["--leave", self.number]

    def is_proposed_by(self, proposal):
        who = {"public_key": self.key} if proposal["kind"] == "join" else {"participant": self.number}
        return proposal == {"kind": proposal["kind"], **who, "stake": self.stake}

    def id(self, view):
        """The id by which it is approved, if it is open."""
        return next((one["id"] for one in view["open"] if self.is_proposed_by(one["proposal"])), None)

    def adopted(self, view):
        """The participant's row, once it has the new stake."""
        row = dict(enumerate(view["members"])).get(self.number)
        assert row is None or row["public_key"] == self.key, (self.key, row)
        return row if row and row["decided"] == self.stake else None


def decide(net, killer, wish):
    """Proposes and approves the change, again if a kill came between; all nodes see one effect."""
    old = stake_of(newest(net), wish.number)
    tries = 0
    while not wish.adopted(view := newest(net)):
        found = wish.id(view)
        node = net.random.choice(net.nodes)
        words = ["approve", found] if found else ["propose", *wish.words(view)]
        tries += 1
        # The node may be gone, or somebody else was faster.
        node.run("member", *words, "--timeout", VERB_S)
    kills, row = killer.count, wish.adopted(view)
    wait("a kill after the adoption", lambda: killer.count > kills)
    first = row["effective"]
    wait("its effect", lambda: min(node.last for node in net.nodes) >= first)
    killer.between += killer.count_until(first) - kills
    compare(net, wish, first, old)
    say(f"participant {wish.number} has stake {wish.stake} from round {first} on at all nodes; {tries} calls of people")


def compare(net, wish, first, old):
    """All nodes agree on the round in which it takes effect, and no ticket around that round has another stake."""
    last = first + AFTER
    wait(f"round {last} at all nodes", lambda: all(node.last >= last for node in net.nodes))
    if wish.stake:
        last = wait(f"a ticket of participant {wish.number}", lambda: ticket_since(net, wish.number, first))
    stakes = []
    for node in net.nodes:
        view = wait(f"the members at node {node.number}", lambda: node.get("/v1/members"))
        row = view["members"][wish.number]
        assert (row["decided"], row["effective"]) == (wish.stake, first), (node.number, row, first)
        rounds = range(max(1, first - BEFORE), max(last, first + AFTER) + 1)
        stakes.append({number: stakes_in(node, number) for number in rounds})
    assert all(one == stakes[0] for one in stakes), f"nodes differ about stakes: {stakes}"
    for number, drawn in stakes[0].items():
        expected = wish.stake if number >= first else old
        assert drawn.get(wish.number, expected) == expected, (number, first, drawn)
        assert expected or wish.number not in drawn, f"round {number} has a ticket of somebody without a stake"


def stakes_in(node, number):
    """The stakes of the participants who drew in a round, as a node serves it."""
    round_ = wait(f"round {number} at node {node.number}", lambda: node.get(f"/v1/rounds/{number}"))
    return {ticket["participant"]: ticket["stake"] for ticket in round_["tickets"]}


def ticket_since(net, participant, first):
    """The first round since then in which a participant drew."""
    node = max(net.nodes, key=lambda node: node.last)
    return next((number for number in range(first, node.last + 1) if participant in stakes_in(node, number)), None)


def newest(net):
    """The members in the newest round that a node knows of."""
    views = wait("a node that answers", lambda: [view for node in net.nodes if (view := node.get("/v1/members"))])
    return max(views, key=lambda view: view["round"])


def stake_of(view, number):
    return dict(enumerate(view["members"])).get(number, {"decided": 0})["decided"]


class Killer:
    """Kills a node now and then, of a program, an engine or both, and starts it again soon."""

    def __init__(self, net, pause=PAUSE_S):
        self.net, self.random, self.pause = net, random.Random(net.seed), pause
        self.rounds, self.between = [], 0
        self.lock, self.ends = threading.Lock(), threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    @property
    def count(self):
        return len(self.rounds)

    def count_until(self, round_):
        """The number of kills before any node had a round."""
        return sum(number < round_ for number in self.rounds)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def run(self):
        while not self.ends.wait(self.random.uniform(0, self.pause)):
            with self.lock:
                how = self.random.choice([Node.kill, Node.kill_engine, Node.kill_both])
                self.hit(self.random.choice(self.net.nodes), how)

    def strike(self, node, how):
        """Kills a node in one way."""
        with self.lock:
            self.hit(node, how)

    def hit(self, node, how):
        """The same for a caller that has the lock. A node whose engine was killed lives; all others are started again."""
        how(node)
        self.rounds.append(max(one.last for one in self.net.nodes))
        time.sleep(self.random.uniform(0, AWAY_S))
        if not node.is_alive:
            node.start()


MEMBERS = [members]
