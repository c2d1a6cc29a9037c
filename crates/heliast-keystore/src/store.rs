//! A key in use.

use crate::{
    Error, Passphrase, Settings,
    error::Refusal,
    home::{Home, SECRET, Witness},
    layout::Layout,
    mac::MacKey,
    marks::{self, Files, Halves, MarkFile, Marks, Memory, Owner, Places, Record},
    public,
    roots::Roots,
    secret::{self, Secret},
    trees::Trees,
};
use heliast_disk::{Disk, Lock};
use heliast_vrf::{
    Output,
    stateful::{Guard, Mark, Proof, PublicKey, Signer, Terms, Turn},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A key that was opened to answer. As long as this value lives, no other process can open the key.
///
/// A copy of the process that `fork` makes has a copy of this value, with the same locks, but cannot use it:
/// every answer is refused there, and nothing is changed. Such a process can open the key itself after this
/// one has dropped it.
pub struct Store {
    // The fields are dropped in this order: the locks last.
    trees: Trees,
    signer: Arc<Signer>,
    guard: Guard,
    marks: Marks,
    disk: Disk,
    witness: Witness,
    home: Home,
}

impl Store {
    /// Opens the key in `dir`.
    ///
    /// Cost: two hashes per bottom subtree. Lost parts of the tree are made again, unless most of it is lost.
    ///
    /// # Errors
    /// [`Refusal`] if the key is in use, accessible to others, copied or restored, or if its passphrase is
    /// wrong or needless; [`Error::Unfinished`] if it has not been generated or much of its tree is lost;
    /// [`Error::Damaged`] if its secret is damaged.
    pub fn open(dir: &Path, passphrase: Option<&Passphrase>, settings: &Settings) -> Result<Store, Error> {
        Store::open_on(Disk::default(), dir, passphrase, settings)
    }

    /// Opens the key in `dir` after it was moved, restored or copied, and makes this store the only
    /// one of the key on this machine: from `next_round` on it may answer, and all earlier turns are used up.
    ///
    /// The caller vouches that no other store of the key answers in `next_round` or later, and that none has
    /// done so. The last round on the chain in which the key has answered is a bound; add rounds whose
    /// answers may not have reached the chain.
    ///
    /// If it is refused, or if its tree is damaged, nothing is changed: another store that answered for the
    /// key still can.
    ///
    /// If the user's own witnesses ([`Settings::of_user`]) are not those of `settings` and know of the
    /// key, they count, too, and name this store from now on: another store that uses them is refused.
    ///
    /// # Errors
    /// [`Refusal::NotBeyond`] if store or witnesses have records of later answers; the errors of
    /// [`open`](Self::open), except those about copies and marks.
    pub fn adopt(
        dir: &Path,
        passphrase: Option<&Passphrase>,
        settings: &Settings,
        next_round: u64,
    ) -> Result<Store, Error> {
        let other = settings.users_other();
        let takeover = Takeover { next_round, other_witnesses: other.as_deref() };
        Store::adopt_on(Disk::default(), dir, passphrase, settings, takeover)
    }

    /// Whether the key in `dir` is under a passphrase.
    ///
    /// # Errors
    /// [`Error::Io`] if its secret can't be read.
    pub fn is_encrypted(dir: &Path) -> Result<bool, Error> {
        secret::is_encrypted(&dir.join(SECRET))
    }

    /// Puts the secret of the key in `dir`, complete or not, under another passphrase, or stores it without
    /// one. This is one step, so that a crash leaves the old file or the new one. Nothing else of a key is
    /// secret.
    ///
    /// The old file's blocks stay on the disk until they are used again.
    ///
    /// # Errors
    /// [`Refusal`] if the key is in use or accessible to others, or if `now` is wrong or needless;
    /// [`Error::NoKey`]; [`Error::Damaged`]; [`Error::Io`].
    pub fn protect(dir: &Path, now: Option<&Passphrase>, new: Option<&Passphrase>) -> Result<(), Error> {
        Store::protect_on(&Disk::default(), dir, now, new)
    }

    pub(crate) fn protect_on(
        disk: &Disk,
        dir: &Path,
        now: Option<&Passphrase>,
        new: Option<&Passphrase>,
    ) -> Result<(), Error> {
        let home = Home::open(dir)?;
        Secret::read_strictly(&home.secret(), now)?.write(disk, &home.secret(), new)
    }

    pub(crate) fn open_on(
        disk: Disk,
        dir: &Path,
        passphrase: Option<&Passphrase>,
        settings: &Settings,
    ) -> Result<Store, Error> {
        let opening = Opening::begin(disk, dir, passphrase, settings)?;
        let marks = opening.marks(settings)?;
        let tree = opening.tree(settings)?;
        opening.finish(marks, tree)
    }

    pub(crate) fn adopt_on(
        disk: Disk,
        dir: &Path,
        passphrase: Option<&Passphrase>,
        settings: &Settings,
        takeover: Takeover<'_>,
    ) -> Result<Store, Error> {
        let opening = Opening::begin(disk, dir, passphrase, settings)?;
        let succession = opening.succession(takeover)?;
        // Every fault in the tree is found before another store of the key is put out of service.
        let tree = opening.tree(settings)?;
        opening.take_over(settings, succession)?;
        let marks = opening.marks(settings)?;
        opening.finish(marks, tree)
    }

    /// The output and proof for `input` at `turn`.
    ///
    /// Its mark is durable before the answer is returned. The same turn and input give the same bytes again,
    /// in this process and in any later one, until a later turn is answered. All turns before this one are
    /// used up.
    ///
    /// It takes two syncs of the disk. If `turn` is in another bottom subtree than the last one, and that was
    /// not made ahead, it also takes its 2^s leaves.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the turn is outside the key's terms, lies before the last one, or had another
    /// input. [`Refusal::OtherProcess`] in another process than the one that opened the key, and
    /// [`Refusal::Overtaken`] if another process has used the key nevertheless. [`Error::Io`] if the mark
    /// cannot be written; nothing is released then, and after that only [`Refusal::Failed`].
    pub fn prove(&mut self, turn: Turn, input: &[u8]) -> Result<(Output<32>, Proof), Error> {
        let drawn = self.draw(turn, input, |_| true)?;
        Ok(drawn.expect("every output is wanted"))
    }

    /// The output and proof for `input` at `turn`, if `wants` accepts the output, which it must keep secret.
    /// Otherwise nothing is released, nothing is written, and the turn answers no other input as long as this
    /// store is open. Most lots lose: they cost no sync of the disk.
    ///
    /// `wants` gets the output of a [sealed](heliast_vrf::stateful::Sealed) answer, which can only be opened
    /// when its mark is durable.
    ///
    /// # Errors
    /// As for [`prove`](Self::prove).
    pub fn draw(
        &mut self,
        turn: Turn,
        input: &[u8],
        wants: impl FnOnce(&Output<32>) -> bool,
    ) -> Result<Option<(Output<32>, Proof)>, Error> {
        // A draw that writes nothing must still report that nothing can be written.
        self.marks.usable()?;
        let reservation = self.guard.reserve(turn, input)?;
        let leaf = reservation.place().leaf;
        let path = self.trees.path(leaf)?;
        let sealed = self.signer.seal(reservation, &path);
        self.trees.look_ahead(leaf);
        if !wants(sealed.output()) {
            return Ok(None);
        }
        let durable = self.marks.advance(&self.disk, sealed.mark())?;
        Ok(Some(sealed.open(&durable).expect("the mark of this answer")))
    }

    /// Removes the key for good, after another has replaced it. It removes the secret first and the witness
    /// last; without the witness no copy of the key answers unless it is adopted.
    ///
    /// # Errors
    /// [`Error::Io`] if files cannot be removed; the remaining files are not a key, or are refused.
    /// [`Refusal::OtherProcess`]; then nothing is removed.
    pub fn destroy(mut self) -> Result<(), Error> {
        self.marks.of_this_process()?;
        self.settle();
        let (dir, witness) = (self.home.dir().to_owned(), self.witness.path.clone());
        let remove = |path: PathBuf| self.disk.remove(&path);
        remove(self.home.secret())?;
        self.disk.remove_dir(&dir)?;
        self.disk.sync_names_around(&dir)?;
        remove(witness.clone())?;
        remove(witness.with_extension("lock"))?;
        remove(self.witness.turn())?;
        if let Some(memory) = &self.witness.memory {
            let _ = self.disk.remove_if_there(memory); // nothing relies on it
        }
        Ok(self.disk.sync_names_around(&witness)?)
    }

    /// Uses up everything before `round`. After a restart without trust in the store's own records, `round`
    /// is the one after the last on the chain.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has no such round; [`Error::Io`] as for [`prove`](Self::prove).
    pub fn skip_to(&mut self, round: u64) -> Result<(), Error> {
        let position =
            self.terms().position(Turn { round, slot: 0 }).map_err(heliast_vrf::Exhausted::from)?;
        let Some(mark) = burned_before(position) else { return Ok(()) };
        let place = |last: Option<Mark>| last.map(|last| last.position());
        if place(self.marks.last()) < Some(mark.position()) {
            self.marks.advance(&self.disk, mark)?;
        }
        // A reservation may have advanced the guard beyond the marks. That is kept: the owner has seen the
        // output of a declined draw, so its turn answers no other input.
        if place(self.guard.last()) <= place(self.marks.last()) {
            self.guard = Guard::new(self.public_key(), self.marks.last()).expect("a position of the key");
        }
        Ok(())
    }

    /// Waits for the work in the background, so that short processes do not begin it again and again without
    /// finishing it.
    pub fn settle(&mut self) {
        self.trees.settle();
    }

    /// The public key.
    pub fn public_key(&self) -> PublicKey {
        *self.guard.key()
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        self.home.dir()
    }

    /// The terms of the key.
    pub fn terms(&self) -> Terms {
        self.guard.key().terms
    }

    /// The first turn that is not used up; `None` when the key has expired.
    pub fn next_turn(&self) -> Option<Turn> {
        let next = self.guard.last().map_or(0, |mark| mark.position() + 1);
        (next < self.terms().capacity()).then(|| turn_of(&self.terms(), next))
    }
}

/// The round from which a store takes over, and other witnesses that may have records of its key.
#[derive(Clone, Copy)]
pub(crate) struct Takeover<'a> {
    pub(crate) next_round: u64,
    pub(crate) other_witnesses: Option<&'a Path>,
}

