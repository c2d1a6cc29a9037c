//! The secret file, which defines a key, in plain text or under a passphrase.

use crate::{
    Error,
    age_file::{self, Unopened},
    error::{At, Refusal},
    frame::{self, Broken, Kind},
};
use heliast_disk::{Disk, Secrecy, excess_mode};
use heliast_symmetric::sha256::Sha256;
use heliast_vrf::stateful::{PublicKey, Signer, Terms};
use sha2::Digest;
use std::{
    fmt,
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    time::{Duration, Instant},
};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Terms ‖ s ‖ whether the root is known ‖ the origin ‖ the seeds ‖ the root.
const BODY: usize = Terms::LEN + 2 + 4 * 32;
const AGE: &[u8] = b"age-encryption.org/";
/// The greatest length of the file. An age file around a body is far shorter.
const MAX_FILE: usize = 4096;
/// The greatest cost. A file that needs more memory and time than 2^20 (1 GiB, some seconds) was not made
/// here and is not opened: somebody who can replace the file must not be able to delay the program for
/// minutes.
const MAX_WORK: u8 = 20;
/// The least cost, for passphrases that nobody can guess.
const LEAST_WORK: u8 = 1;
/// The least cost that is chosen, even if the machine is slow at that moment: the machine may just have been
/// busy, and a file keeps its cost.
const LEAST_CHOSEN: u8 = 17;
/// The cost of the measurement.
const PROBE: u8 = 14;
/// The time that the test of a passphrase should take.
const TEST: Duration = Duration::from_secs(1);

/// The two seeds of which a key is made.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Seeds {
    /// SK_SEED, from which all one-time keys come. Anybody who has it has the key.
    pub secret: [u8; 32],
    /// PUB_SEED, part of the public key.
    pub public: [u8; 32],
}

impl Seeds {
    /// Fresh seeds from the system.
    ///
    /// # Errors
    /// [`Error::Random`] if the system has no random bytes.
    pub fn random() -> Result<Seeds, Error> {
        let mut seeds = Seeds { secret: [0; 32], public: [0; 32] };
        getrandom::fill(&mut seeds.secret)
            .and_then(|()| getrandom::fill(&mut seeds.public))
            .map_err(Error::Random)?;
        Ok(seeds)
    }
}

/// The passphrase that encrypts a secret file.
#[derive(Clone)] // its words are erased when they are dropped
pub struct Passphrase {
    words: Zeroizing<String>,
    work: Option<u8>,
}

impl Passphrase {
    /// A passphrase whose test takes about a second on the machine that encrypts with it, and 2^17 to 2^20
    /// steps of scrypt.
    pub fn new(words: String) -> Passphrase {
        Passphrase { words: words.into(), work: None }
    }

    /// The passphrase of the trees of a beacon whose first stateless key has this seed: `FORMAT.md` defines
    /// it. Anybody who has the seed can compute it, but it does not reveal the seed.
    ///
    /// It has 256 bits that nobody can guess, so its test may be as cheap as possible: hundreds of trees are
    /// opened at once. The passphrase that protects the seeds can change without the trees.
    pub fn of_trees(first_seed: &[u8; 32]) -> Passphrase {
        let hash = sha2::Sha256::new_with_prefix(b"heliast passphrase of trees 1").chain_update(first_seed);
        let digest = Zeroizing::new(<[u8; 32]>::from(hash.finalize()));
        Passphrase { words: hex::encode(*digest).into(), work: Some(LEAST_WORK) }
    }

    /// Sets the cost of a test, for files that are encrypted from now on: 2^`log_n` steps of scrypt, of 1 KiB
    /// each.
    ///
    /// # Errors
    /// [`Error::Work`] if `log_n` is not in 1..=20.
    pub fn with_work(self, log_n: u8) -> Result<Passphrase, Error> {
        if (LEAST_WORK..=MAX_WORK).contains(&log_n) {
            Ok(Passphrase { work: Some(log_n), ..self })
        } else {
            Err(Error::Work { log_n })
        }
    }

