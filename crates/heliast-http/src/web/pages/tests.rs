//! Pages of chains with no data, with much data, and with markup in texts.

use super::*;
use crate::web::{
    api::ApiPage,
    genesis::GenesisPage,
    rounds::{RoundRow, RoundsPage},
};
use heliast::{DelayGroup, DelayRules, Genesis};
use heliast_engine::{AlarmKind, NetworkSight, RelaySource, StandingKind};
use heliast_view::{MembersView, TicketView, TreeView};
use testkit_chain::{GENESIS_MS, World};

/// Panics unless every element of a page is closed in the right place and every attribute is quoted.
#[track_caller]
fn assert_well_formed(page: &str) {
    const VOID: [&str; 5] = ["meta", "link", "br", "input", "img"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!doctype html>").expect("a document");
    while let Some(start) = rest.find('<') {
        assert!(
            !rest[..start].contains('>'),
            "a stray > before {}",
            &rest[start..][..40.min(rest.len() - start)]
        );
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "<{tag}>");
        let name = tag.trim_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "what is closed was opened last");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Checks that a page shows no unintended values, and no addresses of other sites.
#[track_caller]
fn assert_sound(page: &str) {
    assert_well_formed(page);
    for word in ["NaN", "inf ", "None<", "Some(", "{{", "{%", "http://", "https://", "<script>alert"] {
        assert!(!page.contains(word), "{word} in {page}");
    }
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique");
    for label in page.split("aria-labelledby=\"").skip(1) {
        for id in label.split('"').next().unwrap().split(' ') {
            assert!(ids.binary_search(&id).is_ok(), "nothing is called {id}");
        }
    }
}

fn status(phase: Phase, progress: f64, speed: f64) -> Status {
    Status {
        round: 8,
        phase,
        progress,
        opens_ms: GENESIS_MS,
        next_ms: GENESIS_MS + 1,
        latest: 7,
        squarings_per_second: speed,
    }
}

/// A chain of this many participants, each with one unit of stake.
fn chain_of(participants: u32) -> Chain {
    let mut genesis = testkit_chain::genesis(5, 1, GENESIS_MS);
    let member = genesis.participants[0].clone();
    genesis.participants = (0..participants).map(|_| member.clone()).collect();
    for (i, member) in genesis.participants.iter_mut().enumerate() {
        // Further public keys, whose secret keys are not needed.
        let seed = [(i >> 8) as u8, i as u8].repeat(16).try_into().unwrap();
        member.public_key = heliast::SecretKey::from_seed(genesis.vrf, seed).public_key();
        member.stake = 1;
    }
    Chain::new(genesis).unwrap()
}

/// A view in which the first `members` participants have `votes` votes each.
fn view(members: u32, votes: u64) -> RoundView {
    let mut world = World::new(5, 1, GENESIS_MS);
    let round = world.next();
    let mut view = RoundView::new(&world.chain, &round);
    let ticket = view.tickets[0].clone();
    view.tickets =
        (0..members).map(|participant| TicketView { participant, votes, ..ticket.clone() }).collect();
    view
}

fn live(chain: &Chain, round: Option<RoundView>, status: Status) -> LivePage {
    LivePage {
        frame: Frame::new(chain, Makers::Solo),
        recent: round
            .iter()
            .map(|view| RecentRow::new(view.round, view.time_ms, view.tickets.len(), &[7; 32]))
            .collect(),
        round: round.map(|view| RoundPart::new(view, chain, chain.first_members(), 1)),
        under_way: UnderWay::new(status, chain, false),
        standing: Standing { kind: StandingKind::OnTime, text: "rounds come on time".to_owned() },
        alarms: Vec::new(),
        facts: Facts::new(chain, chain.first_members(), status),
        keys: KeysPart::new(KeysView::new(chain, &chain.start()), chain, chain.first_members()),
        network: None,
        relay: None,
        final_round: 0,
        refresh_s: 5,
    }
}

fn genesis_page(chain: &Chain) -> GenesisPage {
    GenesisPage::new(Frame::new(chain, Makers::Solo), chain, &MembersView::new(chain, &chain.start()))
}

#[test]
fn a_page_without_rounds_is_whole() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let page = live(&chain, None, status(Phase::Waiting, 0.0, 0.0)).render().unwrap();
    assert_sound(&page);
    assert!(page.contains("None yet.") && page.contains("under way"));
    assert!(!page.contains("Speed of this node"), "it is not known");
}

