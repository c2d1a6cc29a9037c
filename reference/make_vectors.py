#!/usr/bin/env python3
"""Writes vectors/*.json, or with --check compares them byte for byte with what would be written.

usage: make_vectors.py [--check] [NAME ...]        NAME: a file such as group.json; default: all
"""

import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from vector_files import age_file, avrf, batch, bundle, class_delays, class_epoch, class_group, class_round, delay_context
from vector_files import ecvrf, envelope, epoch, finality, founding, group, hash_to_prime, ivrf, lbvrf, linear_batch, lowmc
from vector_files import members, pietrzak, prime, roots, round, round_avrf, round_roots, round_trees, schedule, segments, slvrf
from vector_files import sortition, stamp, validators, validators_finality, varied_linear
from vector_files import wesolowski, xmss, xvrf
from vector_files.common import VECTORS
from vector_files.members_story import members_story
from vector_files.stories import avrf_story, ecvrf_story
from vector_files.validators_story import ed25519_story, ml_dsa_story

DELAYS = (group, class_group, prime, hash_to_prime, wesolowski, delay_context, pietrzak, segments, roots)
BATCHES = (batch, linear_batch, varied_linear, class_delays)
LOTS = (ecvrf, xmss, xvrf, ivrf, lowmc, slvrf, avrf, lbvrf, sortition)
NETWORKS = (finality, founding, members, validators, validators_finality)
CHAINS = (schedule, round, round_trees, round_avrf, bundle, epoch)
CLASS_CHAINS = (class_round, class_epoch)
ROOT_CHAINS = (round_roots,)
SERVICES = (stamp,)
FILES = (age_file, envelope)
MODULES = DELAYS + BATCHES + LOTS + CHAINS + NETWORKS + CLASS_CHAINS + ROOT_CHAINS + SERVICES + FILES
MAKERS = {module.NAME: module for module in MODULES}
# Chains that several files use, and that take seconds to make.
SHARED = (ecvrf_story, avrf_story, members_story, ed25519_story, ml_dsa_story)


def main(arguments):
    check = "--check" in arguments
    names = [a for a in arguments if a != "--check"] or list(MAKERS)
    if not set(names) <= set(MAKERS):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    different = [name for name, good in process_all(names, check) if not good]
    for name in different:
        print(f"vectors/{name} differs from what the reference computes", file=sys.stderr)
    return 1 if different else 0


def process_all(names, check):
    """Writes or compares files, on all cores. The result has pairs of a name and whether the file is as it must be."""
    context = None
    if len(names) == len(MAKERS) and "fork" in multiprocessing.get_all_start_methods():
        # Made once, before other processes start, which then have a copy.
        context = multiprocessing.get_context("fork")
        for make in SHARED:
            make()
    with ProcessPoolExecutor(mp_context=context) as pool:
        return list(zip(names, pool.map(partial(process, check=check), names)))


def process(name, check):
    """Writes or compares one file. The result is whether it is as it must be."""
    text = json.dumps(MAKERS[name].make(), indent=1, ensure_ascii=True) + "\n"
    path = VECTORS / name
    if check:
        return path.is_file() and path.read_text() == text
    path.write_text(text)
    print(f"vectors/{name}: {len(text)} bytes")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