/// The new marks that replace a key's old ones.
struct Succession {
    /// The user's own witness, if another is named.
    other: Option<Witness>,
    record: Record,
    _turns: Vec<Lock>,
}

/// A key that is locked but whose marks are not opened yet.
struct Opening {
    disk: Disk,
    home: Home,
    witness: Witness,
    secret: Secret,
    public: PublicKey,
    key: MacKey,
}

impl Opening {
    fn begin(
        disk: Disk,
        dir: &Path,
        passphrase: Option<&Passphrase>,
        settings: &Settings,
    ) -> Result<Opening, Error> {
        let home = Home::open(dir)?;
        let secret = Secret::read_strictly(&home.secret(), passphrase)?;
        let key = MacKey::of(&secret);
        let Some(public) = secret.public_key() else { return Err(unfinished(&disk, &home, &secret, key)) };
        let witness = Witness::open(&disk, settings, &public, &home)?;
        Ok(Opening { disk, home, witness, secret, public, key })
    }

    /// Prepares new mark files that begin at `next_round`; nothing is written.
    fn succession(&self, takeover: Takeover<'_>) -> Result<Succession, Error> {
        let Takeover { next_round, other_witnesses } = takeover;
        let position = self.secret.terms.position(Turn { round: next_round, slot: 0 });
        let position = position.map_err(heliast_vrf::Exhausted::from)?;
        let other = match other_witnesses {
            Some(dir) => Witness::open_other(&self.disk, dir, &self.public, &self.home)?,
            None => None,
        };
        let witnesses: Vec<_> = other.iter().chain([&self.witness]).collect();
        let turns =
            witnesses.iter().map(|witness| witness.take_turn(&self.home)).collect::<Result<_, _>>()?;
        let mut known = Vec::new();
        for path in
            [self.home.marks()].into_iter().chain(witnesses.iter().map(|witness| witness.path.clone()))
        {
            known.extend(self.records(path)?.and_then(|halves| halves.newest));
        }
        known.extend(witnesses.iter().filter_map(|witness| self.remembered(witness)));
        let used =
            known.iter().filter_map(|record| record.mark).map(|mark| mark.position() + 1).max().unwrap_or(0);
        if position < used {
            let least = turn_of(&self.secret.terms, used);
            return Err(Refusal::NotBeyond { round: next_round, least }.into());
        }
        let before = known.iter().max_by_key(|record| record.serial);
        let record = Record::after(before, self.witness.key, burned_before(position));
        Ok(Succession { other, record, _turns: turns })
    }

