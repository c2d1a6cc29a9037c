//! The columns of X-VRF and iVRF next to their peers: times at every height, and the cost of paths.

use super::{
    measure::{self, PeerTimes, Times},
    sizes::{HEIGHTS, tree_name},
    strategies,
    units::duration,
};
use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits},
    lab::Lab,
    printed::lots::X_VRF,
};
use heliast_vrf::stateful::Scheme;

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "lots-table-1-trees",
    title: "X-VRF and iVRF beside their peers, and the memory of their trees",
    measure: |lab, _| finding(lab),
};

fn finding(lab: &Lab) -> Finding {
    let peers = measure::peers(lab);
    let measured = |scheme| HEIGHTS.map(|height| measure::ours(lab, scheme, height));
    let (xvrf, ivrf) = (measured(Scheme::XVrf), measured(Scheme::IVrf));
    let pair = xvrf.iter().map(|times| 2.0 * times.leaf).fold(0.0, f64::max);
    Finding::new(
        "One core. Keys of all heights are made by the rate of their leaves and nodes; every evaluation and verification is real, on keys of one leaf \
         whose siblings are random. purecrypto (XMSS-SHA2_10_256) signs and verifies in a tree of height 10. xmss-reference is its algorithm, hash by \
         hash, on OpenSSL's SHA256. Evaluations have the path at hand; what that takes is in the last table.",
    )
    .table(times(Scheme::XVrf, &xvrf, Some(&peers)))
    .table(times(Scheme::IVrf, &ivrf, None))
    .table(strategies::table(&xvrf[3]))
    .claim(
        "with h − 1 levels in memory every other evaluation computes two leaves, in much less than 1 ms",
        Verdict::when(pair < 5e-4),
        format!("{} µs for two leaves", digits(pair * 1e6)),
    )
}

fn times(scheme: Scheme, ours: &[Times; 4], peers: Option<&PeerTimes>) -> Table {
    let mut table = Table::new(
        &format!("Times of {}", tree_name(scheme, 0).trim_end_matches("-0")),
        &[
            "instance",
            "paper: key generation",
            "ours",
            "purecrypto",
            "xmss-reference",
            "paper: evaluation, µs",
            "ours",
            "purecrypto",
            "paper: verification, µs",
            "ours",
            "256 at once",
            "purecrypto",
        ],
    );
    let cell = |value: Option<f64>| value.map_or("-".to_owned(), |value| digits(value * 1e6));
    for ((height, printed), times) in HEIGHTS.into_iter().zip(&X_VRF).zip(ours) {
        let leaves = f64::from(1u32 << height);
        let paper = |value: f64| peers.map(|_| value * 1e-3);
        let node = times.parent;
        let of_leaf = |leaf: Option<f64>| leaf.map_or("-".to_owned(), |leaf| duration(leaves * leaf));
        table.push(vec![
            tree_name(scheme, height),
            peers.map_or("-".to_owned(), |_| duration(printed.keygen)),
            duration(leaves * (times.leaf + node)),
            of_leaf(peers.map(|peers| peers.purecrypto_leaf)),
            of_leaf(peers.map(|peers| peers.reference_leaf)),
            cell(paper(printed.evaluate)),
            cell(Some(times.evaluate)),
            cell(peers.map(|peers| peers.purecrypto_sign)),
            cell(paper(printed.verify)),
            cell(Some(times.verify)),
            cell(Some(times.verify_many)),
            cell(peers.map(|peers| peers.purecrypto_verify)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_symmetric::sha256::Sha256;
    use heliast_vrf::{
        stateful::{Signer, Terms},
        tree::{Node, Nodes, Piece},
    };
    use std::cell::Cell;

    /// Key generation is predicted from leaves and nodes: a tree has one node fewer above its leaves than it
    /// has leaves.
    #[test]
    fn a_tree_is_its_leaves_and_as_many_nodes() {
        struct Counting<'a>(&'a Signer, Cell<(u64, u64)>);
        impl Nodes for Counting<'_> {
            fn leaves(&self, first: u32, leaves: &mut [Node]) {
                let (seen, parents) = self.1.get();
                self.1.set((seen + leaves.len() as u64, parents));
                self.0.leaves(first, leaves);
            }
            fn parents(&self, row: u8, first: u32, children: &[Node], parents: &mut [Node]) {
                let (leaves, seen) = self.1.get();
                self.1.set((leaves, seen + parents.len() as u64));
                self.0.parents(row, first, children, parents);
            }
        }
        let signer =
            Signer::new(Sha256::new(), Terms::new(Scheme::IVrf, 6, 1, 0).expect("terms"), &[1; 32], &[2; 32]);
        let counting = Counting(&signer, Cell::default());
        Piece::build(&counting, 6, 0);
        assert_eq!(counting.1.get(), (64, 63));
    }
}
