//! The hash functions with which challenges are drawn.

/// The function with which candidates are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PrimeHash {
    /// 32 bytes; FIPS 180-4. It is the fastest up to 256 bits, with the instructions that most CPUs have for
    /// it.
    Sha256 = 0,
    /// 64 bytes; FIPS 180-4.
    Sha512 = 1,
    /// 64 bytes; FIPS 202.
    Sha3_512 = 2,
    /// 64 bytes; RFC 7693.
    Blake2b512 = 3,
    /// 64 bytes of its output.
    Blake3 = 4,
}

impl PrimeHash {
    /// All functions.
    pub const ALL: [PrimeHash; 5] =
        [PrimeHash::Sha256, PrimeHash::Sha512, PrimeHash::Sha3_512, PrimeHash::Blake2b512, PrimeHash::Blake3];

    /// The function with this number in the wire formats.
    pub fn from_id(id: u8) -> Option<PrimeHash> {
        PrimeHash::ALL.into_iter().find(|hash| *hash as u8 == id)
    }

    /// The name in the specification and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PrimeHash::Sha256 => "sha-256",
            PrimeHash::Sha512 => "sha-512",
            PrimeHash::Sha3_512 => "sha3-512",
            PrimeHash::Blake2b512 => "blake2b-512",
            PrimeHash::Blake3 => "blake3",
        }
    }

    /// Bytes of a digest.
    pub(crate) fn len(self) -> usize {
        if self == PrimeHash::Sha256 { 32 } else { MAX_LEN }
    }
}

/// The longest digest.
pub(crate) const MAX_LEN: usize = 64;
