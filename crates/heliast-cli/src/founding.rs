//! The common parts of the verbs by which a network is founded: files from other operators, and the
//! description of a draft for people.

use crate::{
    failure::{Code, Failure},
    files,
    groups::delay_words,
    home::group_name,
    reports::{Digest, DraftShown, Measure, OperatorShown, Word},
    ui::time_of,
};
use heliast::DelayGroup;
use heliast_network::{
    Collecting, Verdict,
    founding::{Agreement, Applicant, ApplicantError, Application, DRAFT, Draft, FoundingError, Warning},
    home::rfc3339,
    may_fail,
};
use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The time by which the clock of a coordinator may be ahead.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// The application in a file.
pub fn application(path: &Path) -> Result<Application, Failure> {
    let bytes = files::read(path, Application::MAX_LEN as u64)?;
    Application::from_bytes(&bytes).map_err(|error| Failure::from(error).about(path.display()))
}

/// The draft in a file.
pub fn draft(path: &Path) -> Result<Draft, Failure> {
    let bytes = files::read(path, Draft::MAX_LEN as u64)?;
    Draft::from_bytes(&bytes).map_err(|error| Failure::from(error).about(path.display()))
}

/// The founders' names from the draft of a home, if it has one, by the public keys of their validators and
/// participants in hexadecimal digits.
pub fn founders(home: &Path) -> BTreeMap<String, String> {
    let Ok(draft) = draft(&home.join(DRAFT)) else { return BTreeMap::new() };
    let named = |one: &Application| {
        let validator = hex::encode(one.validator().key.as_bytes());
        let participants = one.participants().iter().map(|one| hex::encode(&one.public_key));
        let name = one.name().to_owned();
        participants.chain([validator]).map(move |key| (key, name.clone())).collect::<Vec<_>>()
    };
    draft.applications().iter().flat_map(named).collect()
}

/// The agreement in a file.
pub fn agreement(path: &Path) -> Result<Agreement, Failure> {
    let bytes = files::read(path, Agreement::MAX_LEN as u64)?;
    let read = Agreement::from_bytes(&bytes).map_err(FoundingError::from);
    read.map_err(|error| Failure::from(error).about(path.display()))
}

/// The home of an operator who has applied.
pub fn applicant(home: &Path) -> Result<Applicant, Failure> {
    Ok(Applicant::open(home)?)
}

/// A draft and its values for display.
pub struct Shown<'a> {
    draft: &'a Draft,
    margin: Verdict,
}

