"""Many false transactions at one node, from anybody who can reach its engine.

All transactions are made before they are sent, and sent over several connections, so that the node is the limit. Of
twenty transactions 17 are tickets in the name of a participant who sends none itself: they have the form of valid
tickets and fail at the last step, whatever the node has seen before. One is about a round that is over, one is a valid
ticket that is in a block already, and one is cut short.
"""

import base64
import http.client
import json
import os
import re
import socket
import threading
import time
import urllib.request
from pathlib import Path

from harness import OUTBOX_DIGEST, OUTBOX_HEAD, Net, free_ports, say, wait

QUIET_S, FLOOD_S, PERIOD_S, A_SECOND = 20, 30, 2, 10_000
CONNECTIONS, BATCH, BATCHES = 4, 500, 40
# Places in a ticket's transaction, and in its proof: spec/network.md, spec/vrf.md.
PROOF, GAMMA_LEN, CHALLENGE_LEN, SCALAR_LEN = 16, 32, 16, 32
# A placeholder for a transaction's round; head and round are whole groups of base64, which can be replaced in a text.
UNDER_WAY = b"\xff" * 8
# ABCI: fields of the messages Request and Response, and the one of a transaction.
REQUEST_CHECK, RESPONSE_CHECK, FIRST_FIELD = 8 << 3 | 2, 9 << 3 | 2, 1 << 3
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def flood():
    """False transactions at one node, 10,000 a second if the machine makes so many: rounds go on, and none has one."""
    found = flooded(A_SECOND, FLOOD_S)
    say(json.dumps(found))


def flooded(a_second, seconds):
    """Floods one of four nodes; returns what it refused, and the times of rounds and processes before that and meanwhile."""
    with Net("flood", period=PERIOD_S, guests=1) as net:
        target, place = net.nodes[0], f"127.0.0.1:{free_ports(1)}"
        open_the_engine(target, place)
        net.start()
        true = wait("a ticket of a good one", lambda: true_tickets(target))
        # The guest, who never runs, comes after the nodes' participants.
        bodies = [body(net, true, 2 * len(net.nodes)) for _ in range(BATCHES)]
        quiet = watched(target, QUIET_S)
        flooders, before = Flooders(target, bodies, a_second), refused(place)
        during = watched(target, seconds)
        sent, after = flooders.sent, refused(place)
        flooders.end()
        net.rounds(3)
        assert after > before, "the node has refused nothing"
        assert during["rounds"] > 0, "no round was made during the flood"
        rates = {"sent_a_second": round(sent / seconds), "refused_a_second": round((after - before) / seconds)}
        return {"quiet": quiet, "flooded": rates | during}


def open_the_engine(node, place):
    """Lets the engine take large batches, which its settings would limit, and report how much it refuses."""
    config = node.home / "comet" / "config" / "config.toml"
    text = config.read_text().replace("[rpc]\n", "[rpc]\nmax_request_batch_size = 0\n")
    config.write_text(f'{text}\n[instrumentation]\nprometheus = true\nprometheus_listen_addr = "{place}"\n')


