//! Proofs π = v ‖ c ‖ z, decoded strictly.

use super::{CHALLENGE_LEN, POLYNOMIALS, RESPONSE, ResponseCode, Short, VALUE, VALUE_LEN, Value, ValueCode};
use alloc::boxed::Box;
use core::fmt;
use heliast_vrf::{Hex, Malformed};

/// A proof in canonical form: the coefficients of v are below p, those of z within ±(β − κ). Many proofs can
/// prove the same output.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    pub(super) v: Value,
    /// The 32 bytes from which c is computed.
    pub(super) c: [u8; CHALLENGE_LEN],
    pub(super) z: Box<[Short; POLYNOMIALS]>,
}

impl Proof {
    /// The bytes of a proof v ‖ c ‖ z. The paper's tables count only c and z, 5059 of these bytes.
    pub const LEN: usize = VALUE_LEN + CHALLENGE_LEN + ResponseCode::LEN;

    /// Decodes a proof.
    ///
    /// # Errors
    /// [`Malformed::Coefficients`] if v or z is not an encoding by [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8; Proof::LEN]) -> Result<Proof, Malformed> {
        let (value, rest) = bytes.split_at(VALUE_LEN);
        let (c, response) = rest.split_first_chunk().expect("32 bytes and more");
        let mut v = [0; VALUE];
        let mut z = Box::new([[0; super::N]; POLYNOMIALS]);
        let flat = z.as_flattened_mut();
        ValueCode::decode(value, |i, number| v[i] = number).ok_or(Malformed::Coefficients)?;
        ResponseCode::decode(response, |i, number| flat[i] = number as i32 - RESPONSE)
            .ok_or(Malformed::Coefficients)?;
        Ok(Proof { v, c: *c, z })
    }

    /// Returns the bytes that [`Proof::from_bytes`] reads.
    pub fn to_bytes(&self) -> [u8; Proof::LEN] {
        let mut bytes = [0; Proof::LEN];
        let (value, rest) = bytes.split_at_mut(VALUE_LEN);
        let (c, response) = rest.split_at_mut(CHALLENGE_LEN);
        ValueCode::encode(self.v, value);
        c.copy_from_slice(&self.c);
        ResponseCode::encode(self.z.as_flattened().iter().map(|z| (z + RESPONSE) as u32), response);
        bytes
    }
}

impl TryFrom<&[u8]> for Proof {
    type Error = Malformed;

    fn try_from(bytes: &[u8]) -> Result<Proof, Malformed> {
        let exact =
            bytes.try_into().map_err(|_| Malformed::Length { expected: Proof::LEN, found: bytes.len() })?;
        Proof::from_bytes(exact)
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({})", Hex(&self.to_bytes()))
    }
}