#[test]
fn the_other_pages_are_whole() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let round = world.next();
    let (chain, frame) = (&world.chain, || Frame::new(&world.chain, Makers::Network));
    let rounds = |rows: Vec<RoundRow>, newer, older| RoundsPage {
        last: rows.len() as u64,
        frame: frame(),
        rows,
        newer,
        older,
        oldest: older,
    };
    let row = |before_ms| RoundRow::new(chain, &round, before_ms);
    assert_eq!((row(None).skipped, row(Some(GENESIS_MS - 4_000)).skipped), (0, 3));
    assert_eq!(row(Some(u64::MAX)).skipped, 0);
    let document = serde_json::from_str(crate::OPENAPI).unwrap();
    for page in [
        HowPage { frame: frame() }.render(),
        HowPage { frame: Frame::new(chain, Makers::Solo) }.render(),
        rounds(vec![], None, None).render(),
        rounds(vec![row(None), row(Some(0))], Some(2), Some(1)).render(),
        genesis_page(chain).render(),
        genesis_page(&World::with_lead(2).chain).render(),
        ApiPage::new(frame(), &document).render(),
    ] {
        assert_sound(&page.unwrap());
    }
}

#[test]
fn a_genesis_of_many_shows_the_first_and_where_all_are() {
    let page = |participants| genesis_page(&chain_of(participants)).render().unwrap();
    let few = page(7);
    assert_eq!(few.matches("data-label=\"Public key\"").count(), 7);
    assert!(few.contains("14.29\u{a0}%") && !few.contains("The first"));
    let many = page(300);
    assert_sound(&many);
    assert_eq!(many.matches("data-label=\"Public key\"").count(), GenesisPage::MOST_ROWS);
    assert!(many.contains("The first 250 are here"));
}

#[test]
fn a_page_is_whole_with_any_number_of_seats() {
    for participants in [1, 2, 9, 100, 121, MOST_SEATS as u32, MOST_SEATS as u32 + 1] {
        let chain = chain_of(participants);
        for (members, votes) in [(0, 0), (1, 1), (participants, 1), (participants, u64::from(u32::MAX))] {
            let part = RoundPart::new(view(members, votes), &chain, chain.first_members(), 1);
            let (seats, dots) = (part.court.seats.len(), part.court.dots.matches('M').count());
            let drawn = seats + dots;
            let page = RoundPage {
                frame: Frame::new(&chain, Makers::Solo),
                round: part,
                facts: Facts::new(&chain, chain.first_members(), status(Phase::Delay, 0.5, 1e9)),
            };
            let page = page.render().unwrap();
            assert_sound(&page);
            let all = if participants as usize <= MOST_SEATS {
                participants
            } else {
                members.min(MOST_SEATS as u32)
            };
            assert_eq!(drawn, all as usize, "{members} of {participants}");
            assert_eq!(page.matches("class=\"seat").count(), seats);
            assert_eq!(page.contains("Only the committee is drawn"), participants as usize > MOST_SEATS);
            assert_eq!(page.contains("Nobody won a seat"), members == 0);
            assert_eq!(page.matches("<tr><th scope=\"row\"").count(), members as usize, "the table has all");
        }
    }
}

