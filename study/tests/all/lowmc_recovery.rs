//! Recovers the key of LowMC with 4 rounds from a few hundred known pairs, which is the reason why a key of
//! `sl-vrf-paper` answers only seven inputs.
//!
//! With κ = K_0·k, the S-box layer of round 1 is linear in κ and in the n products of two bits of κ that
//! enter one S-box, so the output of the layer of round 2 is quadratic in these 2n unknowns. Backwards from
//! the output, the same is true, with κ' = L_4^-1·K_4·k, of the input of the layer of round 3. Both are the
//! state after round 2, except for the linear layer, which results in n equations for each pair, linear in
//! the monomials. When enough pairs are known for all independent equations, elimination leaves equations in
//! κ alone. (This is linearisation; its figures are in `spec/lowmc.md`.)
//!
//! `cargo test --release -p heliast-study --test all -- --ignored` takes several minutes and 0.3 GB.

use heliast_study::lowmc::{Bits, LowMc, Parameters};
use std::collections::BTreeMap;

/// The number of words of a linear form in 1, n bits of a key and n products, n ≤ 192.
const FORM: usize = 7;
/// The coefficients: bit 0 is the constant, followed by the key's bits and the products.
type Form = [u64; FORM];
/// The bits of the key that a monomial multiplies, in ascending order.
type Monomial = Vec<usize>;

#[test]
#[ignore = "minutes, 0.3 GB"]
fn two_hundred_and_fifty_two_pairs_give_the_key_of_129_bits() {
    recovers(Parameters::N129R4, 252);
}

fn recovers(parameters: Parameters, pairs: usize) {
    let cipher = LowMc::new(parameters);
    let key = block(parameters, 0x6865_6c69);
    let keys = cipher.round_keys(&key);
    let pairs: Vec<(Bits, Bits)> = (0..pairs)
        .map(|i| block(parameters, i as u64))
        .map(|plaintext| (plaintext, cipher.encrypt(&keys, &plaintext)))
        .collect();

    // The attack knows only the pairs.
    let attack = Attack::new(&cipher);
    let mut equations = Equations::new(attack.columns);
    pairs.iter().for_each(|(plaintext, ciphertext)| attack.equations(plaintext, ciphertext, &mut equations));
    let kappa = equations.solve(attack.key_columns()).expect("equations for every bit of the key");
    let found = product(&rows(&cipher.whitening().key_inverse), &kappa);

    let bits: Vec<bool> = (0..parameters.bits()).map(|j| key.bit(j) == 1).collect();
    assert_eq!(found, bits);
}

/// Returns an arbitrary block: the attack needs only distinct blocks.
fn block(parameters: Parameters, number: u64) -> Bits {
    let mut state = number.wrapping_add(1);
    let mut bytes = vec![0; parameters.bytes()];
    for byte in &mut bytes {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        *byte = (state >> 56) as u8;
    }
    let padding = 8 * parameters.bytes() - parameters.bits();
    *bytes.last_mut().expect("a block has bytes") &= u8::MAX << padding;
    parameters.decode(&bytes).expect("whole bytes, padding cleared")
}

type Rows = Vec<Vec<bool>>;

fn rows(matrix: &heliast_study::lowmc::Matrix) -> Rows {
    let n = matrix.rows().len();
    matrix.rows().map(|row| (0..n).map(|j| row.bit(j) == 1).collect()).collect()
}

fn product(rows: &Rows, vector: &[bool]) -> Vec<bool> {
    rows.iter().map(|row| row.iter().zip(vector).fold(false, |sum, (a, b)| sum ^ (a & b))).collect()
}

fn times(left: &Rows, right: &Rows) -> Rows {
    let n = left.len();
    let combine =
        |row: &Vec<bool>| (0..n).map(|j| (0..n).fold(false, |sum, i| sum ^ (row[i] & right[i][j]))).collect();
    left.iter().map(combine).collect()
}

