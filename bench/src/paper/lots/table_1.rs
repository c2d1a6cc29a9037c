//! Table 1, the columns of X-VRF: sizes, times, memory; iVRF, which is not in the paper, below.

use super::{
    measure::{self, PeerTimes, Times},
    strategies::{self, bytes},
};
use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits},
    lab::Lab,
    printed::lots::{Column, TABLE_1},
};
use vrf::stateful::{PublicKey, Scheme, Terms};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "lots-table-1",
    title: "X-VRF and iVRF: sizes, key generation, evaluation, verification, memory",
    measure: |lab, _| finding(lab),
};

/// The heights of the paper's instances.
const HEIGHTS: [u8; 4] = [15, 19, 23, 27];

fn finding(lab: &Lab) -> Finding {
    let peers = measure::peers(lab);
    let measured = |scheme| HEIGHTS.map(|height| measure::ours(lab, scheme, height));
    let (xvrf, ivrf) = (measured(Scheme::XVrf), measured(Scheme::IVrf));
    Finding::new(
        "One core. Keys of all heights are made by the rate of their leaves and nodes; every evaluation and verification is real, on keys of one leaf \
         whose siblings are random. purecrypto (XMSS-SHA2_10_256) signs and verifies in a tree of height 10. xmss-reference is its algorithm, hash by \
         hash, on OpenSSL's SHA256. Evaluations have the path at hand; what that takes is in the last table.",
    )
    .table(sizes())
    .table(times(Scheme::XVrf, &xvrf, Some(&peers)))
    .table(times(Scheme::IVrf, &ivrf, None))
    .table(strategies::table(&xvrf[3]))
    .claims_about(&xvrf)
}

fn sizes() -> Table {
    let mut table = Table::new(
        "Sizes in bytes. Our public key has 12 bytes of terms beside the paper's 64: scheme, height, slots, first round",
        &[
            "instance",
            "paper: PK",
            "ours",
            "paper: SK",
            "ours",
            "paper: proof",
            "ours",
            "paper: memory",
            "ours",
        ],
    );
    for (height, printed) in HEIGHTS.into_iter().zip(TABLE_1) {
        for scheme in [Scheme::XVrf, Scheme::IVrf] {
            let theirs = |cell: &str| if scheme == Scheme::XVrf { cell.to_owned() } else { "-".to_owned() };
            let terms = terms(scheme, height);
            table.push(vec![
                name(scheme, height),
                theirs("64"),
                PublicKey::LEN.to_string(),
                theirs("132"),
                SECRET.to_string(),
                theirs(&format!("{} KB", printed.proof)),
                terms.proof_len().to_string(),
                theirs(printed.memory),
                bytes(memory(height)),
            ]);
        }
    }
    table
}

/// Terms, two seeds and the root: what a secret key file holds.
const SECRET: usize = Terms::LEN + 3 * 32;

/// Top, current and next subtree, nodes of 32 bytes.
fn memory(height: u8) -> f64 {
    let split = i32::from(strategies::cut(height));
    32.0 * (2f64.powi(i32::from(height) - split + 1) + 2f64.powi(split + 2))
}

fn times(scheme: Scheme, ours: &[Times; 4], peers: Option<&PeerTimes>) -> Table {
    let mut table = Table::new(
        &format!("Times of {}", name(scheme, 0).trim_end_matches("-0")),
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
    for ((height, printed), times) in HEIGHTS.into_iter().zip(TABLE_1).zip(ours) {
        let leaves = f64::from(1u32 << height);
        let paper = |value: f64| peers.map(|_| value * 1e-3);
        let node = times.parent;
        let of_leaf = |leaf: Option<f64>| leaf.map_or("-".to_owned(), |leaf| duration(leaves * leaf));
        table.push(vec![
            name(scheme, height),
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

impl Finding {
    fn claims_about(self, times: &[Times; 4]) -> Finding {
        let sizes = HEIGHTS.into_iter().zip(TABLE_1).filter(|(height, Column { proof, .. })| {
            let ours = terms(Scheme::XVrf, *height).proof_len() as f64 / 1e3;
            (ours - proof).abs() < 0.005
        });
        let slowest = times.iter().map(|times| times.evaluate.max(times.verify)).fold(0.0, f64::max);
        let pair = times.iter().map(|times| 2.0 * times.leaf).fold(0.0, f64::max);
        self.claim(
            "proofs have 2.63, 2.76, 2.88 and 3.01 KB",
            Verdict::of(sizes.count(), 4),
            "4 + 32 (67 + h) bytes: index, one-time signature and path, without the random r of RFC 8391, which would break uniqueness",
        )
        .claim(
            "evaluation and verification take less than 1 ms",
            Verdict::when(slowest < 1e-3),
            format!("{} µs at the most", digits(slowest * 1e6)),
        )
        .claim(
            "with h − 1 levels in memory every other evaluation computes two leaves, in much less than 1 ms",
            Verdict::when(pair < 5e-4),
            format!("{} µs for two leaves", digits(pair * 1e6)),
        )
    }
}

fn terms(scheme: Scheme, height: u8) -> Terms {
    Terms::new(scheme, height, 1, 0).expect("terms")
}

fn name(scheme: Scheme, height: u8) -> String {
    match scheme {
        Scheme::XVrf => format!("X-VRF-{height}"),
        Scheme::IVrf => format!("iVRF-{height}"),
    }
}

/// Seconds in the unit that people would take.
fn duration(seconds: f64) -> String {
    let units = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min")];
    let unit = units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    unit.map_or_else(
        || format!("{} s", digits(seconds)),
        |(unit, name)| format!("{} {name}", digits(seconds / unit)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanes::sha256::Sha256;
    use std::cell::Cell;
    use vrf::{
        stateful::Signer,
        tree::{Node, Nodes, Piece},
    };

    #[test]
    fn durations_have_units() {
        assert_eq!(
            [1.5, 130.0, 8_000.0, 200_000.0].map(duration),
            ["1.50 s", "2.17 min", "2.22 h", "2.31 d"]
        );
    }

    /// Key generation is predicted from leaves and nodes: a tree has as many nodes above its leaves as leaves, but one.
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
        let signer = Signer::new(Sha256::new(), terms(Scheme::IVrf, 6), &[1; 32], &[2; 32]);
        let counting = Counting(&signer, Cell::default());
        Piece::build(&counting, 6, 0);
        assert_eq!(counting.1.get(), (64, 63));
    }
}
