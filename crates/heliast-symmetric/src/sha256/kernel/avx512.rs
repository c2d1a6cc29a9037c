//! Sixteen lanes in a vector, two vectors at once: AVX-512 F.
//!
//! The sixteen variables of both vectors stay in registers; the words are copied to the stack, where the
//! schedule overwrites them. One turn of the loop is sixteen rounds, which is 6 KB of code: all rounds
//! written out would fill the instruction cache. The rounds are in assembly so that no compiler moves a
//! variable to the stack.
//!
//! # Cost
//!
//! Vector arithmetic of one vector: 17 instructions for a round, 11 for its word of the schedule, 16 for a
//! round of a constant block, 8 at the end. Per compression, that is divided by 16 lanes:
//!
//! | | instructions |
//! |---|---|
//! | from round 0, with one vector or two | 101.5 |
//! | from round 4 | 97.3 |
//! | from round 8 | 93.0 |
//! | constant block | 64.5 |
//!
//! `bench/results/kernels.md` has the expected times.
#![allow(unsafe_code)]

use super::Compress;
use crate::sha256::{
    Block, Lanes, Start, State, Word,
    scalar::{K, Table},
};
use core::{
    arch::{
        asm,
        x86_64::{__m512i, _mm512_load_si512, _mm512_set1_epi32},
    },
    mem::MaybeUninit,
    ptr,
};
use heliast_cpu::{Portable, ShaNi};

/// The number of lanes of a vector.
const WIDTH: usize = 16;

/// Up to this many lanes the SHA extensions are faster than a vector: two groups of four in place of sixteen
/// lanes.
const FEW: usize = 8;

/// AVX-512 F, and the SHA extensions, if the CPU has them, for lanes that do not fill a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512 {
    _cpu: heliast_cpu::Avx512,
    few: Option<ShaNi>,
}

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        Some(Avx512 { _cpu: heliast_cpu::Avx512::detect()?, few: ShaNi::detect() })
    }
}

impl Compress for Avx512 {
    fn compress(self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        match self.few {
            Some(few) if lanes <= FEW => few.compress(lanes, start, block, out),
            // SAFETY: the value proves that the CPU has the instructions.
            _ => unsafe { compress_vectors(lanes, start, block, out) },
        }
    }

    fn compress_one(self, state: &mut [u32; 8], block: &[u32; 16]) {
        match self.few {
            Some(few) => few.compress_one(state, block),
            None => Portable::new().compress_one(state, block),
        }
    }

    fn compress_bytes(self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        match self.few {
            Some(few) => few.compress_bytes(state, blocks),
            None => Portable::new().compress_bytes(state, blocks),
        }
    }
}

#[target_feature(enable = "avx512f")]
fn compress_vectors(lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
    let (mut chaining, mut variables) = (Copies::new(), Copies::new());
    let (chaining, variables, begun) = match start {
        Start::Each(state) => (state, state, 0),
        Start::All(midstate) => {
            for word in 0..8 {
                chaining.spread(word, midstate.chaining[word]);
                // Every variable stays in its register while the names of the registers rotate from round to
                // round.
                variables.spread((word + midstate.rounds) % 8, midstate.variables[word]);
            }
            // SAFETY: all eight rows are written, in some order.
            unsafe { (&*chaining.written(), &*variables.written(), midstate.rounds) }
        }
    };
    let both = lanes > WIDTH;
    match block {
        Block::Words(words) => {
            let mut copies = Copies::new();
            for (index, word) in words.iter().enumerate() {
                match word {
                    Word::All(word) => copies.spread(index, *word),
                    Word::Each(row) => copies.copy(index, row),
                }
            }
            // SAFETY: all sixteen rows are written.
            let words = unsafe { copies.written() };
            if both {
                rounds_of_two(variables, chaining, begun, words, out);
            } else {
                rounds_of_one(variables, chaining, begun, words, out);
            }
        }
        Block::Constant(schedule) if both => {
            constant_rounds_of_two(variables, chaining, begun, &schedule.0, out)
        }
        Block::Constant(schedule) => constant_rounds_of_one(variables, chaining, begun, &schedule.0, out),
    }
}

/// Rows on the stack that are not written twice.
struct Copies<const N: usize>([MaybeUninit<Lanes>; N]);

impl<const N: usize> Copies<N> {
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn new() -> Copies<N> {
        Copies([const { MaybeUninit::uninit() }; N])
    }