fn inverse(matrix: &Rows) -> Rows {
    let n = matrix.len();
    let mut pairs: Vec<Vec<bool>> = matrix.clone();
    pairs.iter_mut().enumerate().for_each(|(i, row)| row.extend((0..n).map(|j| i == j)));
    for j in 0..n {
        let pivot = (j..n).find(|&i| pairs[i][j]).expect("a product of invertible matrices");
        pairs.swap(j, pivot);
        let pivot = pairs[j].clone();
        for (_, row) in pairs.iter_mut().enumerate().filter(|(i, row)| *i != j && row[j]) {
            row.iter_mut().zip(&pivot).for_each(|(a, b)| *a ^= b);
        }
    }
    pairs.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// One direction: the monomials of the products of two forms.
struct Side {
    /// K_i expressed in this side's bits.
    first: Rows,
    /// The column of the product of unknowns i and j.
    column: Vec<Vec<u32>>,
}

struct Attack {
    n: usize,
    /// Forward to S(x_1), in κ.
    forward: Side,
    /// Backward to x_2, in κ'.
    backward: Side,
    /// L_1, L_2, L_3^-1, L_4^-1.
    linear: [Rows; 4],
    constants: [Bits; 4],
    /// K_2·K_0^-1.
    middle: Rows,
    /// The columns of a row of the backward side from this one on have degree two at most and are in κ'.
    low: usize,
    /// Each of these columns expressed in κ.
    substituted: Vec<Vec<u64>>,
    columns: usize,
}

impl Attack {
    fn new(cipher: &LowMc) -> Attack {
        let n = cipher.parameters().bits();
        let round = cipher.rounds();
        let unkey = rows(&cipher.whitening().key_inverse);
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|i| rows(&round[i].key));
        // κ' = A·κ.
        let fourth_unlinear = rows(&round[3].linear_inverse);
        let change = times(&fourth_unlinear, &times(&fourth, &unkey));
        let unchange = inverse(&change);

        // The columns are: degree above two forward, degree above two backward, pairs, bits, the constant.
        let monomials = monomials(n);
        let high: Vec<&Monomial> = monomials.iter().filter(|monomial| monomial.len() > 2).collect();
        let low: Vec<Monomial> = low_monomials(n);
        let index = |first: usize| -> BTreeMap<&Monomial, u32> {
            let high = high.iter().copied().zip(first as u32..);
            high.chain(low.iter().zip(2 * high_len(&monomials) as u32..)).collect()
        };
        let column = |first: usize| {
            let (unknowns, index) = (unknowns(n), index(first));
            unknowns.iter().map(|a| unknowns.iter().map(|b| index[&union(a, b)]).collect()).collect()
        };
        let low_start = 2 * high.len();
        let columns = low_start + low.len();
        let in_kappa = index(0);
        let substituted = low
            .iter()
            .map(|monomial| {
                let mut row = vec![0; words(columns)];
                for monomial in expanded(monomial, &change) {
                    flip(&mut row, in_kappa[&monomial]);
                }
                row
            })
            .collect();
        Attack {
            n,
            forward: Side { first: times(&first, &unkey), column: column(0) },
            backward: Side { first: times(&third, &times(&unkey, &unchange)), column: column(high.len()) },
            linear: [
                rows(&round[0].linear),
                rows(&round[1].linear),
                rows(&round[2].linear_inverse),
                fourth_unlinear,
            ],
            constants: [0, 1, 2, 3].map(|i| round[i].constant),
            middle: times(&second, &unkey),
            low: low_start,
            substituted,
            columns,
        }
    }

    /// Returns the columns of the bits of κ, which are followed by the constant.
    fn key_columns(&self) -> std::ops::Range<usize> {
        self.columns - 1 - self.n..self.columns - 1
    }

    /// Adds the n equations of one pair.
    fn equations(&self, plaintext: &Bits, ciphertext: &Bits, equations: &mut Equations) {
        let bits = |bits: &Bits| -> Vec<bool> { (0..self.n).map(|j| bits.bit(j) == 1).collect() };
        let [l1, l2, l3_inverse, l4_inverse] = &self.linear;
        let [r1, r2, r3, r4] = &self.constants.map(|constant| bits(&constant));

        let x0 = self.with_key(&bits(plaintext));
        let mut x1 = combine(l1, &substitute(&x0, false));
        self.add(&mut x1, r1, &self.forward.first);
        let left = self.quadratic(&self.forward, &x1, false);

        let c: Vec<bool> = bits(ciphertext).iter().zip(r4).map(|(a, b)| a ^ b).collect();
        let mut x3 = substitute(&self.with_key(&product(l4_inverse, &c)), true);
        self.add(&mut x3, r3, &self.backward.first);
        let mut right = self.quadratic(&self.backward, &combine(l3_inverse, &x3), true);
        right.iter_mut().for_each(|row| self.substitute_low(row));

        // x_2 = L_2·S(x_1) + R_2 + K_2·k.
        let key = self.key_columns();
        for (i, mut row) in right.into_iter().enumerate() {
            for (left, _) in left.iter().zip(&l2[i]).filter(|(_, taken)| **taken) {
                row.iter_mut().zip(left).for_each(|(a, b)| *a ^= b);
            }
            let bits = self.middle[i].iter().zip(key.clone()).filter(|(set, _)| **set);
            bits.for_each(|(_, column)| flip(&mut row, column as u32));
            if r2[i] {
                flip(&mut row, key.end as u32);
            }
            equations.rows.extend_from_slice(&row);
        }
    }

    /// Returns the known bits plus those of the key.
    fn with_key(&self, known: &[bool]) -> Vec<Form> {
        let form = |(j, known): (usize, &bool)| {
            let mut form = [0; FORM];
            form[0] = u64::from(*known);
            flip(&mut form, 1 + j as u32);
            form
        };
        known.iter().enumerate().map(form).collect()
    }

    fn add(&self, state: &mut [Form], constant: &[bool], key: &Rows) {
        for (form, (constant, key)) in state.iter_mut().zip(constant.iter().zip(key)) {
            form[0] ^= u64::from(*constant);
            key.iter().zip(1..).filter(|(set, _)| **set).for_each(|(_, column)| flip(form, column));
        }
    }

    /// Applies the S-box layer, or its inverse, to any forms; the results are rows of coefficients of
    /// monomials.
    fn quadratic(&self, side: &Side, state: &[Form], backward: bool) -> Vec<Vec<u64>> {
        let words = words(self.columns);
        let layer = sboxes(state).flat_map(|sbox| outputs(backward).map(move |output| (sbox, output)));
        layer
            .map(|([c, b, a], (sum, pair))| {
                let (abc, mut row) = ([a, b, c], vec![0; words]);
                let taken = (0..3).filter(|m| sum[*m]);
                taken.for_each(|m| ones(&abc[m]).for_each(|i| flip(&mut row, side.column[i][0])));
                let [left, right] = pair.map(|m| ones(&abc[m]).collect::<Vec<_>>());
                for i in left {
                    right.iter().for_each(|j| flip(&mut row, side.column[i][*j]));
                }
                row
            })
            .collect()
    }

    /// Converts monomials of degree two at most from κ' to κ.
    fn substitute_low(&self, row: &mut [u64]) {
        let set: Vec<usize> =
            (self.low..self.columns).filter(|column| row[column / 64] >> (column % 64) & 1 == 1).collect();
        set.iter().for_each(|column| flip(row, *column as u32));
        let first = self.low / 64;
        for column in set {
            let other = &self.substituted[column - self.low];
            row[first..].iter_mut().zip(&other[first..]).for_each(|(a, b)| *a ^= b);
        }
    }
}