/// Content from a store or a request is shown as text, even if it contains markup.
#[test]
fn markup_is_shown_and_not_obeyed() {
    let evil = "<script>alert(1)</script>\"'&";
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let mut view = view(2, 3);
    for field in
        [&mut view.seed, &mut view.entropy, &mut view.x, &mut view.y, &mut view.proof, &mut view.randomness]
    {
        *field = evil.to_owned();
    }
    for ticket in &mut view.tickets {
        for field in [&mut ticket.scheme, &mut ticket.public_key, &mut ticket.output] {
            *field = evil.to_owned();
        }
    }
    let status = status(Phase::Delay, 0.5, 1e6);
    let part = RoundPart::new(view.clone(), &chain, chain.first_members(), 1);
    let facts = Facts::new(&chain, chain.first_members(), status);
    let round = RoundPage { frame: Frame::new(&chain, Makers::Solo), round: part, facts };
    let error = ErrorPage { frame: Frame::bare(), error: evil.to_owned(), hint: evil.to_owned() };
    for page in [live(&chain, Some(view), status).render(), round.render(), error.render()] {
        let page = page.unwrap();
        assert_sound(&page);
        assert!(page.contains("&#60;") || page.contains("&lt;"), "it is shown");
    }
}

#[test]
fn what_is_wrong_stands_on_the_page_before_any_script_runs() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let quiet = live(&chain, None, status(Phase::Delay, 0.5, 0.0)).render().unwrap();
    assert!(quiet.contains("role=\"alert\" hidden>") && quiet.contains("class=\"standing on-time\""));
    let page = LivePage {
        standing: Standing { kind: StandingKind::Stalled, text: "nothing <moves>".to_owned() },
        alarms: vec![Alarm { kind: AlarmKind::Keys, text: "tree <3> is gone".to_owned() }],
        ..live(&chain, None, status(Phase::Delay, 0.5, 0.0))
    };
    let page = page.render().unwrap();
    assert_sound(&page);
    for part in ["class=\"standing stalled\"", ">Stalled</b>", "nothing &#60;moves&#62;", "<b>keys</b>"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(page.contains("tree &#60;3&#62; is gone") && !page.contains("role=\"alert\" hidden>"));
}

#[test]
fn a_relay_says_that_it_is_one_and_what_it_follows() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let own = live(&chain, None, status(Phase::Waiting, 0.0, 0.0)).render().unwrap();
    assert!(!own.contains("relay-title") && !own.contains("is a relay"));
    let source = |url: &str, state, last| RelaySource { url: url.to_owned(), state, last, text: None };
    let sources = vec![
        source("a.example", SourceState::Followed, Some(1_234)),
        source("<b>", SourceState::Untrue, None),
        source("c", SourceState::Failing, None),
    ];
    for (makers, behind) in [(Makers::Network, 1), (Makers::Solo, 0)] {
        let page = LivePage {
            frame: Frame { is_relay: true, ..Frame::new(&chain, makers) },
            relay: Some(RelaySight { behind, sources: sources.clone() }),
            final_round: 7,
            ..live(&chain, None, status(Phase::Waiting, 0.0, 0.0))
        };
        let page = page.render().unwrap();
        assert_sound(&page);
        for part in ["This is a relay", "a.example: followed, has round 1\u{202f}234", "untrue", "can’t be"]
        {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(page.contains("&#60;b&#62;: has shown") && page.contains("This node is a relay"));
        assert_eq!(page.contains("/v1/rounds/7/finality"), makers == Makers::Network);
        assert_eq!((page.contains("one round"), page.contains("no round<")), (behind == 1, behind == 0));
    }
}

/// A reader who distrusts the verifier can compare it with a copy of the sources.
#[test]
fn a_page_says_what_code_it_checks_with() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let page = live(&chain, Some(view(2, 3)), status(Phase::Delay, 0.5, 0.0)).render().unwrap();
    let hash = &*assets::VERIFIER_HASH;
    assert!(hash.len() == 64 && page.contains(hash) && page.contains(env!("CARGO_PKG_VERSION")));
    assert!(page.contains(&format!("<a href=\"/assets/{}/verify.js\">", *assets::VERSION)));
}

#[test]
fn an_error_page_names_no_chain_where_none_is_at_hand() {
    let error =
        ErrorPage { frame: Frame::bare(), error: "gone".to_owned(), hint: "look elsewhere".to_owned() };
    let page = error.render().unwrap();
    assert_sound(&page);
    assert!(
        page.contains("<h1>gone</h1>") && page.contains("look elsewhere") && !page.contains("Chain <code>")
    );
}

