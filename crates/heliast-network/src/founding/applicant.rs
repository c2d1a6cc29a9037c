//! The home of an operator who has applied: it agrees to drafts, and the network is founded in it.

use super::{
    agreement::Agreement,
    application::{Application, Wish},
    draft::{Draft, Founded},
    error::FoundingError,
};
use crate::{
    files,
    home::{
        APPLICATION, Foundations, HomeError, NewEngine, NewNetwork, NodeSecrets, Pace, Peer, SETTINGS,
        Settings, Site, engine_genesis,
    },
};
use heliast::SecretKey;
use heliast_disk::Disk;
use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// The file of a home's agreement.
pub const AGREEMENT: &str = "agreement";
/// The file of the draft from which a home was founded.
pub const DRAFT: &str = "draft";

/// A home whose operator has applied.
#[derive(Debug)]
pub struct Applicant {
    home: PathBuf,
    application: Application,
    secrets: NodeSecrets,
}

/// The reasons why a home can't apply, agree or be founded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplicantError {
    /// A file of the home can't be used.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The application in the home is damaged, or breaks a rule.
    #[error(transparent)]
    Founding(#[from] FoundingError),
    /// The home has never applied.
    #[error("{} has not applied: it has no file {APPLICATION}", .0.display())]
    NotApplied(PathBuf),
    /// The home has applied with other data.
    #[error("{} has applied already, as {name:?}, and with other words or keys than these", home.display())]
    Applied {
        /// The home.
        home: PathBuf,
        /// The name with which it has applied.
        name: String,
    },
    /// The keys are not those of the application.
    #[error("the keys in {} are not those that it has applied with", .0.display())]
    OtherKeys(PathBuf),
    /// The draft does not have the application of this home.
    #[error("the draft leaves out {0:?}, who has applied with this home")]
    LeftOut(String),
    /// The draft has another application with a key or the name of this home's application.
    #[error(
        "the draft has another application in place of this home's: what {0:?} has applied with was changed"
    )]
    Changed(String),
    /// The home already belongs to a chain.
    #[error("{} is founded already: it belongs to the chain {chain}", home.display())]
    Founded {
        /// The home.
        home: PathBuf,
        /// The id of its chain.
        chain: String,
    },
    /// The home has agreed to another draft.
    #[error("{} has agreed to another draft, of the chain {chain}", home.display())]
    Agreed {
        /// The home.
        home: PathBuf,
        /// The chain id of that draft.
        chain: String,
    },
}

impl Applicant {
    /// Makes the missing parts of a home that it needs before it applies: the directory, `keys` of its node,
    /// and settings. Returns the keys of the home's node.
    ///
    /// # Errors
    /// [`ApplicantError::Founded`] if the home belongs to a chain, or [`ApplicantError::Home`].
    pub fn prepare(home: &Path, site: &Site, keys: NodeSecrets) -> Result<NodeSecrets, ApplicantError> {
        Applicant::prepare_on(&Disk::default(), home, site, keys)
    }

    pub(super) fn prepare_on(
        disk: &Disk,
        home: &Path,
        site: &Site,
        keys: NodeSecrets,
    ) -> Result<NodeSecrets, ApplicantError> {
        refuse_founded(home, None)?;
        files::ensure_private_dir(disk, home).map_err(|reason| unwritable(home, reason))?;
        let kept = keys.settle_on(disk, home)?;
        let settings = home.join(SETTINGS);
        if settings.symlink_metadata().is_err() {
            let text = Settings::at(site, true).to_text();
            files::write_new(disk, &settings, text.as_bytes())
                .map_err(|reason| unwritable(&settings, reason))?;
        }
        Ok(kept)
    }

    /// Makes the application of a home, and writes it. If the home has an application already, it must be the
    /// same.
    ///
    /// # Errors
    /// [`ApplicantError::Applied`] if the home has applied with other data, or the errors of
    /// [`Application::make`].
    pub fn apply(
        home: &Path,
        wish: &Wish<'_>,
        secrets: NodeSecrets,
        participants: &mut [SecretKey],
    ) -> Result<Applicant, ApplicantError> {
        Applicant::apply_on(&Disk::default(), home, wish, secrets, participants)
    }

