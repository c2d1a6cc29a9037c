"""A list of instructions on virtual vector registers, and their allocation to zmm0 .. zmm31.

Registers of every routine:

    rdi  a: the operand and the result, in vectors       rsi  scratch: the limbs of H, and in `rolled` columns
    rdx  the table, moved by `table_shift`               rcx  how many squarings or products are left
    r8   constants                                       r9   b
    rax, r10, r11  counters and pointers of inner loops
    zmm31  2^52 - 1 in every lane        zmm30  0        zmm29 downwards  what a loop carries
    k0   a limb exceeds 52 bits          k1 .. k7  the lanes above 0 .. 6 (diagonal blocks)
"""

import collections

MASK, ZERO = "mask", "zero"
REGISTERS = 32
CARRIED = 29  # the first of the registers that a loop carries, downwards

# The constants, as addresses.
SQUARES_LOW, SQUARES_HIGH, FROM_FOLD, BELOW_FOLD = "r8", "r8 + 64", "r8 + 128", "r8 + 192"

Op = collections.namedtuple("Op", "template target sources")


def at(register, offset):
    """An address."""
    sign = "-" if offset < 0 else "+"
    return f"{register} {sign} {abs(offset)}" if offset else register


class Stream:
    """Builders return the virtual register that they write. `{0}`, `{1}` are sources, `{d}` the target."""

    def __init__(self):
        self.ops, self.count = [], 0

    def new(self):
        self.count += 1
        return f"v{self.count}"

    def emit(self, template, target, *sources):
        self.ops.append(Op(template, target, sources))
        return target

    def capture(self, build):
        """The instructions that `build` makes, as a separate list, and its result."""
        kept, self.ops = self.ops, []
        result = build()
        made, self.ops = self.ops, kept
        return made, result

    def zeros(self):
        return self.emit("vpxorq {d}, {d}, {d}", self.new())

    def broadcast(self, address):
        return self.emit(f"vpbroadcastq {{d}}, qword ptr [{address}]", self.new())

    def load(self, address):
        return self.emit(f"vmovdqa64 {{d}}, zmmword ptr [{address}]", self.new())

    def store(self, address, value):
        self.emit(f"vmovdqa64 zmmword ptr [{address}], {{0}}", None, value)

    def multiply_add(self, half, acc, a, b, mask=None):
        """`acc += low or high half of a*b` (`half` "l" or "h"); acc None begins with 0; b may be memory."""
        acc = acc or self.zeros()
        into = "{d}" + (f"{{{{{mask}}}}}" if mask else "")
        if b.startswith("["):
            return self.emit(f"vpmadd52{half}uq {into}, {{0}}, zmmword ptr {b}", acc, a)
        return self.emit(f"vpmadd52{half}uq {into}, {{0}}, {{1}}", acc, a, b)

    def add(self, a, b):
        return self.emit("vpaddq {d}, {0}, {1}", self.new(), a, b)

    def add_in_place(self, acc, b):
        return self.emit("vpaddq {d}, {d}, {0}", acc, b)

    def double_in_place(self, acc):
        return self.emit("vpaddq {d}, {d}, {d}", acc)

    def low_52(self, a):
        return self.emit("vpandq {d}, {0}, {1}", self.new(), a, MASK)

    def and_memory(self, a, address):
        return self.emit(f"vpandq {{d}}, {{0}}, zmmword ptr [{address}]", self.new(), a)

    def or_(self, a, b):
        return self.emit("vporq {d}, {0}, {1}", self.new(), a, b)

    def carry(self, a):
        return self.emit("vpsrlq {d}, {0}, 52", self.new(), a)

    def shift_lanes(self, high, low, lanes):
        """The eight lanes that begin `lanes` below the first of `high`, in the row low, high."""
        return self.emit(f"valignq {{d}}, {{0}}, {{1}}, {8 - lanes}", self.new(), high, low)

    def permute(self, indices, a, b):
        chosen = self.emit(f"vmovdqa64 {{d}}, zmmword ptr [{indices}]", self.new())
        return self.emit("vpermi2q {d}, {0}, {1}", chosen, a, b)

    def flag_excess(self, limbs):
        """k0: the lanes where one of the limbs that were or-ed together exceeds 52 bits."""
        self.emit("vpcmpuq k0, {0}, {1}, 6", None, limbs, MASK)

    def lines(self, carried=(), results=()):
        """The instructions in real registers. Virtual register i of `carried` comes in zmm(29 - i) and is
        free after its last use; register i of `results` goes out in zmm(29 - i).

        One pass in order: a target takes the register that was freed longest ago, which spaces false
        dependences, or its place among the results where that is free.
        """
        last = {}
        for position, op in enumerate(self.ops):
            for name in op.sources + ((op.target,) if op.target else ()):
                last[name] = position
        end = len(self.ops)
        last.update(dict.fromkeys(results, end))
        last.update({MASK: end, ZERO: end})
        place = {MASK: 31, ZERO: 30} | {name: CARRIED - i for i, name in enumerate(carried)}
        free = collections.deque(sorted(set(range(REGISTERS)) - set(place.values())))
        free.extend(place[name] for name in carried if name not in last)
        wanted = {name: CARRIED - i for i, name in enumerate(results)}
        expiring = collections.defaultdict(list)
        for name, position in last.items():
            expiring[position].append(name)
        lines = []
        for position, op in enumerate(self.ops):
            sources = [f"zmm{place[name]}" for name in op.sources]
            free.extend(place[name] for name in expiring[position] if name != op.target and name in place)
            target = op.target
            if target and target not in place:
                if wanted.get(target) in free:
                    free.remove(wanted[target])
                    place[target] = wanted[target]
                elif free:
                    place[target] = free.popleft()
                else:
                    raise ValueError(f"instruction {position} finds no register: {op.template}")
            if target and last[target] == position:
                free.append(place[target])
            lines.append(op.template.format(*sources, d=f"zmm{place[target]}" if target else None))
        return lines + moves({CARRIED - i: place[name] for i, name in enumerate(results)})