#[test]
fn the_round_under_way_is_told_in_words() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    for (phase, progress, words, shown, percent) in [
        (Phase::Tickets, 0.7, "drawing lots", "0.0000", 0),
        (Phase::Delay, 0.0, "the delay is running", "0.0000", 0),
        (Phase::Delay, 0.256, "the delay is running", "0.2560", 25),
        (Phase::Delay, 0.99999, "the delay is running", "1.0000", 99),
        (Phase::Proof, 0.0, "proving the delay", "1.0000", 100),
        (Phase::Waiting, 0.0, "waiting for the next round", "1.0000", 100),
    ] {
        let under_way = UnderWay::new(status(phase, progress, 0.0), &chain, false);
        assert_eq!(
            (under_way.words, under_way.progress.as_str(), under_way.percent),
            (words, shown, percent)
        );
    }
}

#[test]
fn facts_are_rounded_for_people() {
    let mut genesis = testkit_chain::genesis(5, 1, GENESIS_MS);
    let delays = DelayRules::squarings(DelayGroup::rsa_2048(), 1_234_567);
    genesis = Genesis { period_ms: 2_500, committees: vec![1_000, 5], delays, ..genesis };
    let chain = Chain::new(genesis).unwrap();
    let facts = Facts::new(&chain, chain.first_members(), status(Phase::Waiting, 0.0, 500_000.4));
    assert_eq!((facts.squarings.as_str(), facts.period.as_str()), ("1\u{202f}234\u{202f}567", "2.5 s"));
    assert_eq!((facts.speed.as_deref(), facts.delay.as_deref()), (Some("500\u{202f}000"), Some("2.47 s")));
    assert_eq!((facts.expected_votes.as_str(), facts.stake.as_str()), ("1\u{202f}000 + 5", "15"));
    assert_eq!((facts.group_bits, facts.genesis.as_str()), (2048, "2023-11-14 22:13:20 UTC"));
    assert!(facts.group_id.ends_with('…') && facts.group_id.chars().count() == 17);
    let unknown = Facts::new(&chain, chain.first_members(), status(Phase::Waiting, 0.0, 0.5));
    assert_eq!(
        (unknown.speed, unknown.delay),
        (None, None),
        "less than one squaring a second is not a speed"
    );
}

#[test]
fn the_table_of_keys_has_an_end() {
    let chain = Chain::new(Genesis { lead: 2, ..chain_of(100).genesis().clone() }).unwrap();
    let due = |participant, until: Option<u64>, next: bool| DueView {
        participant,
        scheme: if until.is_some() { "x-vrf-10" } else { chain.genesis().vrf.name() }.to_owned(),
        public_key: String::new(),
        until,
        next: next.then(|| TreeView {
            scheme: "x-vrf-11".to_owned(),
            public_key: String::new(),
            first: 1,
            rounds: 1,
        }),
    };
    let keys = (0..100).map(|i| due(i, (i % 2 == 0).then_some(1_007), i % 4 == 0)).collect();
    let part = KeysPart::new(KeysView { round: 7, lead: 2, keys }, &chain, chain.first_members()).unwrap();
    assert_eq!((part.trees, part.stateless, part.rows.len()), (50, 50, 64));
    assert_eq!((part.rows[0].left, part.rows[1].left), (Some(1_000), None));
    assert_eq!(part.rows[0].next.as_deref(), Some("x-vrf-11 from round 1\u{202f}007"));
    assert_eq!(
        part.rows[2].next.as_deref(),
        Some("stateless from round 1\u{202f}007, unless another is announced")
    );
    assert_eq!(part.rows[1].next, None);
    let page = LivePage { keys: Some(part), ..live(&chain, None, status(Phase::Waiting, 0.0, 0.0)) };
    assert_sound(&page.render().unwrap());
}

