//! Elements of class groups, with discriminants of 2 to 2048 bits and with those that the input contains,
//! honest with edits or any: each form has one encoding, only forms of the discriminant are accepted, and
//! inverses undo products.

#![no_main]

use heliast_arith::Natural;
use heliast_fuzz::{big, class, fields::Fields};
use heliast_group::{ClassForm, ClassGroup, Group, Malformed};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigInt;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let Some(group) = class::group(&mut fields) else { return };
    let mut forms = vec![group.identity()];
    while !fields.is_empty() && forms.len() < 4 {
        // With 0, the input is cut to the group's own length, and with some other values to a wrong length;
        // with the rest, a form is made and changed.
        let own = group.encoded_len();
        let bytes = match fields.u8() {
            extra @ 1..=8 => fields.bytes((own + usize::from(extra)).saturating_sub(4)).to_vec(),
            choice @ 128.. => honest(&group, choice, &mut fields),
            _ => fields.bytes(own).to_vec(),
        };
        match group.decode(&bytes) {
            Ok(form) => {
                check(&group, &form);
                assert_eq!(group.encode(&form), bytes);
                forms.push(form);
            }
            Err(Malformed::Length { expected, found }) => {
                assert!(found == bytes.len() && expected == group.encoded_len() && found != expected);
            }
            Err(reason) => {
                assert!(matches!(reason, Malformed::NoForm | Malformed::NotReduced), "{reason:?}");
                assert_eq!(bytes.len(), group.encoded_len());
            }
        }
    }
    for form in &forms {
        let encoded = group.encode(form);
        assert_eq!(group.decode(&encoded).as_ref(), Ok(form));
        for other in &forms {
            let product = group.mul(form, other);
            check(&group, &product);
            assert_eq!(product, group.mul(other, form));
            assert_eq!(&group.mul(&product, &group.invert(other)), form);
        }
        let mut square = form.clone();
        group.square_n(&mut square, 1);
        assert_eq!(square, group.mul(form, form));
        assert_eq!(group.pow(form, &Natural::from(7u64)), {
            let cube = group.mul(&square, form);
            group.mul(&cube, &group.mul(&cube, form))
        });
    }
});

/// Returns the encoding of a form with some bytes overwritten: of the identity, of a small prime's form, of
/// powers of it or of its inverse, in groups for which the prime is found, and any bytes in the others.
fn honest(group: &ClassGroup, choice: u8, fields: &mut Fields) -> Vec<u8> {
    let mut form = group.identity();
    if class::is_known(group) && group.bits() >= 256 {
        form = group.hash("fuzz", &[choice % 16]);
        form = group.pow(&form, &Natural::from(u64::from(fields.u8())));
        if choice % 32 >= 16 {
            form = group.invert(&form);
        }
    }
    let mut bytes = group.encode(&form);
    fields.edit(&mut bytes);
    bytes
}

/// Checks that a form is reduced, primitive and of this discriminant.
fn check(group: &ClassGroup, form: &ClassForm) {
    let signed = |n: &Natural| BigInt::from(big(n));
    let (a, b, c) = (signed(form.a()), signed(form.b_magnitude()), signed(form.c()));
    assert_eq!(&b * &b + signed(group.discriminant_magnitude()), 4 * &a * &c);
    assert!(b <= a && a <= c);
    assert!(!form.b_is_negative() || (b != BigInt::ZERO && b != a && a != c));
    assert!(form.a().gcd(form.b_magnitude()).gcd(form.c()).is_one());
}
