//! Runs one sequence of operations on every backend that this CPU has, modulo one number in rings and modulo
//! eight in lanes: all backends agree with the portable one after every step.

#![no_main]

use heliast_arith::{Backend, Lanes, Natural, Residue, Ring};
use heliast_fuzz::fields::Fields;
use libfuzzer_sys::fuzz_target;
use std::array::from_fn;

/// The number of values that the operations work on.
const REGISTERS: usize = 4;
const MOST_STEPS: usize = 48;
/// Longer moduli would only be slower.
const MOST_BYTES: usize = 280;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let in_lanes = fields.u8() % 2 == 1;
    let len = usize::from(fields.u16()) % MOST_BYTES + 1;
    let n = odd(number(&mut fields, len));
    if in_lanes { lanes(n, fields) } else { rings(&n, fields) }
});

/// Returns a number from the input's bytes, or a pattern with limbs near the ends of their range, where
/// carries can go wrong.
fn number(fields: &mut Fields, len: usize) -> Natural {
    let pattern = fields.u8();
    if pattern < 0xc0 {
        return Natural::from_be_bytes(fields.bytes(len));
    }
    let limb = |i: usize| match (pattern >> (i % 5)) & 3 {
        0 => 0,
        1 => u64::MAX,
        2 => 1,
        _ => u64::MAX - 1,
    };
    Natural::from_limbs((0..len.div_ceil(8)).map(limb).collect::<Vec<_>>()).low_bits(8 * len)
}

/// Returns an odd number that is at least 3.
fn odd(n: Natural) -> Natural {
    let n = if n.is_even() { &n + &Natural::one() } else { n };
    if n.is_one() { Natural::from(3u64) } else { n }
}

fn rings(n: &Natural, mut fields: Fields) {
    let rings = Ring::on_each_backend(n).expect("an odd number");
    assert_eq!(rings[0].backend(), Backend::Portable);
    let len = n.bits().div_ceil(8) + 1;
    let values: [Natural; REGISTERS] = from_fn(|_| number(&mut fields, len));
    let mut states: Vec<[Residue; REGISTERS]> =
        rings.iter().map(|ring| from_fn(|i| ring.residue(&values[i]))).collect();
    for _ in 0..MOST_STEPS {
        if fields.is_empty() {
            break;
        }
        let (operation, places) = (fields.u8(), usize::from(fields.u8()));
        let [a, b, to] = [places, places >> 2, places >> 4].map(|place| place % REGISTERS);
        for (ring, state) in rings.iter().zip(&mut states) {
            let (x, y) = (state[a].clone(), state[b].clone());
            state[to] = match operation % 8 {
                0 => ring.mul(&x, &y),
                1 => ring.add(&x, &y),
                2 => ring.sub(&x, &y),
                3 => ring.neg(&x),
                4 => ring.half(&x),
                5 => ring.pow(&x, &Natural::from(u64::from(operation))),
                _ => {
                    let mut square = x;
                    ring.square_n(&mut square, u64::from(operation >> 3));
                    square
                }
            };
        }
        let expected = rings[0].natural(&states[0][to]);
        assert!(expected < *n);
        for (ring, state) in rings.iter().zip(&states) {
            assert_eq!(ring.natural(&state[to]), expected, "{}", ring.backend());
            assert_eq!(ring.equal(&state[a], &state[b]), rings[0].equal(&states[0][a], &states[0][b]));
            assert_eq!(ring.is_zero(&state[to]), rings[0].is_zero(&states[0][to]));
        }
    }
}

fn lanes(n: Natural, mut fields: Fields) {
    // Moduli of different lengths share their lanes.
    let moduli = from_fn(|lane| odd(n.shr(usize::from(fields.u8()) % 64 * lane)));
    let engines = Backend::ALL.into_iter().filter_map(|backend| Lanes::on(backend, &moduli).ok());
    let engines: Vec<Lanes> = engines.collect();
    let len = n.bits().div_ceil(8);
    let values: [Natural; 8] = from_fn(|_| number(&mut fields, len));
    let mut states: Vec<_> = engines
        .iter()
        .map(|lanes| [lanes.pack(values.each_ref()), lanes.one(), lanes.pack(from_fn(|i| &values[7 - i]))])
        .collect();
    for _ in 0..MOST_STEPS {
        if fields.is_empty() {
            break;
        }
        let (operation, places) = (fields.u8(), usize::from(fields.u8()));
        let [a, to] = [places, places >> 2].map(|place| place % 3);
        let mut expected: Option<[Natural; 8]> = None;
        for (lanes, state) in engines.iter().zip(&mut states) {
            if operation % 2 == 0 {
                let factor = state[a].clone();
                lanes.mul_assign(&mut state[to], &factor);
            } else {
                lanes.square_n(&mut state[to], u64::from(operation >> 3));
            }
            let found = lanes.unpack(&state[to]);
            assert_eq!(&found, expected.get_or_insert_with(|| found.clone()), "{}", lanes.backend());
        }
    }
    for (lane, modulus) in moduli.iter().enumerate() {
        let ring = Ring::on(Backend::Portable, modulus).expect("an odd number");
        assert_eq!(
            engines[0].unpack(&engines[0].pack(values.each_ref()))[lane],
            ring.natural(&ring.residue(&values[lane]))
        );
    }
}
