//! A scenario of heliast: the answer about many rounds does not depend on which thread verifies which round.

crate::piece!(work, work_stops_everybody);

use crate::{
    explore::{exhaust, find},
    model::sync::Timeouts,
};

macro_rules! verifying {
    ($work:ident, $bad:expr) => {{
        let work = |group: Vec<usize>| match group[0] {
            job if $bad.contains(&job) => (vec![], Some(job)),
            job => (vec![job], None),
        };
        let groups = (0..3).map(|job| vec![job]).collect();
        let (good, failure) = $work::in_groups(groups, 2, work);
        let first = $bad.iter().min().copied();
        assert_eq!((good, failure), ((0..first.unwrap_or(3)).collect(), first));
    }};
}

#[test]
fn the_first_failure_is_the_answer_in_any_order() {
    exhaust("rounds that are verified, the first two false", || verifying!(work, [0, 1]));
    exhaust("rounds that are verified, the last false", || verifying!(work, [2]));
    find("a failure that stops everybody", Timeouts::Never, "left == right", || {
        verifying!(work_stops_everybody, [1])
    });
}