    /// Makes new mark files, with all witnesses.
    fn take_over(&self, settings: &Settings, succession: Succession) -> Result<(), Error> {
        let Succession { other, record, .. } = &succession;
        let witnesses: Vec<_> = other.iter().chain([&self.witness]).collect();
        marks::place(
            &self.disk,
            Places { store: &self.home.marks(), witnesses: &witnesses },
            &self.key,
            settings.host,
            record.clone(),
        )
    }

    fn marks(&self, settings: &Settings) -> Result<Marks, Error> {
        let (home, witness) = (&self.home, &self.witness);
        let files = Files { store: home.marks(), witness: witness.path.clone(), turn: witness.turn() };
        let (mac, memory) = (self.key.clone(), witness.memory.clone().map(Memory));
        let owner = Owner { mac, public: self.public, id: witness.key, host: settings.host, memory };
        Marks::open(&self.disk, files, owner)
    }

    fn tree(&self, settings: &Settings) -> Result<(Arc<Signer>, Trees), Error> {
        let (home, disk, key) = (&self.home, &self.disk, self.key.clone());
        let layout = Layout::new(self.public.terms.height(), self.secret.subtree)?;
        let signer = Arc::new(self.secret.signer());
        let mut roots = Roots::open(disk, home.roots(), layout, key)?;
        let (threads, root) = (settings.threads.get(), &self.public.root);
        let trees = Trees::open(home.dir(), disk, signer.clone(), layout, &mut roots, threads, root)?;
        Ok((signer, trees))
    }

