//! What the verbs of `heliast member` share: a node's home, whose participants announce changes of members.
//!
//! An announcement belongs to a round. It is offered to the node's engine until that round is sealed;
//! if it does not stand there then, because the round had closed or the participant announced something
//! else, it is made anew for the next one.

use crate::{
    failure::{Code, Failure},
    files,
    home::read_keys,
    rounds::{remote_members, remote_round},
    secrets::PassphraseArgs,
    verbs::{node_settings, reachable},
};
use heliast::{Announcement, Chain, SecretKey, keys::Change, members::MemberChange};
use heliast_network::{
    home,
    rpc::{Rpc, Sent},
    transaction::{Body, Transaction},
};
use heliast_node::view::{MemberChangeView, MemberView, MembersView};
use std::{
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// From one look at the node to the next.
const LOOK: Duration = Duration::from_millis(200);
/// A genesis is not longer.
const MAX_FILE: u64 = 8 << 20;
/// Rounds in which the node refuses an announcement before it is given up.
const ATTEMPTS: usize = 3;

/// The participants of a node that runs.
pub struct Household {
    chain: Chain,
    keys: Vec<SecretKey>,
    url: String,
    rpc: Rpc,
}

/// What a participant announces.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub participant: u32,
    pub change: MemberChange,
}

/// The node's home, and how long to wait for it.
#[derive(Clone, Debug, clap::Args)]
pub struct HomeArgs {
    /// The home of a node that runs and whose participants announce it
    #[arg(long, value_name = "DIR")]
    pub home: PathBuf,
    /// Seconds to wait until a round has it
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = crate::numbers::count::<u64>(1..=86_400))]
    pub timeout: u64,
    #[command(flatten)]
    pub passphrase: PassphraseArgs,
}

impl Household {
    /// Those whose keys are in a node's home. The node is not asked yet.
    pub fn open(args: &HomeArgs) -> Result<Household, Failure> {
        let dir = &args.home;
        let (url, rpc) = addresses(dir)?;
        let chain = Chain::from_bytes(&files::read(&dir.join(home::GENESIS), MAX_FILE)?)?;
        if chain.genesis().members.is_none() {
            let hint = "make a network with `heliast network new --most-participants N`";
            return Err(Failure::new(Code::Refused, "the members of this chain do not change").hint(hint));
        }
        let keys = read_keys(&dir.join(home::KEYS), &args.passphrase)?.keys;
        let rpc = Rpc::new(&rpc).map_err(|error| Failure::new(Code::Malformed, error).about("node.toml"))?;
        Ok(Household { chain, keys, url, rpc })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// How the members are, as the node says.
    pub fn view(&self) -> Result<MembersView, Failure> {
        remote_members(&self.url)
    }

    /// The participants whose keys are here and who have a stake.
    pub fn participants<'a>(&self, view: &'a MembersView) -> Vec<&'a MemberView> {
        let own: Vec<_> = self.keys.iter().map(|key| hex::encode(key.public_key())).collect();
        view.members.iter().filter(|one| one.stake > 0 && own.contains(&one.public_key)).collect()
    }

    /// Announces all of this, and says in which rounds it stands. An approval of a proposal that is closed
    /// in the meantime is left out.
    pub fn announce(
        &mut self,
        mut wishes: Vec<Wish>,
        patience: Duration,
    ) -> Result<Vec<(Wish, u64)>, Failure> {
        let (begun, mut stand) = (Instant::now(), Vec::new());
        let mut refusals = Vec::new();
        let mut view = self.view()?;
        while !wishes.is_empty() {
            let round = view.round;
            let sent =
                wishes.iter().map(|wish| self.transaction(&view, wish)).collect::<Result<Vec<_>, _>>()?;
            let mut refusal = None;
            while view.round == round {
                refusal = self.offer(&sent)?.or(refusal);
                if begun.elapsed() > patience {
                    return Err(too_late(round, refusal.as_deref()));
                }
                thread::sleep(LOOK);
                view = self.view()?;
            }
            let stood = stand.len();
            let said = remote_round(&self.url, round)?.announcements;
            wishes.retain(|wish| {
                let expected = Some(MemberChangeView::new(&wish.change));
                let stands =
                    said.iter().any(|one| one.participant == wish.participant && one.member == expected);
                stand.extend(stands.then_some((*wish, round)));
                !stands && !is_closed(&view, wish)
            });
            refusals.extend(refusal.filter(|_| stand.len() == stood && !wishes.is_empty()));
            if refusals.len() >= ATTEMPTS {
                return Err(Failure::new(Code::Refused, refusals.remove(0)).about("the node refuses it"));
            }
        }
        Ok(stand)
    }

    fn transaction(&mut self, view: &MembersView, wish: &Wish) -> Result<Vec<u8>, Failure> {
        let Wish { participant, change } = *wish;
        let nobody = || Failure::new(Code::Refused, format_args!("there is no participant {participant}"));
        let member = view.members.get(participant as usize).ok_or_else(nobody)?;
        let key = self.keys.iter_mut().find(|key| hex::encode(key.public_key()) == member.public_key);
        let key = key.ok_or_else(|| {
            Failure::new(Code::Refused, format_args!("the key of participant {participant} is not here"))
                .hint("name the home of the node where its key is")
        })?;
        let (serial, change) = (member.next_serial, Change::Member(change));
        let input = self.chain.announcement_input(participant, serial, &change);
        let (_, proof) = key.prove(&input).map_err(|error| Failure::new(Code::Internal, error))?;
        let body = Body::Announcement(Announcement { participant, serial, change, proof });
        Ok(Transaction { round: view.round, body }.to_bytes())
    }

    /// Gives all of it to the engine; why it refuses the last one that it refuses.
    fn offer(&self, transactions: &[Vec<u8>]) -> Result<Option<String>, Failure> {
        let mut refusal = None;
        for transaction in transactions {
            match self.rpc.broadcast_tx_sync(transaction) {
                Ok(Sent::Taken | Sent::Known) => {}
                Ok(Sent::Refused { log, .. }) => refusal = Some(log),
                Err(error) => refusal = Some(error.to_string()),
            }
        }
        Ok(refusal)
    }
}

/// Whether this approves what is not open any more.
fn is_closed(view: &MembersView, wish: &Wish) -> bool {
    match &wish.change {
        MemberChange::Approval(id) => view.open.iter().all(|open| open.id != hex::encode(id)),
        MemberChange::Proposal(_) => false,
    }
}

fn too_late(round: u64, refusal: Option<&str>) -> Failure {
    let why = refusal.map(|refusal| format!(": {refusal}")).unwrap_or_default();
    Failure::new(Code::Pending, format_args!("round {round} is not sealed yet{why}"))
        .hint("ask `heliast member list` later whether it stands, and try again if it does not")
}

/// Where a node's API and its engine's RPC are reached from its own machine.
pub fn addresses(dir: &Path) -> Result<(String, String), Failure> {
    let settings = node_settings(dir)?;
    Ok((format!("http://{}", reachable(settings.listen)), format!("http://{}", settings.rpc)))
}