/// A node of a network shows the network; a solo node has nothing to show.
#[test]
fn a_network_shows_its_validators_peers_and_what_is_final() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let now = status(Phase::Proof, 0.5, 0.0);
    let sight = NetworkSight {
        validators: 1_004,
        quorum: 670,
        peers: Some(1_003),
        height: 12_345,
        block_seconds: 1,
        halted: false,
    };
    let shown = |network| LivePage { network, ..live(&chain, None, now) }.render().unwrap();
    let page = shown(Some(NetworkView { sight, final_round: 6 }));
    assert_sound(&page);
    for part in [
        "<dd>1\u{202f}004, of which at least 670 must be there</dd>",
        "more than two thirds of the power: at least 670 of them.",
        "<a href=\"/v1/rounds/6/finality\">the frame of round 6</a>",
        "<a href=\"/v1/network\">network file</a>",
        "<a href=\"/v1/finality\">The last final round as JSON</a>",
        "<dd id=\"peers\">1\u{202f}003</dd>",
        "<dd id=\"block\">12\u{202f}345</dd>",
        "<dd id=\"final\">round 6</dd>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let sight = NetworkSight { validators: 1, quorum: 1, peers: None, height: 0, ..sight };
    let page = shown(Some(NetworkView { sight, final_round: 0 }));
    assert!(
        page.contains("1 validator agrees") && page.contains("no round yet") && page.contains("not known")
    );
    assert!(!page.contains("/finality\">the frame"), "there is none before the first");
    assert!(!shown(None).contains("id=\"network-title\""));
    assert_eq!(UnderWay::new(now, &chain, true).words, "waiting for the network");
}

/// This node's current speed is unrelated to an old round.
#[test]
fn a_past_round_shows_no_speed_of_today() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let page = RoundPage {
        frame: Frame::new(&chain, Makers::Solo),
        round: RoundPart::new(view(2, 3), &chain, chain.first_members(), 900),
        facts: Facts::past(&chain, chain.first_members(), 1),
    };
    let page = page.render().unwrap();
    assert_sound(&page);
    assert!(!page.contains("Speed of this node") && !page.contains("per second") && page.contains("Period"));
}

#[test]
fn numbers_have_the_same_narrow_spaces_everywhere() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let mut view = view(2, 1_234_567);
    (view.round, view.tickets[0].stake) = (45_678, 9_876_543);
    let page = RoundPage {
        frame: Frame::new(&chain, Makers::Solo),
        round: RoundPart::new(view, &chain, chain.first_members(), 45_679),
        facts: Facts::past(&chain, chain.first_members(), 45_678),
    };
    let page = page.render().unwrap();
    for number in ["45\u{202f}678", "45\u{202f}679", "1\u{202f}234\u{202f}567", "9\u{202f}876\u{202f}543"] {
        assert!(page.contains(number), "{number}");
    }
    for number in [">45678<", ">1234567</td>", ">9876543<", "Round 45679"] {
        assert!(!page.contains(number), "{number}");
    }
}

#[test]
fn a_page_marks_its_place_among_the_pages() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let frame = || Frame::new(&chain, Makers::Solo);
    let document = serde_json::from_str(crate::OPENAPI).unwrap();
    let round = RoundPart::new(view(2, 3), &chain, chain.first_members(), 1);
    let facts = Facts::past(&chain, chain.first_members(), 1);
    let none = RoundsPage { frame: frame(), rows: vec![], last: 0, newer: None, older: None, oldest: None };
    for (page, place, value) in [
        (live(&chain, None, status(Phase::Delay, 0.5, 0.0)).render(), "/", "page"),
        (none.render(), "/rounds", "page"),
        (RoundPage { frame: frame(), round, facts }.render(), "/rounds", "true"),
        (HowPage { frame: frame() }.render(), "/how", "page"),
        (genesis_page(&chain).render(), "/genesis", "page"),
        (ApiPage::new(frame(), &document).render(), "/api", "page"),
    ] {
        let page = page.unwrap();
        assert!(page.contains(&format!("<a href=\"{place}\" aria-current=\"{value}\">")), "{place}");
        assert_eq!(page.matches("aria-current").count(), 1, "{place}");
    }
}
