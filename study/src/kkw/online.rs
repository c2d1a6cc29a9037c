//! The online phase: the parties' broadcasts for the AND gates.
//!
//! For z = xy party i broadcasts s_i = x̂·λ_y,i ⊕ ŷ·λ_x,i ⊕ h_i, with h_i its bit for the gate; then ẑ = x̂ŷ
//! ⊕ the sum of the s_i. Gates ab, bc, ca are at the places of the inputs c, b, a = bits i, i + 1, i + 2 of a
//! string, so that shifts of one or two bits align the operands, for a string of all S-boxes at once and
//! eight parties in the lanes.

use super::{
    PARTIES, Profile,
    profile::{HALVES, TapeOffsets},
    strings::{NO_STRINGS, StringRows, extract_rows, place_rows, to_bytes},
    tapes::Tapes,
};
use crate::lowmc::Bits;
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::{LANES, Lanes};
use zeroize::Zeroize;

/// The public inputs of an S-box layer, as factors of the masks that are shifted to the gates.
///
/// Gate ab at c's place needs λ_b and λ_a from one and two places after it, bc at b's place needs λ_c from
/// one place before it and λ_b, and ca at a's place needs λ_a and λ_c from two places before it.
struct Factors {
    up1: Bits,
    up2: Bits,
    same: Bits,
    down1: Bits,
    down2: Bits,
}

impl Factors {
    fn new(inputs: &Bits) -> Factors {
        let [c, b, a] = inputs.split();
        Factors {
            up1: a,
            up2: b,
            same: c.shifted_down::<1>() ^ c.shifted_down::<2>(),
            down1: b.shifted_down::<1>(),
            down2: a.shifted_down::<2>(),
        }
    }

    /// Adds the products with `masks` to `gates`. This takes 26 operations on words for each word and party.
    fn add_products(&self, n: usize, masks: &StringRows, gates: &mut StringRows) {
        for w in 0..n.div_ceil(64) {
            let before = if w == 0 { &Lanes::ZERO } else { &masks[w - 1] };
            let behind = masks.get(w + 1).unwrap_or(&Lanes::ZERO);
            let [up1, up2, same, down1, down2] =
                [&self.up1, &self.up2, &self.same, &self.down1, &self.down2].map(|bits| bits.words()[w]);
            for lane in 0..LANES {
                let (before, mask, behind) = (before.0[lane], masks[w].0[lane], behind.0[lane]);
                gates[w].0[lane] ^= (mask << 1 | behind >> 63) & up1
                    ^ (mask << 2 | behind >> 62) & up2
                    ^ mask & same
                    ^ (mask >> 1 | before << 63) & down1
                    ^ (mask >> 2 | before << 62) & down2;
            }
        }
    }
}

/// Computes the broadcasts of all parties for one S-box layer of an execution, half by half.
pub(super) fn broadcasts(
    profile: &Profile,
    tapes: &Tapes,
    place: usize,
    offsets: TapeOffsets,
    inputs: &Bits,
    gates: &mut [StringRows; HALVES],
) {
    let n = profile.cipher.bits();
    let factors = Factors::new(inputs);
    for (tape, gates) in tapes.halves(place).into_iter().zip(gates) {
        let mut masks = NO_STRINGS;
        extract_rows(tape, offsets.masks, n, &mut masks);
        extract_rows(tape, offsets.gates, n, gates);
        factors.add_products(n, &masks, gates);
    }
}

/// Applies the S-box layer to public values, given the sum of the broadcasts: a ⊕ bc, a ⊕ b ⊕ ca, a ⊕ b ⊕ c ⊕
/// ab, each product with its sum.
pub(super) fn sbox_layer(inputs: &Bits, sum: &Bits) -> Bits {
    let [ab, bc, ca] = sum.split();
    inputs.sbox_layer() ^ Bits::join([ab, ca, bc])
}

/// The broadcasts of one execution, layer by layer. Erased on drop.
pub(super) struct Messages {
    /// The packed broadcasts, half by half.
    rows: Vec<Lanes>,
    words: usize,
}

impl Drop for Messages {
    fn drop(&mut self) {
        for row in &mut self.rows {
            row.zeroize();
        }
    }
}

impl Messages {
    pub(super) fn new(profile: &Profile) -> Messages {
        let words = profile.gate_words();
        Messages { rows: vec![Lanes::ZERO; HALVES * words], words }
    }

    pub(super) fn clear(&mut self) {
        self.rows.fill(Lanes::ZERO);
    }

    /// Writes all parties' broadcasts for S-box layer `layer`.
    pub(super) fn write(&mut self, layer: usize, n: usize, gates: &[StringRows; HALVES]) {
        for (rows, gates) in self.rows.chunks_exact_mut(self.words).zip(gates) {
            place_rows(gates, layer * n, n, rows);
        }
    }

    /// Writes msgs_0 ‖ … ‖ msgs_15, A bytes each.
    pub(super) fn to_bytes(&self, bytes: &mut [u8]) {
        for (party, bytes) in bytes.chunks_exact_mut(bytes.len() / PARTIES).enumerate() {
            let rows = &self.rows[party / LANES * self.words..][..self.words];
            to_bytes(rows.iter().map(|row| row.0[party % LANES]), bytes);
        }
    }
}