    fn finish(self, marks: Marks, (signer, trees): (Arc<Signer>, Trees)) -> Result<Store, Error> {
        let Opening { disk, home, witness, public, .. } = self;
        let guard = Guard::new(public, marks.last());
        let guard = guard.map_err(|_| Refusal::MarksDamaged { path: home.marks() })?;
        public::write(&disk, &home.public(), &public)?;
        Ok(Store { trees, signer, guard, marks, disk, witness, home })
    }

    /// The records in a mark file, if there is one.
    fn records(&self, path: PathBuf) -> Result<Option<Halves>, Error> {
        let Some(mut file) = MarkFile::open(&self.disk, path)? else { return Ok(None) };
        file.read(&self.key, &self.witness.key).map(Some)
    }

    /// The record in the memory of a witness.
    fn remembered(&self, witness: &Witness) -> Option<Record> {
        Memory(witness.memory.clone()?).read(&self.key, &self.witness.key)
    }
}

fn unfinished(disk: &Disk, home: &Home, secret: &Secret, key: MacKey) -> Error {
    let layout = Layout::new(secret.terms.height(), secret.subtree);
    let counted = layout.and_then(|layout| {
        let missing = Roots::open(disk, home.roots(), layout, key)?.missing().len() as u32;
        Ok(Error::Unfinished { dir: home.dir().to_owned(), missing, total: layout.subtrees() })
    });
    counted.unwrap_or_else(|error| error)
}

/// The mark that uses up all positions before `position`: no input has its hash of zeros.
fn burned_before(position: u64) -> Option<Mark> {
    let last = position.checked_sub(1)?;
    let mut bytes = [0; Mark::LEN];
    bytes[..8].copy_from_slice(&last.to_be_bytes());
    Some(Mark::from_bytes(&bytes).expect("the bytes of a mark"))
}

/// The turn of a position, which may be the one after the last.
fn turn_of(terms: &Terms, position: u64) -> Turn {
    let slots = u64::from(terms.slots());
    Turn { round: terms.first().saturating_add(position / slots), slot: (position % slots) as u16 }
}
