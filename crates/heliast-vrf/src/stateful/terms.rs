//! The terms of a key, and the position that answers a round and slot.

use crate::{
    Malformed, Misuse, ivrf,
    tree::MAX_HEIGHT,
    turn::{OutOfTerms, Turn},
    xvrf,
};

/// The scheme of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// X-VRF: a leaf is a WOTS+ key and answers one input.
    XVrf,
    /// iVRF: a leaf is the end of a hash chain, and each of its steps answers one input.
    IVrf,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: [Scheme; 2] = [Scheme::XVrf, Scheme::IVrf];

    /// The byte that stands for the scheme.
    pub const fn id(self) -> u8 {
        match self {
            Scheme::XVrf => 0x21,
            Scheme::IVrf => 0x22,
        }
    }

    /// The name of its keys, in front of their height: `x-vrf-27`.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::XVrf => "x-vrf",
            Scheme::IVrf => "ivrf",
        }
    }

    /// The number of bytes of every proof of a key of `height`.
    pub const fn proof_len(self, height: u8) -> usize {
        match self {
            Scheme::XVrf => xvrf::proof_len(height),
            Scheme::IVrf => ivrf::proof_len(height),
        }
    }

    /// The scheme that this byte stands for.
    pub fn from_id(id: u8) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.id() == id)
    }
}

/// The terms of a key: part of its public key, fixed when it is registered.
///
/// Position (round − first) · slots + slot answers a turn. In X-VRF that is the leaf; in iVRF it is the leaf
/// times the steps of its chain, plus the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    scheme: Scheme,
    height: u8,
    slots: u16,
    first: u64,
}

impl Terms {
    /// The number of bytes of [`to_bytes`](Self::to_bytes).
    pub const LEN: usize = 12;

    /// The terms of a key of 2^`height` leaves for `slots` inputs in each round from `first` on. For iVRF
    /// `slots` is t, the length of the chains.
    ///
    /// # Errors
    /// [`Misuse`] if `height` is not in 1..=27 or `slots` is 0.
    pub fn new(scheme: Scheme, height: u8, slots: u16, first: u64) -> Result<Terms, Misuse> {
        if !(1..=MAX_HEIGHT).contains(&height) {
            return Err(Misuse::Height { height });
        }
        if slots == 0 {
            return Err(Misuse::Slots);
        }
        Ok(Terms { scheme, height, slots, first })
    }

    /// Reads the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`Malformed`] if the length is wrong, or no key has this scheme, height or number of slots.
    pub fn from_bytes(bytes: &[u8]) -> Result<Terms, Malformed> {
        let length = Malformed::Length { expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; Self::LEN] = bytes.try_into().map_err(|_| length)?;
        let [scheme, height, s0, s1, first @ ..] = *bytes;
        let scheme = Scheme::from_id(scheme).ok_or(Malformed::Scheme { found: scheme })?;
        Terms::new(scheme, height, u16::from_be_bytes([s0, s1]), u64::from_be_bytes(first))
            .map_err(|_| Malformed::Terms)
    }

    /// scheme (1 byte) ‖ height (1) ‖ slots (2) ‖ first (8), big-endian.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[0] = self.scheme.id();
        bytes[1] = self.height;
        bytes[2..4].copy_from_slice(&self.slots.to_be_bytes());
        bytes[4..].copy_from_slice(&self.first.to_be_bytes());
        bytes
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The height h of the tree.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of inputs that are answered in a round.
    pub fn slots(&self) -> u16 {
        self.slots
    }

    /// The first round.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The number of leaves.
    pub fn leaves(&self) -> u32 {
        1 << self.height
    }

    /// The number of positions: all inputs that the key answers before it expires.
    pub fn capacity(&self) -> u64 {
        u64::from(self.leaves()) * u64::from(self.steps())
    }

    /// The lifetime: the number of rounds in which every slot is answered. In X-VRF a few slots of one more
    /// round may be left over.
    pub fn rounds(&self) -> u64 {
        self.capacity() / u64::from(self.slots)
    }

    /// The position that answers `turn`.
    ///
    /// # Errors
    /// [`OutOfTerms`] if the round comes before the key's first, it has no such slot, or the key
    /// has expired.
    pub fn position(&self, turn: Turn) -> Result<u64, OutOfTerms> {
        let Turn { round, slot } = turn;
        if slot >= self.slots {
            return Err(OutOfTerms::Slot { slot, slots: self.slots });
        }
        let since = round.checked_sub(self.first).ok_or(OutOfTerms::Early { round, first: self.first })?;
        since
            .checked_mul(u64::from(self.slots))
            .and_then(|position| position.checked_add(u64::from(slot)))
            .filter(|position| *position < self.capacity())
            .ok_or(OutOfTerms::Expired { turn })
    }

    /// The leaf and the step of its chain that answer `turn`; in X-VRF, where leaves have one step, step 0 of
    /// 1.
    ///
    /// # Errors
    /// As [`position`](Self::position).
    pub fn place(&self, turn: Turn) -> Result<ivrf::Position, OutOfTerms> {
        Ok(self.place_of(self.position(turn)?))
    }

    /// The place of a position below the capacity.
    pub(super) fn place_of(&self, position: u64) -> ivrf::Position {
        let steps = u64::from(self.steps());
        ivrf::Position {
            leaf: (position / steps) as u32,
            step: (position % steps) as u16,
            steps: self.steps(),
        }
    }

    /// The number of bytes of every proof.
    pub fn proof_len(&self) -> usize {
        self.scheme.proof_len(self.height)
    }

    /// The number of positions of a leaf.
    fn steps(&self) -> u16 {
        match self.scheme {
            Scheme::XVrf => 1,
            Scheme::IVrf => self.slots,
        }
    }
}
