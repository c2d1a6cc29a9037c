//! The common parts of the verbs of `heliast member` and `heliast validator`: participants that announce
//! changes, with or without their own node.
//!
//! An announcement belongs to a round. It is sent to the engines of the nodes until that round is sealed; if
//! the round does not contain it, because the round had closed or the participant announced something else,
//! it is made again for the next one. The current round, the members and the proposals come from rounds that
//! are followed as `heliast participate` follows them: each is verified, and so is the agreement of the
//! network. The user's own node is trusted for the rounds before the last one.

pub mod concerns;
mod place;

use crate::{
    failure::{Code, Failure, one_line},
    secrets::PassphraseArgs,
    ui::Ui,
};
use heliast::{
    Announcement, Chain, SecretKey,
    keys::Change,
    members::{MemberChange, Proposal, ValidatorChange},
};
use heliast_finality::ValidatorList;
use heliast_network::{FollowError, Misfit, Observer, home::Foundations};
use heliast_view::{MemberView, MembersView, OpenView};
use std::{
    thread,
    time::{Duration, Instant},
};

pub use place::PlaceArgs;

/// The time between two requests to the nodes.
const LOOK: Duration = Duration::from_millis(200);
/// The longest time without a message to a waiting user.
const QUIET: Duration = Duration::from_secs(5);
/// The number of rounds in which all nodes refuse an announcement before the verb gives up. A node that
/// catches up, and so sees another round, does not refuse it.
const ATTEMPTS: usize = 3;

/// The verified members of a chain.
pub struct Watch(Observer);

/// The members of a chain, with the keys of some of them.
pub struct Household {
    watch: Watch,
    keys: Vec<SecretKey>,
    /// The hint with the command that lists the members.
    list: String,
}

/// An announcement to make.
#[derive(Clone, Debug)]
pub struct Wish {
    pub participant: u32,
    pub change: MemberChange,
}

/// The place of the keys, and the time to wait.
#[derive(Clone, Debug, clap::Args)]
pub struct HouseholdArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Seconds to wait until a round contains the announcement
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = crate::numbers::count::<u64>(1..=86_400))]
    pub timeout: u64,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl HouseholdArgs {
    /// The hint that `heliast member list` or `heliast validator list` shows more.
    pub fn list(&self, of: &str) -> String {
        format!("see `heliast {of} list {}`", self.place.flags())
    }
}

impl Watch {
    /// Begins to follow the chain at these nodes.
    pub fn open(args: &PlaceArgs) -> Result<Watch, Failure> {
        Ok(Watch(args.open()?.observe()?))
    }

    /// The members after the last final round of the nodes. One node that answers is enough.
    pub fn view(&self) -> Result<MembersView, Failure> {
        self.0.look().map_err(|failures| {
            let said: Vec<_> = failures.iter().map(FollowError::to_string).collect();
            Failure::new(Code::Network, said.join("; ")).hint("name nodes of the chain that run, with --node")
        })?;
        Ok(self.known())
    }

    fn chain(&self) -> &Chain {
        &self.foundations().chain
    }

    /// The chain and its network file.
    pub fn foundations(&self) -> &Foundations {
        self.0.foundations()
    }

    /// The validators after the last known round, and a sentence about each change that was adopted without
    /// effect.
    pub fn validators(&self) -> (ValidatorList, Vec<String>) {
        let (foundations, tip) = (self.0.foundations(), self.0.tip());
        let mut list = ValidatorList::new(foundations.chain.id(), &foundations.network);
        let mut vain = vec![];
        for (round, change) in tip.keys().members().validator_changes() {
            if let Err(reason) = list.adopt(*round, change) {
                vain.push(format!("what round {round} adopted has no effect: {reason}"));
            }
        }
        (list, vain)
    }

    /// The addresses of validators that signed twice, as far as known.
    pub fn removed(&self) -> Vec<String> {
        self.0.removed().iter().map(hex::encode_upper).collect()
    }

    fn has_adopted(&self, change: &ValidatorChange) -> bool {
        self.0.tip().keys().members().validator_changes().iter().any(|(_, one)| one == change)
    }

    /// The members after the last known round.
    fn known(&self) -> MembersView {
        MembersView::new(self.chain(), &self.0.tip())
    }

    /// Takes the changes of members in the rounds that were followed since the last call: the round, the
    /// announcing participant, and the change.
    fn announced(&self) -> Vec<(u64, u32, MemberChange)> {
        let announced = self.0.take_announced().into_iter();
        let changes = announced.filter_map(|(round, said)| match said.change {
            Change::Member(change) => Some((round, said.participant, change)),
            _ => None,
        });
        changes.collect()
    }
}

impl Household {
    /// The members of a chain, with the keys in a directory. Only the last round is requested from nodes.
    pub fn open(args: &HouseholdArgs) -> Result<Household, Failure> {
        let place = args.place.open()?;
        if place.foundations.chain.genesis().members.is_none() {
            let hint = "make a network with `heliast network new --most-participants N`";
            return Err(Failure::new(Code::Refused, "the members of this chain do not change").hint(hint));
        }
        let keys = place.keys(&args.passphrase)?;
        Ok(Household { watch: Watch(place.observe()?), keys, list: args.list("member") })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.watch.chain()
    }

