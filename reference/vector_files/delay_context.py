"""vectors/delay_context.json"""

from heliast_reference import wesolowski as w
from heliast_reference.encoding import sha256, uint
from heliast_reference.errors import Invalid
from heliast_reference.hash_to_prime import HASH_NAMES, HINTED, MODE_NAMES, PLAIN, SHA_512, hint_bound

from .common import TOYS, document, group_table, groups, order_two, refused, stream

NAME = "delay_context.json"
ABOUT = (
    "Wesolowski's proofs that are bound to a context, and those of the suite that a contract verifies (rsa-2048, hinted,"
    " sha-256, 248 bits), with and without one. Bytes are hexadecimal; an empty context is none. kind proof: message to"
    " x; x, t, mode, hash, bits and context to y, the challenge l, pi, in hinted suites the hint, and the output form."
    " kind verify: an output form with the context that is demanded, which is refused, or (without error) accepted."
    " Reasons are those of the reference; the error class is normative."
)
ADDRESS = sha256(b"who made it")[12:]
OTHER = sha256(b"who took it")[12:]
CONTRACT = w.Suite(HINTED, 248)


def make():
    table = groups()
    cases = [proof_case("rsa-2048", table["rsa-2048"], CONTRACT, t, context) for t, context in contract_proofs()]
    for name, suite, t, context in (
        ("toy-256", w.Suite(), 1000, ADDRESS),
        ("toy-256", w.Suite(PLAIN, 128), 100, b"\0"),
        ("toy-257", w.Suite(HINTED, 264), 4097, ADDRESS),
        ("toy-320", w.Suite(hash_id=SHA_512), 90, stream("long context", 255)),
        ("toy-320", CONTRACT, (1 << 40) + 1, ADDRESS),
        ("toy-320", CONTRACT, w.MAX_T, b""),
    ):
        cases.append(proof_case(name, table[name], suite, t, context))
    # For no suite does the transcript of toy-300 before the context end at the end of a block of 128 bytes; this
    # context ends at such a place.
    left = -len(w.transcript(table["toy-300"], CONTRACT, 1, 2, 3)) - 1 & 127
    cases.append(proof_case("toy-300", table["toy-300"], CONTRACT, 100, stream("fills its block", left)))
    cases += Refusals("rsa-2048", table["rsa-2048"], ADDRESS).cases()
    cases += Refusals("rsa-2048", table["rsa-2048"], b"").cases()
    cases += Refusals("toy-257", table["toy-257"], ADDRESS).cases()
    return document(ABOUT, "spec/wesolowski.md", cases, groups=group_table())


def contract_proofs():
    for t in (1, 2, 7, 247, 248, 249):
        yield t, ADDRESS
    for context in (b"", b"\0", bytes(20), ADDRESS, OTHER, stream("context", 57), stream("context", 58), bytes(255)):
        yield 1000, context


