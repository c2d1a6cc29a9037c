//! `heliast key status`: the rounds that keys have left, and when the next ones are due.

use crate::{
    failure::{Code, Failure, one_line},
    files,
    home::KEYS,
    keys,
    numbers::{self, count},
    report::Report,
    reports::{Hex, KeyRest, KeysDue, NextKey},
    rounds::{self, Stored},
    secrets,
    stores::{self, MakingArgs, StoreArgs},
    ui::Ui,
};
use heliast::stateful::{PublicKey, Terms};
use heliast_verify::node_url;
use heliast_view::{DueView, KeysView};
use std::path::{Path, PathBuf};

/// Say how many rounds keys have left, and when to rotate
///
/// For a beacon, named by its address or, while it is stopped, by its data directory, it shows each
/// participant's key that is due, its last round, and the key that follows. A running beacon makes the next
/// trees in the background and announces them in time. For a single key, named by its directory, it shows the
/// rounds that it has left, and the round by which the next key must be announced. With --next DIR it makes
/// the next key there as soon as it is time, for the round after this one's last. Run it from time to time: a
/// key that exists is not made again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address of a beacon, http(s)://... or host:port, its data directory, or the directory of a key
    #[arg(value_name = "URL|DIR", default_value = "http://127.0.0.1:7070")]
    source: String,
    /// For a key: the current round [default: the first that it has not answered]
    #[arg(long, value_name = "K", value_parser = count::<u64>(..))]
    round: Option<u64>,
    /// For a key: rounds from an announcement to its effect [default: 10]
    #[arg(long, value_name = "ROUNDS", value_parser = count::<u64>(..))]
    lead: Option<u64>,
    /// For a key: the directory in which to make the next one when it is time
    #[arg(long, value_name = "DIR")]
    next: Option<PathBuf>,
    #[command(flatten)]
    making: MakingArgs,
    #[command(flatten)]
    store: StoreArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let path = Path::new(&self.source);
        if stores::holds_key(path) {
            return self.key(path, ui);
        }
        self.forbid()?;
        if let Some(url) = node_url(&self.source) {
            return Ok(beacon(rounds::remote_keys(&url)?));
        }
        let stored = Stored::open(path, None)?;
        if let Ok(keys) = files::read_secret(&path.join(KEYS)) {
            secrets::warn_if_weak(&path.join(KEYS), &keys);
        }
        Ok(beacon(KeysView::new(stored.chain(), &stored.tip())))
    }

    fn forbid(&self) -> Result<(), Failure> {
        self.making.forbid()?;
        self.store.forbid()?;
        let given = [
            (self.round.is_some(), "--round"),
            (self.lead.is_some(), "--lead"),
            (self.next.is_some(), "--next"),
            (self.making.encryption.encrypt, "--encrypt"),
            (self.store.passphrase.is_given(), "--passphrase-file"),
        ];
        match given.iter().find(|(given, _)| *given) {
            Some((_, name)) => {
                Err(Failure::new(Code::Usage, format_args!("{name} is for the directory of a key"))
                    .hint("a beacon's trees are made by the beacon"))
            }
            None => Ok(()),
        }
    }

    fn lead(&self) -> u64 {
        self.lead.unwrap_or(heliast::keys::LEAD.into())
    }

    /// Refuses flags for making the next key if --next is missing.
    fn require_next(&self) -> Result<(), Failure> {
        let given = self.making.given().filter(|_| self.next.is_none());
        given.map_or(Ok(()), |name| {
            Err(Failure::new(Code::Usage, format_args!("{name} is for the next key, and none is to be made"))
                .hint("give --next DIR, or leave it out"))
        })
    }

    fn key(&self, dir: &Path, ui: &Ui) -> Result<Report, Failure> {
        self.require_next()?;
        let (public, round) = self.where_it_stands(dir)?;
        let terms = public.terms;
        let end = terms.first().saturating_add(terms.rounds());
        let left = end.saturating_sub(round.max(terms.first()));
        let announce_by = end.saturating_sub(self.lead());
        let make_from = announce_by.saturating_sub(self.lead().max(terms.rounds() / MARGIN));
        let headline = match (left, round >= announce_by) {
            (0, _) => "the key has expired: the stateless key is due until another is announced".to_owned(),
            (_, true) => format!("rotate now: the next key is late, and {} left", are(left)),
            (_, false) if round >= make_from => {
                format!("make the next key and announce it by round {announce_by}")
            }
            _ => format!("{} left; the next key is not needed before round {make_from}", are(left)),
        };
        let next_dir = self.next.as_deref().filter(|_| round >= make_from);
        let next = next_dir.map(|dir| self.make_next(dir, &terms, (round, end), ui)).transpose()?;
        let said = KeyRest {
            key: stores::tree_key(&public),
            round,
            rounds_left: left,
            make_next_from_round: make_from,
            announce_next_by_round: announce_by,
            next_out: next_dir.map(|dir| dir.display().into()),
            next: next.map(|next| NextKey {
                next_public_key: Hex::of(next.to_bytes()),
                next_first_round: next.terms.first(),
            }),
        };
        Ok(Report::of(headline, &said)
            .show(&stores::TREE_KEY)
            .show(&["round"])
            .show_as("rounds_left", stores::with_time(left))
            .show(&["make_next_from_round", "announce_next_by_round", "next_public_key", "next_first_round"]))
    }

    /// The key and the current round.
    fn where_it_stands(&self, dir: &Path) -> Result<(PublicKey, u64), Failure> {
        let Some(round) = self.round else {
            let store = self.store.open(dir)?;
            let end = store.terms().first().saturating_add(store.terms().rounds());
            return Ok((store.public_key(), store.next_turn().map_or(end, |turn| turn.round)));
        };
        // The key may be in use: its public part is enough.
        Ok((read_public(&dir.join("public.json"))?, round))
    }

    /// Makes the key after one with these terms, continues an unfinished one, or finds that it exists.
    fn make_next(
        &self,
        dir: &Path,
        terms: &Terms,
        (round, end): (u64, u64),
        ui: &Ui,
    ) -> Result<PublicKey, Failure> {
        let public = dir.join("public.json");
        if public.exists() {
            return read_public(&public);
        }
        let terms = if stores::holds_key(dir) {
            self.store.terms_of(dir)?
        } else {
            let first = end.max(round.saturating_add(self.lead()));
            Terms::new(terms.scheme(), terms.height(), terms.slots(), first)
                .map_err(|error| Failure::new(Code::Internal, error))?
        };
        self.store.generate(dir, terms, &self.making, ui)
    }
}

