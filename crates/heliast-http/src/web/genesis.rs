//! The page of a chain's fixed parameters and of its current members, for people.

use super::{
    pages::{Frame, steps, withstands},
    text::{Grouped, iso, moment},
};
use askama::Template;
use heliast::{AnyGroup, Chain, Natural};
use heliast_view::{MemberView, MembersView};

/// The page of the genesis.
#[derive(Template)]
#[template(path = "genesis.html")]
pub(crate) struct GenesisPage {
    pub(crate) frame: Frame,
    pub(crate) steps: String,
    pub(crate) withstands: String,
    /// `rsa`, `class` or `roots`.
    pub(crate) kind: &'static str,
    /// The id of the field of the roots, if the chain has roots in addition to squarings.
    pub(crate) roots_field: Option<String>,
    pub(crate) period: String,
    pub(crate) began: String,
    pub(crate) began_iso: String,
    pub(crate) group_bits: usize,
    pub(crate) modulus: String,
    /// The seed of a discriminant.
    pub(crate) seed: Option<String>,
    pub(crate) group_id: String,
    pub(crate) prime_mode: &'static str,
    pub(crate) prime_bits: u16,
    pub(crate) vrf: &'static str,
    pub(crate) lead: u16,
    /// The expected votes of each committee.
    pub(crate) committees: Vec<String>,
    pub(crate) nonce: String,
    pub(crate) bytes: usize,
    pub(crate) count: usize,
    pub(crate) stake: String,
    pub(crate) participants: Vec<ParticipantRow>,
    /// The current members; `None` if members do not change and so are those of the genesis.
    pub(crate) now: Option<Now>,
}

/// The members of the next round.
pub(crate) struct Now {
    pub(crate) round: u64,
    /// The number of members with a stake.
    pub(crate) count: usize,
    pub(crate) stake: String,
    /// The number of proposals that may be approved.
    pub(crate) open: usize,
    /// The number of members, including those without stake.
    pub(crate) all: usize,
    pub(crate) rows: Vec<MemberRow>,
}

/// A current member.
pub(crate) struct MemberRow {
    pub(crate) of: ParticipantRow,
    /// A decision that takes effect later, or the reason why there is no stake.
    pub(crate) then: Option<String>,
}

/// A participant with its stake.
pub(crate) struct ParticipantRow {
    pub(crate) number: usize,
    pub(crate) stake: String,
    /// The share of the whole stake, in percent.
    pub(crate) share: String,
    pub(crate) public_key: String,
}

impl GenesisPage {
    /// The most participants with a row.
    pub(crate) const MOST_ROWS: usize = 250;

    /// `members` are those of the next round.
    pub(crate) fn new(frame: Frame, chain: &Chain, members: &MembersView) -> GenesisPage {
        let (genesis, suite) = (chain.genesis(), chain.squarings().map(|squarings| squarings.suite));
        let row = |(number, participant): (usize, &heliast::Participant)| {
            let public_key = hex::encode(&participant.public_key);
            ParticipantRow::new(number, participant.stake, chain.total_stake(), public_key)
        };
        GenesisPage {
            frame,
            steps: steps(&genesis.delays),
            withstands: withstands(chain),
            kind: genesis.delays.kind(),
            roots_field: chain.squarings().and(chain.roots()).map(|roots| hex::encode(roots.field.id())),
            period: format!("{} s", f64::from(genesis.period_ms) / 1000.0),
            began: moment(genesis.genesis_time_ms),
            began_iso: iso(genesis.genesis_time_ms),
            group_bits: chain.delay_bits(),
            modulus: modulus_hex(chain),
            seed: genesis.delays.seed().map(hex::encode),
            group_id: hex::encode(chain.delay_id()),
            prime_mode: suite.map_or("none", |suite| suite.mode().name()),
            prime_bits: suite.map_or(0, |suite| suite.bits()),
            vrf: genesis.vrf.name(),
            lead: genesis.lead,
            committees: genesis.committees.iter().map(Grouped::grouped).collect(),
            nonce: hex::encode(genesis.nonce),
            bytes: chain.genesis_bytes().len(),
            count: genesis.participants.len(),
            stake: chain.total_stake().grouped(),
            participants: genesis.participants.iter().enumerate().take(Self::MOST_ROWS).map(row).collect(),
            now: members.life.map(|_| Now::new(members)),
        }
    }
}

/// The modulus, the discriminant without its sign, or the prime of a chain with roots alone.
pub(crate) fn modulus_hex(chain: &Chain) -> String {
    let hex =
        |number: &Natural| hex::encode(number.to_be_bytes(number.bits().div_ceil(8)).unwrap_or_default());
    match chain.group() {
        Some(AnyGroup::Class(group)) => hex(group.discriminant_magnitude()),
        Some(other) => other.rsa().map(|group| hex(group.modulus())).unwrap_or_default(),
        None => chain.roots().map(|roots| hex(roots.field.prime())).unwrap_or_default(),
    }
}

impl Now {
    fn new(members: &MembersView) -> Now {
        let row = |member: &MemberView| MemberRow {
            of: ParticipantRow::new(
                member.participant as usize,
                member.stake,
                members.total_stake,
                member.public_key.clone(),
            ),
            then: then(member),
        };
        Now {
            round: members.round,
            count: members.members.iter().filter(|member| member.stake > 0).count(),
            stake: members.total_stake.grouped(),
            open: members.open.len(),
            all: members.members.len(),
            rows: members.members.iter().take(GenesisPage::MOST_ROWS).map(row).collect(),
        }
    }
}

impl ParticipantRow {
    fn new(number: usize, stake: u64, total: u64, public_key: String) -> ParticipantRow {
        let share = format!("{:.2}\u{a0}%", stake as f64 * 100.0 / total.max(1) as f64);
        ParticipantRow { number, stake: stake.grouped(), share, public_key }
    }
}

/// The change of a member's stake, in words.
fn then(MemberView { stake, decided, effective, .. }: &MemberView) -> Option<String> {
    match (*stake, *decided) {
        (0, 0) => Some("has left".to_owned()),
        (stake, decided) if stake == decided => None,
        (0, decided) => Some(format!("joins with {} in round {}", decided.grouped(), effective.grouped())),
        (_, 0) => Some(format!("leaves in round {}", effective.grouped())),
        (_, decided) => Some(format!("{} from round {} on", decided.grouped(), effective.grouped())),
    }
}
