//! The page that goes with the tables.

use super::table::Table;
use crate::run::Results;

/// The whole page, in Markdown.
pub fn page(results: &Results, tables: &[Table]) -> String {
    let all = results.all_worlds();
    let verdicts = results.verdicts();
    let held = verdicts.iter().filter(|verdict| verdict.holds()).count();
    let attempts: u64 = all.tally.iter().map(|(_, count)| count.attempts()).sum();
    let refused: u64 = all.tally.iter().map(|(_, count)| count.refusals()).sum();
    let plan = &results.plan;
    let participants: Vec<_> = plan.participants.iter().map(usize::to_string).collect();
    let mut page = format!(
        "# Results of the simulation\n\n\
         Written by `simulate --seed {} --rounds {} --participants {}`{}; every number follows from the seed.\n\n\
         - **{} rounds of chains and {} of their forks, {attempts} verdicts of the machine compared with the rules: not one differs.** {refused} messages and rounds were refused, each by the rule that forbids it; none was \
         accepted against the rules, and no honest one was refused. {} honest tickets reached the machine by another's hand before they came from their owners, and count.\n\
         - {} of {} claims about the experiments hold.\n\
         - Sortition in floating point could not tell {} draws (within 10^-9 of a limit): there the machine's word was taken.\n",
        plan.seed,
        plan.rounds,
        participants.join(","),
        if plan.divisor == 1 {
            String::new()
        } else {
            format!(" with a {}th of the experiments", plan.divisor)
        },
        all.rounds,
        all.forked,
        all.tally.passed_on,
        held,
        verdicts.len(),
        all.close_draws,
    );
    for table in tables {
        let (picture, words) = about(table.name);
        page += &format!("\n## {}\n\n{words}\n\n", table.title);
        if picture {
            page += &format!("![{}]({}.svg)\n\n", table.title, table.name);
        }
        page += &format!("{}\n[As CSV]({}.csv)\n", table.markdown(), table.name);
    }
    page
}

/// Whether a table has a chart, and the text about it.
fn about(table: &str) -> (bool, &'static str) {
    match table {
        "chains" => (
            false,
            "Mixed: chains of 1,000 rounds with 10 to 24 participants, a third of them adversaries, one to three slots, leads of 2, 3, 5 or 10 or none. Every finished chain was read again from its bytes, and once \
             more with an announcement left out, which showed exactly where the rules say.",
        ),
        "attempts" => (
            true,
            "Whatever was sent to the machine or to a reader of its chains, by what the rules say of it. A run ends with the first verdict that is not theirs, without results. Some of what adversaries do is allowed and gains them nothing: a late key is due after the lead; another's tree \
             has one output, like one's own; a proof of iVRF discloses a place, whatever the input, so that one made on a fork or for another chain holds here too, for the output that this chain gives it; a \
             ticket that its owner kept back after it was disclosed elsewhere may be passed on by anybody; and so may an announcement made on a fork, as long as its serial number is the next one here. Doubled and Second: the \
             forgery came after its owner's own message.",
        ),
        "committees" => (
            true,
            "Every unit of stake is a coin, so that the votes are binomial however the stake is spread. The distance is the greatest between the distribution functions; at most so much it is with probability 1 − \
             10^-6. Outputs are real ones of stateless keys (A-VRF), the stake is 10^10 units by Zipf's law.",
        ),
        "splitting" => (
            false,
            "One account of 1 % of the stake and a hundred of 0.01 % each, in the same rounds, 1,500 expected votes.",
        ),
        "withholding" => (
            true,
            "With the delay nobody knows the next seed when tickets are due: whoever keeps tickets back draws what its stake gives and sends less. Were the beacon known before the deadline, the better of two seeds \
             could be taken: that is the last line of each.",
        ),
        "grinding" => (
            true,
            "The grinder knows all beacons up to that of the round that it announces in, faster than anybody. A key announced in round A is due in round A + k. With k = 1, which chains refuse, it has the greatest of so \
             many draws; with k = 2 already the seed is one that nobody knows, and the best key is like any other.",
        ),
        "last-revealer" => (
            true,
            "A coalition sees all other tickets and has w of its own, so 2^w beacons to choose from. The bit that it wants comes with probability 1 − 2^−min(m + 1, 2^w), if it completes m delays before the deadline. A \
             delay that is long enough, m = 0, leaves it one half.",
        ),
        name => about_members(name),
    }
}

