//! The functions and constants of FIPS 180-4, sections 4.1.2, 4.2.2 and 5.3.3, on single words, and one
//! compression by them (section 6.2.2).

/// H^(0): the first 32 bits of the fractional parts of the square roots of the first eight primes.
pub(super) const INITIAL: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// [`CONSTANTS`] in memory.
pub(super) static K: Table = Table(CONSTANTS);

/// A word for each round, aligned to cache lines.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Table(pub(super) [u32; 64]);

/// K_t: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
pub(super) const CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// The chaining value after `block`.
pub(super) const fn compress(chaining: &[u32; 8], block: &[u32; 16]) -> [u32; 8] {
    let sums = schedule(block);
    let mut state = *chaining;
    let mut t = 0;
    while t < 64 {
        // Eight rounds at a time: after them the variables are back in their places, so none is moved.
        state = round(state, sums[t]);
        state = round(state, sums[t + 1]);
        state = round(state, sums[t + 2]);
        state = round(state, sums[t + 3]);
        state = round(state, sums[t + 4]);
        state = round(state, sums[t + 5]);
        state = round(state, sums[t + 6]);
        state = round(state, sums[t + 7]);
        t += 8;
    }
    let mut word = 0;
    while word < 8 {
        state[word] = state[word].wrapping_add(chaining[word]);
        word += 1;
    }
    state
}

/// W_t + K_t for all t.
pub(super) const fn schedule(block: &[u32; 16]) -> [u32; 64] {
    let mut sums = CONSTANTS;
    let mut words = *block;
    let mut t = 0;
    while t < 64 {
        if t >= 16 {
            words[t % 16] = words[t % 16]
                .wrapping_add(small_sigma_0(words[(t + 1) % 16]))
                .wrapping_add(words[(t + 9) % 16])
                .wrapping_add(small_sigma_1(words[(t + 14) % 16]));
        }
        sums[t] = sums[t].wrapping_add(words[t % 16]);
        t += 1;
    }
    sums
}

/// One round; `sum` is W_t + K_t.
#[inline(always)]
pub(super) const fn round([a, b, c, d, e, f, g, h]: [u32; 8], sum: u32) -> [u32; 8] {
    let t1 = h.wrapping_add(big_sigma_1(e)).wrapping_add(choose(e, f, g)).wrapping_add(sum);
    let t2 = big_sigma_0(a).wrapping_add(majority(a, b, c));
    [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g]
}

/// Ch, with one operation less than in its definition.
#[inline(always)]
pub(super) const fn choose(x: u32, y: u32, z: u32) -> u32 {
    (x & (y ^ z)) ^ z
}

/// Maj, with one operation less than in its definition.
#[inline(always)]
pub(super) const fn majority(x: u32, y: u32, z: u32) -> u32 {
    (x & y) | (z & (x | y))
}

#[inline(always)]
pub(super) const fn big_sigma_0(x: u32) -> u32 {
    x.rotate_right(2) ^ x.rotate_right(13) ^ x.rotate_right(22)
}

#[inline(always)]
pub(super) const fn big_sigma_1(x: u32) -> u32 {
    x.rotate_right(6) ^ x.rotate_right(11) ^ x.rotate_right(25)
}

#[inline(always)]
pub(super) const fn small_sigma_0(x: u32) -> u32 {
    x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3)
}

#[inline(always)]
pub(super) const fn small_sigma_1(x: u32) -> u32 {
    x.rotate_right(17) ^ x.rotate_right(19) ^ (x >> 10)
}

#[cfg(test)]
mod tests;
