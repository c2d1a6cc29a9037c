use super::{LINES, graph::ends, *};
use crate::{
    Suite, Work,
    batch::{
        BatchProofFile, Contents, Digest, Family, Invalid, Method, Placed, Protocol, Proving, Records,
        Reduction, Rows, Seed, Terms, combine, finish, partial, prove, sample::Sample, verify,
    },
};
use alloc::{collections::BTreeSet, vec, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{BulkGroup, ClassGroup, Counting, Group, RsaGroup};

const T: u64 = 20;

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::one().shl(512).sub(&Natural::from(569u64)).unwrap())
}

fn small_group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(1009u64 * 2003))
}

/// True statements.
fn list<G: BulkGroup>(group: &G, m: usize) -> Vec<(G::Elem, G::Elem)> {
    let evaluate = |x: &G::Elem| {
        let mut y = x.clone();
        group.square_n(&mut y, T);
        Ok::<_, Invalid>(y)
    };
    let statements = Sample::new(group, "incidence", T, 1, evaluate).unwrap();
    statements.take(m).map(|(_, x, y)| (x, y)).collect()
}

fn encode<G: Group>(group: &G, list: &[(G::Elem, G::Elem)]) -> Vec<u8> {
    Records::encode(group, list.iter().map(|(x, y)| (x, y)))
}

/// The terms with a chosen reduction and with exponents.
fn terms_with(level: Incidence) -> Terms {
    let reductions = vec![Reduction::Incidence(level), Reduction::Exponents { bits: 128 }];
    Terms { t: T, protocol: Protocol::new(reductions, 128).unwrap() }
}

fn linear(m: usize) -> Terms {
    Terms { t: T, protocol: Protocol::of_family(Family::Linear, 128, m as u64).unwrap() }
}

/// The places of the false rows.
fn false_rows<G: BulkGroup>(group: &G, rows: &[u8]) -> Vec<usize> {
    let records = Records::of_rows(group, rows).unwrap();
    let [x, y] = records.sides();
    let is_false = |row: &usize| {
        let mut power = x.element(group, *row);
        group.square_n(&mut power, T);
        !group.equal(&power, &y.element(group, *row))
    };
    (0..records.len()).filter(is_false).collect()
}

fn rows_with<G: BulkGroup>(group: &G, level: Incidence, list: &[(G::Elem, G::Elem)], seed: &Seed) -> Vec<u8> {
    let bytes = encode(group, list);
    rows_of(group, level, &Records::new(group, &bytes).unwrap(), (seed, 0), 1)
}

pub(super) fn rows_of<G: BulkGroup>(
    group: &G,
    level: Incidence,
    records: &Records<'_>,
    (seed, stage): (&Seed, usize),
    threads: usize,
) -> Vec<u8> {
    rows(group, level, &Chosen::all(&records.sides()), (seed, stage, 0), threads)
}

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

#[test]
fn lines_are_as_the_page_says() {
    assert!(LINES.windows(2).all(|pair| pair[0].most < pair[1].most));
    for (index, line) in LINES.iter().enumerate() {
        let level = Incidence::of(line.most).unwrap();
        assert_eq!(usize::from(level.line), index);
        assert_eq!(Incidence::with(line.q, line.families, line.most), Some(level));
        assert_eq!(Incidence::with(line.q, line.families, line.most + 1), None);
        assert_eq!(Incidence::with(line.q, line.families, 0), None);
        assert!(line.most <= u64::from(level.edges()) && (level.rows() as u64) < line.most);
        assert!(line.buckets == 0 || line.buckets.is_power_of_two() && line.buckets <= 1 << 16);
    }
    assert_eq!(Incidence::of(0), None);
    assert_eq!(Incidence::of(104_060_402), None);
    assert_eq!(Incidence::with(12, 0, 5), None);
    let levels = |m| Incidence::levels(m).iter().map(|level| level.q()).collect::<Vec<_>>();
    for (m, expected) in [
        (1, &[][..]),
        (5999, &[]),
        (6000, &[11]),
        (14_642, &[13]),
        (100_000, &[19, 13]),
        (1_000_000, &[37, 19, 13]),
        (100_000_000, &[101, 61, 29]),
        (104_060_402, &[]),
        (u64::MAX, &[]),
    ] {
        assert_eq!(levels(m), expected, "{m}");
    }
}

