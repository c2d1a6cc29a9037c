//! Trees, pieces and walks, with a toy hash whose calls are counted.

use heliast_vrf::tree::{Bds, Cost, Growing, Levels, Node, Nodes, Paths, Piece, Subtrees, path, visit};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::cell::Cell;

/// Leaves and parents are hashes of their places, and are counted.
#[derive(Default)]
struct Toy {
    leaves: Cell<u32>,
    parents: Cell<u32>,
}

impl Toy {
    /// The numbers of leaves and parents since the last call.
    fn take(&self) -> (u32, u32) {
        (self.leaves.take(), self.parents.take())
    }
}

impl Nodes for Toy {
    fn leaves(&self, first: u32, leaves: &mut [Node]) {
        self.leaves.set(self.leaves.get() + leaves.len() as u32);
        (first..).zip(leaves).for_each(|(index, leaf)| *leaf = Sha256::digest(index.to_be_bytes()).into());
    }

    fn parents(&self, row: u8, first: u32, children: &[Node], parents: &mut [Node]) {
        assert_eq!(children.len(), 2 * parents.len());
        self.parents.set(self.parents.get() + parents.len() as u32);
        for ((index, parent), children) in (first..).zip(parents).zip(children.chunks(2)) {
            *parent = parent_of(row, index, &children[0], &children[1]);
        }
    }
}

fn parent_of(row: u8, index: u32, left: &Node, right: &Node) -> Node {
    Sha256::new()
        .chain_update([row])
        .chain_update(index.to_be_bytes())
        .chain_update(left)
        .chain_update(right)
        .finalize()
        .into()
}

/// The tree by its definition: rows of nodes, the root's last.
fn rows(height: u8) -> Vec<Vec<Node>> {
    let mut rows = vec![
        (0..1u32 << height).map(|leaf| Sha256::digest(leaf.to_be_bytes()).into()).collect::<Vec<Node>>(),
    ];
    for row in 0..height {
        let children = &rows[usize::from(row)];
        rows.push(
            (0..)
                .zip(children.chunks(2))
                .map(|(index, pair)| parent_of(row, index, &pair[0], &pair[1]))
                .collect(),
        );
    }
    rows
}

/// The path of a leaf by its definition.
fn siblings(rows: &[Vec<Node>], leaf: u32) -> Vec<Node> {
    (0..rows.len() - 1).map(|row| rows[row][(leaf as usize >> row) ^ 1]).collect()
}

/// Asserts that the walk gives every path of the tree of `height`, and returns its cost.
fn walk_through(toy: &Toy, height: u8, walk: &mut impl Paths) -> Cost {
    let rows = rows(height);
    let mut cost = Cost::default();
    toy.take();
    for leaf in 0..1 << height {
        assert_eq!(walk.leaf(), leaf);
        assert_eq!(walk.path(), siblings(&rows, leaf), "leaf {leaf}");
        assert_eq!(walk.advance(toy), leaf + 1 < 1 << height);
        let (leaves, parents) = toy.take();
        cost.leaves += u64::from(leaves);
        cost.parents += u64::from(parents);
        cost.worst_leaves = cost.worst_leaves.max(leaves);
        cost.worst_parents = cost.worst_parents.max(parents);
    }
    assert_eq!(walk.leaf(), (1 << height) - 1, "there is no step after the last");
    cost
}

#[test]
fn subtrees_give_all_paths_at_their_cost() {
    let toy = Toy::default();
    for height in 1..=8 {
        for split in 0..=height {
            for chunk in (0..=split).map(|log| 1 << log) {
                let mut walk = Subtrees::new(&toy, height, split, chunk);
                assert_eq!(*walk.top().root(), rows(height)[usize::from(height)][0]);
                assert_eq!(walk.memory(), 32 * ((2 << (height - split)) - 1 + 2 * ((2 << split) - 1)));
                assert_eq!(walk_through(&toy, height, &mut walk), walk.cost());
            }
        }
    }
}

