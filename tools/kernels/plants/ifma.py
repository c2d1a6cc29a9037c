"""IFMA: mistakes in the assembly, and in the sizes of a class."""

from dataclasses import replace
from functools import partial

from .. import claims
from ..ifma import sums
from ..ifma.shape import routines, shapes
from .edit import changed

IFMA = {name: (bits, is_mul, text) for name, bits, is_mul, text in routines()}



def ifma_text(name, old, new, which=0):
    bits, is_mul, text = IFMA[name]
    return claims.ifma(changed(text, old, new, which), bits, is_mul)


def ifma_shape(name, **sizes):
    bits, is_mul, text = IFMA[name]
    return claims.ifma(text, bits, is_mul, replace(shapes()[bits], **sizes))


def plants():
    for name in ("square1024", "mul1024", "square2048"):
        texts = {
            "a carry left out": (r"vpsrlq (zmm\d+), zmm\d+, 52", r"vpxorq \1, \1, \1", 3),
            "a limb not cut": (r"vpandq (zmm\d+), (zmm\d+), zmm31", r"vmovdqa64 \1, \2", 3),
            "lanes moved too far": (r"(valignq zmm\d+, zmm\d+, zmm\d+), 7", r"\1, 6", 1),
            "two factors swapped": (r"(\[r(?:di|9) \+ )8\](?s:(.*?)\1)16\]", r"\g<1>16]\2\g<1>8]", 0),
            "a low half for a high one": (r"vpmadd52huq", "vpmadd52luq", 9),
            "another row": (r"\[rdx - 1664\]", "[rdx - 1600]", 0),
            "an excess not compared": (r"vporq (zmm\d+), (zmm\d+), zmm\d+", r"vporq \1, \2, \2", 1),
            "an excess not seen": (r"jne 8f\n", "", 0),
            "an excess seen too late": (r"(jne 7f\n)((?s:.*?))(vmovdqa64 zmmword ptr \[rdi\])", r"\2\1\3", 0),
            "a wrong reason": (r"mov eax, 2", "mov eax, 1", 0),
            "a turn too many": (r"dec rcx\n", "", 0),
            "a result not stored": (r"vmovdqa64 zmmword ptr \[rdi\], zmm\d+\n", "", 0),
        }
        for what, edit in texts.items():
            if what != "another row" or edit[0].replace("\\", "") in IFMA[name][2]:
                yield f"ifma {name}: {what}", partial(ifma_text, name, *edit)
    for name in ("square1024", "mul2048"):
        shape = shapes()[IFMA[name][0]]
        # V is the smallest bound that holds: the proof fails for one less, and also with one row more or one limb less.
        yield f"ifma {name}: a bound one too small", partial(ifma_shape, name, value_bits=shape.value_bits - 1)
        yield f"ifma {name}: a row too few", partial(ifma_shape, name, rows=shape.rows - 1)
        yield f"ifma {name}: moduli a bit longer", partial(ifma_shape, name, bits=shape.bits + 1)
        yield f"ifma sums of {name}: moduli of a limb more", partial(sums.prove, replace(shape, bits=shape.bits + 52))
        yield f"ifma {name}: a bound one too large", partial(ifma_shape, name, value_bits=shape.fold * 52 + 53)