def refused(place):
    """The number of transactions that the engine's application has refused."""
    with urllib.request.urlopen(f"http://{place}/metrics", timeout=600) as answer:
        found = re.search(r"^cometbft_mempool_failed_txs\S* (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def true_tickets(node):
    """Good tickets' transactions that a node's participants have made durable."""
    found = []
    for path in (node.home / "data" / "outbox").glob("0*"):
        try:
            file = path.read_bytes()
        except OSError:
            continue
        if path.suffix == "" and file[OUTBOX_HEAD:OUTBOX_HEAD + 1] == b"\0":
            found.append(file[OUTBOX_HEAD:-OUTBOX_DIGEST])
    return found


def false_ticket(random, true, participant, round_):
    """A ticket whose proof has the form of a valid one, and fails at the last step of its verification."""
    proof = true[PROOF:PROOF + GAMMA_LEN] + random.randbytes(CHALLENGE_LEN)
    # Below the order of the group: otherwise it would be refused before anything is computed.
    proof += random.randbytes(SCALAR_LEN - 1) + b"\0"
    return b"\0" + round_ + b"\0" + participant.to_bytes(4) + len(proof).to_bytes(2) + proof


def body(net, true, participant):
    """The JSON of a batch, with [`UNDER_WAY`] as a placeholder for the round."""
    calls = []
    for number in range(BATCH):
        ticket, kind = net.random.choice(true), number % 20
        false = false_ticket(net.random, ticket, participant, UNDER_WAY)
        if kind == 0:
            false = ticket
        elif kind == 1:
            false = false[:-net.random.randrange(1, len(false) - PROOF)]
        elif kind == 2:
            false = false.replace(UNDER_WAY, (1).to_bytes(8))
        parameters = {"tx": base64.b64encode(false).decode()}
        calls.append(call(number, parameters))
    return json.dumps(calls).encode()


def call(number, parameters):
    return {"jsonrpc": "2.0", "id": number, "method": "broadcast_tx_async", "params": parameters}


def head(round_, kind=b"\0"):
    """The base64 of the first nine bytes of a transaction, by default a ticket's."""
    return base64.b64encode(kind + round_)


class Flooders:
    """Connections that together send this many transactions a second, or as many as the node takes."""

    def __init__(self, node, bodies, a_second, kind=b"\0", batch=BATCH):
        self.node, self.bodies, self.a_second, self.sent, self.ends = node, bodies, a_second, 0, False
        self.kind, self.batch = kind, batch
        self.lock, self.begun = threading.Lock(), time.monotonic()
        self.threads = [threading.Thread(target=self.send, args=[number], daemon=True) for number in range(CONNECTIONS)]
        for thread in self.threads:
            thread.start()

    def send(self, number):
        connection = http.client.HTTPConnection(self.node.rpc, timeout=600)
        while not self.ends:
            if not self.is_due():
                time.sleep(0.005)
                continue
            number += 1
            under_way = head((self.node.last + 1).to_bytes(8), self.kind)
            of_now = self.bodies[number % len(self.bodies)].replace(head(UNDER_WAY, self.kind), under_way)
            try:
                connection.request("POST", "/", of_now, {"Content-Type": "application/json"})
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                connection.close()

    def is_due(self):
        """Returns whether the next batch should be sent now; if so, it counts as sent."""
        with self.lock:
            is_due = self.sent < (time.monotonic() - self.begun) * self.a_second
            self.sent += self.batch * is_due
            return is_due

    def end(self):
        self.ends = True
        for thread in self.threads:
            thread.join()


def watched(node, seconds):
    """The rounds of a node in this many seconds, the number of late ones, and the processor time of its processes."""
    first, begun, used = node.last, time.monotonic(), cpu_seconds(node)
    time.sleep(seconds)
    used = [round((after - before) / seconds, 3) for before, after in zip(used, cpu_seconds(node))]
    rounds = [line for line in list(node.lines) if line.get("event") == "round" and line["round"] > first]
    beyond = sorted(line["beyond_seconds"] for line in rounds if line["beyond_seconds"] is not None)
    return {
        "seconds": seconds,
        "rounds": len(rounds),
        "late": sum(seconds > PERIOD_S for seconds in beyond),
        "beyond_the_delay_s_median": round(beyond[len(beyond) // 2], 2) if beyond else None,
        "beyond_the_delay_s_worst": round(beyond[-1], 2) if beyond else None,
        "cpu_program": used[0],
        "cpu_engine": used[1],
        "load_average": round(os.getloadavg()[0], 2),
    }


def cpu_seconds(node):
    """The processor time of a node's program and engine, on all cores."""
    processes = [node.process.pid, node.engine()]
    stats = [Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split() for process in processes]
    # utime and stime, the 14th and the 15th field of all.
    return [(int(fields[11]) + int(fields[12])) / TICKS_A_SECOND for fields in stats]


def costs(count):
    """The cost of refusing alone, through the socket at which the engine would ask, while the network waits."""
    with Net("flood-costs", nodes=1, period=20, guests=1, references=0) as net:
        node = net.nodes[0]
        net.start(2)
        true = wait("a ticket of a good one", lambda: true_tickets(node))
        last = net.rounds(1)
        wait("the round is over", lambda: phase(node) == ["waiting", last])
        made = lambda of: [false_ticket(net.random, net.random.choice(true), 2, of.to_bytes(8)) for _ in range(count)]
        kinds = {
            "false_proof": made(last + 1),
            "other_round": made(1),
            "cut_short": [one[:-1] for one in made(last + 1)],
        }
        found = {kind: through_the_socket(node, transactions) for kind, transactions in kinds.items()}
        assert phase(node) == ["waiting", last], "the next round opened meanwhile"
        return found


def phase(node):
    """The phase of a node's state, and its last round."""
    answer = node.engine_says("/abci_query?path=%22%22")
    said = json.loads(base64.b64decode(answer["response"]["value"])) if answer else {"phase": "", "round": 0}
    return [said["phase"], said["round"]]


def through_the_socket(node, transactions):
    """The number of these transactions that the application refuses a second, and the processor time for each."""
    requests = b"".join(framed(REQUEST_CHECK, message(FIRST_FIELD | 2, one)) for one in transactions)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(600)
        known = set(threads(node))
        connection.connect(str(node.home / "engine.sock"))
        serving = wait("the connection's thread", lambda: set(threads(node)) - known).pop()
        used, begun = processor_ns(node, serving), time.monotonic()
        sender = threading.Thread(target=connection.sendall, args=[requests])
        sender.start()
        with connection.makefile("rb") as answers:
            assert all(code(answers) != 0 for _ in transactions), "a false transaction was taken"
        elapsed = time.monotonic() - begun
        sender.join()
        used = processor_ns(node, serving) - used
    return {"refused_a_second": round(len(transactions) / elapsed), "cpu_us": round(used / 1000 / len(transactions), 1)}


def threads(node):
    return os.listdir(f"/proc/{node.process.pid}/task")


def processor_ns(node, thread):
    return int(Path(f"/proc/{node.process.pid}/task/{thread}/schedstat").read_text().split()[0])


def varint(number):
    low = bytes([number & 0x7F | (0x80 if number >= 0x80 else 0)])
    return low + (varint(number >> 7) if number >= 0x80 else b"")


def message(key, content):
    """A field of a protobuf message that has a length."""
    return varint(key) + varint(len(content)) + content


def framed(key, content):
    """A request as it is sent on the socket."""
    whole = message(key, content)
    return varint(len(whole)) + whole


def read_varint(stream):
    number, shift = 0, 0
    while (byte := stream.read(1)[0]) >= 0x80:
        number, shift = number | (byte & 0x7F) << shift, shift + 7
    return number | byte << shift


def code(stream):
    """The code of the next answer to CheckTx; 0: taken."""
    read_varint(stream)
    key, length = read_varint(stream), read_varint(stream)
    content = stream.read(length)
    assert key == RESPONSE_CHECK and len(content) == length, (key, content)
    # Codes are below 128, and a field that is 0 is left out.
    return content[1] if content[:1] == bytes([FIRST_FIELD]) else 0