/// Checks the equations, and that no two vertices are joined by more than one edge or path of two edges.
#[test]
fn edges_join_what_the_equations_join() {
    for q in [2u32, 3, 5, 101] {
        let mut seen = BTreeSet::new();
        for v in (0..q.pow(4)).step_by(if q == 101 { 9973 } else { 1 }) {
            let (point, line) = ends(v, q);
            let digits = |number: u32| [number / q / q, number / q % q, number % q];
            let ([p1, p2, p3], [l1, l2, l3]) = (digits(point), digits(line));
            assert_eq!(((p2 + l2) % q, (p3 + l3) % q), (p1 * l1 % q, p1 * l2 % q), "{v}");
            assert!(seen.insert((point, line)) && v == point * q + l1);
        }
    }
}

#[test]
fn no_two_statements_have_the_same_edge() {
    for (q, families, m) in [(11, 3, 1), (11, 3, 11_000), (11, 2, 12_444), (11, 2, 12_445), (11, 2, 14_641)] {
        let level = Incidence::with(q, families, m).unwrap();
        let drawn = draw::edges(&seed(3), 0, level, 0..m);
        assert_eq!(drawn.len() as u64, m);
        assert!(drawn.iter().all(|edge| *edge < q.pow(4)));
        assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len() as u64, m, "{m} edges, all different");
        for places in [0..m / 2, m / 3..m, m..m] {
            let part = draw::edges(&seed(3), 0, level, places.clone());
            assert_eq!(part, drawn[places.start as usize..places.end as usize], "{places:?}");
        }
        let other = draw::edges(&seed(3), 1, level, 0..m);
        assert!(m < 2 || other != drawn, "another level draws anew");
    }
}

/// The rows are the same for any number of threads, any kernel, in parts, and decoded once or often.
#[test]
fn every_way_leaves_the_same_rows() {
    let group = group();
    let m = 700;
    let level = Incidence::with(11, 3, m as u64).unwrap();
    let bytes = encode(&group, &list(&group, m));
    let records = Records::new(&group, &bytes).unwrap();
    let expected = rows_of(&group, level, &records, (&seed(1), 2), 1);
    assert_eq!(expected.len(), level.rows() * Records::record_len(&group));
    assert!(false_rows(&group, &expected).is_empty());
    for threads in [0, 2, 3, 5000] {
        assert!(rows_of(&group, level, &records, (&seed(1), 2), threads) == expected, "{threads} threads");
    }
    for group in heliast_arith::Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok()) {
        assert!(rows_of(&group, level, &records, (&seed(1), 2), 1) == expected, "{group:?}");
    }
    let sorts = rows::Sorts::new(&seed(1), 2, level, 0..m as u64);
    let scattered = rows::scattered(&group, &Chosen::all(&records.sides()), &sorts, 2);
    assert!(expected.starts_with(&scattered), "decoded once");

    // Among other statements, in two steps, and the outputs alone.
    let more = [encode(&group, &list(&group, 3)), bytes.clone()].concat();
    let sides = Records::new(&group, &more).unwrap().sides();
    let places: Vec<u32> = (3..m as u32 + 3).collect();
    let drawn = (&seed(1), 2, 0);
    for (lists, from) in [(&sides[..], 0), (&sides[1..], group.encoded_len())] {
        let width = lists.len() * group.encoded_len();
        let expected: Vec<u8> =
            expected.chunks_exact(2 * group.encoded_len()).flat_map(|row| &row[from..]).copied().collect();
        let chosen = Chosen::at(lists, &places);
        assert!(rows(&group, level, &chosen, drawn, 2) == expected, "{width} bytes a row");
        assert!(expected.starts_with(&rows::scattered(&group, &chosen, &sorts, 2)), "{width} bytes a row");
        let mut parts = rows(&group, level, &Chosen::at(lists, &places[..400]), drawn, 1);
        let rest = (&Chosen::at(lists, &places[400..]), 400);
        absorb(&group, level, &mut parts, rest, (&seed(1), 2), 1).unwrap();
        assert!(parts == expected, "{width} bytes a row");
    }

    let terms = terms_with(level);
    let whole = terms.seed(&group, &[Digest::of(&records, 1)]).unwrap();
    let part = |start: usize, end: usize| {
        let records = records.range(start..end);
        partial(&group, &terms, &whole, Placed { start: start as u64, records: &records }, Method::Best, 2)
            .unwrap()
    };
    let mut merged = part(0, 100);
    let travelled = part(100, 699).encode(&group);
    merged.merge(&group, &Rows::decode(&group, &terms, &travelled).unwrap()).unwrap();
    merged.merge(&group, &part(699, 700)).unwrap();
    assert!(merged.encode(&group) == part(0, 700).encode(&group), "in parts");
}