    /// The chain and its network file.
    pub fn foundations(&self) -> &Foundations {
        self.watch.foundations()
    }

    /// The members after the last final round.
    pub fn view(&self) -> Result<MembersView, Failure> {
        self.watch.view()
    }

    /// The validators after the last final round.
    pub fn validators(&self) -> Result<ValidatorList, Failure> {
        let they_change = self.chain().genesis().members.is_some_and(|rules| rules.validators_change);
        if !they_change {
            return Err(Failure::new(Code::Refused, "the validators of this network do not change").hint(
                "networks that are made now have validators that change, unless their members are fixed",
            ));
        }
        Ok(self.watch.validators().0)
    }

    /// Whether a proposal was adopted, according to the known rounds.
    pub fn has_adopted(&self, proposal: &Proposal) -> bool {
        let view = self.watch.known();
        match proposal {
            Proposal::Join { key, .. } => {
                let key = hex::encode(key.as_bytes());
                view.members.iter().any(|one| one.public_key == key)
            }
            Proposal::Stake { participant, stake } => {
                view.members.get(*participant as usize).is_some_and(|one| one.decided == *stake)
            }
            Proposal::Validators(change) => self.watch.has_adopted(change),
        }
    }

    /// The participant that proposes: the named one, or the first of the local participants with a stake.
    pub fn proposer(&self, view: &MembersView, named: Option<u32>) -> Result<u32, Failure> {
        let here = self.participants(view).into_iter().map(|one| one.participant);
        here.into_iter().find(|one| named.is_none_or(|named| *one == named)).ok_or_else(|| {
            let who = named.map_or_else(
                || "nobody here".to_owned(),
                |named| format!("participant {named} is not here, or"),
            );
            Failure::new(Code::Refused, format_args!("{who} has no stake in this round")).hint(format_args!(
                "name the home or the keys of participants who have a stake; {} for them",
                self.list
            ))
        })
    }

    /// The participants whose keys are here and who have a stake.
    pub fn participants<'a>(&self, view: &'a MembersView) -> Vec<&'a MemberView> {
        let own: Vec<_> = self.keys.iter().map(|key| hex::encode(key.public_key())).collect();
        view.members.iter().filter(|one| one.stake > 0 && own.contains(&one.public_key)).collect()
    }

    /// Names the local participants that have a stake and have not approved an open proposal, as the end of a
    /// sentence; empty if all have approved it.
    pub fn waiting(&self, view: &MembersView, id: &str) -> String {
        let Some(open) = view.open.iter().find(|open| open.id == id) else { return String::new() };
        let here = self.participants(view).into_iter().map(|one| one.participant);
        waiting_here(here, open)
    }

    /// Announces all of `wishes`, and returns the round of each. Skips an approval if its proposal has been
    /// closed meanwhile. Nodes that do not answer are waited for a while.
    pub fn announce(
        &mut self,
        mut wishes: Vec<Wish>,
        patience: Duration,
    ) -> Result<Vec<(Wish, u64)>, Failure> {
        let (begun, mut stand) = (Instant::now(), Vec::new());
        let mut view = self.view()?;
        self.watch.announced(); // drops those from before
        let (mut tries, mut refusals) = (Tries::default(), Vec::new());
        let mut quiet = Quiet::default();
        while !wishes.is_empty() {
            let sent =
                wishes.iter().map(|wish| self.announcement(&view, wish)).collect::<Result<Vec<_>, _>>()?;
            tries.note(self.offer(&sent));
            if begun.elapsed() > patience {
                return Err(too_late(view.round, tries.refusal.as_ref(), &self.list));
            }
            thread::sleep(LOOK);
            quiet.tell(view.round, || self.watch.0.stalled());
            let (before, stood) = (view.round, stand.len());
            view = self.view().unwrap_or_else(|_| self.watch.known());
            for (round, who, what) in self.watch.announced() {
                let found = wishes.iter().position(|wish| wish.participant == who && wish.change == what);
                stand.extend(found.map(|found| (wishes.remove(found), round)));
            }
            wishes.retain(|wish| !is_closed(&view, wish));
            if view.round > before {
                let refusal = std::mem::take(&mut tries).in_vain();
                refusals.extend(refusal.filter(|_| stand.len() == stood && !wishes.is_empty()));
            }
            if refusals.len() >= ATTEMPTS {
                return Err(Failure::new(Code::Refused, refusals.remove(0)).about("the nodes refuse it"));
            }
        }
        Ok(stand)
    }

    fn announcement(&mut self, view: &MembersView, wish: &Wish) -> Result<Announcement, Failure> {
        let Wish { participant, change } = wish.clone();
        let nobody = || Failure::new(Code::Refused, format_args!("there is no participant {participant}"));
        let member = view.members.get(participant as usize).ok_or_else(nobody)?;
        let key = self.keys.iter_mut().find(|key| hex::encode(key.public_key()) == member.public_key);
        let key = key.ok_or_else(|| {
            Failure::new(Code::Refused, format_args!("the key of participant {participant} is not here"))
                .hint("name the home or the directory where its key is")
        })?;
        // A round that has begun since the last final one does not change the serial, unless it contains this
        // announcement.
        let (serial, change) = (member.next_serial, Change::Member(change));
        let input = self.watch.chain().announcement_input(participant, serial, &change);
        let (_, proof) = key.prove(&input).map_err(|error| Failure::new(Code::Internal, error))?;
        Ok(Announcement { participant, serial, change, proof })
    }

    /// Offers all announcements to all nodes; returns the reason if all refuse one of them.
    fn offer(&self, announcements: &[Announcement]) -> Option<Misfit> {
        announcements.iter().filter_map(|announcement| self.watch.0.offer(announcement).err()).last()
    }
}

