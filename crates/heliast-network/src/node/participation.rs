//! Participants without a node: opened from the directory of their keys, and run until they are stopped.

use super::{
    ended::Ended,
    event::Event,
    opened::Opened,
    options::Keys,
    watch::{LOOK, Watch},
};
use crate::{
    error::NodeError, follow::FollowError, home::Home, participant::Followers, rpc::Rpc, worker::Settings,
};
use heliast_client::{Misuse, Node};
use heliast_engine::{Handles, Members};
use std::thread;

/// Participants without a node, opened and not yet running.
pub struct Participation {
    opened: Opened,
    nodes: Vec<Node>,
}

impl Participation {
    /// Opens the directory of the participants' keys, to follow these nodes. Nothing runs yet.
    ///
    /// # Errors
    /// [`NodeError`] if the directory is damaged, or the keys must not be used in it.
    pub fn open(home: Home, keys: Keys, nodes: Vec<Node>) -> Result<Participation, NodeError> {
        Ok(Participation { opened: Opened::new(home, keys)?, nodes })
    }

    /// The chain, the status and the alarms.
    pub fn handles(&self) -> &Handles {
        &self.opened.handles
    }

    /// The participants, for example to look for lost keys.
    pub fn members(&mut self) -> &mut Members {
        &mut self.opened.members
    }

    /// The number of participants whose keys are here.
    pub fn participants(&self) -> usize {
        self.opened.participants
    }

    /// Whether it starts for the first time.
    pub fn is_new(&self) -> bool {
        self.opened.is_new
    }

    /// Follows the nodes, and draws, until `stop` returns true; reports events to `on_event`.
    ///
    /// # Errors
    /// [`NodeError`] if it can't start, and any error of `on_event`, which ends it.
    pub fn run<E: From<NodeError>>(
        self,
        stop: &dyn Fn() -> bool,
        on_event: &mut dyn FnMut(Event) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let Participation { opened, nodes } = self;
        let Opened { home, network, handles, members, right, .. } = opened;
        let settings = settings(&home, &nodes)?;
        let (claim, set_back) = right.take().map_err(NodeError::from)?;
        let followers = Followers::start(&handles, &network, members, nodes, settings)?;
        let mut watch = Watch::new(handles, Some(claim));
        on_event(Event::Started { set_back })?;
        while !stop() {
            watch.look(on_event)?;
            thread::sleep(LOOK);
        }
        drop(followers);
        Ok(Ended::new(watch.end(on_event)?, home))
    }
}

/// The settings of the worker, which sends transactions to the engines behind these nodes.
fn settings(home: &Home, nodes: &[Node]) -> Result<Settings, NodeError> {
    let engine = |node: &Node| {
        let invalid = |_| Misuse::Address(node.url().to_owned());
        Rpc::behind(node.url()).map_err(invalid).map_err(FollowError::from)
    };
    Ok(Settings {
        home: home.data(),
        nodes: nodes.iter().map(engine).collect::<Result<_, _>>()?,
        evaluates: false,
        threads: 1,
    })
}