#[test]
fn invalid_rows_are_refused() {
    let group = small_group();
    let terms = terms_with(Incidence::with(11, 3, 30).unwrap());
    let bytes = encode(&group, &list(&group, 30));
    let records = Records::new(&group, &bytes).unwrap();
    let whole = terms.seed(&group, &[Digest::of(&records, 1)]).unwrap();
    let part =
        |start: u64| partial(&group, &terms, &whole, Placed { start, records: &records }, Method::Best, 1);
    assert_eq!(part(1).unwrap_err(), Invalid::Count { expected: Some(30), found: 31 });
    assert_eq!(part(u64::MAX).unwrap_err(), Invalid::Count { expected: Some(30), found: u64::MAX });
    let rows = part(0).unwrap();
    let encoded = rows.encode(&group);
    assert!(Rows::decode(&group, &terms, &encoded[..encoded.len() - 1]).is_err());
    let mut broken = encoded.clone();
    broken[8..8 + group.encoded_len()].fill(0xff);
    assert!(matches!(Rows::decode(&group, &terms, &broken), Err(Invalid::Element(_))));
    let exponents = Terms { t: T, protocol: Protocol::of_family(Family::RandomExponents, 128, 30).unwrap() };
    let one = partial(&group, &exponents, &whole, Placed { start: 0, records: &records }, Method::Best, 1);
    assert!(matches!(rows.clone().merge(&group, &one.unwrap()), Err(Invalid::Rows { .. })));
    // A list whose length is not that of the parameters.
    let fewer = Digest::of(&records.range(0..29), 1);
    assert_eq!(terms.seed(&group, &[fewer]), Err(Invalid::Count { expected: Some(30), found: 29 }));
}

/// Also if the product of two of them, each a multiple of one factor, is 0.
#[test]
fn statements_with_non_units_are_named() {
    let group = small_group();
    let true_list = list(&group, 6000);
    let element = |number: u64| group.ring().residue(&Natural::from(number));
    for (first, others) in [(17, vec![]), (3, vec![(4096, 2003)]), (0, vec![(1, 2003), (2, 1009)])] {
        let mut wrong = true_list.clone();
        wrong[first].1 = element(1009 * 5);
        for (place, factor) in others {
            wrong[place].1 = element(factor);
        }
        let bytes = encode(&group, &wrong);
        let records = Records::new(&group, &bytes).unwrap();
        let refused = combine(&group, &linear(6000), &records, Method::Best, 1).unwrap_err();
        let side = crate::batch::Side::Output;
        assert_eq!(refused, Invalid::NotAUnit { index: first as u64, side });
    }
}

