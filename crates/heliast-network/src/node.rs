//! A node of a network: opened from its home, and run until it is told to end.

mod ended;
mod event;
mod opened;
mod options;
mod own_rpc;
mod participation;
mod parts;
mod relaying;
#[cfg(test)]
mod tests;
mod watch;

pub use ended::Ended;
pub use event::{Event, RoundEvent};
pub use options::{Engine, Keys, Options};
pub use participation::Participation;
pub use relaying::{Origin, Relay, RelayOptions};

use crate::{
    error::NodeError,
    home::{Home, Settings},
};
use heliast_engine::{Handles, Members};
use opened::Opened;
use parts::Plan;
use std::thread;
use watch::{LOOK, Watch};

/// A node of a network, opened and not yet running.
///
/// It has no server: its caller gives [`handles`](Self::handles) to one before the node runs.
pub struct Node {
    opened: Opened,
    settings: Settings,
    engine: Engine,
    state_sync: Vec<heliast_client::Node>,
}

impl Node {
    /// Opens the node of a home: its chain, and the participants whose keys are given. Nothing runs yet.
    ///
    /// # Errors
    /// [`NodeError`] if the home is damaged, or the keys must not be used in it.
    pub fn open(home: Home, options: Options) -> Result<Node, NodeError> {
        let Options { keys, engine, evaluates, state_sync } = options;
        let settings = Settings::of_home(home.dir())?;
        let settings = Settings { evaluator: evaluates.unwrap_or(settings.evaluator), ..settings };
        Ok(Node { opened: Opened::new(home, keys)?, settings, engine, state_sync })
    }

    /// The chain, the status and the alarms, for a server.
    pub fn handles(&self) -> &Handles {
        &self.opened.handles
    }

    /// The participants of this node, for example to look for lost keys.
    pub fn members(&mut self) -> &mut Members {
        &mut self.opened.members
    }

    /// The home.
    pub fn home(&mut self) -> &mut Home {
        &mut self.opened.home
    }

    /// The number of participants whose keys are here.
    pub fn participants(&self) -> usize {
        self.opened.participants
    }

    /// Whether it starts for the first time.
    pub fn is_new(&self) -> bool {
        self.opened.is_new
    }

    /// Runs the node until `stop` returns true, and reports events to `on_event`. Steps that may fail come
    /// first; then the keys are taken, and only then the services that use them start.
    ///
    /// # Errors
    /// [`NodeError`] if a part can't start, and any error of `on_event`, which ends the node.
    pub fn run<E: From<NodeError>>(
        self,
        stop: &dyn Fn() -> bool,
        on_event: &mut dyn FnMut(Event) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let Node { opened, settings, engine, state_sync } = self;
        let Opened { home, network, handles, members, right, .. } = opened;
        let (network, settings) = (&network, &settings);
        let plan = Plan { home: &home, network, handles: &handles, settings, engine, state_sync };
        let (parts, claim, set_back) = plan.begin(members, right, on_event)?;
        let mut watch = Watch::new(handles, Some(claim));
        on_event(Event::Started { set_back })?;
        while !stop() {
            parts.show_engine(watch.board());
            watch.look(on_event)?;
            watch.pace(on_event)?;
            thread::sleep(LOOK);
        }
        drop(parts);
        Ok(Ended::new(watch.end(on_event)?, home))
    }
}
