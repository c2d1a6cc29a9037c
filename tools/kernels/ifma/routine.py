"""Runs a routine turn by turn, and checks its loop and its three exits, for any number of turns."""

from ..graph import Graph, Node, require
from .machine import Machine
from .program import Label, Program

DONE, HIGH_EXCESS, RESULT_EXCESS = 0, 1, 2


class Routine:
    """`shape` has limbs, value_bits, bits, rows, fold, vectors, row_vectors."""

    def __init__(self, text, shape, is_mul, scratch_blocks):
        self.shape, self.is_mul, self.graph = shape, is_mul, Graph(52)
        self.program = Program(text)
        self.count = 0
        leaves = {"a": self.residue("a"), "b": self.residue("b"), "table": self.table()}
        self.b, self.rows = [word for block in leaves["b"] for word in block], leaves["table"]
        pointers = {"rdi": ("a", 0), "rsi": ("scratch", 0), "rdx": ("table", 0), "rcx": ("count", 0), "r8": ("b", 0)}
        self.machine = Machine(self.graph, self.program, leaves | {"scratch": [None] * scratch_blocks}, pointers)
        self.head = next(place for name, place in self.program.labels if name == "2")

    def residue(self, name):
        shape = self.shape
        words = [self.graph.leaf(f"{name}{i}", shape.limb(i)) for i in range(8 * shape.vectors)]
        return [words[i : i + 8] for i in range(0, len(words), 8)]

    def table(self):
        shape = self.shape
        lanes = range(8 * shape.row_vectors)
        rows = ([self.graph.leaf(f"row{k},{j}", shape.row_limb(j)) for j in lanes] for k in range(shape.rows))
        return [row[i : i + 8] for row in rows for i in lanes[::8]]

    def turns(self, prove):
        """Proves a turn from the entry and one from any turn, and that all later ones are like the second."""
        place, machine = 0, self.machine
        while place != self.head:
            machine.execute(self.program.instructions[place])
            place += 1
        self.turn(prove)
        state = self.generalise()
        self.turn(prove)
        require(self.generalise() == state, "the third turn begins in another state than the second")

    def turn(self, prove):
        machine = self.machine
        self.a = [word for block in machine.buffers["a"] for word in block]
        machine.masks[0], machine.compared = None, None
        place, exits, started = self.head, [], self.count
        while True:
            instruction = self.program.at(place)
            place += 1
            if not instruction.name.startswith("j"):
                machine.execute(instruction)
                continue
            (label,) = instruction.operands
            kind, value = ("always", None) if instruction.name == "jmp" else machine.flags
            if kind == "excess":
                exits.append(self.exit(label.target))
                self.within(value)
            elif kind == "count":
                require(label.target == self.head, "another loop that counts")
                self.leaves_when_done(place, exits, prove)
                return
            elif kind == "always" or not value:
                require(value is not None or kind == "always", "a branch on something unknown")
                place = label.target

    def within(self, condition):
        """A comparison that found no excess."""
        if self.machine.compared is None:
            self.machine.compared = [word for word in condition.words if isinstance(word, Node)]
        for word in condition.words:
            if isinstance(word, Node):
                word.most = min(word.most, condition.bound)

    def exit(self, place):
        """Reason, operations left, and the limbs of a, on a way out."""
        saved = dict(self.machine.general), list(self.machine.vectors), self.machine.flags
        while (instruction := self.program.at(place)).name != "ret":
            place += 1
            if instruction.name == "jmp":
                place = instruction.operands[0].target
            else:
                require(instruction.name in ("mov", "xor", "vzeroupper"), "unusual on a way out:", instruction.name)
                self.machine.execute(instruction)
        require(not any(self.machine.vectors), "the upper halves of vectors are not cleared")
        general = self.machine.general
        self.machine.general, self.machine.vectors, self.machine.flags = saved
        a = [word for block in self.machine.buffers["a"] for word in block]
        return general.get("rax"), general.get("rdx"), a

    def leaves_when_done(self, place, exits, prove):
        """The end of a turn: three ways out, and the way back."""
        result = [word for block in self.machine.buffers["a"] for word in block]
        before, after = ("count", self.count), ("count", self.count + 1)
        expected = [(HIGH_EXCESS, before, self.a), (RESULT_EXCESS, after, result)]
        require(exits == expected, "exits with another reason, count or number")
        require(self.exit(place) == (DONE, after, result), "the end is another one")
        self.count += 1
        prove(self, result)
        self.result = result

    def generalise(self):
        """Puts new leaves in place of the result, wherever it is; other values that depend on inputs must not be read.
        Returns the leaf of each place."""
        machine, shape = self.machine, self.shape
        renamed = self.residue(f"a{self.count}.")
        flat = [word for block in renamed for word in block]
        names = {word: index for index, word in enumerate(self.result) if isinstance(word, Node)}
        inputs = {word: word for word in self.b if isinstance(word, Node)}

        def kept(vector):
            if vector is None or all(isinstance(word, int) or word in names or word in inputs for word in vector):
                return vector
            return None

        def new(vector):
            return vector and [flat[names[word]] if word in names else word for word in vector]

        def seen(vector):
            return vector and [("a", names[word]) if word in names else str(word) for word in vector]

        machine.vectors = [kept(vector) for vector in machine.vectors]
        machine.buffers["scratch"] = [None] * len(machine.buffers["scratch"])
        counter = ("count", self.count)
        general = {name: "count" if value == counter else value for name, value in machine.general.items()}
        state = [list(map(seen, machine.vectors)), [m if isinstance(m, int) else None for m in machine.masks], general]
        machine.vectors = [new(vector) for vector in machine.vectors]
        machine.buffers["a"] = renamed
        return state
