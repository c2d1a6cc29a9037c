//! The products that the digits of a long list select, eight at once: a lane takes every eighth element, and
//! has buckets of its own.

use super::{
    ClassGroup, Form,
    bucket_rows::{BucketRows, MOST_ROWS},
    seats::{LANES, Row, in_products},
};
use crate::{Digits, Group, buckets};
use alloc::{vec, vec::Vec};
use heliast_arith::EightForms;

/// [`BulkGroup::digit_products_of`](crate::BulkGroup::digit_products_of), in lanes if there are some for this
/// group and the list is long enough.
pub(super) fn products(
    group: &ClassGroup,
    elements: &[&Form],
    digits: &[u32],
    bits: u32,
    asked: Digits,
) -> Vec<Form> {
    match cost_in_lanes(group, elements.len(), bits) {
        Some(cost) if cost < buckets::cost_alone(elements.len(), bits) => {
            in_lanes(group, elements, digits, bits, asked)
        }
        _ => buckets::digit_products_of(group, elements, digits, bits, asked),
    }
}

/// See `BulkGroup::digits_cost`.
pub(super) fn cost(group: &ClassGroup, elements: usize, bits: u32) -> usize {
    let alone = buckets::cost_alone(elements, bits);
    cost_in_lanes(group, elements, bits).map_or(alone, |cost| cost.min(alone))
}

/// The time of n/8 + 2^(c+1) products of eight, in products that are computed alone; `None` if there are no
/// lanes, or too many rows.
fn cost_in_lanes(group: &ClassGroup, elements: usize, bits: u32) -> Option<usize> {
    EightForms::limbs(group.bits()).filter(|_| bits < 32 && 1 << bits <= MOST_ROWS)?;
    Some(in_products(group, buckets::cost_alone(elements.div_ceil(LANES), bits)))
}

fn in_lanes(group: &ClassGroup, elements: &[&Form], digits: &[u32], bits: u32, asked: Digits) -> Vec<Form> {
    buckets::check(elements.len(), digits, bits);
    let mut rows = BucketRows::new(group, (1 << bits) - 1);
    let members: Vec<_> = elements.iter().zip(digits).filter(|(_, digit)| **digit > 0).collect();
    for some in members.chunks(LANES) {
        let mut of_seat = [0; LANES];
        for (index, (element, digit)) in some.iter().enumerate() {
            rows.seats.put(&mut rows.factors, index, element);
            of_seat[index] = **digit as usize;
        }
        rows.add(of_seat, 0);
    }
    let products = match asked {
        Digits::Weighted => vec![rows.weighted()],
        Digits::Bitwise => rows.bitwise(bits),
    };
    products.iter().map(|row| joined(group, row)).collect()
}

/// The product of the forms of a row.
fn joined(group: &ClassGroup, row: &Row) -> Form {
    let forms = (0..LANES).filter_map(|index| row.form(index));
    forms.reduce(|one, other| group.mul(&one, &other)).unwrap_or_else(|| group.identity())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The oracle is the same for any group. Lists are short and long, and elements occur often.
    #[test]
    fn products_in_lanes_are_those_of_any_group() {
        for (bits, len) in [(1024, 0), (1024, 1), (1024, 70), (2048, 20), (256, 30)] {
            let group = ClassGroup::from_seed(&[7; 32], bits).unwrap();
            let elements: Vec<Form> = (0..len as u64)
                .map(|number| {
                    let mut form = group.hash("digits", &(number % 50).to_be_bytes());
                    group.square_n(&mut form, number % 3 * 9);
                    form
                })
                .collect();
            let elements: Vec<&Form> = elements.iter().collect();
            let digits: Vec<u32> =
                (0..len as u32).map(|number| number.wrapping_mul(0x9e37_79b1) >> 29).collect();
            for asked in [Digits::Weighted, Digits::Bitwise] {
                let expected = buckets::digit_products_of(&group, &elements, &digits, 3, asked);
                assert_eq!(
                    in_lanes(&group, &elements, &digits, 3, asked),
                    expected,
                    "{bits} {len} {asked:?}"
                );
                assert_eq!(products(&group, &elements, &digits, 3, asked), expected);
            }
        }
        let group = ClassGroup::from_seed(&[7; 32], 1024).unwrap();
        assert!(cost(&group, 5_000, 9) <= 6_024 && cost(&group, 1_000, 9) == 2_024);
        assert_eq!(cost_in_lanes(&group, 1 << 30, 13), None);
    }
}