impl Shown<'_> {
    pub fn of(draft: &Draft) -> Shown<'_> {
        let (chain, network) = (&draft.foundations().chain, &draft.foundations().network);
        let (blocks, least_ms) = (network.window_blocks(), network.window_ms());
        let collecting = Collecting::of_applicants(draft.applications(), blocks, least_ms);
        let genesis = chain.genesis();
        Shown { draft, margin: collecting.verdict_of(&genesis.delays) }
    }

    /// The margin of its delay.
    pub fn margin(&self) -> &Verdict {
        &self.margin
    }

    /// The description for programs.
    pub fn said(&self) -> DraftShown {
        let (genesis, network) =
            (self.draft.foundations().chain.genesis(), &self.draft.foundations().network);
        let margin = self.margin.margin();
        DraftShown {
            chain: Digest::of(self.draft.chain_id()),
            operators: self.draft.applications().iter().map(operator).collect(),
            may_fail: may_fail(&powers(self.draft.applications())),
            consensus_keys: network.key_type().name().into(),
            participants: genesis.participants.len(),
            most_participants: genesis.most_participants(),
            proposal_life: genesis.members.map(|rules| rules.life),
            begins: rfc3339(genesis.genesis_time_ms).into(),
            delay_group: delay_words(&genesis.delays, group).into(),
            period_seconds: Measure(f64::from(genesis.period_ms) / 1e3),
            t: genesis.delays.t(),
            margin_is_safe: self.margin.is_safe(),
            collecting_seconds: Measure(margin.collecting.as_millis() as f64 / 1e3),
            fastest_delay_seconds: Measure(margin.delay.as_secs_f64()),
            window_blocks: network.window_blocks(),
            window_seconds: Measure(f64::from(network.window_ms()) / 1e3),
            warnings: self.warnings().into_iter().map(Word::from).collect(),
        }
    }

    fn warnings(&self) -> Vec<String> {
        let begins = Duration::from_millis(self.draft.foundations().chain.genesis().genesis_time_ms);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let ahead = begins.saturating_sub(now);
        let late = (ahead > CLOCKS_DIFFER)
            .then(|| format!("the chain begins in {}: no round comes before", time_of(ahead.as_secs())));
        self.draft.warnings().iter().map(Warning::to_string).chain(late).collect()
    }

    /// The text for people: the chain, its operators, and the warnings.
    pub fn text(&self) -> String {
        let (genesis, network) =
            (self.draft.foundations().chain.genesis(), &self.draft.foundations().network);
        let all = self.draft.applications();
        let members = match genesis.members {
            Some(rules) => format!("{} at most; a proposal lives {} rounds", rules.most, rules.life),
            None => "do not change".to_owned(),
        };
        let votes: Vec<_> = genesis.committees.iter().map(u32::to_string).collect();
        let rows = [
            ("chain", hex::encode(self.draft.chain_id())),
            ("begins", rfc3339(genesis.genesis_time_ms)),
            (
                "rounds",
                format!("every {} s, {} votes", f64::from(genesis.period_ms) / 1e3, votes.join(" + ")),
            ),
            ("delay", delay_words(&genesis.delays, group)),
            (
                "window",
                format!(
                    "{} blocks, and {} s at least",
                    network.window_blocks(),
                    f64::from(network.window_ms()) / 1e3
                ),
            ),
            ("margin", self.margin.to_string()),
            (
                "members",
                format!(
                    "{}, keys {}, lead {}; {members}",
                    genesis.participants.len(),
                    genesis.vrf.name(),
                    genesis.lead
                ),
            ),
            (
                "nodes",
                format!(
                    "{}, of which {} may fail or lie; keys {}",
                    all.len(),
                    may_fail(&powers(all)),
                    network.key_type().name()
                ),
            ),
        ];
        let rows = rows.map(|(label, value)| format!("  {label:8} {value}"));
        let warnings = self.warnings().into_iter().map(|warning| format!("warning: {warning}"));
        rows.into_iter().chain(table(all)).chain(warnings).collect::<Vec<_>>().join("\n")
    }
}

/// The powers of the validators of these applicants.
pub fn powers(all: &[Application]) -> Vec<u64> {
    all.iter().map(|one| one.validator().power).collect()
}

/// The description of an applicant.
pub fn operator(one: &Application) -> OperatorShown {
    OperatorShown {
        name: one.name().into(),
        application: Digest::of(one.id()),
        url: one.site().url().into(),
        peer: one.peer_id().into(),
        address: address(one).into(),
        power: one.validator().power,
        stake: one.stake(),
        participants: one.participants().len(),
    }
}

/// The address of an applicant's validator, which identifies it in proposals.
fn address(one: &Application) -> String {
    hex::encode_upper(one.validator().key.address())
}

