//! The committee of a round as a court: every participant with a stake has a seat in a half circle of
//! benches. Seats that won votes are lit, larger with more votes, and those of participants that drew with
//! their stateless key have a ring.

use super::emblem::{self, Ray};
use heliast::{Genesis, members::Members};
use heliast_view::RoundView;
use std::{collections::BTreeMap, f64::consts::PI};

const INNER: f64 = 148.0;
/// The radius of the first of many benches: as close to the sun as its longest ray allows.
const INNER_OF_MANY: f64 = 124.0;
const MANY: usize = 320;
/// The distance of seats from the front.
const AISLE: f64 = 2.5;
/// With more seats than this the empty ones are dots, drawn as one path.
const CROWD: usize = 120;
const OUTER: f64 = 276.0;
const WIDEST_SEAT: f64 = 54.0;
/// The number of benches if one has room for all participants, which is then the middle one: a court has more
/// than one row.
const AROUND_ONE: usize = 3;
const MOST_BENCHES: usize = 16;
/// With more participants than this, only the committee is drawn.
pub(crate) const MOST_SEATS: usize = 1_000;

/// The picture, in a coordinate system whose origin is the middle of the front; y downwards.
#[derive(Clone, Debug)]
pub(crate) struct Court {
    pub(crate) benches: Vec<String>,
    pub(crate) depth: String,
    pub(crate) seats: Vec<Seat>,
    /// The empty seats as one path of dots, and the width of a dot. The path is empty if each seat is drawn
    /// separately.
    pub(crate) dots: String,
    pub(crate) dot: String,
    pub(crate) rays: Vec<Ray>,
    pub(crate) votes: u64,
    pub(crate) members: usize,
    pub(crate) participants: usize,
}

/// A seat in the picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seat {
    pub(crate) x: String,
    pub(crate) y: String,
    pub(crate) radius: String,
    pub(crate) hole: String,
    pub(crate) participant: u32,
    pub(crate) votes: u64,
    /// The scheme of the key that drew the votes.
    pub(crate) scheme: String,
    /// Whether this was the stateless key, in a chain that also has other keys.
    pub(crate) fallback: bool,
    /// The height of the digits of the number of votes; `None` if there is no room for them.
    pub(crate) figures: Option<String>,
}

impl Court {
    /// The court of a round of a chain with this genesis, in which these participants have seats. If there
    /// are several committees, a participant's votes are added up.
    pub(crate) fn new(round: &RoundView, genesis: &Genesis, seated: &[u32]) -> Court {
        let participants = seated.len();
        let mut members: BTreeMap<u32, (u64, &str)> = BTreeMap::new();
        for ticket in &round.tickets {
            members.entry(ticket.participant).or_insert((0, &ticket.scheme)).0 += ticket.votes;
        }
        let shown: Vec<(u32, (u64, &str))> = if participants <= MOST_SEATS {
            let member = |number: &u32| (*number, members.get(number).copied().unwrap_or_default());
            seated.iter().map(member).collect()
        } else {
            members.iter().take(MOST_SEATS).map(|(number, member)| (*number, *member)).collect()
        };
        let plan = Plan::new(shown.len());
        let is_crowd = shown.len() > CROWD;
        let count = plan.radii.len();
        let (benches, gap) = benches(plan.inner(), if count == 1 { AROUND_ONE } else { count });
        let most = shown.iter().map(|(_, (votes, _))| *votes).max().unwrap_or(0).max(1);
        let seats = plan.places().into_iter().zip(shown).map(|(place, (participant, (votes, scheme)))| {
            let share = (votes as f64 / most as f64).sqrt();
            let smallest = if is_crowd { 0.37 } else { 0.32 };
            let radius = plan.width * if votes == 0 { 0.30 } else { smallest + (0.48 - smallest) * share };
            Seat {
                x: format!("{:.1}", place.0),
                y: format!("{:.1}", place.1),
                radius: format!("{radius:.1}"),
                hole: format!("{:.1}", radius * 0.36),
                participant,
                votes,
                scheme: scheme.to_owned(),
                fallback: genesis.lead > 0 && votes > 0 && scheme == genesis.vrf.name(),
                figures: figures(votes, radius),
            }
        });
        let seats: Vec<Seat> = seats.collect();
        let (empty, seats): (Vec<Seat>, Vec<Seat>) =
            seats.into_iter().partition(|seat| is_crowd && seat.votes == 0);
        Court {
            dots: empty.iter().map(|seat| format!("M{} {}h0", seat.x, seat.y)).collect(),
            dot: format!("{:.1}", plan.width * 0.44),
            seats,
            depth: format!("{:.1}", gap * 0.86),
            benches: benches.into_iter().map(|radius| format!("{radius:.1}")).collect(),
            rays: emblem::rays(&hex::decode(&round.randomness).unwrap_or_default()),
            votes: round.tickets.iter().map(|ticket| ticket.votes).sum(),
            members: members.len(),
            participants,
        }
    }

