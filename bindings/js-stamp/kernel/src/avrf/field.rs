//! GF(2^128) modulo x^128 + x^7 + x^2 + x + 1, and AES's bytes in it (`spec/avrf.md`, "Fields").

use crate::memory::Cells;

/// An element, bit i being the coefficient of x^i.
pub type Element = u128;

/// The number that the byte 2 is in the field: a root of AES's polynomial.
const ALPHA: Element = 0x053d8555_a9979a1c_a13fe8ac_5560ce0d;

/// Times x.
fn double(a: Element) -> Element {
    a << 1 ^ (a >> 127) * 0x87
}

/// 0 to 15 times the element, as polynomials of x in the bits of the digit.
fn multiples(a: Element) -> [Element; 16] {
    let mut out = [0; 16];
    let mut power = a;
    for bit in 0..4 {
        for low in 0..1 << bit {
            out[low + (1 << bit)] = out[low] ^ power;
        }
        power = double(power);
    }
    out
}

/// The digits of an element, of 4 bits, the lowest first. By halves, as shifts of 128 bits by a
/// variable are calls.
fn digits(a: Element) -> impl DoubleEndedIterator<Item = usize> {
    let halves = [a as u64, (a >> 64) as u64];
    (0..32).map(move |i| (halves[i / 16] >> (4 * (i % 16))) as usize & 15)
}

/// The product of two elements: Horner's rule in the digits of b.
#[inline(never)]
pub fn multiply(a: Element, b: Element) -> Element {
    let multiples = multiples(a);
    digits(b).rev().fold(0, |product: Element, digit| {
        let over = product >> 124;
        product << 4 ^ over ^ over << 1 ^ over << 2 ^ over << 7 ^ multiples[digit]
    })
}

/// The products of one element: what each value of each digit of the other factor adds.
pub struct Times(Cells<{ 32 * 16 * 16 }>);

impl Times {
    pub const fn new() -> Times {
        Times(Cells::new())
    }

    fn table(&self) -> *mut [[Element; 16]; 32] {
        self.0.start().cast()
    }

    /// Makes the table of an element.
    pub fn set(&self, a: Element) {
        // SAFETY: there is room for the table, and nothing else uses it meanwhile.
        let table = unsafe { &mut *self.table() };
        let mut power = a;
        for row in table {
            *row = multiples(power);
            power = (0..4).fold(power, |power, _| double(power));
        }
    }

    /// The element's product with another.
    #[inline(never)]
    pub fn of(&self, b: Element) -> Element {
        // SAFETY: there is room for the table, and nothing writes it meanwhile.
        let table = unsafe { &*self.table() };
        digits(b).zip(table).fold(0, |sum, (digit, row)| sum ^ row[digit])
    }
}

/// Of ALPHA, once it is set.
static TIMES_ALPHA: Times = Times::new();

/// Makes `combine` ready.
pub fn prepare() {
    TIMES_ALPHA.set(ALPHA);
}

/// The sum of the elements, each times the byte of AES at its place: Horner's rule in ALPHA.
#[inline(never)]
pub fn combine(bytes: &[u8], elements: &[Element]) -> Element {
    (0..8).rev().fold(0, |sum, bit| {
        let counted = bytes.iter().zip(elements).filter(|(byte, _)| **byte >> bit & 1 == 1);
        counted.fold(TIMES_ALPHA.of(sum), |sum, (_, element)| sum ^ element)
    })
}

/// The product in GF(2^8).
pub const fn multiply_bytes(a: u8, b: u8) -> u8 {
    let (mut sum, mut a, mut b) = (0, a as u32, b);
    while b > 0 {
        if b & 1 == 1 {
            sum ^= a;
        }
        a = a << 1 ^ (a >> 7) * 0x11b;
        b >>= 1;
    }
    sum as u8
}

/// a^exponent in GF(2^8).
pub const fn power(a: u8, exponent: u32) -> u8 {
    let (mut product, mut i) = (1, 0);
    while i < exponent {
        product = multiply_bytes(product, a);
        i += 1;
    }
    product
}

/// Row i has the 2^i-th powers of some bytes.
pub const fn conjugates<const N: usize, const ROWS: usize>(bases: [u8; N]) -> [[u8; N]; ROWS] {
    let (mut out, mut i) = ([[0; N]; ROWS], 0);
    while i < N * ROWS {
        out[i / N][i % N] = power(bases[i % N], 1 << (i / N));
        i += 1;
    }
    out
}