    /// Writes a common word to all lanes of a row.
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn spread(&mut self, index: usize, word: u32) {
        let vector = _mm512_set1_epi32(word.cast_signed());
        self.write(index, [vector; 2]);
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn copy(&mut self, index: usize, row: &Lanes) {
        let (first, second) = row.0.split_at(WIDTH);
        // SAFETY: this reads two times 64 bytes, the two halves of a row.
        let vectors =
            unsafe { [_mm512_load_si512(first.as_ptr().cast()), _mm512_load_si512(second.as_ptr().cast())] };
        self.write(index, vectors);
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn write(&mut self, index: usize, [first, second]: [__m512i; 2]) {
        let row = self.0[index].as_mut_ptr().cast::<__m512i>();
        // SAFETY: a row is two vectors and aligned like one.
        unsafe {
            row.write(first);
            row.add(1).write(second);
        }
    }

    /// # Safety
    /// All rows have been written.
    #[target_feature(enable = "avx512f")]
    #[inline]
    unsafe fn written(&mut self) -> &mut [Lanes; N] {
        // SAFETY: as above, and the wrapper changes nothing about the layout.
        unsafe { &mut *self.0.as_mut_ptr().cast() }
    }
}

/// The round without W_t + K_t: adds the terms that do not depend on the schedule to h, and the result to d.
/// Afterwards d is called e, and h is called a. `$x $y $z` are free.
#[rustfmt::skip]
macro_rules! rest_of_round {
    (
        $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal,
        $x:literal $y:literal $z:literal
    ) => {
        concat!(
            // Ch(e, f, g)
            "vmovdqa64 zmm", $y, ", zmm", $e, "\n",
            "vpternlogd zmm", $y, ", zmm", $f, ", zmm", $g, ", 0xca\n",
            "vpaddd zmm", $h, ", zmm", $h, ", zmm", $y, "\n",
            // Σ1(e)
            "vprord zmm", $x, ", zmm", $e, ", 6\n",
            "vprord zmm", $y, ", zmm", $e, ", 11\n",
            "vprord zmm", $z, ", zmm", $e, ", 25\n",
            "vpternlogd zmm", $x, ", zmm", $y, ", zmm", $z, ", 0x96\n",
            "vpaddd zmm", $h, ", zmm", $h, ", zmm", $x, "\n",
            "vpaddd zmm", $d, ", zmm", $d, ", zmm", $h, "\n",
            // Maj(a, b, c)
            "vmovdqa64 zmm", $y, ", zmm", $a, "\n",
            "vpternlogd zmm", $y, ", zmm", $b, ", zmm", $c, ", 0xe8\n",
            "vpaddd zmm", $h, ", zmm", $h, ", zmm", $y, "\n",
            // Σ0(a)
            "vprord zmm", $x, ", zmm", $a, ", 2\n",
            "vprord zmm", $y, ", zmm", $a, ", 13\n",
            "vprord zmm", $z, ", zmm", $a, ", 22\n",
            "vpternlogd zmm", $x, ", zmm", $y, ", zmm", $z, ", 0x96\n",
            "vpaddd zmm", $h, ", zmm", $h, ", zmm", $x, "\n",
        )
    };
}

/// A round with W_t from memory. `$v` is the place of this vector in a row.
#[rustfmt::skip]
macro_rules! given {
    (
        $t:literal, $v:literal,
        $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal,
        $x:literal $y:literal $z:literal
    ) => {
        concat!(
            "vpaddd zmm", $h, ", zmm", $h, ", zmmword ptr [{words} + 128*", $t, " + ", $v, "]\n",
            "vpaddd zmm", $h, ", zmm", $h, ", dword ptr [{sums} + 4*", $t, "]{{1to16}}\n",
            rest_of_round!($a $b $c $d $e $f $g $h, $x $y $z),
        )
    };
}

/// A round whose W_t takes the place of W_(t − 16): that + σ0(W_(t − 15)) + W_(t − 7) + σ1(W_(t − 2)).
#[rustfmt::skip]
macro_rules! extended {
    (
        $t:literal $t1:literal $t9:literal $t14:literal, $v:literal,
        $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal,
        $x:literal $y:literal $z:literal $u:literal
    ) => {
        concat!(
            "vmovdqa64 zmm", $x, ", zmmword ptr [{words} + 128*", $t1, " + ", $v, "]\n",
            "vmovdqa64 zmm", $y, ", zmmword ptr [{words} + 128*", $t14, " + ", $v, "]\n",
            "vprord zmm", $z, ", zmm", $x, ", 7\n",
            "vprord zmm", $u, ", zmm", $x, ", 18\n",
            "vpsrld zmm", $x, ", zmm", $x, ", 3\n",
            "vpternlogd zmm", $x, ", zmm", $z, ", zmm", $u, ", 0x96\n",
            "vprord zmm", $z, ", zmm", $y, ", 17\n",
            "vprord zmm", $u, ", zmm", $y, ", 19\n",
            "vpsrld zmm", $y, ", zmm", $y, ", 10\n",
            "vpternlogd zmm", $y, ", zmm", $z, ", zmm", $u, ", 0x96\n",
            "vpaddd zmm", $x, ", zmm", $x, ", zmmword ptr [{words} + 128*", $t, " + ", $v, "]\n",
            "vpaddd zmm", $y, ", zmm", $y, ", zmmword ptr [{words} + 128*", $t9, " + ", $v, "]\n",
            "vpaddd zmm", $x, ", zmm", $x, ", zmm", $y, "\n",
            "vmovdqa64 zmmword ptr [{words} + 128*", $t, " + ", $v, "], zmm", $x, "\n",
            "vpaddd zmm", $x, ", zmm", $x, ", dword ptr [{sums} + 4*", $t, "]{{1to16}}\n",
            "vpaddd zmm", $h, ", zmm", $h, ", zmm", $x, "\n",
            rest_of_round!($a $b $c $d $e $f $g $h, $x $y $z),
        )
    };
}

/// A round with W_t + K_t from a table for all lanes.
#[rustfmt::skip]
macro_rules! constant {
    (
        $t:literal,
        $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal,
        $x:literal $y:literal $z:literal
    ) => {
        concat!(
            "vpaddd zmm", $h, ", zmm", $h, ", dword ptr [{sums} + 4*", $t, "]{{1to16}}\n",
            rest_of_round!($a $b $c $d $e $f $g $h, $x $y $z),
        )
    };
}

// A round of one vector or of two; `@` stands for the registers of the first and of the second.
macro_rules! given_of_one {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        given!($t, 0, $($first)+, 16 17 18)
    };
}
macro_rules! given_of_two {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        concat!(given!($t, 0, $($first)+, 16 17 18), given!($t, 64, $($second)+, 24 25 26))
    };
}
macro_rules! extended_of_one {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        extended!($t $t1 $t9 $t14, 0, $($first)+, 16 17 18 19)
    };
}
macro_rules! extended_of_two {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        concat!(
            extended!($t $t1 $t9 $t14, 0, $($first)+, 16 17 18 19),
            extended!($t $t1 $t9 $t14, 64, $($second)+, 24 25 26 27),
        )
    };
}
macro_rules! constant_of_one {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        constant!($t, $($first)+, 16 17 18)
    };
}
macro_rules! constant_of_two {
    ($t:literal $t1:literal $t9:literal $t14:literal @ $($first:literal)+ @ $($second:literal)+) => {
        concat!(constant!($t, $($first)+, 16 17 18), constant!($t, $($second)+, 24 25 26))
    };
}