    /// Whether there is a seat for every participant.
    pub(crate) fn is_complete(&self) -> bool {
        self.participants <= MOST_SEATS
    }
}

/// The numbers of the participants with a stake in a round, without those who have left by then or join
/// later. `members` are those after this round or after a later one.
pub(crate) fn seated(members: &Members, round: u64) -> Vec<u32> {
    (0..members.count()).filter(|participant| members.stake_in(*participant, round) > 0).collect()
}

/// The height at which this number of votes fits on a seat of this radius, if it is readable.
fn figures(votes: u64, radius: f64) -> Option<String> {
    let digits = votes.to_string().len() as f64;
    let height = (radius * 1.1).min(radius * 3.0 / digits).min(17.0);
    (votes > 0 && height >= 9.0).then(|| format!("{height:.1}"))
}

/// The radii of the middles of evenly spaced benches, and their distance.
fn benches(inner: f64, count: usize) -> (Vec<f64>, f64) {
    let gap = (OUTER - inner) / count as f64;
    ((0..count).map(|i| inner + gap * (i as f64 + 0.5)).collect(), gap)
}

/// The distribution of seats over benches.
struct Plan {
    radii: Vec<f64>,
    counts: Vec<usize>,
    width: f64,
}

impl Plan {
    /// The number of benches that allows the widest seats.
    fn new(seats: usize) -> Plan {
        let plans = (1..=MOST_BENCHES).map(|benches| Plan::with(benches, seats));
        plans
            .fold(Plan::with(1, seats), |best, plan| if plan.width > best.width + 1e-9 { plan } else { best })
    }

    fn with(count: usize, seats: usize) -> Plan {
        let (radii, gap) = benches(if seats > MANY { INNER_OF_MANY } else { INNER }, count);
        let length: f64 = radii.iter().sum::<f64>() * PI;
        let mut counts = vec![0; count];
        let mut placed = 0;
        let mut passed = 0.0;
        for (count, radius) in counts.iter_mut().zip(&radii) {
            passed += radius * PI;
            let upto = (seats as f64 * passed / length).round() as usize;
            *count = upto - placed;
            placed = upto;
        }
        let spacing = radii.iter().zip(&counts).filter(|(_, count)| **count > 0);
        let tightest = spacing
            .map(|(radius, count)| arc(*radius) * radius / *count as f64)
            .fold(f64::INFINITY, f64::min);
        Plan { radii, counts, width: gap.min(tightest).min(WIDEST_SEAT) }
    }

    /// The radius at which the innermost bench begins.
    fn inner(&self) -> f64 {
        if self.counts.iter().sum::<usize>() > MANY { INNER_OF_MANY } else { INNER }
    }

    /// The seats' centres from left to right, so that participants with neighbouring numbers sit together.
    fn places(&self) -> Vec<(f64, f64)> {
        let mut places: Vec<(f64, f64)> = Vec::new();
        for (radius, count) in self.radii.iter().zip(&self.counts) {
            for i in 0..*count {
                let part = (i as f64 + 0.5) / *count as f64 - 0.5;
                places.push((PI / 2.0 - part * arc(*radius), *radius));
            }
        }
        places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        places.into_iter().map(|(angle, radius)| (radius * angle.cos(), -radius * angle.sin())).collect()
    }
}