def carry_pass(stream, total, vectors, address, first_lane=0):
    """Stores limb = sum mod 2^52 + carry of the sum below, for the sums `total(v)` of consecutive vectors
    (None for zeros); the lanes below `first_lane` of the first vector carry nothing. Returns the limbs or-ed
    together.
    """
    below, union = ZERO, None
    for v in vectors:
        value, carries = total(v), ZERO
        if value:
            carries = stream.carry(value)
            if v == vectors[0] and first_lane:
                carries = stream.and_memory(carries, FROM_FOLD)
            limbs = stream.add(stream.low_52(value), stream.shift_lanes(carries, below, 1))
        else:
            limbs = stream.shift_lanes(ZERO, below, 1)
        below = carries
        stream.store(address(v), limbs)
        union = stream.or_(union, limbs) if union else limbs
    return union


def moves(sources):
    """The parallel assignment of registers, target to source, one move at a time."""
    pending = {target: source for target, source in sources.items() if target != source}
    spare = [r for r in range(CARRIED + 1) if r not in set(sources) | set(sources.values())]
    lines = []
    while pending:
        ready = [target for target in pending if target not in pending.values()]
        if ready:
            lines.append(f"vmovdqa64 zmm{ready[0]}, zmm{pending.pop(ready[0])}")
            continue
        # A cycle: park one source in a spare register.
        parked, register = next(iter(pending.values())), spare.pop()
        lines.append(f"vmovdqa64 zmm{register}, zmm{parked}")
        pending = {t: register if s == parked else s for t, s in pending.items()}
    return lines


def frame(shape, table_shift, before, loop):
    """The routine around the body of its main loop: entry, exits, constants. `table_shift` bytes into the
    table most displacements are short.

    It returns the reason in rax, and the number of squarings or products left in rdx: 0, all done; 1, a
    limb of H exceeded 52 bits, a is as it was and the next one is left to the caller; 2, the same of a limb
    of the result, which only lacks carries.
    """
    lanes = range(8)
    at_fold = ["-1" if lane >= shape.fold_lane else "0" for lane in lanes]
    below_fold = ["-1" if lane < shape.fold_lane else "0" for lane in lanes]
    return "\n".join(
        [
            "vpternlogq zmm31, zmm31, zmm31, 255",
            "vpsrlq zmm31, zmm31, 12",
            "vpxorq zmm30, zmm30, zmm30",
            "mov r9, r8",
            f"add rdx, {table_shift}",
            "lea r8, [rip + 9f]",
            *before,
            ".p2align 6",
            "2:",
            *loop,
            "dec rcx",
            "kortestb k0, k0",
            "jne 8f",
            "test rcx, rcx",
            "jne 2b",
            "xor eax, eax",
            "jmp 6f",
            "7:",
            "mov eax, 1",
            "jmp 6f",
            "8:",
            "mov eax, 2",
            "6:",
            "mov rdx, rcx",
            "vzeroupper",
            "ret",
            ".p2align 6",
            "9:",
            "# The squares of four limbs, low and high halves side by side: limbs 0 .. 3, limbs 4 .. 7.",
            ".quad 0, 8, 1, 9, 2, 10, 3, 11",
            ".quad 4, 12, 5, 13, 6, 14, 7, 15",
            "# The lanes of vector F div 8 from the fold upwards, and those below.",
            f".quad {', '.join(at_fold)}",
            f".quad {', '.join(below_fold)}",
            "",
        ]
    )
