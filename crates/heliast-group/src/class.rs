//! Class groups of imaginary quadratic orders: `spec/class-group.md`.
//!
//! The elements are the reduced primitive forms (a, b, c), that is a·x² + b·x·y + c·y², of a negative
//! discriminant D = b² − 4ac. No participant has to be trusted with factors, because D has none: it is the
//! negative of a prime that comes from a public seed. With a prime |D| the number of classes is odd, so no
//! element has order two, and ±1 is not an issue.
//!
//! Anybody who computes the order of the group can compute any delay at once. The best known algorithms are
//! the subexponential ones of Hafner and McCurley, and of Jacobson. That elements of small order cannot be
//! found is an assumption of its own; it does not follow from the hardness of factoring.

mod bucket_rows;
mod compose;
mod digits;
mod discriminant;
mod encoding;
mod form;
mod hash;
mod powers;
mod seats;
pub mod side_by_side;
mod standing;

use crate::{BulkGroup, Digits, Group, LowOrder, Malformed};
use alloc::{sync::Arc, vec::Vec};
use compose::Composer;
use core::fmt;
pub use discriminant::BadDiscriminant;
pub use form::ClassForm;
use form::ClassForm as Form;
use heliast_arith::Natural;
use sha2::{Digest, Sha256};
use standing::Standing;

const ID_TAG: &[u8] = b"\x16heliast/group/class/v1";

/// The class group of a negative discriminant ≡ 1 (mod 4). Cloning is cheap.
///
/// Forms of another group are a mistake of the caller: composing them panics.
#[derive(Clone)]
pub struct ClassGroup(Arc<Inner>);

struct Inner {
    /// |D|.
    magnitude: Natural,
    id: [u8; 32],
    standing: Standing,
}

impl ClassGroup {
    /// The group of the discriminant −`magnitude`, which must be the negative of a prime ≡ 7 (mod 8) of 256
    /// to 4096 bits, and of at least `minimum_bits` bits. Trust in the prime depends on who chose it:
    /// [`ClassGroup::from_seed`] leaves no choice.
    ///
    /// # Errors
    /// [`BadDiscriminant`] for its size, its residue, or because it is composite, in this order.
    pub fn new(magnitude: &Natural, minimum_bits: usize) -> Result<ClassGroup, BadDiscriminant> {
        discriminant::check(magnitude, minimum_bits)?;
        Ok(ClassGroup::unchecked(magnitude))
    }

    /// The group whose discriminant of `bits` bits comes from a seed of at least 32 bytes.
    ///
    /// Cost: about 0.17·`bits` candidates, an eighth of which are tested beyond small factors.
    ///
    /// # Errors
    /// If the seed is too short, or `bits` is not a multiple of 32 from 256 to 4096.
    pub fn from_seed(seed: &[u8], bits: usize) -> Result<ClassGroup, BadDiscriminant> {
        discriminant::from_seed(seed, bits).map(|magnitude| ClassGroup::unchecked(&magnitude))
    }

    /// The group whose discriminant comes from a seed by Chia's rule: `create_discriminant` of chiavdf.
    ///
    /// # Errors
    /// If the seed has fewer than 8 bytes, because its counter could then run through all its values, or if
    /// `bits` is not a multiple of 8 from 256 to 4096.
    pub fn from_chia_seed(seed: &[u8], bits: usize) -> Result<ClassGroup, BadDiscriminant> {
        discriminant::from_chia_seed(seed, bits).map(|magnitude| ClassGroup::unchecked(&magnitude))
    }

    /// The group of any discriminant −`magnitude` with `magnitude` ≡ 3 (mod 4). Nothing else is checked: this
    /// is for discriminants that are known to be good, and for tests in groups small enough to enumerate. If
    /// the discriminant is composite, forms of order two are known, and no verifier accepts a proof
    /// ([`Group::low_order`]).
    ///
    /// # Panics
    /// If `magnitude` is not 3 modulo 4, or has more than 4096 bits.
    pub fn unchecked(magnitude: &Natural) -> ClassGroup {
        assert!(magnitude.bit(0) && magnitude.bit(1), "a discriminant that is 1 modulo 4");
        assert!(magnitude.bits() <= discriminant::MAX_BITS, "a discriminant of at most 4096 bits");
        let len = magnitude.bits().div_ceil(8);
        let mut hash = Sha256::new();
        hash.update(ID_TAG);
        hash.update((len as u32).to_be_bytes());
        hash.update(magnitude.to_be_bytes(len).unwrap_or_default());
        let id = hash.finalize().into();
        ClassGroup(Arc::new(Inner { magnitude: magnitude.clone(), id, standing: Standing::unknown() }))
    }

    /// |D|: the discriminant is its negative.
    pub fn discriminant_magnitude(&self) -> &Natural {
        &self.0.magnitude
    }

    /// The number of bits of the discriminant.
    pub fn bits(&self) -> usize {
        self.0.magnitude.bits()
    }

