"""The sizes of the classes of moduli, from the Rust code that uses them."""

import re
from dataclasses import dataclass
from pathlib import Path

KERNEL = Path(__file__).resolve().parents[3] / "crates/heliast-arith/src/kernel/ifma"


@dataclass
class Shape:
    bits: int
    limbs: int
    value_bits: int
    rows: int

    @property
    def fold(self):
        return self.limbs - 1

    @property
    def vectors(self):
        return -(-self.limbs // 8)

    @property
    def row_vectors(self):
        return -(-(-(-self.bits // 52)) // 8)

    def limb(self, index):
        """The largest value of limb `index` of a residue."""
        return largest(self.value_bits - 52 * index)

    def row_limb(self, index):
        """The largest value of limb `index` of a number below 2^bits."""
        return largest(self.bits - 52 * index)


def largest(bits):
    return (1 << min(52, max(0, bits))) - 1


def shapes():
    """The shape of each class of moduli, by bits."""
    text = (KERNEL / "class.rs").read_text()
    found = re.findall(r"Class \{ bits: (\d+), limbs: (\d+), value_bits: (\d+), rows: (\d+) \}", text)
    return {int(numbers[0]): Shape(*map(int, numbers)) for numbers in found}


def scratch_blocks(bits, is_mul):
    """The blocks of scratch that Rust promises to a routine."""
    name = f"{'MUL' if is_mul else 'SQUARE'}_{bits}"
    return int(re.search(rf'{name} = \w+: "[^"]*", (\d+);', (KERNEL / "routine.rs").read_text())[1])


def routines():
    """Name, bits, whether it is a product, and text of each routine that Rust includes."""
    text = (KERNEL / "routine.rs").read_text()
    for kind, bits, file in re.findall(r'(SQUARE|MUL)_(\d+) = \w+: "([^"]*)"', text):
        yield f"{kind.lower()}{bits}", int(bits), kind == "MUL", (KERNEL / file).read_text()
