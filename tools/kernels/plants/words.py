"""Words of 64 bits: mistakes in the macros, or in the text that they make."""

from functools import partial

from .. import claims
from ..words.adx import Adx
from ..words.umulh import Umulh
from .edit import changed


class Edited:
    """A kernel whose routine differs in one place."""

    def __init__(self, kind, name, edit):
        self.kind, self.name, self.edit = kind, name, edit

    def __call__(self, text):
        machine = self.kind(text)
        machine.code[self.name] = self.edit(machine.code[self.name])
        return machine


# Kernel, mistake, claim, routine, and the text that is replaced.
IN_ROWS = (
    (Adx, "a carry left out", "product", "multiply_rows", r"adcx r9, rbp\n", ""),
    (Adx, "two limbs swapped", "product", "multiply_rows", r"\[rsi\+8\]", "[rsi+16]"),
    (Adx, "a carry into the wrong chain", "product", "multiply_rows", "adox r9, rax", "adcx r9, rax"),
    (Adx, "a product of the triangle left out", "square", "square_rows", r"mulx rbx.*\n.*\n.*\n", ""),
    (Adx, "a limb not doubled", "square", "double_and_add_squares", r"adcx r8, r8\n", ""),
    (Adx, "a carry lost by the loop", "square", "double_and_add_squares", r"lea rdi, \[rdi\+128\]", "add rdi, 128"),
    (Adx, "the carry of a block lost", "reduce", "reduce_rows", r"neg rax\n(adc)", r"neg rax\nxor eax, eax\n\1"),
    (Adx, "a digit of another limb", "reduce", "reduce_rows", r"mov rdx, r9\n", "mov rdx, r10\n"),
    (Adx, "a register not restored", "reduce", "reduce_rows", r"pop r15\n *pop r14", "pop r14\n pop r15"),
    (Umulh, "a carry left out", "product", "multiply_rows", r"adcs x16, x17, x24", "adds x16, x17, x24"),
    (Umulh, "two limbs swapped", "product", "multiply_rows", r"mul x25, x6, x23", "mul x25, x7, x23"),
    (Umulh, "a high half of another product", "product", "multiply_rows", r"umulh x26, x7", "umulh x26, x8"),
    (Umulh, "a bit of another limb", "square", "double_and_add", r"extr x5, x6, x5", "extr x5, x6, x4"),
    (Umulh, "a digit left out", "reduce", "digit_rows", r"mov x4, #8", "mov x4, #7"),
    (Umulh, "a register not restored", "reduce", "digit_rows", r"ldp x25, x26", "ldp x26, x25"),
)


def plants():
    paths = {Adx: claims.ADX_ROWS, Umulh: claims.UMULH_ROWS}
    for kind, what, operation, name, old, new in IN_ROWS:
        edit = partial(changed, old=old, new=new)
        call = partial(claims.rows, Edited(kind, name, edit), claims.macros(*paths[kind]), operation, 2)
        yield f"{kind.__name__.lower()} {operation}: {what}", call
    odd_text, four_text = claims.macros(*claims.ADX_ODD), claims.macros(*claims.ADX_FOUR)
    for what, old, new in (
        ("a carry left out", r'"adox ", \$top, ", \[rsp\]\\n"', '""'),
        ("a borrow of N forgotten", r'sbb ", \$result', 'sub ", $result'),
        ("chosen by the other bit", r"cmovc", "cmovo"),
    ):
        for name in ("five", "eight"):
            edited = changed(odd_text, old, new, -1 if name == "eight" else 0)
            if not (name == "eight" and what == "a carry left out"):
                yield f"adx {name} limbs: {what}", partial(claims.odd_lengths, edited, name, False)
    for what, name, old, new in (
        ("a carry left out", "square", r"adc r12, 0\\n add r11", r"add r11"),
        ("a limb not doubled", "square", r"adcx r10, r10\\n", ""),
        ("not reduced where a sum carries", "multiply", r"cmovc rdi, r12\\n", ""),
        ("another digit", "multiply", r'mov rdx, rcx\\n imul', r"mov rdx, r8\\n imul"),
        ("doubled without its carry", "square_and_double", r"adcx rdi, r9\\n mov r12", r"adox rdi, r9\\n mov r12"),
        ("N not added back", "lucas_step", r"and r9, rax\\n ", ""),
    ):
        yield f"adx four limbs, {name}: {what}", partial(claims.four_limbs, changed(four_text, old, new), name)