#[test]
fn predicted_operations_are_performed() {
    let group = small_group();
    for (m, terms) in [
        (50, terms_with(Incidence::with(11, 3, 50).unwrap())),
        (2000, terms_with(Incidence::with(11, 2, 2000).unwrap())),
        (6000, linear(6000)),
        (14_641, linear(14_641)),
        (60_000, linear(60_000)),
    ] {
        let bytes = encode(&group, &list(&group, m));
        let records = Records::new(&group, &bytes).unwrap();
        let seed = terms.seed(&group, &[Digest::of(&records, 1)]).unwrap();
        let counting = Counting::new(group.clone());
        for method in [Method::Best, Method::Naive] {
            counting.take();
            let part = Placed { start: 0, records: &records };
            let rows = partial(&counting, &terms, &seed, part, method, 1).unwrap();
            finish(&counting, &terms, &seed, rows, method, 1).unwrap();
            let predicted = terms.protocol.cost(&seed, m as u64, method);
            assert_eq!(counting.take(), predicted, "{m} {method:?}");
            if method == Method::Best {
                let (total, mean) =
                    ((predicted.products + predicted.squarings) as f64, terms.protocol.best_cost(m as u64));
                assert!((total - mean).abs() < 0.04 * mean, "{m}: {total} {mean}");
            }
        }
    }
}

#[test]
fn the_cost_of_a_statement() {
    for (m, expected) in
        [(10_000, 20.4), (100_000, 8.73), (1_000_000, 6.68), (10_000_000, 4.24), (100_000_000, 4.07)]
    {
        let found = linear(m).protocol.best_cost(m as u64) / m as f64;
        assert!((found - expected).abs() < 0.01 * expected, "{m}: {found}");
    }
}

#[test]
fn proofs_are_made_and_accepted_and_false_lists_are_not() {
    let group = group();
    let m = 6100;
    let (terms, list) = (linear(m), list(&group, m));
    assert_eq!(terms.protocol.reductions().len(), 2);
    let work = || Work { threads: 2, progress: |_| true };
    for proving in [Proving::Wesolowski(Suite::default()), Proving::Pietrzak] {
        let bytes = encode(&group, &list);
        let records = Records::new(&group, &bytes).unwrap();
        let proof = prove(&group, &terms, &records, proving, work()).unwrap();
        assert_eq!(verify(&group, &terms, &records, &proof, 2), Ok(()));
        let contents = Contents { family: Family::Linear, level: 128, t: Some(T), shards: &[m as u64] };
        let file = BatchProofFile::new(&group, contents, &proof).unwrap().to_bytes();
        assert_eq!((file[4], file[5]), (2, 7));
        assert_eq!(BatchProofFile::from_bytes(&file).unwrap().to_bytes(), file);
        let others: [(usize, u8); 4] = [(4, 1), (4, 3), (5, 2), (5, 6)];
        for (at, byte) in others {
            let mut other = file.clone();
            other[at] = byte;
            assert!(BatchProofFile::from_bytes(&other).is_err(), "byte {at} is {byte}");
        }
        for place in [0, 4096, m - 1] {
            let mut wrong = list.clone();
            wrong[place].1 = group.mul(&wrong[place].1, &list[7].0);
            let bytes = encode(&group, &wrong);
            let records = Records::new(&group, &bytes).unwrap();
            assert!(verify(&group, &terms, &records, &proof, 1).is_err(), "{place}");
        }
    }
}

#[test]
fn a_prover_names_the_false_statement() {
    let group = small_group();
    let mut list = list(&group, 6000);
    list[5123].1 = group.mul(&list[5123].1, &list[1].0);
    let bytes = encode(&group, &list);
    let records = Records::new(&group, &bytes).unwrap();
    let work = Work { threads: 1, progress: |_| true };
    let refused = prove(&group, &linear(6000), &records, Proving::Pietrzak, work).unwrap_err();
    assert_eq!(refused, crate::batch::ProveError::False(vec![5123]));
}

/// A single error at any place is in two buckets of the graph and in one of every family.
#[test]
fn one_error_is_in_all_of_its_buckets() {
    let group = group();
    let true_list = list(&group, 300);
    let level = Incidence::with(11, 3, 300).unwrap();
    for place in (0..300).step_by(37) {
        let mut wrong = true_list.clone();
        wrong[place].1 = group.mul(&wrong[place].1, &true_list[0].0);
        let found = false_rows(&group, &rows_with(&group, level, &wrong, &seed(place as u8)));
        assert!(found.len() >= 5, "{place}: {found:?}");
        assert!(found[0] < 1331 && (1331..2662).contains(&found[1]) && (2662..).contains(&found[2]));
    }
}

