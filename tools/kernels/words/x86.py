"""The instructions of x86-64 that the kernels use, on words of a graph.

Registers hold constants, nodes, pointers (buffer, byte), ("count", decrements) and ("bits", shifts left). A flag that
is not known is None. The high part of the flags other than carry, overflow and zero is not modelled.
"""

import re

from ..graph import Node, require
from .arithmetic import Arithmetic, Memory, moved

SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
NAMES = ("rax", "rcx", "rdx", "rsi", "rdi", "rsp", "r8", "r9", "r10", "r11", *SAVED)
SHORT = {"e" + name[1:]: name for name in NAMES if not name[1:].isdigit()}
SHORT |= {name + "d": name for name in NAMES if name[1:].isdigit()}


class X86:
    def __init__(self, text, buffers, registers, writable, arithmetic=None):
        self.arithmetic = arithmetic or Arithmetic()
        self.memory = Memory(buffers, writable)
        self.registers = dict.fromkeys(NAMES) | {name: ("saved", name) for name in SAVED}
        self.registers |= registers | {"rsp": ("stack", 8 * 63)}
        self.memory.buffers["stack"][63] = ("saved", "return")
        self.cf = self.of = self.zf = None
        self.lines, self.labels = [], []
        for line in filter(None, map(str.strip, text.splitlines())):
            if line.endswith(":"):
                self.labels.append((line[:-1], len(self.lines)))
            else:
                self.lines.append(line)
        self.at = 0

    def run(self):
        """Runs to the end, or to the start of a loop whose count is not known, after each turn: then it yields True."""
        while True:
            line = self.lines[self.at]
            self.at += 1
            name, _, rest = line.partition(" ")
            operands = [text.strip() for text in rest.split(",") if text.strip()]
            if name == "ret":
                self.check_return()
                return False
            if name[0] != "j":
                method = getattr(self, "do_" + name, None)
                require(method, "unknown instruction", line)
                try:
                    method(*operands)
                except KeyError:
                    require(False, "cannot read", line)
                continue
            if self.jumps(name):
                self.at = self.target(operands[0])
            if name in ("jnz", "jne") and isinstance(self.zf, tuple):
                self.back, self.after = self.target(operands[0]), self.at
                return True

    def jumps(self, name):
        if name == "jmp":
            return True
        if name == "jrcxz":
            require(isinstance(self.registers["rcx"], int), "a count that is not known")
            return self.registers["rcx"] == 0
        if isinstance(self.zf, tuple):
            return False
        require(self.zf is not None, "a branch on something unknown")
        return self.zf == (name == "jz")

    def target(self, text):
        places = [at for label, at in self.labels if label == text[:-1]]
        if text[-1] == "b":
            return max(at for at in places if at < self.at)
        return min(at for at in places if at >= self.at)

    def check_return(self):
        require(self.registers["rsp"] == ("stack", 8 * 63), "the stack has moved")
        for name in SAVED:
            require(self.registers[name] == ("saved", name), name, "is not what it was")

    # Operands.

    def address(self, text):
        found = re.fullmatch(r"(?:qword ptr )?\[(\w+)(?:\+([\d+*-]+)|(-\d+))?\]", text)
        require(found, "no address:", text)
        offset = found[2] or found[3] or "0"
        by = sum(eval_product(part) for part in offset.split("+"))
        return moved(self.registers[found[1]], by)

    def read(self, text):
        if "[" in text:
            return self.memory.load(self.address(text))
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        value = self.registers[SHORT.get(text, text)]
        require(value is not None, text, "is not known")
        return value

    def write(self, text, value):
        if "[" in text:
            self.memory.store(self.address(text), value)
            return
        self.registers[SHORT.get(text, text)] = value

    # Instructions.

    def do_mov(self, to, source):
        require(to not in SHORT or re.fullmatch(r"\d+", source), "a short move")
        self.write(to, self.read(source))
        if to == "rdx":
            self.arithmetic.row()

    def do_lea(self, to, source):
        self.write(to, self.address(source))

    def do_push(self, source):
        self.registers["rsp"] = moved(self.registers["rsp"], -8)
        self.memory.store(self.registers["rsp"], self.read(source))

    def do_pop(self, to):
        self.write(to, self.memory.load(self.registers["rsp"]))
        self.registers["rsp"] = moved(self.registers["rsp"], 8)

    def do_xor(self, to, source):
        require(to == source, "only to clear")
        self.write(to, 0)
        self.cf = self.of = 0
        self.zf = True
        self.arithmetic.row()

    def do_mulx(self, high, low, source):
        """The high half is written last; the order matters where both go to one register, which does not happen."""
        require(high != low, "both halves in one register")
        low_half, high_half = self.arithmetic.halves(self.read("rdx"), self.read(source))
        self.write(low, low_half)
        self.write(high, high_half)

    def do_imul(self, to, source):
        self.write(to, self.arithmetic.low_half(self.read(to), self.read(source)))
        self.cf = self.of = self.zf = None

    def do_adcx(self, to, source):
        value, self.cf = self.arithmetic.add(self.read(to), self.read(source), self.cf)
        self.write(to, value)

    def do_adox(self, to, source):
        value, self.of = self.arithmetic.add(self.read(to), self.read(source), self.of)
        self.write(to, value)

    def do_adc(self, to, source):
        self.do_adcx(to, source)
        self.of = self.zf = None

    def do_add(self, to, source):
        value, by = self.read(to), self.read(source)
        if isinstance(value, tuple) and value[0] == "bits":
            require(value == by, "only doubled")
            self.write(to, ("bits", value[1] + 1))
            self.cf = None
        elif isinstance(value, tuple):
            self.write(to, moved(value, by))
            self.cf = None
        else:
            self.cf = 0
            self.do_adcx(to, source)
        self.of = self.zf = None

    def do_sub(self, to, source):
        self.cf = 0
        self.do_sbb(to, source)

    def do_sbb(self, to, source):
        require(self.cf is not None, "a borrow that is not known")
        if to == source:
            self.write(to, self.arithmetic.negated_bit(self.cf))
        else:
            value, self.cf = self.arithmetic.subtract(self.read(to), self.read(source), self.cf)
            self.write(to, value)
        self.of = self.zf = None

    def do_neg(self, to):
        """The carry becomes that of a word of 0 or 1, for the sum that follows."""
        self.arithmetic.row()
        value = self.read(to)
        if isinstance(value, Node) and value.kind == "mask":
            self.write(to, value.terms[0])
            self.cf = value.terms[0]
        elif isinstance(value, int):
            self.write(to, -value % 2**64)
            self.cf = int(value != 0)
        else:
            require(isinstance(value, Node) and value.most == 1, "not a bit:", value)
            self.cf = value
            self.registers[to] = None
        self.of = self.zf = None

    def do_and(self, to, source):
        self.write(to, self.arithmetic.both(self.read(to), self.read(source)))
        self.cf = self.of = 0
        self.zf = None

    def do_sar(self, to, bits):
        value = self.read(to)
        require(bits == "63" and isinstance(value, tuple) and value[0] == "bits", "another shift")
        self.write(to, self.arithmetic.negated_bit(self.arithmetic.graph.leaf(f"bit{value[1]}", 1)))
        self.cf = self.of = self.zf = None

    def do_cmovc(self, to, source):
        self.write(to, self.arithmetic.select(self.cf, self.read(to), self.read(source)))

    def do_cmovo(self, to, source):
        self.write(to, self.arithmetic.select(self.of, self.read(to), self.read(source)))

    def do_dec(self, to):
        value = self.read(to)
        if isinstance(value, tuple):
            require(value[0] == "count", "a pointer that counts")
            value = ("count", value[1] + 1)
            self.zf = value
        else:
            require(isinstance(value, int) and value > 0, "a counter below zero")
            value -= 1
            self.zf = value == 0
        self.write(to, value)
        # The carry stays.
        self.of = None


def eval_product(text):
    product = 1
    for factor in text.split("*"):
        product *= int(factor)
    return product
