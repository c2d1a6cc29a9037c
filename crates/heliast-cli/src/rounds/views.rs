//! The JSON that a store keeps beside its rounds, held to what the verified rounds say.

use super::{Item, of_round};
use crate::failure::{Code, Failure};
use heliast::{Chain, Epoch, Round, Verified};
use heliast_node::view::RoundView;
use std::{panic::resume_unwind, thread};

/// That what is kept beside valid rounds, if anything is, is theirs; on all cores. The first that
/// is not is named.
pub fn check(chain: &Chain, rounds: &[(Item, Verified<Round>)]) -> Result<(), Failure> {
    let each = |(item, round): &(Item, Verified<Round>)| check_one(item, || RoundView::new(chain, round));
    if rounds.iter().all(|(item, _)| item.view.is_none()) {
        return Ok(());
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let parts = rounds.chunks(rounds.len().div_ceil(threads));
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || part.iter().try_for_each(each))).collect();
        let mut verdicts = parts.into_iter().map(|part| part.join());
        verdicts.try_for_each(|verdict| verdict.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The same for the rounds of an epoch.
pub fn check_epoch(chain: &Chain, items: &[Item], epoch: &Verified<Epoch>) -> Result<(), Failure> {
    let mut views = RoundView::of_epoch(chain, epoch).zip(items);
    views.try_for_each(|(view, item)| check_one(item, || view))
}

fn check_one(item: &Item, view: impl FnOnce() -> RoundView) -> Result<(), Failure> {
    if item.view.as_ref().is_none_or(|kept| *kept == view().to_json()) {
        return Ok(());
    }
    let message = "the round itself is valid, but the stored answer to `GET /v1/rounds` is another";
    Err(of_round(item.entry.number, Failure::new(Code::Malformed, message)))
}