/// δ and 1/δ at any two statements: no two share both of their vertices.
#[test]
fn errors_do_not_cancel() {
    let group = group();
    let true_list = list(&group, 300);
    let level = Incidence::with(61, 0, 300).unwrap();
    let (delta, inverse) = delta(&group);
    for first in (0..299).step_by(23) {
        let mut wrong = true_list.clone();
        wrong[first].1 = group.mul(&wrong[first].1, &delta);
        wrong[299].1 = group.mul(&wrong[299].1, &inverse);
        let bytes = encode(&group, &wrong);
        let records = Records::new(&group, &bytes).unwrap();
        let sorts = rows::Sorts::new(&seed(9), 0, level, 0..300);
        let mut shared = 0;
        sorts.each(|numbers, _| shared += usize::from(numbers[first] == numbers[299]));
        assert!(shared < 2);
        let products = Sides::of(&group, &records, &sorts);
        assert!(!products.all_true(&group), "{first}");
    }
}

/// The products of the points and of the lines that have a statement, without the many that have none.
struct Sides<E>(Vec<(E, E)>);

impl<E: Clone> Sides<E> {
    fn of<G: Group<Elem = E>>(group: &G, records: &Records<'_>, sorts: &rows::Sorts) -> Sides<E> {
        let [x, y] = records.sides();
        let mut products = Vec::new();
        sorts.each(|numbers, _| {
            let mut buckets = alloc::collections::BTreeMap::new();
            for (place, bucket) in numbers.iter().enumerate() {
                let (product_x, product_y) =
                    buckets.entry(*bucket).or_insert_with(|| (group.identity(), group.identity()));
                group.mul_assign(product_x, &x.element(group, place));
                group.mul_assign(product_y, &y.element(group, place));
            }
            products.extend(buckets.into_values());
        });
        Sides(products)
    }

    fn all_true<G: Group<Elem = E>>(&self, group: &G) -> bool {
        self.0.iter().all(|(x, y)| {
            let mut power = x.clone();
            group.square_n(&mut power, T);
            group.equal(&power, y)
        })
    }
}

fn delta(group: &RsaGroup) -> (heliast_arith::Residue, heliast_arith::Residue) {
    let delta = group.hash("delta", &[]);
    let inverse = group.ring().natural(&delta).invert_mod(group.modulus()).unwrap();
    (delta, group.ring().residue(&inverse))
}

/// A forger that knows the seed before it chooses errors puts δ and 1/δ around an 8-cycle of edges in use.
/// Then every row is true, and so is the statement that is left. With the seed of the false list, that
/// statement is false.
#[test]
fn a_forgery_on_a_cycle_needs_the_seed() {
    let group = small_group();
    let m = 450_000;
    let level = Incidence::with(61, 0, m as u64).unwrap();
    let known = seed(0).with_count(m as u64);
    let cycle = cycle_of(&draw::edges(&known, 0, level, 0..m as u64), 61).unwrap();
    let forged = forge(&group, list(&group, m), &cycle);
    let bytes = encode(&group, &forged);
    let (records, terms) = (Records::new(&group, &bytes).unwrap(), terms_with(level));
    let is_true = |seed: &Seed| {
        let part = Placed { start: 0, records: &records };
        let rows = partial(&group, &terms, seed, part, Method::Best, 2).unwrap();
        let left = finish(&group, &terms, seed, rows, Method::Best, 1).unwrap().remove(0);
        let mut power = left.x;
        group.square_n(&mut power, T);
        group.equal(&power, &left.y)
    };
    assert!(is_true(&known), "the forgery passes, and so this test bites");
    assert!(!is_true(&terms.seed(&group, &[Digest::of(&records, 1)]).unwrap()));
}

