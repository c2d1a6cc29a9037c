"""The proof of a turn: its result is congruent to the product and below 2^V, for all operands below 2^V.

With B = 2^52, F the first limb that is folded, and C limbs of the product T < 2^(2V) <= B^C:

1. sum r_i·B^i = low + sum h_k·(row_k as a number) - B^n·(the carry that is dropped on top), where `low` is what the
   columns below F contribute. The right side without the carry is below 2^V, so that the carry is 0, and the limbs
   r_i of the sum, all of them natural numbers, have the bounds of a residue.
2. T = low + sum h_k·B^(F+k) + terms that count B^C times or more. All of it is natural, so that these terms are 0.
3. row_k = B^(F+k) mod N, hence the result is T mod N.
"""

from ..expansion import Expansion
from ..graph import Node, most, require


def prove(routine, result):
    shape, graph, radix = routine.shape, routine.graph, 1 << 52
    stop = set(routine.machine.compared)
    row_of = {}
    for place, word in enumerate(word for block in routine.rows for word in block):
        if isinstance(word, Node):
            row_of[word] = divmod(place, 8 * shape.row_vectors)
    folded = Expansion(graph, [(word, radix**i) for i, word in enumerate(result)], stop)
    bound = folded.lost()
    require(bound < 1 << shape.value_bits, "a result may have", bound.bit_length(), "bits")
    require(not folded.leaves and not folded.constant, "something else is added to a result")
    require(all(most(word) < radix for word in result), "a limb of a result is not compared with its bound")
    high = high_limbs(shape, folded, row_of)
    low = {factors: halves for factors, halves in all_halves(folded).items() if not row_of.keys() & set(factors)}

    weights = [(word, radix ** (shape.fold + k)) for k, word in enumerate(high_lanes(routine, high))]
    product = Expansion(graph, weights)
    rest = all_halves(product)
    require(not product.leaves and not product.constant, "something else is added to T")
    for factors, (lows, highs) in low.items():
        more = rest.get(factors, (0, 0))
        rest[factors] = (more[0] + lows, more[1] + highs)
    beyond = radix ** (shape.fold + shape.rows)
    require(1 << 2 * shape.value_bits <= beyond, "the product may have more limbs")
    for weight in product.carries.values():
        require(weight <= -beyond, "a carry of T is lost")
    compare(routine, rest, beyond)


def all_halves(expansion):
    """The counts of low and high halves of each product."""
    lows, highs = expansion.halves["low"], expansion.halves["high"]
    return {factors: (lows.get(factors, 0), highs.get(factors, 0)) for factors in lows.keys() | highs.keys()}


def high_limbs(shape, folded, row_of):
    """The limbs h_k, each of which multiplies the whole row k, and nothing else."""
    high = {}
    for factors, (low, carried) in all_halves(folded).items():
        rows = [row_of[factor] for factor in factors if factor in row_of]
        if not rows:
            continue
        require(len(rows) == 1, "a row times a row")
        ((k, j),) = rows
        (limb,) = (factor for factor in factors if factor not in row_of)
        require(high.setdefault(k, (limb, []))[0] is limb, "row", k, "is multiplied by several limbs")
        wide = Expansion.product(factors) >= 1 << 52
        require((low, carried) == (1 << 52 * j, wide << 52 * (j + 1)), "row", k, "lane", j, "counts wrongly")
        high[k][1].append(j)
    lanes = [j for j in range(8 * shape.row_vectors) if shape.row_limb(j)]
    for k in range(shape.rows):
        require(k in high and sorted(high[k][1]) == lanes, "row", k, "is left out in part")
    return [high[k][0] for k in range(shape.rows)]


def high_lanes(routine, high):
    """h_0 ... in scratch memory, up to the end of its last vector."""
    lanes = [word for block in routine.machine.buffers["scratch"] for word in block or [None] * 8]
    require(high[0] in lanes, "the high limbs are not in scratch memory")
    start = lanes.index(high[0])
    require(lanes[start : start + len(high)] == high, "the high limbs are not in a row")
    end = start + len(high)
    return lanes[start : end + -end % 8]


def compare(routine, halves, beyond):
    """Proves that halves add up to a·b, except for terms that count `beyond` times or more."""
    a, b = routine.a, routine.b if routine.is_mul else routine.a
    wanted = {}
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            if isinstance(x, Node) and isinstance(y, Node):
                factors = (x, y) if x.serial <= y.serial else (y, x)
                wanted[factors] = wanted.get(factors, 0) + (1 << 52 * (i + j))
    require(halves.keys() <= wanted.keys(), "a product of something else")
    for factors, weight in wanted.items():
        low, high = halves.get(factors, (0, 0))
        require(low == weight or weight - low >= beyond, "the product", factors, "counts wrongly")
        missing = (weight << 52) - high if Expansion.product(factors) >= 1 << 52 else 0
        require(missing == 0 or missing >= beyond, "the high half of", factors, "counts wrongly")
