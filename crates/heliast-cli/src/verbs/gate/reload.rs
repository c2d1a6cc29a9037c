//! On SIGHUP a gate reads its rules again, without a restart. The signal never ends a gate, even if there are
//! no rules in files: `systemctl reload` must not stop a site.

use super::rules::RuleArgs;
use heliast_gate::Proxy;
use std::sync::Arc;

/// The message after a signal if all rules are in flags and settings.
const NOTHING: &str = "SIGHUP: no rules are in files that --policy, --allow-from or --deny-from name, so there is \
                       nothing to read anew";

/// The signal SIGHUP, which no longer ends this process.
pub struct Hangup(#[cfg(unix)] nix::sys::signal::SigSet);

impl Hangup {
    /// Must be called before any other thread is started: threads inherit the mask of blocked signals.
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

    /// Reads the rules again at each signal, in its own thread.
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

/// Invalid rules change nothing, and are reported until they are valid.
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