/// A family finds such a cycle even then.
#[test]
fn a_family_sees_a_forgery_on_a_cycle() {
    let group = group();
    let cycle = cycle_of(&draw::edges(&seed(0), 0, dense(), 0..14_641), 11).unwrap();
    let forged = forge(&group, list(&group, 14_641), &cycle);
    let found = false_rows(&group, &rows_with(&group, dense(), &forged, &seed(0)));
    assert!(!found.is_empty() && found.iter().all(|row| *row >= 2 * 1331), "{found:?}");
    for other in 1..5 {
        let found = false_rows(&group, &rows_with(&group, dense(), &forged, &seed(other)));
        assert!(found.iter().any(|row| *row < 2 * 1331), "with another seed the graph does");
    }
}

/// Multiplies by δ and 1/δ in turn.
fn forge(
    group: &RsaGroup,
    mut list: Vec<(heliast_arith::Residue, heliast_arith::Residue)>,
    cycle: &[usize],
) -> Vec<(heliast_arith::Residue, heliast_arith::Residue)> {
    assert_eq!(cycle.len(), 8);
    let (delta, inverse) = delta(group);
    for (index, place) in cycle.iter().enumerate() {
        list[*place].1 = group.mul(&list[*place].1, if index % 2 == 0 { &delta } else { &inverse });
    }
    list
}

/// The number of statements, which is the number of edges of the graph of q = 11.
fn dense() -> Incidence {
    Incidence::with(11, 2, 14_641).unwrap()
}

/// The statements of an 8-cycle.
fn cycle_of(edges: &[u32], q: u32) -> Option<Vec<usize>> {
    let vertices = q.pow(3);
    let mut neighbours = vec![Vec::new(); 2 * vertices as usize];
    for (place, edge) in edges.iter().enumerate() {
        let (point, line) = ends(*edge, q);
        neighbours[point as usize].push((vertices + line, place));
        neighbours[(vertices + line) as usize].push((point, place));
    }
    fn walk(neighbours: &[Vec<(u32, usize)>], vertices: &mut Vec<u32>, used: &mut Vec<usize>) -> bool {
        for (vertex, place) in &neighbours[*vertices.last().unwrap() as usize] {
            let closes = used.len() == 7 && *vertex == vertices[0];
            if closes || used.len() < 7 && !vertices.contains(vertex) {
                used.push(*place);
                vertices.push(*vertex);
                if closes || walk(neighbours, vertices, used) {
                    return true;
                }
                used.pop();
                vertices.pop();
            }
        }
        false
    }
    (0..vertices).find_map(|start| {
        let mut used = Vec::new();
        walk(&neighbours, &mut vec![start], &mut used).then_some(used)
    })
}

/// An error of order q on all statements: in a full graph every vertex has q of them, and only the statements
/// that are left as they are, or a family, can show the error.
#[test]
fn an_error_of_order_q_on_all_statements_is_seen_by_places() {
    // 23 − 1 = 2·11. The element is 4 modulo 23, of order 11, and 1 modulo 1000003.
    let (p, q) = (23u64, 1_000_003u64);
    let group = RsaGroup::unchecked(&Natural::from(p * q));
    let element = (0..p).map(|k| 1 + q * k).find(|element| element % p == 4).unwrap();
    let element = group.ring().residue(&Natural::from(element));
    let list: Vec<_> = list(&group, 14_641).into_iter().map(|(x, y)| (x, group.mul(&y, &element))).collect();
    let found = false_rows(&group, &rows_with(&group, dense(), &list, &seed(1)));
    assert!(found.iter().all(|row| *row >= 2 * 1331), "the graph sees nothing");
    let first_place = dense().rows() - usize::from(dense().places());
    let places = found.iter().filter(|row| **row >= first_place).count();
    assert_eq!(places, usize::from(dense().places()), "every place does");
}