/// t, t + 1, t + 9 and t + 14 modulo 16, and the registers of a, b, ..., h in round t.
#[rustfmt::skip]
macro_rules! sixteen {
    ($round:ident) => {
        concat!(
            $round!( 0  1  9 14 @ 0 1 2 3 4 5 6 7 @  8  9 10 11 12 13 14 15),
            $round!( 1  2 10 15 @ 7 0 1 2 3 4 5 6 @ 15  8  9 10 11 12 13 14),
            $round!( 2  3 11  0 @ 6 7 0 1 2 3 4 5 @ 14 15  8  9 10 11 12 13),
            $round!( 3  4 12  1 @ 5 6 7 0 1 2 3 4 @ 13 14 15  8  9 10 11 12),
            "4:\n",
            $round!( 4  5 13  2 @ 4 5 6 7 0 1 2 3 @ 12 13 14 15  8  9 10 11),
            $round!( 5  6 14  3 @ 3 4 5 6 7 0 1 2 @ 11 12 13 14 15  8  9 10),
            $round!( 6  7 15  4 @ 2 3 4 5 6 7 0 1 @ 10 11 12 13 14 15  8  9),
            $round!( 7  8  0  5 @ 1 2 3 4 5 6 7 0 @  9 10 11 12 13 14 15  8),
            "8:\n",
            $round!( 8  9  1  6 @ 0 1 2 3 4 5 6 7 @  8  9 10 11 12 13 14 15),
            $round!( 9 10  2  7 @ 7 0 1 2 3 4 5 6 @ 15  8  9 10 11 12 13 14),
            $round!(10 11  3  8 @ 6 7 0 1 2 3 4 5 @ 14 15  8  9 10 11 12 13),
            $round!(11 12  4  9 @ 5 6 7 0 1 2 3 4 @ 13 14 15  8  9 10 11 12),
            $round!(12 13  5 10 @ 4 5 6 7 0 1 2 3 @ 12 13 14 15  8  9 10 11),
            $round!(13 14  6 11 @ 3 4 5 6 7 0 1 2 @ 11 12 13 14 15  8  9 10),
            $round!(14 15  7 12 @ 2 3 4 5 6 7 0 1 @ 10 11 12 13 14 15  8  9),
            $round!(15  0  8 13 @ 1 2 3 4 5 6 7 0 @  9 10 11 12 13 14 15  8),
        )
    };
}

