//! Reduction of positive definite forms (Gauss; Cohen, algorithm 5.4.2).
//!
//! (a, b, c) is made normal by b − 2·q·a, where q is nearest to b/2a, and then replaced by (c, −b, a) as long
//! as a > c. The result of a composition is at most a few steps away from a reduced form, and its quotients
//! nearly always fit into a word. They are then found from leading words. A quotient with an error of one
//! costs one more step.

use super::Working;
use core::cmp::Ordering;
use heliast_arith::{Integer, Sign};

/// Reduces a form in place, with room for three integers.
pub(super) fn reduce(form: &mut Working, room: &mut [&mut Integer; 3]) {
    loop {
        if form.b.compare_magnitudes(&form.a).is_gt() {
            normalize(form, room);
            continue;
        }
        match form.a.compare_magnitudes(&form.c) {
            Ordering::Greater => {
                form.a.swap(&mut form.c);
                form.b.negate();
            }
            order => {
                // (a, −a, c) is (a, a, c), and (a, −b, a) is (a, b, a).
                if order.is_eq() || form.b.compare_magnitudes(&form.a).is_eq() {
                    form.b.make_positive();
                }
                return;
            }
        }
    }
}

/// With h = b − q·a: b := h − q·a and c := c − q·h.
fn normalize(form: &mut Working, [h, b, c]: &mut [&mut Integer; 3]) {
    let negative = form.b.is_negative();
    form.b.make_positive();
    match form.b.half_quotient(&form.a) {
        Some(quotient) => {
            h.set_less_multiple(&form.b, &form.a, quotient);
            b.set_less_multiple(h, &form.a, quotient);
            c.set_less_multiple(&form.c, h, quotient);
        }
        None => {
            // q = ⌊(b + a)/2a⌋.
            let (mut quotient, mut double, mut product) = (Integer::zero(), Integer::zero(), Integer::zero());
            double.copy_from(&form.a);
            double.double();
            product.set_sum(&form.b, Sign::Plus, &form.a);
            quotient.set_quotient(&product, &double);
            product.set_product(&quotient, &form.a);
            h.set_sum(&form.b, Sign::Minus, &product);
            b.set_sum(h, Sign::Minus, &product);
            product.set_product(&quotient, h);
            c.set_sum(&form.c, Sign::Minus, &product);
        }
    }
    form.b.swap(b);
    form.c.swap(c);
    if negative {
        form.b.negate();
    }
}