fn flip(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] ^= 1 << (index % 64);
}

fn ones(form: &Form) -> impl Iterator<Item = usize> + '_ {
    (0..64 * FORM).filter(|i| form[i / 64] >> (i % 64) & 1 == 1)
}

fn combine(rows: &Rows, state: &[Form]) -> Vec<Form> {
    let sum = |row: &Vec<bool>| {
        let taken = row.iter().zip(state).filter(|(taken, _)| **taken);
        taken.fold([0; FORM], |sum, (_, form)| std::array::from_fn(|w| sum[w] ^ form[w]))
    };
    rows.iter().map(sum).collect()
}

/// Returns the inputs c, b, a of each S-box.
fn sboxes(state: &[Form]) -> impl Iterator<Item = [Form; 3]> + '_ {
    state.as_chunks::<3>().0.iter().copied()
}

/// Returns for the outputs c, b, a, in this order, the inputs a, b, c that are added, and the two that are
/// multiplied.
fn outputs(inverse: bool) -> [([bool; 3], [usize; 2]); 3] {
    match inverse {
        false => {
            [([true, true, true], [0, 1]), ([true, true, false], [2, 0]), ([true, false, false], [1, 2])]
        }
        true => [([true, true, true], [0, 1]), ([false, true, false], [2, 0]), ([true, true, false], [1, 2])],
    }
}