    pub(super) fn apply_on(
        disk: &Disk,
        home: &Path,
        wish: &Wish<'_>,
        secrets: NodeSecrets,
        participants: &mut [SecretKey],
    ) -> Result<Applicant, ApplicantError> {
        let application = Application::make(wish, &secrets, participants)?;
        let path = home.join(APPLICATION);
        match read(&path, Application::MAX_LEN)? {
            Some(bytes) if bytes == application.to_bytes() => {}
            Some(bytes) => {
                let name = Application::from_bytes(&bytes)?.name().to_owned();
                return Err(ApplicantError::Applied { home: home.to_owned(), name });
            }
            None => files::write_new(disk, &path, &application.to_bytes())
                .map_err(|reason| unwritable(&path, reason))?,
        }
        Ok(Applicant { home: home.to_owned(), application, secrets })
    }

    /// Opens a home that has applied.
    ///
    /// # Errors
    /// [`ApplicantError`] if it has not applied, or if its keys are missing or not those of the application.
    pub fn open(home: &Path) -> Result<Applicant, ApplicantError> {
        let bytes = read(&home.join(APPLICATION), Application::MAX_LEN)?;
        let application =
            Application::from_bytes(&bytes.ok_or_else(|| ApplicantError::NotApplied(home.to_owned()))?)?;
        let secrets = NodeSecrets::in_home(home)?;
        let peer = secrets.peer_key().map_err(HomeError::from)?;
        match (secrets.consensus_key(), &peer) == (&application.validator().key, application.peer()) {
            true => Ok(Applicant { home: home.to_owned(), application, secrets }),
            false => Err(ApplicantError::OtherKeys(home.to_owned())),
        }
    }

    /// The application of this home.
    pub fn application(&self) -> &Application {
        &self.application
    }

    /// The agreement of this home to a draft, if the draft has its application, byte for byte, and the home
    /// belongs to no other chain.
    ///
    /// # Errors
    /// [`ApplicantError::LeftOut`], [`ApplicantError::Changed`] or [`ApplicantError::Founded`].
    pub fn agree(&self, draft: &Draft) -> Result<Agreement, ApplicantError> {
        self.place_in(draft)?;
        refuse_founded(&self.home, Some(draft))?;
        Ok(Agreement::sign(draft.chain_id(), self.application.id(), |message| self.secrets.sign(message)))
    }

    /// Keeps an agreement in the home, and returns its file.
    ///
    /// # Errors
    /// [`ApplicantError::Agreed`] if the home has agreed to another draft, unless this one is to take its
    /// place.
    pub fn keep(&self, agreement: &Agreement, instead: bool) -> Result<PathBuf, ApplicantError> {
        self.keep_on(&Disk::default(), agreement, instead)
    }

    pub(super) fn keep_on(
        &self,
        disk: &Disk,
        agreement: &Agreement,
        instead: bool,
    ) -> Result<PathBuf, ApplicantError> {
        let path = self.home.join(AGREEMENT);
        let earlier = if instead { None } else { read(&path, Agreement::MAX_LEN)? };
        if let Some(bytes) = earlier {
            let earlier = Agreement::from_bytes(&bytes).map_err(FoundingError::from)?;
            if earlier.chain_id() != agreement.chain_id() {
                let (home, chain) = (self.home.clone(), hex::encode(earlier.chain_id()));
                return Err(ApplicantError::Agreed { home, chain });
            }
        }
        let written = files::replace(disk, &path, &agreement.to_bytes());
        written.map_err(|reason| unwritable(&path, reason))?;
        Ok(path)
    }

    /// Founds the network in this home: writes the genesis, the network file, and the engine's settings and
    /// genesis. Returns whether this was done now; a home that is already founded for this chain is not
    /// changed.
    ///
    /// # Errors
    /// The errors of [`agree`](Self::agree), and [`ApplicantError::Home`] if a file can't be written.
    pub fn found(&self, founded: &Founded<'_>) -> Result<bool, ApplicantError> {
        self.found_on(&Disk::default(), founded)
    }

