"""Incidence buckets for different delays (spec/linear-batch.md): graphs for every delay that many share, and for the rest's outputs."""

from . import batch_varied
from .batch_strings import STATEMENT, strings
from .linear_batch import levels

FEWEST_OF_A_DELAY = 12000
EXPONENTS = 3
"""The number of the reduction that draws the exponents."""


def seed_of(group, level, shards):
    return batch_varied.seed_of(group, level, shards, "heliast/batch/varied-linear-seed/v1")


def divide(statements):
    """The statements of the delays with separate graphs, by delay, and the statements of all other delays."""
    by_delay, rest = {}, []
    for statement in statements:
        by_delay.setdefault(statement[0], []).append(statement)
    own = {t: found for t, found in sorted(by_delay.items()) if len(found) >= FEWEST_OF_A_DELAY and levels(len(found))}
    rest = [statement for statement in statements if statement[0] not in own]
    return own, rest


def claim(group, level, seed, statements):
    """(bases, product of the outputs)."""
    own, rest = divide(statements)
    rows = {t: rows_of(group, seed, found) for t, found in own.items()}
    memberships, left = [], len(rest)
    for stage, reduction in enumerate(levels(left)):
        memberships.append(reduction.members(seed, stage, left))
        left = reduction.rows
    exponents = strings(seed, EXPONENTS, STATEMENT, level, left + sum(map(len, rows.values())))

    outputs = [y for _, _, y in rest]
    for members in memberships:
        outputs = [product_of(group, [outputs[i] for i in row]) for row in members]
    output = batch_varied.product(group, zip(outputs, exponents))
    found = batch_varied.bases(group, level, rest, back(memberships, len(rest), exponents[:left]))
    for t, reduced in rows.items():
        own_exponents, left = exponents[left : left + len(reduced)], left + len(reduced)
        found.append((batch_varied.product(group, [(x, r) for (x, _), r in zip(reduced, own_exponents)]), 2**t))
        of_rows = batch_varied.product(group, [(y, r) for (_, y), r in zip(reduced, own_exponents)])
        output = group.mul(output, of_rows)
    return found, output


def rows_of(group, seed, statements):
    """The statements that the graphs of one delay leave."""
    rows = [(x, y) for _, x, y in statements]
    for stage, reduction in enumerate(levels(len(rows))):
        rows = reduction.leave(group, rows, seed, stage)
    return rows


def back(memberships, count, exponents):
    """The exponents of `count` statements, from the exponents of the rows of their rows."""
    sizes = [count] + [len(members) for members in memberships[:-1]]
    for members, size in zip(reversed(memberships), reversed(sizes)):
        sums = [0] * size
        for row, exponent in zip(members, exponents):
            for i in row:
                sums[i] += exponent
        exponents = sums
    return exponents


def product_of(group, elements):
    total = group.identity
    for element in elements:
        total = group.mul(total, element)
    return total
