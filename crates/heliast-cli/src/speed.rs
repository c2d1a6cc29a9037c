//! The speed of this machine, from which a new chain's delay is chosen.

use crate::ui::Ui;
use heliast_engine::Speed;

/// A machine whose speed varies by more than this while it is measured is busy with something else.
const BUSY_SPREAD: f64 = 0.2;

/// The steps a second; prints a note if the machine was busy.
pub fn measured(speed: Speed, ui: &Ui) -> f64 {
    if speed.spread > BUSY_SPREAD {
        let percent = speed.spread * 100.0;
        ui.note(format_args!(
            "note: this machine is busy: its speed varied by {percent:.0} % while the delay was set; a chain\n      \
             that is started on a quiet machine gets a longer delay"
        ));
    }
    speed.per_second
}
