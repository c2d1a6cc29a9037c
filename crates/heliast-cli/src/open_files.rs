//! The limit of open files of this process. Each connection counts as one.

use crate::ui::Ui;
use heliast_http::{Front, Limits};

/// A verb requests at least this many from the system.
const MOST: u64 = 16_384;

/// Requests from the system as many open files as the connections and `spare` others need. If the system
/// allows fewer, this prints a note and reduces the connections accordingly.
pub fn fitted(ui: &Ui, front: Front, spare: u64) -> Front {
    let wanted = (front.limits.connections as u64).saturating_add(spare);
    let allowed = rlimit::increase_nofile_limit(wanted.max(MOST)).unwrap_or(wanted);
    let connections = fitting(front.limits.connections, spare, allowed);
    if connections == front.limits.connections {
        return front;
    }
    let asked = front.limits.connections;
    ui.note(format_args!(
        "note: this process may have {allowed} files open, and {asked} connections need {wanted}: it serves \
         {connections} connections at a time; raise the limit of the system (LimitNOFILE of a service, ulimit -Hn), \
         or lower --limits-connections"
    ));
    Front { limits: Limits { connections, ..front.limits }, ..front }
}

/// The number of connections for which the files suffice, in addition to `spare` others.
fn fitting(connections: usize, spare: u64, allowed: u64) -> usize {
    // If the system allows only few, half of them are still used for connections.
    let left = allowed.saturating_sub(spare).max(allowed / 2).max(1);
    connections.min(usize::try_from(left).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_no_more_than_the_files_suffice_for() {
        for (connections, spare, allowed, fit) in [
            (512, 256, 16_384, 512),
            (12_000, 256, 12_256, 12_000),
            (12_000, 256, 12_255, 11_999),
            (12_000, 256, 4_096, 3_840),
            (12_000, 1_024, 1_024, 512),
            (12_000, 256, 0, 1),
            (1, 256, u64::MAX, 1),
        ] {
            assert_eq!(fitting(connections, spare, allowed), fit, "{connections} {spare} {allowed}");
        }
    }
}
