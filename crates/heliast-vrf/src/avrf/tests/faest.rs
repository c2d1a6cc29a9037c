//! FAEST itself, from the same parts: a statement of one block, a key that is restricted, and a message.

use super::{block, bytes};
use crate::avrf::{
    constraints::Statement,
    kernels::Kernels,
    parameters::{Parameters, Shape},
    proof::Fields,
    protocol::{Committed, verify},
    transcript::{self, Purpose},
    witness::Cipher,
};
use faest::{ByteEncoding, Keypair, Signer, Verifier};

macro_rules! interoperates {
    ($name:ident, $parameters:expr, $key:ty, $signature:ty) => {
        #[test]
        fn $name() {
            let (kernels, shape) = (Kernels::default(), Shape { parameters: &$parameters, pairs: 1 });
            for number in 0..4 {
                let label = std::format!("{} {number}", stringify!($name));
                let (mut key, input) = (block(&label), block(&std::format!("{label} input")));
                key[0] &= !(1 << (number % 2));
                let output = Cipher::new(&key).encrypt(&input);
                let message = bytes(&label, 50 * number);
                let pairs = [(input, output)];
                let statement = Statement { pairs: &pairs, restricted: true };
                let mu = transcript::digest(kernels.keccak, Purpose::Message, &[&input, &output, &message]);

                let secret = <$key>::try_from(&[input, key].concat()[..]).expect("a key of FAEST");
                let public = secret.verifying_key();
                assert_eq!(public.to_bytes(), *[input, output].concat());
                let theirs: std::boxed::Box<$signature> = secret.sign(&message);
                let theirs = AsRef::<[u8]>::as_ref(&*theirs);
                let sign = |hedge| Committed::new(kernels, &shape, &statement, &mu, &key, hedge).answer();
                let verify = |statement: &Statement<'_>, signature: &[u8]| {
                    let fields = Fields::parse(&shape, signature).expect("as long as a signature");
                    verify(kernels, &shape, statement, &mu, &fields)
                };
                assert!(sign(&[]) == theirs, "byte for byte");
                assert_eq!(verify(&statement, theirs), Ok(()));

                let hedged = sign(&block("hedge"));
                assert!(hedged != theirs);
                assert_eq!(verify(&statement, &hedged), Ok(()));
                let mut signature = <$signature>::try_from(&hedged[..]).expect("as long as a signature");
                public.verify(&message, &signature).expect("their verifier accepts our signature");

                let at = 997 * (number + 1);
                let mut changed = hedged;
                changed[at] ^= 4;
                assert!(verify(&statement, &changed).is_err());
                signature = <$signature>::try_from(&changed[..]).expect("as long as a signature");
                assert!(public.verify(&message, &signature).is_err());
                // A-VRF's statement, in which the key need not be restricted, differs.
                let unrestricted = Statement { pairs: &pairs, restricted: false };
                assert!(verify(&unrestricted, theirs).is_err());
            }
        }
    };
}

interoperates!(faest_128s, Parameters::SMALL, faest::FAEST128sSigningKey, faest::FAEST128sSignature);
interoperates!(faest_128f, Parameters::FAST, faest::FAEST128fSigningKey, faest::FAEST128fSignature);