/// The same for the tables about members that change.
fn about_members(table: &str) -> (bool, &'static str) {
    match table {
        "approval" => (
            false,
            "More than two thirds of the stake adopt a proposal. Coalitions of 7 accounts among 20, with random stakes, in random histories. By themselves they adopt if they have more than two thirds; and they stop what all \
             others want if they have a third, however they propose, replace and approve.",
        ),
        "leaving" => (
            false,
            "A leaving that is adopted in round A has effect k rounds later. Until then the approval of who leaves decides, also in round A itself; from then on it is refused, and one that was given before weighs nothing in \
             later counts.",
        ),
        "together" => (
            false,
            "Ten participants, three of them a coalition that wants a third of the stake; the others approve nothing that gives it that much. Approvals are not taken back, so that several proposals that are harmless alone can wait \
             for the coalition's approvals at the same time. Whoever holds each against the stakes that are decided is outrun; whoever counts as adopted all that is open and that one of the honest has approved is not. Nothing is \
             ever adopted by the coalition's approvals alone.",
        ),
        "joining" => (
            true,
            "Who can adopt a proposal knows the beacon of the round that it closes, faster than anybody, and chooses the key of who joins, or the round. With k = 1, which no chain has, who joins draws with that very seed; with k = 2 \
             already nothing is gained. A tenth of the stake, 30 expected votes.",
        ),
        name => about_network(name),
    }
}

/// The same for the tables about a network's blocks, and for the last one.
fn about_network(table: &str) -> (bool, &'static str) {
    match table {
        "turns" => (
            false,
            "The engine lets validators propose by their power, by priorities that it adds up. In a period, as many heights as there are units of power, everybody's turns are its power, exactly. Between they are near its \
             share, though not evenly: one with less than half of the power may have two turns in a row. Powers by Zipf's law, at random addresses.",
        ),
        "arrival" => (
            false,
            "Windows of three blocks, scattered hostile proposers that leave everything out, a third at most. Tickets are sent within 400 ms after the block that opens the round, messages take up to 500 ms, and blocks come \
             every second. Three hostile participants announce more than a block has room for, each, and before all others. By the rules of today an honest proposer has every ticket, so that a window misses one only if it has \
             no honest block: the tables below count these. By the rules from before floods were cured each of them empties a block.",
        ),
        "exclusion" => (
            true,
            "Hostile proposers leave a victim's tickets out; they have less than a third of the power. A ticket is sent until it is in, and honest proposers have it, so that it misses the round only if all w blocks of the window have hostile proposers. \
             Were proposers drawn, that would be f^w. The rotation does better where nobody chose its place in it: F/n·(F − 1)/(n − 1)···, and nothing beyond w = F. It does worse where the hostile follow each other: \
             (F − w + 1)/n, and that takes no more than a search for addresses, or that they join in one block.",
        ),
        "insisting" => (
            false,
            "One block in which a round collects, the hostile, a third at most, first in the rotation. Validators vote against a block without a ticket that they had in time. With all rules no honest ticket is left out, and no \
             honest proposal fails; each of the others shows what one rule is for. What becomes of their own ticket, which reached some in time and others not, is for the hostile to choose.",
        ),
        "alignment" => (
            true,
            "A round takes w + 5 blocks if nothing else happens, and the rotation n with equal powers, so that windows begin at n/gcd(w + 5, n) places only. Hostile ones in a row, a third at most: the worst place to begin, and the \
             mean over all of them. Seven validators with w = 2: who is left out in one round is left out in all.",
        ),
        "window" => (
            true,
            "100 validators of equal power, some hostile ones in a row in the rotation. Propose late: just before the others give up waiting. Fail: the proposal comes in time to some only, whose votes differ, so \
             that the waits for both votes come on top. The next round of the height goes to the next in the rotation, but the next height begins with that same validator: f in a row fail f times before the first block, f − 1 \
             times before the second, and the waits grow each time. So many squarings of 25 ns fit into a window: the delay must have more. Windows of 3 blocks are those of networks of version 1. Near: blocks every 90 ms, 500 ms \
             for proposals; 100 ms apart: 580 ms and 1 s; 200 ms more for each round; 200 ms for votes, and 100 more. Windows of 1 block, in which validators insist on tickets, are those of version 2. Near: 310 ms, 300 ms for \
             proposals, 100 ms for votes; 100 ms apart: 1.1 s, 1 s and 400 ms; 100 ms more for proposals, and 50 for votes.",
        ),
        "margin" => (
            true,
            "A coalition with 33 of 100 validators and 33 % of the stake fails as slowly as it can and is late at last, in windows that begin everywhere in the rotation. What delays it completes meanwhile make it the last revealer, with its \
             own tickets to choose from, or with all tickets if the window is hostile and nobody insists on them. One machine completes one delay after the other, many complete as many at a time as there are choices. A delay that outlasts the longest window \
             leaves it one half.",
        ),
        "hostile-votes" => (
            false,
            "The same coalition, with a delay that holds. Where it leaves out all others' tickets it has a greater part of the votes that count, as theory says of its hostile windows. What it draws is its stake's share, because no block, no \
             proposer and no height is in a ticket's input: there is nothing more to grind.",
        ),
        _ => (
            false,
            "A claim holds if what was counted lies between the bounds: five standard deviations of the theory from its value, or the distances of the tables above.",
        ),
    }
}