    pub(super) fn found_on(&self, disk: &Disk, founded: &Founded<'_>) -> Result<bool, ApplicantError> {
        let draft = founded.draft();
        let place = self.place_in(draft)?;
        refuse_founded(&self.home, Some(draft))?;
        if Foundations::are_in(&self.home) {
            return Ok(false);
        }
        let (path, bytes) = (self.home.join(DRAFT), draft.as_bytes());
        files::replace(disk, &path, bytes).map_err(|reason| unwritable(&path, reason))?;
        let (name, own) = (NewNetwork::node(place as u32), &draft.applications()[place]);
        let foundations = draft.foundations();
        let rpc = Settings::of_home(&self.home)?.rpc.port();
        let sites: Vec<_> = draft.applications().iter().map(|one| one.site().clone()).collect();
        let engine = NewEngine {
            name: &name,
            site: &Site { rpc, ..own.site().clone() },
            peers: peers(draft, place),
            chain: &foundations.chain,
            genesis: &engine_genesis(&foundations.chain, &foundations.network),
            pace: Pace::between(&sites),
        };
        engine.replace(disk, &self.home).map_err(|reason| unwritable(&self.home, reason))?;
        // The genesis is written last: if it exists, everything else does.
        foundations.write_on(disk, &self.home)?;
        Ok(true)
    }

    /// The place of this home's application in a draft.
    fn place_in(&self, draft: &Draft) -> Result<usize, ApplicantError> {
        let own = &self.application;
        if let Some(place) = draft.applications().iter().position(|one| one == own) {
            return Ok(place);
        }
        let is_like_it = |one: &Application| {
            one.name() == own.name() || one.peer() == own.peer() || one.validator().key == own.validator().key
        };
        let name = own.name().to_owned();
        match draft.applications().iter().any(is_like_it) {
            true => Err(ApplicantError::Changed(name)),
            false => Err(ApplicantError::LeftOut(name)),
        }
    }
}

impl ApplicantError {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            ApplicantError::Home(error) => error.hint(),
            ApplicantError::Founding(error) => Some(error.hint()),
            ApplicantError::NotApplied(_) => Some("`heliast network apply` makes a home that applies"),
            ApplicantError::Applied { .. } => {
                Some("say the same as then, or apply with another home: this one's application may be in use")
            }
            ApplicantError::OtherKeys(_) => Some("restore the whole home from one backup"),
            ApplicantError::LeftOut(_) => Some("ask the others why, and found nothing without you"),
            ApplicantError::Changed(_) => {
                Some("send your application again, to all others, and ask for another draft")
            }
            ApplicantError::Founded { .. } => Some("apply for another network with another home"),
            ApplicantError::Agreed { .. } => Some(
                "agree with the others on one draft; --instead takes this one in place of the earlier one",
            ),
        }
    }
}

/// The other nodes of a draft.
fn peers(draft: &Draft, place: usize) -> Vec<Peer<'_>> {
    let all = draft.applications().iter().enumerate();
    let others = all.filter(|(other, _)| *other != place);
    others.map(|(_, one)| Peer { id: one.peer_id(), site: one.site() }).collect()
}

/// Refuses a home that belongs to another chain than that of this draft.
fn refuse_founded(home: &Path, draft: Option<&Draft>) -> Result<(), ApplicantError> {
    if !Foundations::are_in(home) {
        return Ok(());
    }
    let chain = *Foundations::chain_in(home)?.id();
    match draft.is_some_and(|draft| *draft.chain_id() == chain) {
        true => Ok(()),
        false => Err(ApplicantError::Founded { home: home.to_owned(), chain: hex::encode(chain) }),
    }
}

/// The bytes of a file of a home, if it exists.
fn read(path: &Path, longest: usize) -> Result<Option<Vec<u8>>, HomeError> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let mut bytes = vec![];
    let read = File::open(path).and_then(|file| file.take(longest as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|reason| HomeError::Unreadable { path: path.to_owned(), reason })?;
    match bytes.len() > longest {
        true => Err(HomeError::TooLong { path: path.to_owned(), longest: longest as u64 }),
        false => Ok(Some(bytes)),
    }
}

fn unwritable(path: &Path, reason: std::io::Error) -> ApplicantError {
    HomeError::Unwritable { path: path.to_owned(), reason }.into()
}