    /// The cost to test the passphrase of an age file, as the exponent of 2 of its steps, if it is less than
    /// the least that [`new`](Self::new) chooses: somebody who has the file can then guess faster. Earlier
    /// versions wrote such files on slow machines, and [`of_trees`](Self::of_trees) does so on purpose.
    pub fn weakness(file: &[u8]) -> Option<u8> {
        let header = file.strip_prefix(b"age-encryption.org/v1\n-> scrypt ")?;
        let line = str::from_utf8(header.split(|byte| *byte == b'\n').next()?).ok()?;
        let (_salt, log_n) = line.split_once(' ')?;
        log_n.parse().ok().filter(|log_n| *log_n < LEAST_CHOSEN)
    }

    /// An age file (age-encryption.org/v1) around some bytes; other programs can open it, too.
    ///
    /// # Errors
    /// The errors of the encryption, above all those of the system's random generator.
    pub fn encrypt(&self, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        let work = match self.work {
            Some(work) => work,
            None => {
                let start = Instant::now();
                self.encrypt_at(PROBE, b"")?;
                work_where(start.elapsed())
            }
        };
        self.encrypt_at(work, plain)
    }

    fn encrypt_at(&self, log_n: u8, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        age_file::seal(self.words.as_bytes(), log_n, plain)
    }

    /// Decrypts `bytes`, those of the age file at `path`: at most `limit` bytes.
    ///
    /// # Errors
    /// [`Refusal::PassphraseWrong`]; [`Error::Damaged`] if it is not such a file, or if its passphrase takes
    /// longer to test than that of any file that is written here.
    pub fn decrypt(&self, path: &Path, bytes: &[u8], limit: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        age_file::open(self.words.as_bytes(), bytes, MAX_WORK, limit).map_err(|error| match error {
            // Without the file key a wrong passphrase cannot be distinguished from a changed header.
            Unopened::Passphrase | Unopened::Changed => Refusal::PassphraseWrong.into(),
            Unopened::Work(_) => {
                Error::damaged(path, format_args!("{error}, and 2^{MAX_WORK} at most are done"))
            }
            Unopened::TooLong => Error::damaged(path, "it is far too long"),
            Unopened::Malformed => Error::damaged(
                path,
                "it is not a file encrypted with a passphrase by this program, or it is damaged",
            ),
        })
    }
}

/// Does not print the passphrase.
impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passphrase").finish_non_exhaustive()
    }
}

/// The cost on a machine where [`PROBE`] takes this long.
pub(crate) fn work_where(probe: Duration) -> u8 {
    let takes = |log_n: u8| probe.saturating_mul(1 << (log_n - PROBE));
    (LEAST_CHOSEN..MAX_WORK).find(|log_n| takes(*log_n) >= TEST).unwrap_or(MAX_WORK)
}

/// The content of the secret file.
#[derive(Clone)]
pub(crate) struct Secret {
    pub(crate) terms: Terms,
    /// The height s of the bottom subtrees.
    pub(crate) subtree: u8,
    /// The [`Home::origin`](crate::home::Home::origin) of the directory in which the key was begun.
    pub(crate) origin: [u8; 32],
    pub(crate) seeds: Seeds,
    /// The root, which is known when the key is generated.
    pub(crate) root: Option<[u8; 32]>,
}

impl Secret {
    /// The public key, if the key is generated.
    pub(crate) fn public_key(&self) -> Option<PublicKey> {
        self.root.map(|root| PublicKey { terms: self.terms, root, pub_seed: self.seeds.public })
    }

    /// The signer for these seeds, on the fastest kernel.
    pub(crate) fn signer(&self) -> Signer {
        Signer::new(Sha256::new(), self.terms, &self.seeds.secret, &self.seeds.public)
    }

    pub(crate) fn write(
        &self,
        disk: &Disk,
        path: &Path,
        passphrase: Option<&Passphrase>,
    ) -> Result<(), Error> {
        let sealed = Zeroizing::new(frame::seal(Kind::Secret, &*self.body()));
        match passphrase {
            None => Ok(disk.replace(path, Secrecy::Secret, &sealed)?),
            Some(passphrase) => {
                let bytes = passphrase.encrypt(&sealed).at(path)?;
                Ok(disk.replace(path, Secrecy::Secret, &bytes)?)
            }
        }
    }

    /// Reads the file, which only its owner may access.
    pub(crate) fn read(path: &Path, passphrase: Option<&Passphrase>) -> Result<Secret, Error> {
        Secret::decrypted(path, &read_private(path)?, passphrase)
    }