/// A line for each operator, in columns.
fn table(all: &[Application]) -> Vec<String> {
    let (power, stake) = (powers(all).iter().sum(), all.iter().map(Application::stake).sum());
    let head =
        ["operator", "power", "stake", "participants", "node", "application", "validator"].map(str::to_owned);
    let line = |one: &Application| {
        let site = one.site();
        [
            one.name().to_owned(),
            share(one.validator().power, power),
            share(one.stake(), stake),
            one.participants().len().to_string(),
            format!("{}, port {} for nodes", site.url(), site.p2p),
            hex::encode(&one.id()[..8]),
            address(one),
        ]
    };
    let lines: Vec<_> = [head].into_iter().chain(all.iter().map(line)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..7).map(width).collect();
    let padded = |line: &[String; 7]| {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    lines.iter().map(padded).collect()
}

/// A chain's group, by its name if it is a well-known one.
fn group(group: &DelayGroup) -> String {
    if *group == DelayGroup::rsa_2048() { "RSA-2048".to_owned() } else { group_name(group) }
}

fn share(part: u64, total: u64) -> String {
    let percent = if total == 0 { 0.0 } else { part as f64 / total as f64 * 100.0 };
    format!("{part} ({percent:.1} %)")
}

impl From<FoundingError> for Failure {
    fn from(error: FoundingError) -> Failure {
        let code = match error {
            FoundingError::Malformed(_) => Code::Malformed,
            FoundingError::Invalid(_) => Code::Invalid,
            FoundingError::Waiting(_) => Code::Pending,
            _ => Code::Internal,
        };
        let hint = error.hint();
        Failure::new(code, error).hint(hint)
    }
}

impl From<ApplicantError> for Failure {
    fn from(error: ApplicantError) -> Failure {
        let hint = error.hint();
        match error {
            ApplicantError::Home(error) => error.into(),
            ApplicantError::Founding(error) => error.into(),
            error => {
                let failure = Failure::new(Code::Refused, error);
                match hint {
                    Some(hint) => failure.hint(hint),
                    None => failure,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::{DelayRules, Genesis, SecretKey, StatelessScheme};
    use heliast_finality::KeyType;
    use heliast_network::{
        founding::{Terms, Wish},
        home::{NodeSecrets, sites},
    };
    use zeroize::Zeroizing;

    fn draft(genesis_time_ms: u64) -> Draft {
        let seed = |byte| Zeroizing::new([byte; 32]);
        let secrets = NodeSecrets::from_seeds(KeyType::Ed25519, seed(1), seed(2)).unwrap();
        let (vrf, site) = (StatelessScheme::EcvrfEll2, sites(1, &[], 7070).unwrap().remove(0));
        let wish = Wish { name: "東京", site: &site, power: 1, vrf, stake: 5 };
        let application =
            Application::make(&wish, &secrets, &mut [SecretKey::from_seed(vrf, [3; 32])]).unwrap();
        let genesis = Genesis {
            vrf,
            delays: DelayRules::squarings(DelayGroup::rsa_2048(), 1_000),
            genesis_time_ms,
            period_ms: 30_000,
            lead: 10,
            committees: vec![20, 5],
            members: None,
            participants: vec![],
            nonce: [0; 32],
        };
        let terms = Terms { genesis, window_blocks: 3, window_ms: 200, insisting: None };
        Draft::new(&terms, vec![application]).unwrap()
    }

    #[test]
    fn a_chain_that_begins_later_says_so() {
        let warnings = |time_ms| Shown::of(&draft(time_ms)).warnings();
        let late = |time_ms| warnings(time_ms).iter().any(|one| one.starts_with("the chain begins in "));
        assert!(late((1 << 53) - 1) && !late(0));
    }

    #[test]
    fn a_homes_draft_names_the_keys_of_its_founders() {
        let (home, draft) = (tempfile::tempdir().unwrap(), draft(0));
        assert!(founders(home.path()).is_empty());
        std::fs::write(home.path().join(DRAFT), draft.as_bytes()).unwrap();
        let (names, one) = (founders(home.path()), &draft.applications()[0]);
        assert_eq!(names.len(), 2);
        for key in [one.validator().key.as_bytes(), &one.participants()[0].public_key] {
            assert_eq!(names[&hex::encode(key)], "東京");
        }
    }

    #[test]
    fn a_draft_is_shown_in_columns() {
        let text = Shown::of(&draft(0)).text();
        for line in [
            "  begins   1970-01-01T00:00:00.000Z",
            "  rounds   every 30 s, 20 + 5 votes",
            "  delay    1000 squarings, RSA-2048",
            "  window   3 blocks, and 0.2 s at least",
            "  nodes    1, of which 0 may fail or lie; keys Ed25519",
            "  operator  power        stake        participants  node",
        ] {
            assert!(text.lines().any(|shown| shown.starts_with(line)), "{line}: {text}");
        }
        assert!(
            text.contains("1 (100.0 %)  5 (100.0 %)  1             http://127.0.0.1:7070, port 7071"),
            "{text}"
        );
        let address = hex::encode_upper(draft(0).applications()[0].validator().key.address());
        assert!(text.lines().any(|line| line.ends_with(&address)), "{text}");
        assert!(text.contains("do not change") && text.contains("warning: no node may fail"), "{text}");
    }
}
