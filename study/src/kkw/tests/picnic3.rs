//! The published known answers of Picnic3, in the mode that exists only for them.

use super::super::{profile::Domain, *};
use crate::lowmc::{Bits, Parameters};
use heliast_symmetric::keccak::Keccak;
use std::{path::PathBuf, vec::Vec};

/// Level 1, 3 and 5.
pub(super) const PICNIC3: [Profile; 3] = [
    Profile {
        cipher: Parameters::N129R4,
        statements: 1,
        executions: 250,
        opened: 36,
        seed_bytes: 16,
        digest_bytes: 32,
        nodes: (0, 99),
        domain: Domain::Picnic3,
    },
    Profile {
        cipher: Parameters::N192R4,
        statements: 1,
        executions: 419,
        opened: 52,
        seed_bytes: 24,
        digest_bytes: 48,
        nodes: (5, 157),
        domain: Domain::Picnic3,
    },
    Profile {
        cipher: Parameters::N255R4,
        statements: 1,
        executions: 601,
        opened: 68,
        seed_bytes: 32,
        digest_bytes: 64,
        nodes: (0, 212),
        domain: Domain::Picnic3,
    },
];

/// A key of Picnic3 and the message that it signs.
pub(super) struct Signer {
    pub(super) profile: Profile,
    pub(super) instance: Instance,
    pub(super) key: Bits,
    pub(super) plaintext: Bits,
    pub(super) ciphertext: Bits,
}

impl Signer {
    fn block(&self, bits: &Bits) -> Vec<u8> {
        bits.to_bytes()[..self.profile.block_bytes()].to_vec()
    }

    fn bound(&self, message: &[u8]) -> Vec<u8> {
        [&self.block(&self.ciphertext), &self.block(&self.plaintext), message].concat()
    }

    pub(super) fn sign(&self, keccak: Keccak, message: &[u8]) -> Vec<u8> {
        let n = (self.profile.cipher.bits() as u16).to_le_bytes();
        let (c, p) = (self.block(&self.ciphertext), self.block(&self.plaintext));
        let mut shake = self.profile.shake(&keccak);
        [&self.block(&self.key), message, &c, &p, &n].into_iter().for_each(|part| shake.absorb(part));
        let (mut salt, mut root) = ([0; 32], Seed::default());
        let mut output = shake.finish();
        output.squeeze(&mut salt);
        output.squeeze(&mut root.0[..self.profile.seed_bytes]);
        let witness =
            Witness { key: &self.key, inputs: &[self.plaintext], bound: &self.bound(message), salt, root };
        Committed::new(keccak, &self.profile, &self.instance, &witness).answer()
    }

    pub(super) fn verify(
        &self,
        keccak: Keccak,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), heliast_vrf::Invalid> {
        let statement = [(self.plaintext, self.ciphertext)];
        verify(keccak, &self.profile, &self.instance, &statement, &self.bound(message), signature)
    }
}

#[test]
fn known_answers() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/vectors/picnic3");
    let folder = std::env::var_os("PICNIC3_VECTORS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if !folder.is_dir() {
        std::eprintln!("skipped: there is no {} with Picnic3's known answers", folder.display());
        return;
    }
    for (level, profile) in [1, 3, 5].into_iter().zip(PICNIC3) {
        let file = std::fs::read_to_string(folder.join(std::format!("kat_picnic3_l{level}.txt"))).unwrap();
        let field = |name: &str| {
            let line: Option<&str> =
                file.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            hex::decode(line.expect("a field").trim().to_lowercase()).unwrap()
        };
        let (sk, message, sm): (Vec<u8>, Vec<u8>, Vec<u8>) = (field("sk"), field("msg"), field("sm"));
        let bytes = profile.block_bytes();
        let [key, ciphertext, plaintext] =
            [0, 1, 2].map(|i| profile.cipher.decode(&sk[1 + i * bytes..][..bytes]).unwrap());
        let instance = Instance::new(profile.cipher);
        let lowmc = &instance.lowmc;
        assert_eq!(lowmc.encrypt(&lowmc.round_keys(&key), &plaintext), ciphertext);
        let signer = Signer { profile, instance, key, plaintext, ciphertext };
        let signature = &sm[4 + message.len()..];
        assert_eq!(sm[..4], (signature.len() as u32).to_le_bytes());
        let ours = signer.sign(Keccak::new(), &message);
        assert!(ours == signature, "level {level}");
        assert_eq!(signer.verify(Keccak::new(), &message, signature), Ok(()));
    }
}
