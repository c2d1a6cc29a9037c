//! SIGHUP reads the rules of a gate anew, without a restart. It ends no gate, also where no rules are in
//! files: `systemctl reload` is not to stop a site.

use super::rules::RuleArgs;
use heliast_gate::Proxy;
use std::sync::Arc;

/// The answer to a signal where all rules stand in flags and settings.
const NOTHING: &str = "SIGHUP: no rules are in files that --policy, --allow-from or --deny-from name, so there is \
                       nothing to read anew";

/// SIGHUP, which from now on ends no process.
pub struct Hangup(#[cfg(unix)] nix::sys::signal::SigSet);

impl Hangup {
    /// Before any other thread is there: threads have of the one that starts them which signals reach them.
    pub fn catch() -> Option<Hangup> {
        #[cfg(unix)]
        {
            let mut set = nix::sys::signal::SigSet::empty();
            set.add(nix::sys::signal::Signal::SIGHUP);
            set.thread_block().ok().map(|()| Hangup(set))
        }
        #[cfg(not(unix))]
        None
    }

    /// Reads the rules anew at each signal, in a thread of its own.
    pub fn reload(self, proxy: Arc<Proxy>, rules: RuleArgs, floor: u64) {
        let work = move || {
            while self.came() {
                match rules.are_in_files() {
                    true => reread(&proxy, &rules, floor),
                    false => tracing::warn!("{NOTHING}"),
                }
            }
        };
        if let Err(error) = std::thread::Builder::new().name("heliast-rules".to_owned()).spawn(work) {
            tracing::error!(%error, "SIGHUP does nothing: no thread waits for it");
        }
    }

    #[cfg(unix)]
    fn came(&self) -> bool {
        self.0.wait().is_ok()
    }

    #[cfg(not(unix))]
    fn came(&self) -> bool {
        false
    }
}

/// Rules that are wrong change nothing, and say so until they are right.
fn reread(proxy: &Proxy, rules: &RuleArgs, floor: u64) {
    match rules.read(floor) {
        Ok(rules) => {
            tracing::info!(rules = rules.all().count(), "the rules were read anew");
            proxy.gate().set_rules(rules);
        }
        Err(error) => {
            tracing::error!(%error, "the rules are those of before: the new ones are wrong");
            proxy.gate().set_rules_trouble(Some(error));
        }
    }
}