/// Errors as exponents of an element of unknown order: some statements of a list get random ones, alternating
/// signs, or all the same, and no seed leaves every bucket without an error. HELIAST_MUTATIONS=1000000 draws
/// a million lists.
#[test]
fn mutated_batches_leave_false_rows() {
    for mutation in 0..testkit::mutations(4000) as u64 {
        let hash = blake3::hash(&u64::to_le_bytes(mutation));
        let word = |index: usize| hash.as_bytes()[index] as usize;
        let m = 8 + word(0) % 57;
        let level = Incidence::with(11, 2 + (word(1) % 2) as u8, m as u64).unwrap();
        let wrong = 1 + word(2) % m;
        let error = |index: usize| match word(3) % 3 {
            0 => 1 - 2 * (index as i64 % 2),
            1 => 1,
            _ => word(4 + index % 28) as i64 - 300,
        };
        let errors: Vec<i64> = (0..m).map(|index| if index < wrong { error(index) } else { 0 }).collect();
        let mut seen = false;
        rows::Sorts::new(&Seed::from_bytes(*hash.as_bytes()), 0, level, 0..m as u64).each(
            |numbers, count| {
                let mut sums = vec![0; count as usize];
                numbers.iter().zip(&errors).for_each(|(bucket, error)| sums[*bucket as usize] += error);
                seen |= sums.iter().any(|sum| *sum != 0);
            },
        );
        assert!(seen, "mutation {mutation}");
    }
}

/// The rows of a list are multiplied part by part, on any number of threads, and also if the group multiplies
/// one by one.
#[test]
fn parts_are_multiplied_into_rows() {
    fn absorbed<G: BulkGroup>(group: &G, m: u64, parts: &[u64], threads: usize) -> [Vec<u8>; 2] {
        let terms = terms_with(Incidence::with(11, 3, m).unwrap());
        let bytes = encode(group, &list(group, m as usize));
        let (records, seed) = (Records::new(group, &bytes).unwrap(), seed(7));
        let part = |start: u64, end: u64| records.range(start as usize..end as usize);
        let first = part(0, parts[0]);
        let mut rows =
            partial(group, &terms, &seed, Placed { start: 0, records: &first }, Method::Best, 1).unwrap();
        for ends in parts.windows(2) {
            let next = Placed { start: ends[0], records: &part(ends[0], ends[1]) };
            rows.absorb(group, &terms, &seed, next, threads).unwrap();
        }
        let whole = partial(group, &terms, &seed, Placed { start: 0, records: &records }, Method::Best, 1);
        [rows, whole.unwrap()].map(|rows| rows.encode(group))
    }
    let group = group();
    for parts in [&[3000][..], &[0, 3000], &[1, 2, 2990, 3000], &[1500, 1600, 3000]] {
        for threads in [1, 3] {
            let [parts, whole] = absorbed(&group, 3000, parts, threads);
            assert!(parts == whole, "on {threads} threads");
        }
    }
    let [parts, whole] = absorbed(&Counting::new(group), 300, &[100, 300], 1);
    assert!(parts == whole);
    let forms = ClassGroup::from_seed(b"the seed of the tests of batches", 256).unwrap();
    let [parts, whole] = absorbed(&forms, 60, &[20, 50, 60], 2);
    assert!(parts == whole);
}

#[test]
fn parts_that_do_not_belong_to_the_rows_are_refused() {
    let group = small_group();
    let bytes = encode(&group, &list(&group, 30));
    let (records, seed) = (Records::new(&group, &bytes).unwrap(), seed(7));
    let [terms, other] = [11, 13].map(|q| terms_with(Incidence::with(q, 2, 30).unwrap()));
    let placed = |start| Placed { start, records: &records };
    let rows = partial(&group, &terms, &seed, placed(0), Method::Best, 1).unwrap();
    let late = rows.clone().absorb(&group, &terms, &seed, placed(1), 1);
    assert_eq!(late, Err(Invalid::Count { expected: Some(30), found: 31 }));
    let mixed = rows.clone().absorb(&group, &other, &seed, placed(0), 1);
    assert!(matches!(mixed, Err(Invalid::Rows { .. })), "{mixed:?}");
}

#[test]
fn forms_have_incidence_buckets_too() {
    let group = ClassGroup::from_seed(b"the seed of the tests of batches", 256).unwrap();
    let level = Incidence::with(11, 3, 60).unwrap();
    let list = list(&group, 60);
    let once = rows_with(&group, level, &list, &seed(4));
    assert!(false_rows(&group, &once[..300 * Records::record_len(&group)]).is_empty());
    let often = rows_with(&Counting::new(group.clone()), level, &list, &seed(4));
    assert!(once == often, "decoded once or for every bucket");
}
