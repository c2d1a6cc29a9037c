//! GF(2^128) modulo x^128 + x^7 + x^2 + x + 1, and AES's bytes in it (`spec/avrf.md`, "Fields").

use crate::memory::{Cells, load};
use core::arch::wasm32::{
    i8x16_swizzle, i32x4_splat, u8x16_shr, u8x16_splat, u64x2_extract_lane, v128, v128_and, v128_xor,
};

/// An element, bit i being the coefficient of x^i.
pub type Element = u128;

/// The number that the byte 2 is in the field: a root of AES's polynomial.
const ALPHA: Element = 0x053d8555_a9979a1c_a13fe8ac_5560ce0d;

/// Times x.
pub fn double(a: Element) -> Element {
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

/// A linear map of the field's bits, such as the products of one element: what each value of each
/// digit adds.
pub struct Map(Cells<{ 32 * 16 * 16 }>);

impl Map {
    pub const fn new() -> Map {
        Map(Cells::new())
    }

    /// Makes the table of the products of an element.
    pub fn set(&self, a: Element) {
        let mut power = a;
        self.set_images(|| {
            let image = power;
            power = double(power);
            image
        });
    }

    /// Makes the table from the images of x^0, x^1, ..., x^127, one after the other.
    fn set_images(&self, mut image: impl FnMut() -> Element) {
        // SAFETY: there is room for the table, and nothing else uses it meanwhile.
        let table = unsafe { &mut *self.0.start().cast::<[[Element; 16]; 32]>() };
        for row in table {
            for bit in 0..4 {
                let image = image();
                for low in 0..1 << bit {
                    row[low + (1 << bit)] = row[low] ^ image;
                }
            }
        }
    }

    /// The image of an element.
    pub fn of(&self, b: Element) -> Element {
        element(self.image(b as u64, (b >> 64) as u64))
    }

    /// The image of an element by its halves.
    #[inline(never)]
    pub fn image(&self, low: u64, high: u64) -> v128 {
        let mut row = self.0.start();
        let mut sums = [i32x4_splat(0); 2];
        for half in [low, high] {
            for i in 0..16 {
                // SAFETY: the table has 32 rows of 16 elements.
                unsafe {
                    let place = row.add((half >> (4 * i)) as usize % 16 * 16);
                    sums[i % 2] = v128_xor(sums[i % 2], load(place));
                    row = row.add(16 * 16);
                }
            }
        }
        v128_xor(sums[0], sums[1])
    }
}

/// The products of an element of GF(2^64), modulo x^64 + x^4 + x^3 + x + 1.
pub struct SmallMap(Cells<{ 16 * 16 * 8 }>);

impl SmallMap {
    pub const fn new() -> SmallMap {
        SmallMap(Cells::new())
    }

    fn table(&self) -> *mut [[u64; 16]; 16] {
        self.0.start().cast()
    }

    /// Makes the table of an element.
    pub fn set(&self, mut power: u64) {
        // SAFETY: there is room for the table, and nothing else uses it meanwhile.
        for row in unsafe { &mut *self.table() } {
            for bit in 0..4 {
                for low in 0..1 << bit {
                    row[low + (1 << bit)] = row[low] ^ power;
                }
                power = power << 1 ^ (power >> 63) * 0x1b;
            }
        }
    }

    /// The element's product with another.
    pub fn of(&self, b: u64) -> u64 {
        // SAFETY: there is room for the table, and nothing writes it meanwhile.
        let table = unsafe { &*self.table() };
        table.iter().enumerate().fold(0, |sum, (i, row)| sum ^ row[(b >> (4 * i)) as usize & 15])
    }
}

/// The element whose bits a vector has.
pub fn element(a: v128) -> Element {
    u128::from(u64x2_extract_lane::<0>(a)) | u128::from(u64x2_extract_lane::<1>(a)) << 64
}

/// An element's 16 coordinates over GF(2^8), for the basis 1, x, ..., x^15: to multiply it by a byte is
/// to multiply each of them.
pub type Coordinates = v128;

static TO_COORDINATES: Map = Map::new();
static FROM_COORDINATES: Map = Map::new();
/// By byte, its products with the numbers to 15, and with 16 times these.
static PRODUCTS: Cells<{ 256 * 32 }> = Cells::new();
static PREPARED: Cells<1> = Cells::new();

/// Makes coordinates and `combine` ready.
pub fn prepare() {
    // SAFETY: one thread runs at a time, and the tables have so much room.
    unsafe {
        if PREPARED.start().read() == 1 {
            return;
        }
        PREPARED.start().write(1);
        for byte in 0..=255 {
            for n in 0..16 {
                let row = PRODUCTS.start().add(32 * byte as usize + n as usize);
                row.write(multiply_bytes(byte, n));
                row.add(16).write(multiply_bytes(byte, 16 * n));
            }
        }
    }
    // Pairs of an element and its coordinates: first those of single bits, and by elimination those of
    // x^0, x^1, ...
    let mut pairs = [(0, 0); 128];
    let mut power = 1;
    for b in 0..8 {
        let mut image = power;
        for j in 0..16 {
            pairs[8 * j + b] = (image, 1 << (8 * j + b));
            image = double(image);
        }
        power = multiply(power, ALPHA);
    }
    let mut images = pairs.iter();
    FROM_COORDINATES.set_images(|| images.next().map_or(0, |pair| pair.0));
    for i in 0..128 {
        let has = |pair: &(Element, Element)| pair.0 >> i & 1 == 1;
        let found = (i..128).find(|at| has(&pairs[*at])).unwrap_or(i);
        pairs.swap(i, found);
        let with = pairs[i];
        for (_, pair) in pairs.iter_mut().enumerate().filter(|(at, pair)| *at != i && has(pair)) {
            *pair = (pair.0 ^ with.0, pair.1 ^ with.1);
        }
    }
    let mut coordinates = pairs.iter();
    TO_COORDINATES.set_images(|| coordinates.next().map_or(0, |pair| pair.1));
}

pub fn coordinates(a: Element) -> Coordinates {
    TO_COORDINATES.image(a as u64, (a >> 64) as u64)
}

pub fn from_coordinates(a: Coordinates) -> Element {
    element(FROM_COORDINATES.image(u64x2_extract_lane::<0>(a), u64x2_extract_lane::<1>(a)))
}

/// By row, the sum of the elements, each times the byte of AES at its place.
#[inline(always)]
pub fn combine<const N: usize, const ROWS: usize>(
    rows: &[[u8; N]; ROWS],
    elements: &[Coordinates; N],
) -> [Coordinates; ROWS] {
    let digits = elements.map(|a| (v128_and(a, u8x16_splat(15)), u8x16_shr(a, 4)));
    rows.map(|row| {
        let mut sum = i32x4_splat(0);
        for (byte, (low, high)) in row.into_iter().zip(digits) {
            // SAFETY: the table has 32 bytes for each byte.
            let product = unsafe {
                let place = PRODUCTS.start().add(32 * usize::from(byte));
                v128_xor(i8x16_swizzle(load(place), low), i8x16_swizzle(load(place.add(16)), high))
            };
            sum = v128_xor(sum, product);
        }
        sum
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