def proof_case(name, group, suite, t, context):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    if t <= 5000:
        y = w.evaluate(group, x, t)
        pi = w.prove(group, suite, t, x, y, context)
    else:
        p, q = TOYS[name]
        phi = (p - 1) * (q - 1)
        y = w.trapdoor_evaluate(group, phi, x, t)
        pi = w.trapdoor_prove(group, phi, suite, t, x, y, context)
    hint = w.honest_hint(group, suite, t, x, y, context)
    l = w.challenge(group, suite, t, x, y, context=context)
    output = w.encode_output(group, y, pi, hint)
    assert w.verify(group, suite, t, group.encode(x), w.OUTPUT, output, context) == (x, y)
    compact = w.encode_compact(group, suite, pi, l, hint)
    assert w.verify(group, suite, t, group.encode(x), w.COMPACT, compact, context) == (x, y)
    return {
        "name": f"{name}, {MODE_NAMES[suite.mode]} {HASH_NAMES[suite.hash_id]} {suite.bits}, t = {t}, {shown(context)}",
        "kind": "proof",
        **head(name, suite, t, context),
        "message": message.hex(),
        "x": group.encode(x).hex(),
        "y": group.encode(y).hex(),
        "l": uint(l, suite.bits // 8).hex(),
        "pi": group.encode(pi).hex(),
        **({} if hint is None else {"hint": hint}),
        "output": output.hex(),
    }


def shown(context):
    if not context:
        return "no context"
    return f"context {context.hex() if len(context) <= 20 else f'of {len(context)} bytes'}"


def head(name, suite, t, context):
    return {
        "group": name,
        "mode": MODE_NAMES[suite.mode],
        "hash": HASH_NAMES[suite.hash_id],
        "bits": suite.bits,
        "t": t,
        "context": context.hex(),
    }


class Refusals:
    """The cases that a verifier must refuse or accept, of a suite for contracts, in one group and one context."""

    def __init__(self, name, group, context):
        self.name, self.group, self.context, self.t = name, group, context, 600
        self.x = w.delay_input(group, b"refused")
        self.y = w.evaluate(group, self.x, self.t)
        self.pi, self.hint = self.proved(context)

    def proved(self, context, y=None, t=None, x=None):
        statement = self.group, CONTRACT, t or self.t, x or self.x, self.y if y is None else y
        return w.prove(*statement, context), w.honest_hint(*statement, context=context)

    def output(self, y=None, pi=None, hint=None):
        y, pi = self.y if y is None else y, self.pi if pi is None else pi
        elements = uint(y, self.group.length) + uint(pi, self.group.length)
        return elements + uint(self.hint if hint is None else hint, 2)

    def described(self, label, proof, t=None, x=None, context=None):
        """The fields of a case, and the call that judges it."""
        t, context = self.t if t is None else t, self.context if context is None else context
        x = self.group.encode(self.x) if x is None else x
        fields = {"kind": "verify", **head(self.name, CONTRACT, t, context), "x": x.hex(), "output": proof.hex()}
        name = f"{self.name}, {shown(self.context)}: {label}"
        return name, fields, lambda: w.verify(self.group, CONTRACT, t, x, w.OUTPUT, proof, context)

    def refuse(self, label, error, proof, **changed):
        name, fields, check = self.described(label, proof, **changed)
        return refused(name, check, error, **fields)

    def accept(self, label, proof, **changed):
        name, fields, check = self.described(label, proof, **changed)
        check()
        return {"name": name, **fields}

    def cases(self):
        return self.contexts() + self.hints() + self.elements() + self.statements() + self.false()

    def contexts(self):
        mine, cases = self.output(), []
        others = {
            "none": b"",
            "another": OTHER,
            "its first 19 bytes": ADDRESS[:19],
            "a zero byte more": ADDRESS + b"\0",
            "as many zeros": bytes(20),
            "one zero byte": b"\0",
            "padded to a word": bytes(12) + ADDRESS,
        }
        for label, context in others.items():
            if context == self.context:
                continue
            cases.append(self.refuse(f"context demanded: {label}", "invalid", mine, context=context))
            pi, _ = self.proved(context)
            cases.append(self.refuse(f"pi of context: {label}", "invalid", self.output(pi=pi)))
        return cases

    def hints(self):
        bound = hint_bound(CONTRACT.bits)
        second, l = self.next_prime(self.hint + 1)
        composite = next(i for i in range(second) if i != self.hint)
        pi = w.long_division(self.group, self.t, self.x, l)
        return [
            self.accept("hint of the second prime", self.output(pi=pi, hint=second)),
            self.refuse("hint of the second prime, pi of the first", "invalid", self.output(hint=second)),
            self.refuse("hint of a composite", "invalid", self.output(hint=composite)),
            self.refuse("hint out of range", "malformed", self.output(hint=bound)),
            self.refuse("hint 65535", "malformed", self.output(hint=65535)),
            self.refuse("hint missing", "malformed", self.output()[:-2]),
            self.refuse("hint of one byte", "malformed", self.output()[:-1]),
            self.refuse("trailing byte", "malformed", self.output() + b"\0"),
            self.refuse("no bytes", "malformed", b""),
        ]

    def next_prime(self, counter):
        while True:
            try:
                statement = self.group, CONTRACT, self.t, self.x, self.y
                return counter, w.challenge(*statement, counter, self.context)
            except Invalid:
                counter += 1

    def elements(self):
        n, length = self.group.modulus, self.group.length
        bad = {"0": 0, "N": n, "N - 1": n - 1, "(N + 1)/2": (n + 1) // 2, "all ones": (1 << 8 * length) - 1}
        cases = []
        for label, value in {**bad, "-y": n - self.y}.items():
            cases.append(self.refuse(f"y = {label}", "malformed", self.output(y=value)))
        for label, value in {**bad, "-pi": n - self.pi}.items():
            cases.append(self.refuse(f"pi = {label}", "malformed", self.output(pi=value)))
        for label, value in {**bad, "-x": n - self.x}.items():
            cases.append(self.refuse(f"x = {label}", "malformed", self.output(), x=uint(value, length)))
        x = self.group.encode(self.x)
        cases.append(self.refuse("x truncated", "malformed", self.output(), x=x[1:]))
        cases.append(self.refuse("x extended", "malformed", self.output(), x=b"\0" + x))
        cases.append(self.refuse("x = identity", "invalid", self.output(), x=uint(1, length)))
        pi, hint = self.proved(self.context, y=1)
        cases.append(self.refuse("y = identity with its hint", "invalid", self.output(y=1, pi=pi, hint=hint)))
        cases.append(self.refuse("pi = identity", "invalid", self.output(pi=1)))
        cases.append(self.refuse("pi = (N - 1)/2", "invalid", self.output(pi=(n - 1) // 2)))
        return cases

    def statements(self):
        group, cases = self.group, []
        other = w.delay_input(group, b"another message")
        for label, t in {"t = 0": 0, "t = 2^48": 1 << 48, "t = 2^64 - 1": (1 << 64) - 1, "t - 1": self.t - 1}.items():
            cases.append(self.refuse(label, "invalid", self.output(), t=t))
        # The hint is a prime of the changed statement, so that the equation decides.
        pi, hint = self.pi, w.honest_hint(group, CONTRACT, self.t + 1, self.x, self.y, self.context)
        cases.append(self.refuse("t + 1 with its hint", "invalid", self.output(pi=pi, hint=hint), t=self.t + 1))
        hint = w.honest_hint(group, CONTRACT, self.t, other, self.y, self.context)
        cases.append(
            self.refuse("another x with its hint", "invalid", self.output(hint=hint), x=group.encode(other))
        )
        return cases

    def false(self):
        group, cases = self.group, []
        for label, y in {"y * x": group.mul(self.y, self.x), "y^2": group.mul(self.y, self.y)}.items():
            pi, hint = self.proved(self.context, y=y)
            cases.append(self.refuse(f"{label} with its hint", "invalid", self.output(y=y, hint=hint)))
            cases.append(self.refuse(f"{label} with its hint and pi", "invalid", self.output(y=y, pi=pi, hint=hint)))
        cases.append(self.refuse("pi * x", "invalid", self.output(pi=group.mul(self.pi, self.x))))
        cases.append(self.refuse("y and pi exchanged", "invalid", self.output(y=self.pi, pi=self.y)))
        if self.name in TOYS:
            g = order_two(self.name, group)
            y, p = group.mul(self.y, g), TOYS[self.name][0]
            hint = w.honest_hint(group, CONTRACT, self.t, self.x, y, self.context)
            false = self.output(y=y, hint=hint)
            cases.append(self.refuse("y * g, g of order 2, with its hint", "invalid", false))
            cases.append(self.refuse("y = p", "malformed", self.output(y=p)))
            cases.append(self.refuse("pi = p", "malformed", self.output(pi=p)))
            cases.append(self.refuse("x = p", "malformed", self.output(), x=group.encode(p)))
        return cases
