//! The page that goes with the tables.

use super::table::Table;
use crate::run::Results;

/// All of it, in Markdown.
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

/// Whether a chart goes with a table, and what is to be seen.
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
        _ => (
            false,
            "A claim holds if what was counted lies between the bounds: five standard deviations of the theory from its value, or the distances of the tables above.",
        ),
    }
}