/// Applies the first layer on either side: each S-box input is one bit of the key and a constant, so products
/// are unknowns.
fn substitute(state: &[Form], backward: bool) -> Vec<Form> {
    let n = state.len();
    let bit = |form: &Form| ones(form).find(|i| *i > 0).expect("a bit of the key");
    let mut layer = Vec::with_capacity(n);
    for (s, [c, b, a]) in sboxes(state).enumerate() {
        let abc = [a, b, c];
        for (m, (sum, [i, j])) in outputs(backward).into_iter().enumerate() {
            let mut form = [0; FORM];
            let mut add = |other: &Form| form.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
            (0..3).filter(|m| sum[*m]).for_each(|m| add(&abc[m]));
            // (p + u)(q + v) = pq + pv + qu + uv.
            let (p, q) = (abc[i][0] & 1 == 1, abc[j][0] & 1 == 1);
            let (u, v) = (bit(&abc[i]), bit(&abc[j]));
            form[0] ^= u64::from(p && q);
            if p {
                flip(&mut form, v as u32);
            }
            if q {
                flip(&mut form, u as u32);
            }
            flip(&mut form, (1 + n + 3 * s + m) as u32);
            layer.push(form);
        }
    }
    layer
}

/// Returns the terms of a form: 1, the bits of the key, and the products ab, ca, bc of each S-box, in the
/// order of [`outputs`].
fn unknowns(n: usize) -> Vec<Monomial> {
    let bits = (0..n).map(|j| vec![j]);
    let products = (0..n).map(|j| {
        let (s, m) = (j - j % 3, j % 3);
        [vec![s + 1, s + 2], vec![s, s + 2], vec![s, s + 1]][m].clone()
    });
    std::iter::once(Vec::new()).chain(bits).chain(products).collect()
}

/// Returns the product of two monomials: a bit is its own square.
fn union(a: &Monomial, b: &Monomial) -> Monomial {
    let mut both = [&a[..], b].concat();
    both.sort_unstable();
    both.dedup();
    both
}

/// Returns all products of two unknowns.
fn monomials(n: usize) -> Vec<Monomial> {
    let unknowns = unknowns(n);
    let all = unknowns.iter().flat_map(|a| unknowns.iter().map(|b| union(a, b)));
    let all: std::collections::BTreeSet<Monomial> = all.collect();
    all.into_iter().collect()
}

fn high_len(monomials: &[Monomial]) -> usize {
    monomials.iter().filter(|monomial| monomial.len() > 2).count()
}

/// Returns pairs, followed by bits and 1.
fn low_monomials(n: usize) -> Vec<Monomial> {
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| vec![j, i]));
    pairs.chain((0..n).map(|j| vec![j])).chain([Vec::new()]).collect()
}

/// Returns a monomial of at most two bits of A·κ as a sum of monomials of κ, which may contain a monomial
/// twice.
fn expanded(monomial: &Monomial, change: &Rows) -> Vec<Monomial> {
    let bits = |i: &usize| (0..change.len()).filter(|j| change[*i][*j]).collect::<Vec<_>>();
    match &monomial[..] {
        [] => vec![Vec::new()],
        [i] => bits(i).into_iter().map(|j| vec![j]).collect(),
        [i, j, ..] => {
            let right = bits(j);
            bits(i).iter().flat_map(|a| right.iter().map(|b| union(&vec![*a], &vec![*b]))).collect()
        }
    }
}

/// The number of words that are added at a time: they fit in registers, and their tables take 256 kB.
const CHUNK: usize = 16;

/// Returns the number of words of a row.
fn words(columns: usize) -> usize {
    columns.div_ceil(64).next_multiple_of(CHUNK)
}

