//! The rounds on which the network is known to have agreed, from the answers of other nodes.
//!
//! Each node is followed on its own branch, which begins at the last round known to be final and ends with
//! the answer: no node's answer can obstruct that of another.
//!
//! The rounds of a solo chain have no agreement: valid rounds are kept as they come.

#[cfg(test)]
mod tests;

use super::node::{self, FollowError};
use heliast::{Chain, Round, Tip, Verified};
use heliast_client::Node;
use heliast_finality::{NetworkFile, Verifier};
use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The most rounds that are held in memory until a frame shows that they are final.
const MAX_UNPROVED: usize = 2_000;
/// If at least this many rounds are missing, it is worth waiting for another thread that fetches them.
const MANY: u64 = 20;
/// The time after which a waiting thread fetches them itself.
const TURN: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(250);

/// A receiver of the final rounds.
pub trait Keeper {
    /// Takes the round after the last one.
    ///
    /// # Errors
    /// [`FollowError`] if it can't; it then gets this round again.
    fn keep(&mut self, round: &Verified<Round>) -> Result<(), FollowError>;

    /// Takes the frame that shows that a round that was taken is final.
    ///
    /// # Errors
    /// [`FollowError`] if it can't.
    fn prove(&mut self, round: u64, frame: &[u8]) -> Result<(), FollowError>;
}

/// The final rounds so far.
pub struct Agreed<K> {
    chain: Chain,
    tip: Tip,
    /// `None` for a solo chain.
    verifier: Option<Verifier>,
    proofs: Proofs,
    keeper: K,
    /// The time since which a thread has been fetching many rounds.
    turn: Option<Instant>,
}

/// The frames that are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proofs {
    /// No frames: the chain is a solo chain.
    Absent,
    /// The frame of the last round of a page, which covers all rounds before it.
    Last,
    /// The frame of each round, for nodes that pass the rounds on.
    Every,
}

/// The rounds that a node has shown beyond the final ones.
struct Branch {
    tip: Tip,
    unproved: Vec<Verified<Round>>,
}

impl<K: Keeper> Agreed<K> {
    /// Begins with a chain and its network, after the rounds up to `tip`, which the caller knows to be final.
    /// If the caller has the frame of the last of them, the validators of that round are known from it.
    ///
    /// # Errors
    /// [`FollowError::Finality`] if `network` is not the network file of the chain, or the frame is false.
    pub fn new(
        chain: &Chain,
        network: &NetworkFile,
        (tip, frame): (Tip, Option<&[u8]>),
        keeper: K,
    ) -> Result<Agreed<K>, FollowError> {
        let mut verifier = Verifier::after(chain, network, &tip, [])?;
        if let Some(frame) = frame {
            verifier.verify_bytes(frame, &tip)?;
        }
        let (verifier, proofs) = (Some(verifier), Proofs::Last);
        Ok(Agreed { chain: chain.clone(), tip, verifier, proofs, keeper, turn: None })
    }

    /// The same for a solo chain, of which all valid rounds are taken.
    pub fn solo(chain: &Chain, tip: Tip, keeper: K) -> Agreed<K> {
        Agreed { chain: chain.clone(), tip, verifier: None, proofs: Proofs::Absent, keeper, turn: None }
    }

    /// Requests the frame of every round, and not only of the last of many.
    pub fn with_every_frame(self) -> Agreed<K> {
        Agreed { proofs: Proofs::Every, ..self }
    }

    /// The tip after the last final round.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The addresses of validators that have lost their power, as far as frames have shown it.
    pub fn removed(&self) -> Vec<[u8; 20]> {
        let gone = self.verifier.iter().flat_map(Verifier::gone);
        gone.map(|key| key.address()).collect()
    }

    /// The keeper of the rounds.
    pub fn keeper(&mut self) -> &mut K {
        &mut self.keeper
    }

