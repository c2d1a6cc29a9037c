use super::*;

/// As `heliast gate` has it.
const FLOOR: u64 = 500_000;
const CEILING: u64 = 8_000_000;
/// Requests a second that the service is to bear: a network's share is 20.
const BUSY: f64 = 160.0;
const LOOK: f64 = 5.0;
const VISITOR: &[u8] = &[203, 0, 113];
const SENDER: &[u8] = &[198, 51, 100];

fn tariff() -> Tariff {
    Tariff::new(Pace::new(FLOOR, CEILING).unwrap(), [7; 32])
}

/// So many requests of a network in each second of a time, and looks as a gate takes them.
fn pass(tariff: &mut Tariff, seconds: u32, per_second: u32, count: impl Fn(&mut Tariff)) {
    for second in 1..=seconds {
        (0..per_second).for_each(|_| count(tariff));
        if second % 5 == 0 {
            tariff.look(LOOK, BUSY);
        }
    }
}

/// As seen of `heliast gate` before: the price went from 500,000 to 8,000,000 for everybody.
#[test]
fn who_asks_without_a_stamp_raises_the_price_of_its_own_network_only() {
    let mut tariff = tariff();
    pass(&mut tariff, 44, 39, |tariff| tariff.ask(SENDER));
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
    assert_eq!((tariff.pace().delay(), tariff.surcharged()), (FLOOR, 1));
    // The last four seconds are looked at with the next one.
    pass(&mut tariff, 45, 0, |_| {});
    assert_eq!((tariff.delay(SENDER), tariff.surcharged()), (FLOOR, 0), "it falls again");
}

#[test]
fn one_pass_raises_the_price_of_its_own_network_only() {
    let mut tariff = tariff();
    pass(&mut tariff, 100, 1_000, |tariff| tariff.reach(SENDER));
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
}

#[test]
fn what_reaches_the_service_from_many_networks_raises_the_price_for_all() {
    let mut tariff = tariff();
    for second in 1..=60u32 {
        for network in 0..200u32 {
            tariff.reach(&network.to_be_bytes());
        }
        if second % 5 == 0 {
            tariff.look(LOOK, BUSY);
        }
    }
    assert_eq!((tariff.delay(VISITOR), tariff.surcharged()), (CEILING, 0));
    pass(&mut tariff, 40, 0, |_| {});
    assert_eq!(tariff.delay(VISITOR), FLOOR);
    // The same without a stamp costs the service nothing.
    for network in 0..100_000u32 {
        tariff.ask(&network.to_be_bytes());
    }
    tariff.look(LOOK, BUSY);
    assert_eq!(tariff.delay(VISITOR), FLOOR);
}

/// Of the price of the service and the surcharge, neither goes beyond the ceiling, nor both together.
#[test]
fn a_surcharge_is_added_to_the_price_of_the_service() {
    let mut tariff = tariff();
    for _ in 0..2 {
        (0..2_000u32).for_each(|network| tariff.reach(&network.to_be_bytes()));
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (1_000_000, 2_000_000));
    for _ in 0..6 {
        (0..2_000u32).for_each(|network| tariff.reach(&network.to_be_bytes()));
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (CEILING, CEILING));
}

/// A table that keeps networks would be full by then: here nobody is kept out, and nobody gains.
#[test]
fn any_number_of_networks_neither_hides_a_sender_nor_harms_a_visitor() {
    let mut tariff = tariff();
    let size = tariff.cells.len();
    for round in 0..8u32 {
        for network in 0..200_000u32 {
            tariff.ask(&(round * 200_000 + network).to_be_bytes());
        }
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
    assert_eq!((tariff.cells.len(), tariff.cells.capacity()), (size, size));
}

#[test]
fn no_load_is_too_large_and_none_divides_by_nothing() {
    let mut tariff = tariff();
    tariff.cells.iter_mut().for_each(|cell| (cell.requests, cell.reached) = (u32::MAX, u32::MAX));
    tariff.reach(SENDER);
    for (seconds, most) in [(0.0, 0.0), (LOOK, 0.0), (f64::INFINITY, BUSY), (LOOK, BUSY)] {
        tariff.look(seconds, most);
        assert!((FLOOR..=CEILING).contains(&tariff.delay(VISITOR)));
    }
}
