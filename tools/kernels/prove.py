#!/usr/bin/env python3
"""placeholder"""
import sys, time
from pathlib import Path
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from kernels.ifma.routine import Routine
from kernels.ifma.proof import prove
from kernels.ifma.shape import shapes, routines, scratch_blocks
S = shapes()
for name, bits, is_mul, text in routines():
    if sys.argv[1:] and name not in sys.argv[1:]: continue
    t = time.time()
    r = Routine(text, S[bits], is_mul, scratch_blocks())
    print(name, flush=True); r.turns(prove)
    print(name, len(r.graph.nodes), r.graph.widest.bit_length(), round(time.time() - t, 2))