    /// [`read`](Self::read), but a passphrase for a file in plain text is refused: the caller relies on the
    /// encryption.
    pub(crate) fn read_strictly(path: &Path, passphrase: Option<&Passphrase>) -> Result<Secret, Error> {
        let bytes = read_private(path)?;
        if passphrase.is_some() && !is_under_passphrase(&bytes) {
            return Err(Refusal::NotEncrypted { path: path.to_owned() }.into());
        }
        Secret::decrypted(path, &bytes, passphrase)
    }

    fn decrypted(path: &Path, bytes: &[u8], passphrase: Option<&Passphrase>) -> Result<Secret, Error> {
        let damaged = |what: Unreadable| Error::damaged(path, what);
        if !is_under_passphrase(bytes) {
            return Secret::open(bytes).map_err(damaged);
        }
        let passphrase = passphrase.ok_or(Refusal::PassphraseMissing)?;
        let plain = passphrase.decrypt(path, bytes, BODY + frame::OVERHEAD)?;
        Secret::open(&plain).map_err(damaged)
    }

    fn body(&self) -> Zeroizing<[u8; BODY]> {
        let mut body = Zeroizing::new([0; BODY]);
        let root = self.root.unwrap_or_default();
        let parts: [&[u8]; 6] = [
            &self.terms.to_bytes(),
            &[self.subtree, self.root.is_some().into()],
            &self.origin,
            &self.seeds.secret,
            &self.seeds.public,
            &root,
        ];
        let mut rest = &mut body[..];
        // A slice takes everything that fits, and the parts make up the body.
        parts.iter().for_each(|part| _ = rest.write(part));
        body
    }

    fn open(sealed: &[u8]) -> Result<Secret, Unreadable> {
        let body: &[u8; BODY] =
            frame::open(Kind::Secret, sealed)?.try_into().map_err(|_| Unreadable::Content)?;
        let (terms, rest) = body.split_at(Terms::LEN);
        let terms = Terms::from_bytes(terms).map_err(|_| Unreadable::Content)?;
        let (&[subtree, finished], rest) = rest.split_first_chunk().ok_or(Unreadable::Content)?;
        let [origin, secret, public, root] = rest.as_chunks::<32>().0 else {
            return Err(Unreadable::Content);
        };
        let root = match finished {
            0 if *root == [0; 32] => None,
            1 => Some(*root),
            _ => return Err(Unreadable::Content),
        };
        crate::layout::Layout::new(terms.height(), subtree).map_err(|_| Unreadable::Content)?;
        Ok(Secret {
            terms,
            subtree,
            origin: *origin,
            seeds: Seeds { secret: *secret, public: *public },
            root,
        })
    }
}

/// Whether these bytes begin as an age file, so that a passphrase is needed to read them.
pub fn is_under_passphrase(bytes: &[u8]) -> bool {
    bytes.starts_with(AGE)
}

/// Whether the secret in a file is under a passphrase.
pub(crate) fn is_encrypted(path: &Path) -> Result<bool, Error> {
    let mut start = [0; AGE.len()];
    let mut file = File::open(path).at(path)?;
    Ok(file.read_exact(&mut start).is_ok() && start == *AGE)
}

#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error(transparent)]
    Frame(#[from] Broken),
    #[error("it holds no key that this program knows")]
    Content,
}

fn read_private(path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
    read_all(path, &mut open_private(path)?, MAX_FILE)
}

/// Opens a regular file that only its owner may access.
pub(crate) fn open_private(path: &Path) -> Result<File, Error> {
    let named = fs::symlink_metadata(path).at(path)?;
    if !named.is_file() {
        return Err(Error::damaged(path, "it is not a regular file"));
    }
    let file = File::open(path).at(path)?;
    let metadata = file.metadata().at(path)?;
    match excess_mode(&metadata, 0) {
        Some(mode) => Err(Refusal::Shared { path: path.to_owned(), mode }.into()),
        None => Ok(file),
    }
}

/// Reads a whole file with a secret, if it has at most `limit` bytes.
pub(crate) fn read_all(path: &Path, file: &mut File, limit: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
    // It is allocated in full at once: a vector that grows leaves copies.
    let mut bytes = Zeroizing::new(Vec::with_capacity(limit + 1));
    file.take(limit as u64 + 1).read_to_end(&mut bytes).at(path)?;
    match bytes.len() <= limit {
        true => Ok(bytes),
        false => Err(Error::damaged(path, "it is far too long")),
    }
}