/// The angle of a bench between its aisles.
fn arc(radius: f64) -> f64 {
    PI - 2.0 * (AISLE / radius).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_seats_is_placed_without_overlap() {
        for seats in (0..130).chain([200, 320, 321, 480, MOST_SEATS]) {
            let plan = Plan::new(seats);
            let places = plan.places();
            assert_eq!(places.len(), seats);
            for (i, a) in places.iter().enumerate() {
                assert!(a.1 < 0.0 && a.0.hypot(a.1) < OUTER);
                for b in &places[..i] {
                    // Chords are a little shorter than arcs.
                    assert!((a.0 - b.0).hypot(a.1 - b.1) > plan.width * 0.93, "{seats} seats");
                }
            }
        }
        assert!(Plan::new(8).width > 50.0);
        assert!(Plan::new(MOST_SEATS).width > 8.5);
    }

    fn number(text: &str) -> f64 {
        text.parse().unwrap()
    }

    fn court(participants: usize, tickets: &[(u8, u32, u64)]) -> Court {
        let mut world = testkit_chain::World::new(5, 1, testkit_chain::GENESIS_MS);
        let round = world.next();
        let mut view = RoundView::new(&world.chain, &round);
        let ticket = view.tickets[0].clone();
        let of = |(slot, participant, votes)| heliast_view::TicketView {
            slot,
            participant,
            votes,
            ..ticket.clone()
        };
        view.tickets = tickets.iter().copied().map(of).collect();
        let seated: Vec<_> = (0..participants as u32).collect();
        Court::new(&view, world.chain.genesis(), &seated)
    }

    #[test]
    fn votes_of_several_committees_are_one_seat() {
        let court = court(9, &[(0, 2, 3), (0, 4, 1), (1, 2, 5)]);
        assert_eq!((court.votes, court.members, court.participants, court.seats.len()), (9, 2, 9, 9));
        let votes: Vec<u64> = court.seats.iter().map(|seat| seat.votes).collect();
        assert_eq!(votes, [0, 0, 8, 0, 1, 0, 0, 0, 0]);
        // More votes give a larger seat, and no votes the smallest.
        let radius = |seat: usize| number(&court.seats[seat].radius);
        assert!(radius(2) > radius(4) && radius(4) > radius(0));
        assert!(court.seats.iter().all(|seat| !seat.fallback), "this chain has no trees to fall back from");
    }

    #[test]
    fn neighbours_by_number_sit_from_the_left_to_the_right() {
        let court = court(5, &[]);
        let places: Vec<f64> = court.seats.iter().map(|seat| number(&seat.x)).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(court.seats.iter().map(|seat| seat.participant).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(court.votes, 0);
    }

    #[test]
    fn the_empty_seats_of_a_crowd_are_one_path() {
        for participants in [CROWD, CROWD + 1, MOST_SEATS] {
            let court = court(participants, &[(0, 3, 1), (0, 77, 5)]);
            let dots = court.dots.matches('M').count();
            assert_eq!(dots + court.seats.len(), participants);
            assert_eq!(
                (dots == 0, court.seats.iter().filter(|seat| seat.votes > 0).count()),
                (participants == CROWD, 2)
            );
        }
    }

    #[test]
    fn votes_are_written_where_they_can_be_read() {
        for (votes, radius, height) in [
            (5, 25.0, Some("17.0")),
            (5, 9.0, Some("9.9")),
            (5, 8.0, None),
            (1_234_567, 25.0, Some("10.7")),
            (1_234_567, 20.0, None),
            (0, 25.0, None),
        ] {
            assert_eq!(figures(votes, radius).as_deref(), height, "{votes} at {radius}");
        }
    }

    #[test]
    fn of_a_crowd_only_the_committee_has_seats() {
        let all: Vec<(u8, u32, u64)> = (0..1_200).map(|participant| (0, participant * 2, 1)).collect();
        let part = court(3_000, &all[..7]);
        assert!(!part.is_complete());
        assert_eq!((part.seats.len(), part.seats[6].participant), (7, 12));
        let court = court(3_000, &all);
        assert_eq!((court.seats.len(), court.members, court.votes), (MOST_SEATS, 1_200, 1_200));
    }
}