#[test]
fn levels_give_all_paths_at_their_cost() {
    let toy = Toy::default();
    for height in 1..=12 {
        let mut walk = Levels::new(&toy, height);
        assert_eq!(toy.take(), ((1 << height) + 2, (1 << height) - 1));
        assert_eq!(*walk.root(), rows(height)[usize::from(height)][0]);
        assert_eq!(walk.memory(), 32 * ((1 << height) + 1));
        assert_eq!(walk_through(&toy, height, &mut walk), walk.cost());
    }
}

#[test]
fn bds_gives_all_paths_at_its_cost() {
    let toy = Toy::default();
    for height in 1..=12 {
        for k in 2.min(height)..=height {
            let mut walk = Bds::new(&toy, height, k);
            assert_eq!(toy.take(), (1 << height, (1 << height) - 1));
            assert_eq!(*walk.root(), rows(height)[usize::from(height)][0]);
            let (cost, predicted) = (walk_through(&toy, height, &mut walk), walk.cost());
            assert_eq!((cost.leaves, cost.parents), (predicted.leaves, predicted.parents));
            // The path, one node to keep in each row, a treehash and room on the stack for each low row; k
            // rows.
            let (h, k) = (usize::from(height), usize::from(k));
            assert_eq!(
                walk.memory(),
                32 * (h + (h - 1) + 2 * (h - k) + (1 << k) - k - 1),
                "the stack sufficed"
            );
            assert!(cost.worst_leaves <= predicted.worst_leaves, "h {height}, k {k}: {cost:?} {predicted:?}");
            assert!(
                cost.worst_parents <= predicted.worst_parents,
                "h {height}, k {k}: {cost:?} {predicted:?}"
            );
        }
    }
}

#[test]
fn subtrees_begin_at_any_leaf() {
    let toy = Toy::default();
    let (height, split, chunk) = (6, 3, 4);
    let rows = rows(height);
    for start in 0..1 << height {
        let top = Piece::over(&toy, split, 0, rows[usize::from(split)].clone());
        let mut walk = Subtrees::at(&toy, top, start, chunk);
        for leaf in start..1 << height {
            assert_eq!((walk.leaf(), walk.path()), (leaf, siblings(&rows, leaf)));
            walk.advance(&toy);
        }
    }
}

#[test]
fn every_node_is_seen_once_after_its_children() {
    for height in [0, 1, 2, 9, 10, 11, 13] {
        let (toy, rows) = (Toy::default(), rows(height));
        let mut seen: Vec<Vec<Option<Node>>> = rows.iter().map(|row| vec![None; row.len()]).collect();
        let root = visit(&toy, height, |row, index, node| {
            let (row, index) = (usize::from(row), index as usize);
            assert!(row == 0 || seen[row - 1][2 * index].is_some() && seen[row - 1][2 * index + 1].is_some());
            assert!(seen[row][index].replace(*node).is_none());
        });
        assert!(seen.into_iter().flatten().map(Option::unwrap).eq(rows.iter().flatten().copied()));
        assert_eq!(root, rows[usize::from(height)][0]);
        assert_eq!(toy.take(), (1 << height, (1 << height) - 1));
    }
}

#[test]
fn a_piece_is_the_part_of_the_tree() {
    let (height, rows) = (7, rows(7));
    for base in 0..=height {
        for rise in 0..=height - base {
            for index in 0..1u32 << (height - base - rise) {
                let width = 1 << rise;
                let row = &rows[usize::from(base)][index as usize * width..][..width];
                let piece = Piece::over(&Toy::default(), base, index, row.to_vec());
                assert_eq!(
                    (piece.base(), piece.height(), piece.index(), piece.row()),
                    (base, rise, index, row)
                );
                assert_eq!(*piece.root(), rows[usize::from(base + rise)][index as usize]);
                for node in piece.first()..piece.first() + width as u32 {
                    let siblings = (0..rise).map(|r| rows[usize::from(base + r)][(node as usize >> r) ^ 1]);
                    assert!(piece.holds(node) && piece.path(node).eq(siblings));
                }
                assert!(
                    !piece.holds(piece.first() + width as u32) && !piece.holds(piece.first().wrapping_sub(1))
                );
                if base == 0 {
                    assert_eq!(piece, Piece::build(&Toy::default(), rise, index));
                }
            }
        }
    }
}

