//! *Efficient Verification of the Wesolowski Verifiable Delay Function for Distributed
//! Environments*. Its Figure 1 is Figure 5 of the other paper.

pub(super) mod figure_2;
pub(super) mod figure_3;
pub(super) mod figure_4;
pub(super) mod figure_5;
pub(super) mod table_1;
pub(super) mod table_2;
pub(super) mod table_3;
pub(super) mod table_4;
pub(super) mod table_5;
