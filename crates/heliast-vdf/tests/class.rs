//! Delays over class groups, by the code that RSA groups have.

use heliast_group::{ClassGroup, Counting, Group};
use heliast_vdf::{Evaluation, Invalid, Statement, Suite, delay_input, prove, prove_naive, verify};

const T: u64 = 2_000;

fn group() -> ClassGroup {
    ClassGroup::from_seed(b"the seed of the tests of delays..", 256).unwrap()
}

fn statement(group: &ClassGroup) -> (Statement<<ClassGroup as Group>::Elem>, <ClassGroup as Group>::Elem) {
    let x = delay_input(group, b"a delay over forms");
    let mut evaluation = Evaluation::start(group, x.clone(), T).unwrap();
    evaluation.advance(T);
    let (y, proof) = prove(&evaluation, Suite::default(), 2, |_| true).unwrap();
    (Statement { x, y, t: T }, proof)
}

#[test]
fn proofs_hold_and_false_ones_do_not() {
    let group = group();
    let (statement, proof) = statement(&group);
    assert_eq!(verify(&group, &statement, &proof, Suite::default()), Ok(()));
    let prime = heliast_vdf::challenge(&group, &statement, Suite::default()).unwrap().prime;
    assert_eq!(prove_naive(&group, &statement.x, T, &prime), proof);
    let mut y = statement.x.clone();
    group.square_n(&mut y, T);
    assert_eq!(y, statement.y);

    let refused = |statement: &Statement<_>, proof: &_| verify(&group, statement, proof, Suite::default());
    let other = group.mul(&proof, &statement.x);
    assert_eq!(refused(&statement, &other), Err(Invalid::Equation));
    assert_eq!(refused(&statement, &group.invert(&proof)), Err(Invalid::Equation));
    // Other than modulo ±1, an inverse is another output.
    let inverse = Statement { y: group.invert(&statement.y), ..statement.clone() };
    assert_eq!(refused(&inverse, &proof), Err(Invalid::Equation));
    let longer = Statement { t: T + 1, ..statement.clone() };
    assert_eq!(refused(&longer, &proof), Err(Invalid::Equation));
    let trivial = Statement { x: group.identity(), y: group.identity(), t: T };
    assert_eq!(refused(&trivial, &group.identity()), Err(Invalid::TrivialInput));
}

/// The bytes of one group are no element of another.
#[test]
fn groups_are_bound() {
    let (statement, _) = statement(&group());
    let other = ClassGroup::from_seed(b"another seed of as many bytes....", 256).unwrap();
    let bytes = group().encode(&statement.x);
    assert!(other.decode(&bytes).is_err());
}

#[test]
fn operations_are_counted_as_over_any_group() {
    let counting = Counting::new(group());
    let x = delay_input(&counting, b"counted");
    counting.take();
    let mut evaluation = Evaluation::start(&counting, x, T).unwrap();
    evaluation.advance(T);
    assert_eq!(counting.take().squarings, T);
}
