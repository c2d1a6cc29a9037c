//! The verbs that run until they are stopped, and therefore have settings.

use super::file::Setting;
use clap::Command;
use heliast_network::home::{SETTINGS, Settings};
use std::path::Path;

/// A verb that has settings.
pub struct Runner {
    /// Its name.
    pub verb: &'static str,
    /// The prefix of its environment variables.
    pub prefix: &'static str,
    /// The flag that names the directory, which contains the file.
    pub directory: &'static str,
    /// The file's name in that directory.
    pub file: &'static str,
    /// The word for that directory in messages.
    pub place: &'static str,
    /// Flags that are meant for a single start, which the help lists.
    once: &'static [&'static str],
    /// Flags that are not for people, and are not in the help.
    hidden: &'static [&'static str],
    /// The settings in other files of the directory. Empty if these cannot be read; the verb reports this
    /// when it needs them.
    pub of_directory: fn(&Path) -> Vec<Setting>,
}

/// The file of a node's settings.
const FILE: &str = "heliast.toml";
/// Flags that are about settings, and are not settings themselves.
const NO_SETTINGS: [&str; 3] = ["config", "print-config", "help"];

impl Runner {
    /// All verbs with settings. Flags that are safe only if there is no other copy of the keys must not act
    /// at every restart.
    pub const ALL: [Runner; 4] = [
        Runner {
            verb: "up",
            prefix: "HELIAST_UP_",
            directory: "data",
            file: FILE,
            place: "data directory",
            once: &["recover", "adopt"],
            hidden: &[],
            of_directory: |_| vec![],
        },
        Runner {
            verb: "node",
            prefix: "HELIAST_NODE_",
            directory: "home",
            file: FILE,
            place: "home",
            once: &["recover", "adopt"],
            hidden: &["supervised"],
            of_directory: of_home,
        },
        Runner {
            verb: "relay",
            prefix: "HELIAST_RELAY_",
            directory: "data",
            file: FILE,
            place: "data directory",
            once: &[],
            hidden: &[],
            of_directory: |_| vec![],
        },
        Runner {
            verb: "gate",
            prefix: "HELIAST_GATE_",
            directory: "data",
            file: "gate.toml",
            place: "directory of --data",
            once: &["check"],
            hidden: &[],
            of_directory: |_| vec![],
        },
    ];

    /// Whether a flag is a setting.
    pub fn is_setting(&self, flag: &str) -> bool {
        ![&NO_SETTINGS[..], self.once, self.hidden].concat().contains(&flag)
    }

    /// The variable of a flag.
    pub fn variable(&self, flag: &str) -> String {
        format!("{}{}", self.prefix, flag.to_ascii_uppercase().replace('-', "_"))
    }

    /// The declared flags, all of them optional: a file is checked separately.
    pub fn flags(&self, program: &Command) -> Command {
        let flags = program.find_subcommand(self.verb).cloned().unwrap_or_default();
        flags.mut_args(|arg| arg.required(false))
    }

    /// The text below the help.
    pub fn help(&self) -> String {
        let Runner { place, prefix, file, .. } = self;
        let once = self.once.iter().map(|flag| format!("--{flag}")).collect::<Vec<_>>().join(" and ");
        let once = if once.is_empty() { once } else { format!(", but {once},") };
        format!(
            "Settings:\n  \
             Every flag --NAME{once} can also stand as NAME = VALUE in {file} in the\n  \
             {place} (or in the file of --config), and as {prefix}NAME, in capitals with _ for -, in the\n  \
             environment. A flag counts before the environment, and this before the file. --print-config shows\n  \
             what applies, and where it comes from."
        )
    }
}

/// The settings that `heliast network new` wrote into `node.toml`.
fn of_home(home: &Path) -> Vec<Setting> {
    let Ok(Settings { listen, evaluator, .. }) = Settings::of_home(home) else { return vec![] };
    let path = home.join(SETTINGS);
    let setting = |name: &str, value: String| {
        let (name, origin) = (name.to_owned(), path.display().to_string());
        Setting { name, values: vec![value], origin }
    };
    vec![setting("listen", listen.to_string()), setting("evaluator", evaluator.to_string())]
}