    /// The form (2, 1, (1 − D)/8), from which Chia's delays begin; it exists for D ≡ 1 (mod 8). Its powers
    /// are a subgroup of unknown index.
    pub fn generator(&self) -> Option<Form> {
        self.form(&Natural::from(2u64), &Natural::one(), false).ok()
    }

    /// The form (a, ±b, c) of this discriminant, with a minus sign if `negative`.
    ///
    /// # Errors
    /// If there is no integer c, or the form is not reduced, or has a common factor (which no form of a prime
    /// discriminant has).
    pub fn form(&self, a: &Natural, b: &Natural, negative: bool) -> Result<Form, Malformed> {
        Form::reduced(a, b, negative, &self.0.magnitude)
    }

    /// The reduced form of the class of (a, ±b, c), with a minus sign if `negative`.
    ///
    /// # Errors
    /// If a is 0, if there is no integer c, or if a, b and c have a common factor; and if a or b is more than
    /// 64 bits longer than in a reduced form.
    pub fn reduce(&self, a: &Natural, b: &Natural, negative: bool) -> Result<Form, Malformed> {
        if a.is_zero() || a.bits().max(b.bits()) > self.bits() / 2 + 64 {
            return Err(Malformed::NoForm);
        }
        let (c, rest) = b.mul(b).add(&self.0.magnitude).div_rem(&a.shl(2));
        if !rest.is_zero() || !a.gcd(b).gcd(&c).is_one() {
            return Err(Malformed::NoForm);
        }
        let form = Form::trusted(a.clone(), b.clone(), negative, c);
        Ok(self.composer().take(&form).reduce().form())
    }

    /// The inverse: (a, −b, c), reduced. It costs no operation of the group.
    pub fn invert(&self, form: &Form) -> Form {
        form.inverse()
    }

    /// The power by windows with signs, which are possible because inverses are free: for n bits, n
    /// squarings, n/6 products and a table of 8.
    pub fn pow(&self, base: &Form, exponent: &Natural) -> Form {
        powers::multiexp(self, &[(base, exponent)])
    }

    /// ∏ base^exponent by windows with signs, or by buckets with signs for many bases. All powers share their
    /// squarings. The result is 1 for no bases.
    pub fn product_of_powers(&self, powers: &[(&Form, &Natural)]) -> Form {
        powers::multiexp(self, powers)
    }

    fn composer(&self) -> Composer {
        Composer::new(&self.0.magnitude)
    }
}

impl Group for ClassGroup {
    type Elem = Form;

    fn id(&self) -> [u8; 32] {
        self.0.id
    }

    fn identity(&self) -> Form {
        Form::principal(&self.0.magnitude)
    }

    fn equal(&self, a: &Form, b: &Form) -> bool {
        a == b
    }

    fn mul_assign(&self, a: &mut Form, b: &Form) {
        *a = self.composer().take(a).multiply(b, false).form();
    }

    fn square_n(&self, a: &mut Form, n: u64) {
        if n > 0 {
            *a = self.composer().take(a).square(n).form();
        }
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> Form {
        hash::hash(self, dst, msg)
    }

    fn encoded_len(&self) -> usize {
        encoding::Layout::of(self.bits()).len()
    }

    fn encode(&self, a: &Form) -> Vec<u8> {
        encoding::encode(self.bits(), a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Form, Malformed> {
        encoding::decode(&self.0.magnitude, bytes)
    }

    /// Every form has an inverse.
    fn check_units(&self, _: &[&Form]) -> Result<(), Malformed> {
        Ok(())
    }

    /// Elements of low order are known if |D| is composite, or if it is 2^k − b², as Mersenne primes are. The
    /// first call checks this, which takes as long as a primality test.
    fn low_order(&self) -> LowOrder {
        self.0.standing.low_order(&self.0.magnitude)
    }
}

impl BulkGroup for ClassGroup {
    fn free_inverse(&self, a: &Form) -> Option<Form> {
        Some(a.inverse())
    }

    /// Computes by windows or buckets with signs.
    fn multiexp(&self, powers: &[(&Form, &Natural)]) -> Form {
        powers::multiexp(self, powers)
    }

    /// On a CPU that has lanes for forms, up to eight problems are computed at once, if each has few bases.
    fn multiexp_many(&self, problems: &[&[(&Form, &Natural)]]) -> Vec<Form> {
        let products: Vec<_> =
            problems.iter().map(|powers| side_by_side::Product { group: self, powers }).collect();
        side_by_side::products_of_powers(&products)
    }

    fn digits_cost(&self, elements: usize, bits: u32) -> usize {
        digits::cost(self, elements, bits)
    }

    /// On a CPU that has lanes for forms, eight elements are multiplied at once.
    fn digit_products_of(&self, elements: &[&Form], digits: &[u32], bits: u32, asked: Digits) -> Vec<Form> {
        digits::products(self, elements, digits, bits, asked)
    }

    /// Decoding takes an inverse, a square root and an encoding, which is as long as several products.
    fn decodes_slowly(&self) -> bool {
        true
    }
}

impl fmt::Debug for ClassGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClassGroup({} bits)", self.bits())
    }
}