macro_rules! load {
    ($v:literal, $($word:literal $register:literal),+) => {
        concat!($("vmovdqa64 zmm", $register, ", zmmword ptr [{variables} + 128*", $word, " + ", $v, "]\n"),+)
    };
}
macro_rules! store {
    ($v:literal, $($word:literal $register:literal),+) => {
        concat!($(
            "vpaddd zmm", $register, ", zmm", $register,
            ", zmmword ptr [{chaining} + 128*", $word, " + ", $v, "]\n",
            "vmovdqa64 zmmword ptr [{out} + 128*", $word, " + ", $v, "], zmm", $register, "\n",
        )+)
    };
}
macro_rules! first_vector {
    ($transfer:ident) => { $transfer!(0, 0 0, 1 1, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7) };
}
macro_rules! both_vectors {
    ($transfer:ident) => {
        concat!(first_vector!($transfer), $transfer!(64, 0 8, 1 9, 2 10, 3 11, 4 12, 5 13, 6 14, 7 15))
    };
}

/// Sixteen rounds with the given words, without the first `begun` ones, then three times sixteen in a loop
/// with computed words.
macro_rules! rounds {
    ($name:ident, $vectors:ident, $given:ident, $extended:ident) => {
        #[target_feature(enable = "avx512f")]
        fn $name(
            variables: &State,
            chaining: &State,
            begun: usize,
            words: &mut [Lanes; 16],
            out: &mut State,
        ) {
            // SAFETY: rows of 128 bytes are aligned to 64. The code reads eight of `variables` and
            // `chaining`, reads and writes sixteen of `words`, and writes eight of `out`, with instructions
            // that the CPU has. K has 64 words, of which each pass reads sixteen. The stack is not used.
            unsafe {
                asm!(
                    $vectors!(load),
                    "cmp {turns:e}, 4",
                    "je 4f",
                    "ja 8f",
                    sixteen!($given),
                    "mov {turns:e}, 3",
                    ".p2align 6",
                    "2:",
                    "add {sums}, 64",
                    sixteen!($extended),
                    "dec {turns:e}",
                    "jnz 2b",
                    $vectors!(store),
                    variables = in(reg) ptr::from_ref(variables),
                    chaining = in(reg) ptr::from_ref(chaining),
                    words = in(reg) ptr::from_mut(words),
                    out = in(reg) ptr::from_mut(out),
                    sums = inout(reg) ptr::from_ref(&K) => _,
                    turns = inout(reg) begun => _,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                    out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                    out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
                    out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
                    out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
                    out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
                    options(nostack),
                );
            }
        }
    };
}

/// Four times sixteen rounds in a loop, without the first `begun` ones.
macro_rules! constant_rounds {
    ($name:ident, $vectors:ident, $constant:ident) => {
        #[target_feature(enable = "avx512f")]
        fn $name(variables: &State, chaining: &State, begun: usize, sums: &Table, out: &mut State) {
            // SAFETY: rows of 128 bytes are aligned to 64. The code reads eight of `variables` and
            // `chaining`, and writes eight of `out`, with instructions that the CPU has. `sums` has 64 words,
            // of which each pass reads sixteen. The stack is not used.
            unsafe {
                asm!(
                    $vectors!(load),
                    "cmp {turns:e}, 4",
                    "mov {turns:e}, 4",
                    "je 4f",
                    "ja 8f",
                    ".p2align 6",
                    "2:",
                    sixteen!($constant),
                    "add {sums}, 64",
                    "dec {turns:e}",
                    "jnz 2b",
                    $vectors!(store),
                    variables = in(reg) ptr::from_ref(variables),
                    chaining = in(reg) ptr::from_ref(chaining),
                    out = in(reg) ptr::from_mut(out),
                    sums = inout(reg) ptr::from_ref(sums) => _,
                    turns = inout(reg) begun => _,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                    out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                    out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
                    out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
                    out("zmm16") _, out("zmm17") _, out("zmm18") _,
                    out("zmm24") _, out("zmm25") _, out("zmm26") _,
                    options(nostack),
                );
            }
        }
    };
}

rounds!(rounds_of_one, first_vector, given_of_one, extended_of_one);
rounds!(rounds_of_two, both_vectors, given_of_two, extended_of_two);
constant_rounds!(constant_rounds_of_one, first_vector, constant_of_one);
constant_rounds!(constant_rounds_of_two, both_vectors, constant_of_two);
