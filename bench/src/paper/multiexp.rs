//! *Rethinking Modular Multi-Exponentiation in Real-World Applications*. Its Figure 1 is measured with its
//! Table 1; Figure 2, about process priorities, is omitted.

pub(super) mod figure_3;
pub(super) mod figure_4;
pub(super) mod figure_5;
pub(super) mod table_1;
pub(super) mod table_2;
