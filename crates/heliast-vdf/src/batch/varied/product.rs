//! Products of powers over lists: one for the whole list, or one for each delay.

use super::groups::{Delay, Delays};
use crate::{
    batch::{
        decoded,
        exponents::{FEW, horner},
        reduction::Reduction,
        strings::Strings,
    },
    parallel::{in_parallel, jobs_in_parallel, joined},
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Digits, Encoded, multiexp};

/// The number of statements whose elements are decoded at a time, for many short products.
const CHUNK: usize = 1024;

/// ∏ x_i^(string i), by Straus' method for few elements, and otherwise by Pippenger's, window by window, with
/// the windows shared among threads.
pub(super) fn multiply_powers<G: BulkGroup>(
    group: &G,
    list: Encoded<'_>,
    strings: &Strings,
    threads: usize,
) -> G::Elem {
    if list.len() <= FEW {
        let exponents = strings.naturals();
        let bases: Vec<_> = (0..list.len()).map(|index| list.element(group, index)).collect();
        return multiexp(group, &bases.iter().zip(&exponents).collect::<Vec<_>>());
    }
    if group.decodes_slowly() {
        return decoded::multiply_powers(group, &[list], strings, threads).remove(0);
    }
    let windows = Reduction::Exponents { bits: strings.bits() as u16 }.windows(list.len() as u64);
    let product = |window: usize| {
        let window = &windows[window];
        group.digit_products(
            list,
            &strings.digits(window.start, window.len()),
            window.len() as u32,
            Digits::Weighted,
        )
    };
    let products = jobs_in_parallel(windows.len(), threads, &product);
    horner(group, &windows, joined(products))
}

/// ∏ x_i^(string i) over the statements of each of these delays.
pub(super) fn merge<G: BulkGroup>(
    group: &G,
    inputs: Encoded<'_>,
    (strings, delays): (&Strings, &Delays),
    chosen: &[&Delay],
    threads: usize,
) -> Vec<G::Elem> {
    let members = |place: usize| delays.members(chosen[place]);
    let (few, many): (Vec<usize>, Vec<usize>) =
        (0..chosen.len()).partition(|place| members(*place).len() <= FEW);

    // Short products, chunk by chunk, several at a time if the group can do that.
    let short = |places: Range<usize>| {
        let places = &few[places];
        let mut products = Vec::with_capacity(places.len());
        let mut start = 0;
        while start < places.len() {
            let (mut end, mut count) = (start, 0);
            while end < places.len() && (count == 0 || count + members(places[end]).len() <= CHUNK) {
                count += members(places[end]).len();
                end += 1;
            }
            products.extend(multiply_short(
                group,
                inputs,
                strings,
                places[start..end].iter().map(|place| members(*place)),
            ));
            start = end;
        }
        products
    };
    let parts = in_parallel(few.len(), threads.min(few.len()), &short);
    let mut merged: Vec<(usize, G::Elem)> = few.iter().copied().zip(joined(parts)).collect();
    for place in many {
        let mut room = Vec::new();
        let list = select(group, inputs, members(place), &mut room);
        merged.push((place, multiply_powers(group, list, &strings.select(members(place)), threads)));
    }
    merged.sort_unstable_by_key(|(place, _)| *place);
    merged.into_iter().map(|(_, product)| product).collect()
}

fn multiply_short<'a, G: BulkGroup>(
    group: &G,
    inputs: Encoded<'_>,
    strings: &Strings,
    lists: impl Iterator<Item = &'a [usize]>,
) -> Vec<G::Elem> {
    let power = |index: &usize| (inputs.element(group, *index), strings.natural(*index));
    let problems: Vec<Vec<(G::Elem, Natural)>> = lists.map(|list| list.iter().map(power).collect()).collect();
    let borrowed: Vec<Vec<(&G::Elem, &Natural)>> = problems
        .iter()
        .map(|powers| powers.iter().map(|(base, exponent)| (base, exponent)).collect())
        .collect();
    group.multiexp_many(&borrowed.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The elements at these ascending places. If there is nothing between them they are not moved; otherwise
/// they are copied to `room`.
pub(super) fn select<'a, G: BulkGroup>(
    group: &G,
    list: Encoded<'a>,
    places: &[usize],
    room: &'a mut Vec<u8>,
) -> Encoded<'a> {
    match (places.first(), places.last()) {
        (Some(first), Some(last)) if last - first + 1 == places.len() => list.range(*first..last + 1),
        (None, _) | (_, None) => list.range(0..0),
        _ => {
            places.iter().for_each(|place| room.extend_from_slice(list.get(*place)));
            Encoded::new(group, room, group.encoded_len(), 0)
                .expect("encodings that were checked for this group")
        }
    }
}

/// Numbers of at most `bits` bits as strings.
pub(super) fn strings_of(exponents: &[Natural], bits: u16) -> Strings {
    let width = usize::from(bits).div_ceil(8);
    let mut bytes = Vec::with_capacity(exponents.len() * width);
    for exponent in exponents {
        let limbs = exponent.limbs().iter().flat_map(|limb| limb.to_le_bytes());
        bytes.extend(limbs.chain(core::iter::repeat(0)).take(width));
    }
    Strings::new(bytes, bits.into())
}