/// Equations in monomials, one row of coefficients each, the constant in the last column.
struct Equations {
    columns: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Equations {
    fn new(columns: usize) -> Equations {
        Equations { columns, words: words(columns), rows: Vec::new() }
    }

    /// Returns the unknowns of the columns `wanted`, which are the last ones before the constant, if the
    /// equations determine them.
    fn solve(mut self, wanted: std::ops::Range<usize>) -> Option<Vec<bool>> {
        let mut pivots = Vec::new();
        for slab in 0..self.columns.div_ceil(64) {
            self.eliminate(slab, &mut pivots);
        }
        let last = pivots.iter().position(|column| wanted.contains(column))?;
        if pivots[last..] != wanted.clone().collect::<Vec<_>>() {
            return None;
        }
        let bit =
            |row: usize, column: usize| self.rows[row * self.words + column / 64] >> (column % 64) & 1 == 1;
        let mut values = vec![false; wanted.len()];
        for (i, column) in wanted.clone().enumerate().rev() {
            let others = (column + 1..wanted.end).filter(|other| bit(last + i, *other));
            let sum = others.fold(false, |sum, other| sum ^ values[other - wanted.start]);
            values[i] = sum ^ bit(last + i, wanted.end);
        }
        Some(values)
    }

    /// Brings the columns of one word to echelon form: at most 64 pivots, found in this word alone, and then
    /// added to all the other rows eight at a time by tables of their sums (four Russians).
    fn eliminate(&mut self, slab: usize, pivots: &mut Vec<usize>) {
        let (words, done) = (self.words, pivots.len());
        let rows = &mut self.rows[done * words..];
        let mut word: Vec<u64> = rows.chunks_exact(words).map(|row| row[slab]).collect();
        // Bit p means that row p of the pivots, in its present form, is to be added.
        let mut added = vec![0_u64; word.len()];
        let mut found = 0;
        for bit in 0..64.min(self.columns - 1 - 64 * slab) {
            let Some(row) = (found..word.len()).find(|row| word[*row] >> bit & 1 == 1) else { continue };
            if row != found {
                let (head, tail) = rows.split_at_mut(row * words);
                head[found * words..][..words].swap_with_slice(&mut tail[..words]);
                word.swap(row, found);
                added.swap(row, found);
            }
            let (pivot, sum) = (word[found], added[found] | 1 << found);
            for (word, added) in word.iter_mut().zip(&mut added).skip(found + 1) {
                let take = 0_u64.wrapping_sub(*word >> bit & 1);
                *word ^= pivot & take;
                *added ^= sum & take;
            }
            pivots.push(64 * slab + bit);
            found += 1;
        }

        if found == 0 {
            return;
        }
        let (own, others) = rows.split_at_mut(found * words);
        let mut table = vec![[0_u64; CHUNK]; 8 * 256];
        for chunk in slab / CHUNK..words / CHUNK {
            for (group, table) in table.as_chunks_mut::<256>().0.iter_mut().enumerate() {
                for index in 1..256_usize {
                    let (low, rest) = (index.trailing_zeros() as usize, index & (index - 1));
                    table[index] = table[rest];
                    if let Some(row) = own.chunks_exact(words).nth(8 * group + low) {
                        add(&mut table[index], &row.as_chunks().0[chunk]);
                    }
                }
            }
            for (row, added) in others.chunks_exact_mut(words).zip(&added[found..]) {
                let row = &mut row.as_chunks_mut().0[chunk];
                let mut sum = *row;
                for (byte, table) in added.to_le_bytes().into_iter().zip(table.as_chunks::<256>().0) {
                    add(&mut sum, &table[usize::from(byte)]);
                }
                *row = sum;
            }
        }
        // A pivot is added to other rows in its earlier form, and only earlier pivots are added to it.
        for pivot in (0..found).rev() {
            let (head, tail) = own.split_at_mut(pivot * words);
            for earlier in (0..pivot).filter(|earlier| added[pivot] >> earlier & 1 == 1) {
                let earlier = &head[earlier * words + slab..][..words - slab];
                tail[slab..words].iter_mut().zip(earlier).for_each(|(a, b)| *a ^= b);
            }
        }
    }
}

fn add(sum: &mut [u64; CHUNK], other: &[u64; CHUNK]) {
    sum.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}