#[test]
fn three_pieces_make_a_path() {
    let (toy, rows) = (Toy::default(), rows(8));
    let top = Piece::over(&toy, 6, 0, rows[6].clone());
    for leaf in 0..256 {
        let bottom = Piece::build(&toy, 2, leaf >> 2);
        let first = (leaf >> 6 << 4) as usize;
        let middle = Piece::over(&toy, 2, leaf >> 6, rows[2][first..first + 16].to_vec());
        assert_eq!(path(&[&bottom, &middle, &top], leaf), siblings(&rows, leaf));
    }
}

#[test]
fn the_bytes_of_a_piece_are_strict() {
    let toy = Toy::default();
    let piece = Piece::build(&toy, 3, 5);
    let bytes = piece.to_bytes();
    assert_eq!(bytes.len(), 6 + 8 * 32);
    assert_eq!(bytes[..6], [0, 3, 0, 0, 0, 5]);
    assert_eq!(Piece::from_bytes(&toy, &bytes).unwrap(), piece);
    for length in 0..bytes.len() {
        assert!(Piece::from_bytes(&toy, &bytes[..length]).is_err(), "{length}");
    }
    assert!(Piece::from_bytes(&toy, &[&bytes[..], &[0]].concat()).is_err());
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        let other = Piece::from_bytes(&toy, &bytes);
        assert!(other.is_err() || other.unwrap().root() != piece.root(), "byte {at} counts");
    }
    // Places outside the tree of height 27, with the length that a piece there would have, if it can have
    // one.
    for (base, height, index) in
        [(0, 28, 0), (27, 1, 0), (255, 255, 0), (24, 3, 1), (0, 3, 1 << 24), (0, 0, u32::MAX)]
    {
        let mut bytes = vec![base, height];
        bytes.extend(u32::to_be_bytes(index));
        bytes.resize(6 + 8 * 32, 0);
        assert_eq!(Piece::from_bytes(&toy, &bytes), Err(heliast_vrf::Malformed::Place));
    }
}

#[test]
#[should_panic(expected = "power of two")]
fn a_row_of_three_is_not_a_piece() {
    Piece::over(&Toy::default(), 0, 0, vec![[0; 32]; 3]);
}

#[test]
#[should_panic(expected = "stands on")]
fn pieces_that_do_not_meet_make_no_path() {
    let toy = Toy::default();
    path(&[&Piece::build(&toy, 2, 0), &Piece::build(&toy, 2, 0)], 0);
}

proptest! {
    /// A piece is the same in whatever steps its leaves are added, and nothing is computed twice.
    #[test]
    fn a_piece_grows_in_any_steps(height in 0u8..9, index in 0u32..8, steps in prop::collection::vec(0u32..40, 0..60)) {
        let toy = Toy::default();
        let mut growing = Growing::new(height, index);
        for step in steps {
            growing.grow(&toy, step);
        }
        let done = (1 << height) - growing.missing();
        prop_assert_eq!(toy.take(), (done, (1..=height).map(|row| done >> row).sum()));
        let mut growing = match growing.finish() {
            Ok(piece) => {
                prop_assert_eq!(done, 1 << height);
                prop_assert_eq!(piece, Piece::build(&toy, height, index));
                return Ok(());
            }
            Err(growing) => growing,
        };
        growing.grow(&toy, u32::MAX);
        prop_assert_eq!(toy.take().0, (1 << height) - done);
        prop_assert_eq!(growing.finish().unwrap(), Piece::build(&toy, height, index));
    }
}