fn read_public(path: &Path) -> Result<PublicKey, Failure> {
    let (_, public) = keys::read_public_key(path)?;
    PublicKey::from_bytes(&public)
        .map_err(|error| Failure::new(Code::Malformed, format_args!("{}: {error}", path.display())))
}

/// The time to make the next key before it must be announced is the lifetime divided by this number, or the
/// lead if that is longer.
const MARGIN: u64 = 16;
/// The most participants that the text lists.
const LISTED: usize = 40;

fn beacon(view: KeysView) -> Report {
    let trees = view.keys.iter().filter(|key| key.until.is_some() && is_tree(key)).count();
    let stateless = view.keys.len() - trees;
    let mut text = match view.lead {
        0 => format!(
            "round {} is next; all {} participants have stateless keys only",
            view.round,
            view.keys.len()
        ),
        lead => format!(
            "round {} is next; {trees} participants draw with hash trees, {stateless} with stateless keys; announced {lead} rounds before",
            view.round
        ),
    };
    for key in view.keys.iter().take(LISTED) {
        let line = format!("  {:>5}  {:<32} {}", key.participant, key.scheme, rest(key, view.round));
        text.push('\n');
        text.push_str(&one_line(&line));
    }
    if view.keys.len() > LISTED {
        text.push_str(&format!("\n  and {} more: --json lists all", view.keys.len() - LISTED));
    }
    Report::of(text, &KeysDue::from(view))
}

fn is_tree(key: &DueView) -> bool {
    key.scheme.starts_with("x-vrf-") || key.scheme.starts_with("ivrf-")
}

/// `1 round`, `2 rounds`.
fn rounds(count: u64) -> String {
    numbers::counted(count, "round")
}

/// `1 round is`, `2 rounds are`.
fn are(count: u64) -> String {
    format!("{} {}", rounds(count), if count == 1 { "is" } else { "are" })
}

/// Describes the rounds left of a key, and the key that follows.
fn rest(key: &DueView, round: u64) -> String {
    let Some(until) = key.until else { return "no end".to_owned() };
    let left = rounds(until.saturating_sub(round));
    match &key.next {
        Some(next) => format!("{left} left; then {} from round {until}", next.scheme),
        None => format!("{left} left; the next is not announced yet"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// The lines of text about a beacon with these keys.
    fn told(lead: u64, keys: Vec<Value>) -> Vec<String> {
        let view: KeysView =
            serde_json::from_value(json!({ "round": 20, "lead": lead, "keys": keys })).unwrap();
        let report = beacon(view);
        report.lines().lines().map(str::to_owned).collect()
    }

    fn key(scheme: &str, until: Option<u64>, next: Option<&str>) -> Value {
        let tree = |scheme| json!({ "scheme": scheme, "public_key": "00", "first": 30, "rounds": 16 });
        json!({ "participant": 3, "scheme": scheme, "public_key": "00", "until": until, "next": next.map(tree) })
    }

    #[test]
    fn every_key_says_how_long_it_lasts_and_what_follows() {
        let lines = told(
            10,
            vec![
                key("x-vrf-10", Some(30), Some("x-vrf-12")),
                key("ivrf-10", Some(21), None),
                key("a-vrf-fast", Some(30), Some("x-vrf-10")),
                key("a-vrf-fast", None, None),
                key("x-vrf-10", Some(5), None),
            ],
        );
        assert_eq!(
            lines[0],
            "round 20 is next; 3 participants draw with hash trees, 2 with stateless keys; announced 10 rounds before"
        );
        let ends = [
            "10 rounds left; then x-vrf-12 from round 30",
            "1 round left; the next is not announced yet",
            "10 rounds left; then x-vrf-10 from round 30",
            "no end",
            "0 rounds left; the next is not announced yet",
        ];
        assert_eq!(lines.len(), 1 + ends.len());
        for (line, end) in lines[1..].iter().zip(ends) {
            assert!(line.ends_with(end) && line.starts_with("      3  "), "{line}");
        }
    }

    #[test]
    fn a_chain_without_trees_says_so() {
        let lines = told(0, vec![key("tai", None, None), key("tai", None, None)]);
        assert_eq!(lines[0], "round 20 is next; all 2 participants have stateless keys only");
    }

    #[test]
    fn only_programs_see_hundreds_of_keys() {
        let lines = told(2, (0..45).map(|_| key("ell2", None, None)).collect());
        assert_eq!(lines.len(), 1 + LISTED + 1);
        assert_eq!(lines[LISTED + 1], "  and 5 more: --json lists all");
        assert_eq!(told(2, (0..LISTED).map(|_| key("ell2", None, None)).collect()).len(), 1 + LISTED);
    }
}
