//! The nodes of a client: they are asked one after the other, and a node that failed is left alone for a
//! while.

#[cfg(test)]
mod tests;

use crate::{
    error::{Error, NodeError},
    node::Node,
    settings::Settings,
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The time for which a node that showed something false is left alone.
const FALSE: Duration = Duration::from_secs(300);
/// The time for which a node that gave no answer is left alone.
const AWAY: Duration = Duration::from_secs(15);
/// The time for which a node that is behind others is left alone.
const BEHIND: Duration = Duration::from_secs(10);

/// The function that is called with each failure of a node.
pub(crate) type Trouble = Arc<dyn Fn(&NodeError) + Send + Sync>;

pub(crate) struct Nodes {
    nodes: Vec<Node>,
    settings: Settings,
    trouble: Option<Trouble>,
    standing: Mutex<Standing>,
}

struct Standing {
    /// The node that answered last.
    preferred: usize,
    /// The time until which each node is left alone.
    rests: Vec<Option<Instant>>,
}

impl Nodes {
    /// There must be at least one node.
    pub(crate) fn new(nodes: Vec<Node>, settings: Settings, trouble: Option<Trouble>) -> Nodes {
        let standing = Mutex::new(Standing { preferred: 0, rests: vec![None; nodes.len()] });
        Nodes { nodes, settings, trouble, standing }
    }

    pub(crate) fn all(&self) -> &[Node] {
        &self.nodes
    }

    /// The answer of the first node that gives one. Nodes that are left alone are asked last, and not at all
    /// if another node says that the item is still to come. If all fail and one asks to wait, all are asked
    /// again after that time.
    pub(crate) fn ask<T>(
        &self,
        what: &dyn Fn() -> String,
        mut question: impl FnMut(&Node) -> Result<T, NodeError>,
    ) -> Result<T, Error> {
        let mut attempt = 1;
        loop {
            let (mut errors, mut early) = (Vec::new(), Vec::new());
            for place in self.order() {
                if !early.is_empty() && self.rests(place) {
                    break;
                }
                match question(&self.nodes[place]) {
                    Ok(answer) => {
                        self.worked(place, &early);
                        return Ok(answer);
                    }
                    Err(error) if error.is_too_early() => early.push(place),
                    Err(error) => {
                        self.failed(place, &error);
                        errors.push(error);
                    }
                }
            }
            if !early.is_empty() {
                return Err(Error::NotYet(what()));
            }
            let wait = errors.iter().filter_map(NodeError::wait).min();
            match wait.filter(|_| attempt < self.settings.attempts) {
                Some(wait) => thread::sleep(wait.min(self.settings.longest_wait)),
                None => return Err(Error::Nodes(errors)),
            }
            attempt += 1;
        }
    }

    /// The answers of all nodes, which are asked at the same time, in their order.
    pub(crate) fn ask_all<T: Send>(
        &self,
        question: impl Fn(&Node) -> Result<T, NodeError> + Sync,
    ) -> Vec<Result<T, NodeError>> {
        let question = &question;
        thread::scope(|scope| {
            let asked: Vec<_> = self.nodes.iter().map(|node| scope.spawn(move || question(node))).collect();
            asked.into_iter().filter_map(|answer| answer.join().ok()).collect()
        })
    }

    /// The answers of the nodes that are not left alone, or of all nodes if all are, each with its place.
    pub(crate) fn ask_ready<T: Send>(
        &self,
        question: impl Fn(&Node) -> Result<T, NodeError> + Sync,
    ) -> Vec<(usize, Result<T, NodeError>)> {
        let order = self.order();
        let ready: Vec<_> = order.iter().copied().filter(|place| !self.rests(*place)).collect();
        let places = if ready.is_empty() { order } else { ready };
        let question = &question;
        thread::scope(|scope| {
            let asked: Vec<_> = places
                .into_iter()
                .map(|place| (place, scope.spawn(move || question(&self.nodes[place]))))
                .collect();
            asked.into_iter().filter_map(|(place, answer)| Some((place, answer.join().ok()?))).collect()
        })
    }

    /// Leaves a node alone for a while, and reports the failure.
    pub(crate) fn failed(&self, place: usize, error: &NodeError) {
        if let Some(trouble) = &self.trouble {
            trouble(error);
        }
        let rest = match error.wait() {
            Some(wait) => wait.min(self.settings.longest_wait),
            None if error.is_falsehood() => FALSE,
            None => AWAY,
        };
        self.rest(place, rest);
    }

    /// Leaves a node alone for a while because it does not have an item yet that others have.
    pub(crate) fn is_behind(&self, place: usize) {
        self.rest(place, BEHIND);
    }

    /// The place of a node.
    pub(crate) fn place_of(&self, node: &Node) -> Option<usize> {
        self.nodes.iter().position(|one| one.url() == node.url())
    }

    /// Notes that a node answered after the nodes at the places in `early` had said that it is too early.
    fn worked(&self, place: usize, early: &[usize]) {
        early.iter().for_each(|early| self.is_behind(*early));
        let mut standing = self.standing();
        standing.preferred = place;
        standing.rests[place] = None;
    }

    fn rest(&self, place: usize, time: Duration) {
        self.standing().rests[place] = Instant::now().checked_add(time);
    }

    fn rests(&self, place: usize) -> bool {
        self.standing().rests[place].is_some_and(|until| until > Instant::now())
    }

    /// The places of the nodes in the order in which they are asked: first the node that gave the last
    /// answer, and at the end those that are left alone, the one with the longest time last.
    fn order(&self) -> Vec<usize> {
        let (standing, now) = (self.standing(), Instant::now());
        let mut places: Vec<_> = (0..self.nodes.len()).collect();
        places.sort_by_key(|place| {
            let rest = standing.rests[*place].filter(|until| *until > now);
            (rest, *place != standing.preferred)
        });
        places
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
