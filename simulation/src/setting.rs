//! The chains that are simulated.

use crate::{member::Member, random::Random, stakes::zipf};
use heliast::{
    Chain, DelayGroup, Genesis, Malformed, Natural, Participant, PrimeMode, SquaringRules, StatelessScheme,
    Suite, stateful::Scheme,
};

/// RSA-1024: it makes rounds fast, and the simulation does not need a modulus that is hard to factor.
const MODULUS: &str = "135066410865995223349603216278805969938881475605667027524485143851526510604859533833940287150571909441798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509643110564073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927563";
/// The time at which every chain begins.
pub const START_MS: u64 = 1_800_000_000_000;
/// The time between slots.
pub const PERIOD_MS: u32 = 3_000;
/// The squarings of a delay. The simulation has no clock: it assumes that nobody can evaluate a delay in
/// time.
const T: u64 = 16;

/// A chain and its participants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The scheme of the stateless keys.
    pub vrf: StatelessScheme,
    /// The number of participants, whose stakes follow Zipf's law.
    pub participants: usize,
    /// The number of participants that make hash trees, starting with the richest.
    pub holders: usize,
    /// The number of participants that are adversaries.
    pub adversaries: usize,
    /// k.
    pub lead: u16,
    /// The expected votes of each slot.
    pub committees: Vec<u32>,
    /// The number of rounds.
    pub rounds: u64,
}

impl Setting {
    /// The `index`-th chain of a mixed run: 10 to 24 participants, one to three slots, leads from 2
    /// to 10; every twentieth without announcements.
    pub fn mixed(random: &mut Random, index: u64, rounds: u64) -> Setting {
        let participants = 10 + random.index(15);
        let committees: [&[u32]; 4] = [&[10], &[12, 5], &[6, 6], &[8, 4, 20]];
        let vrf = if random.one_in(2) { StatelessScheme::EcvrfTai } else { StatelessScheme::EcvrfEll2 };
        let leads = [2, 3, 5, 10];
        let lead = if index % 20 == 19 { 0 } else { leads[random.index(leads.len())] };
        Setting {
            vrf,
            participants,
            holders: participants * 3 / 4,
            adversaries: participants / 3,
            lead,
            committees: committees[random.index(committees.len())].to_vec(),
            rounds,
        }
    }

    /// The chain, with its participants' secrets.
    ///
    /// # Errors
    /// [`Malformed`] if no chain has such parameters.
    pub fn build(&self, random: &mut Random) -> Result<(Chain, Vec<Member>), Malformed> {
        let scheme = |index: usize| match index {
            _ if index >= self.holders => None,
            _ if index % 3 == 2 => Some(Scheme::XVrf),
            _ => Some(Scheme::IVrf),
        };
        let members: Vec<_> =
            (0..self.participants).map(|index| Member::new(self.vrf, scheme(index), random)).collect();
        let stakes = zipf(self.participants, 1_000 * self.participants as u64);
        let accounts = members.iter().zip(stakes).map(|(member, stake)| (member.public().to_vec(), stake));
        let chain = chain(self.vrf, self.lead, &self.committees, accounts, random)?;
        Ok((chain, members))
    }
}

/// A chain with a short delay and these accounts: stateless public keys and stakes.
///
/// # Errors
/// [`Malformed`] if no chain has such parameters.
pub fn chain(
    vrf: StatelessScheme,
    lead: u16,
    committees: &[u32],
    accounts: impl Iterator<Item = (Vec<u8>, u64)>,
    random: &mut Random,
) -> Result<Chain, Malformed> {
    Chain::new(Genesis {
        vrf,
        delays: SquaringRules {
            group: DelayGroup::Rsa { modulus: Natural::from_decimal(MODULUS).expect("a number") },
            suite: Suite::new(PrimeMode::SievedFull, 200).expect("200 bits are a suite"),
            t: T,
        }
        .into(),
        genesis_time_ms: START_MS,
        period_ms: PERIOD_MS,
        lead,
        committees: committees.to_vec(),
        members: None,
        participants: accounts.map(|(public_key, stake)| Participant { public_key, stake }).collect(),
        nonce: random.bytes(),
    })
}
