//! *Practical Batch Proofs of Exponentiation*. Figures 3.1 and 3.2 are measured with Table 3.1, and Figures
//! 3.3 and 3.4 with Table 3.2.

pub(super) mod table_1;
pub(super) mod table_2;