    /// Takes a node's rounds after the known ones, up to the last round that the node says is final, as long
    /// as `goes_on` returns true. Returns the round that collects, as the node says. Several nodes may be
    /// followed at the same time: only threads that are just as far behind wait while a node answers.
    ///
    /// # Errors
    /// [`FollowError`], also if the node can't show that its rounds are final.
    pub fn follow(
        agreed: &Mutex<Agreed<K>>,
        node: &Node,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, FollowError> {
        Agreed::follow_to(agreed, node, node.last_final()?, goes_on)?;
        let status = node.status()?;
        Ok((status.phase == "tickets").then_some(status.round))
    }

    /// Like [`Agreed::follow`], up to this round, which is the last final one according to the node.
    ///
    /// # Errors
    /// [`FollowError`], also if the node can't show that its rounds are final.
    pub fn follow_to(
        agreed: &Mutex<Agreed<K>>,
        node: &Node,
        last: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), FollowError> {
        let (chain, tip) = {
            let known = lock(agreed);
            (known.chain.clone(), known.tip.clone())
        };
        let mut branch = Branch { tip, unproved: vec![] };
        while last > branch.tip.round() && goes_on() {
            let before = branch.tip.round();
            if last - before >= MANY && !lock(agreed).take_turn() {
                thread::sleep(LOOK);
                branch.go_on(&lock(agreed).tip);
                continue;
            }
            let fetched = branch.fetch(agreed, node, (&chain, last));
            lock(agreed).turn = None;
            fetched?;
            branch.go_on(&lock(agreed).tip);
            if branch.tip.round() == before {
                break;
            }
        }
        if !branch.unproved.is_empty() {
            return Err(FollowError::Unproved(branch.unproved.len()));
        }
        Ok(())
    }

    /// Whether this thread is to fetch now.
    fn take_turn(&mut self) -> bool {
        let is_free = self.turn.is_none_or(|since| since.elapsed() >= TURN);
        if is_free {
            self.turn = Some(Instant::now());
        }
        is_free
    }

    /// Takes the rounds up to `tip` if the frame shows that they are final. Rounds that another node has
    /// already shown are skipped.
    fn take(&mut self, rounds: &[Verified<Round>], tip: &Tip, frame: &[u8]) -> Result<(), FollowError> {
        let Some(verifier) = &mut self.verifier else { return self.keep(rounds) };
        let signed = verifier.verify_bytes(frame, tip)?;
        let known = self.tip.round();
        self.keep(rounds)?;
        if signed.round > known { self.keeper.prove(signed.round, frame) } else { Ok(()) }
    }

    /// Keeps final rounds, except those that are known already.
    fn keep(&mut self, rounds: &[Verified<Round>]) -> Result<(), FollowError> {
        let known = self.tip.round();
        for round in rounds.iter().filter(|round| round.number > known) {
            if round.facts().seed != *self.tip.seed() {
                return Err(FollowError::Forked(round.number));
            }
            self.keeper.keep(round)?;
            self.tip = self.chain.tip_after(round);
        }
        Ok(())
    }
}

impl Branch {
    /// Fetches a page of rounds, and the frame that shows that they are final. It takes only rounds that the
    /// node says are final: the node may have no frame for later ones.
    fn fetch<K: Keeper>(
        &mut self,
        agreed: &Mutex<Agreed<K>>,
        node: &Node,
        (chain, last): (&Chain, u64),
    ) -> Result<(), FollowError> {
        let count = last.saturating_sub(self.tip.round());
        let proofs = lock(agreed).proofs;
        let rounds = node::rounds_after(node, chain, &self.tip, proofs == Proofs::Every)?;
        for item in rounds.take(usize::try_from(count).unwrap_or(usize::MAX)) {
            let (round, frames) = item?;
            self.tip = chain.tip_after(&round);
            self.unproved.push(round);
            if proofs == Proofs::Absent {
                lock(agreed).keep(&mem::take(&mut self.unproved))?;
                continue;
            }
            for frame in frames {
                self.prove(agreed, &frame)?;
            }
            if self.unproved.len() > MAX_UNPROVED {
                return Err(FollowError::Unproved(MAX_UNPROVED));
            }
        }
        match self.unproved.is_empty() {
            true => Ok(()),
            false => node.frame(self.tip.round())?.map_or(Ok(()), |frame| self.prove(agreed, &frame)),
        }
    }

    fn prove<K: Keeper>(&mut self, agreed: &Mutex<Agreed<K>>, frame: &[u8]) -> Result<(), FollowError> {
        lock(agreed).take(&mem::take(&mut self.unproved), &self.tip, frame)
    }

    /// Continues after the known rounds, unless rounds wait for a frame.
    fn go_on(&mut self, known: &Tip) {
        if self.unproved.is_empty() {
            self.tip = known.clone();
        }
    }
}

/// A panic of a thread with the lock leaves no inconsistent state: the tip moves after its round is kept.
fn lock<T>(agreed: &Mutex<T>) -> MutexGuard<'_, T> {
    agreed.lock().unwrap_or_else(PoisonError::into_inner)
}