/// The last message to a waiting user.
struct Quiet {
    said: Instant,
    /// The awaited round, and whether the network is stalled.
    of: Option<(u64, bool)>,
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet { said: Instant::now(), of: None }
    }
}

impl Quiet {
    /// Prints from time to time what is awaited, if that has changed.
    fn tell(&mut self, round: u64, stalled: impl Fn() -> Option<String>) {
        if self.said.elapsed() < QUIET {
            return;
        }
        self.said = Instant::now();
        let stalled = stalled();
        let of = Some((round, stalled.is_some()));
        if self.of != of {
            self.of = of;
            Ui::current().note(one_line(&waits(round, stalled.as_deref())));
        }
    }
}

fn waits(round: u64, stalled: Option<&str>) -> String {
    let why = stalled.map_or_else(String::new, |why| format!("; the network is stalled: {why}"));
    format!("waiting for round {round}, which is to have the announcement{why}")
}

/// The results of sending announcements while the next round stayed the same.
#[derive(Default)]
struct Tries {
    is_taken: bool,
    refusal: Option<Misfit>,
}

impl Tries {
    fn note(&mut self, refusal: Option<Misfit>) {
        self.is_taken |= refusal.is_none();
        self.refusal = refusal.or(self.refusal.take());
    }

    /// The reason if no node accepted anything, nor may a moment later.
    fn in_vain(self) -> Option<Misfit> {
        self.refusal.filter(|refusal| !self.is_taken && matches!(refusal, Misfit::Refused(_)))
    }
}

/// Names those of `here` that have not approved, as the end of a sentence.
pub fn waiting_here(here: impl IntoIterator<Item = u32>, open: &OpenView) -> String {
    let waiting: Vec<_> =
        here.into_iter().filter(|one| !open.approved.contains(one)).map(|one| one.to_string()).collect();
    match &waiting[..] {
        [] => String::new(),
        [one] => format!("; participant {one}, whose key is here, has not approved it yet"),
        _ => format!("; participants {}, whose keys are here, have not approved it yet", waiting.join(", ")),
    }
}

/// The command with which others approve a proposal.
pub fn approve(id: &str) -> String {
    format!("others approve it with `heliast member approve --home HOME {id}`")
}

/// Whether this approves a proposal that is no longer open.
fn is_closed(view: &MembersView, wish: &Wish) -> bool {
    match &wish.change {
        MemberChange::Approval(id) => view.open.iter().all(|open| open.id != hex::encode(id)),
        MemberChange::Proposal(_) => false,
    }
}

fn too_late(round: u64, refusal: Option<&Misfit>, list: &str) -> Failure {
    let why = refusal.map(|refusal| format!(": {refusal}")).unwrap_or_default();
    Failure::new(Code::Pending, format_args!("round {round} is not sealed yet{why}"))
        .hint(format_args!("{list} later; try again if it does not have the announcement"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The network may be stalled for hours although the announcement is correct.
    #[test]
    fn who_waits_is_told_for_what_and_once() {
        let long_ago = || Instant::now().checked_sub(2 * QUIET).unwrap();
        let stalled = || Some("no block has come for 40 s".to_owned());
        assert_eq!(
            waits(7, stalled().as_deref()),
            "waiting for round 7, which is to have the announcement; the network is stalled: no block has come \
             for 40 s"
        );
        assert_eq!(waits(7, None), "waiting for round 7, which is to have the announcement");
        let mut quiet = Quiet::default();
        quiet.tell(7, || panic!("it is too early"));
        for (round, reason, of) in
            [(7, None, false), (7, stalled(), true), (7, stalled(), true), (8, None, false)]
        {
            quiet.said = long_ago();
            quiet.tell(round, || reason.clone());
            assert_eq!(quiet.of, Some((round, of)));
            assert!(quiet.said.elapsed() < QUIET);
        }
    }

    #[test]
    fn a_node_that_sees_another_round_refuses_nothing() {
        let [late, refused] = [Misfit::NotNow, Misfit::Refused].map(|kind| Some(kind("words".to_owned())));
        for (noted, counts) in [
            (vec![late.clone(), late.clone()], false),
            (vec![late.clone(), refused.clone()], true),
            (vec![refused.clone(), None], false),
        ] {
            let mut tries = Tries::default();
            noted.into_iter().for_each(|outcome| tries.note(outcome));
            assert_eq!(tries.in_vain().is_some(), counts);
        }
    }
}
