//! Stamps of both forms are accepted once if they are valid, and refused with the right name if anything is
//! changed.

use heliast_group::{Group, RsaGroup, Trapdoor};
use heliast_stamp::{
    Challenge, Expected, Memory, Nonce, Paid, Price, PrivateIssuer, PublicIssuer, PublicKey, Refusal, Secret,
    SolveError, Spending, Spent, SpentError, UnknownDelay, solve,
};
use std::{sync::Barrier, thread};

const NOW: u64 = 1_800_000_000_000;
const T: u64 = 1_000;
/// The number of bytes of terms, and the places where their fields begin.
const TERMS: usize = 126;

fn group() -> RsaGroup {
    RsaGroup::rsa_2048()
}

fn expected() -> Expected {
    Expected::new(b"/comments", b"203.0.113.0/24", T).at(NOW + 3_000)
}

fn price() -> Price {
    Price { t: T, now_ms: NOW, life_ms: 60_000 }
}

fn private() -> PrivateIssuer {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &group());
    issuer.add_delay(T);
    issuer
}

fn public() -> PublicIssuer {
    PublicIssuer::new(&[9; 32], &group())
}

/// A function that checks the stamps of one issuer.
type Check = Box<dyn Fn(&[u8], &Expected) -> Result<Paid, Refusal> + Sync>;

/// A site with an issuer of either form.
struct Site {
    challenge: Challenge,
    check: Check,
    stamp: Vec<u8>,
}

fn sites() -> [Site; 2] {
    let terms = expected().terms(price(), Nonce([1; 16]));
    let (private, public) = (private(), public());
    let challenges = [private.challenge(&terms).unwrap(), public.challenge(&terms)];
    let key = PublicKey::new(&public.public_key().to_bytes(), &group()).unwrap();
    let checks: [Check; 2] = [
        Box::new(move |stamp, expected| private.check(stamp, expected)),
        Box::new(move |stamp, expected| key.check(stamp, expected)),
    ];
    let mut sites = challenges.into_iter().zip(checks).map(|(challenge, check)| {
        let stamp = solve(&challenge.to_bytes(), |_| true).unwrap();
        Site { challenge, check, stamp }
    });
    [sites.next().unwrap(), sites.next().unwrap()]
}

#[test]
fn who_waits_is_let_in_once() {
    for Site { check, stamp, .. } in sites() {
        let paid = check(&stamp, &expected()).unwrap();
        assert_eq!((paid.terms().t, paid.until_ms(), paid.now_ms()), (T, NOW + 60_000, NOW + 3_000));
        let spent = Memory::new(10);
        assert_eq!(spent.spend(&paid).unwrap(), Spending::First);
        assert_eq!(spent.spend(&check(&stamp, &expected()).unwrap()).unwrap(), Spending::Again);
    }
}

#[test]
fn the_answer_of_a_private_challenge_is_a_delay() {
    let [Site { challenge, stamp, .. }, _] = sites();
    let x = &challenge.to_bytes()[TERMS + 16 + 4 + 256..];
    let mut y = group().decode(x).unwrap();
    group().square_n(&mut y, T);
    assert_eq!(group().encode(&y), &stamp[TERMS + 16..]);
}

#[test]
fn every_changed_byte_is_refused() {
    for Site { check, stamp, .. } in sites() {
        for place in 0..stamp.len() {
            let mut changed = stamp.clone();
            changed[place] ^= 1 << (place % 8);
            let reason = check(&changed, &expected()).unwrap_err();
            let allowed: &[&str] = match place {
                0..6 => &["version"],
                6..22 => &["issuer"],
                22..30 => &["terms", "difficulty", "forged"],
                30..46 => &["terms", "early", "late", "forged"],
                46..62 => &["forged"],
                62..94 => &["resource"],
                94..126 => &["client"],
                126..142 => &["forged"],
                142..190 if stamp.len() > 400 => &["forged"],
                _ => &["element", "false"],
            };
            assert!(allowed.contains(&reason.name()), "byte {place}: {reason}");
        }
    }
}

#[test]
fn requests_that_a_stamp_is_not_for() {
    for Site { check, stamp, .. } in sites() {
        let name = |expected: Expected| check(&stamp, &expected).unwrap_err().name();
        let other = |resource: &[u8], client: &[u8], t| Expected::new(resource, client, t).at(NOW);
        assert_eq!(name(other(b"/login", b"203.0.113.0/24", T)), "resource");
        assert_eq!(name(other(b"/comments", b"", T)), "client");
        assert_eq!(name(other(b"/comments", b"203.0.113.0/24", T + 1)), "difficulty");
        assert_eq!(name(expected().at(NOW - 1)), "early");
        assert_eq!(name(expected().at(NOW + 60_001)), "late");
        assert_eq!(name(expected().at(0)), "early");
        assert_eq!(name(expected().at(u64::MAX).with_skew(u64::MAX - (1 << 53))), "late");
        for at in [NOW - 5_000, NOW + 65_000] {
            let paid = check(&stamp, &expected().at(at).with_skew(5_000)).unwrap();
            assert_eq!(paid.until_ms(), NOW + 65_000);
        }
    }
}

/// The clocks of two machines differ by as much as is allowed. The one that is ahead accepts a stamp, and the
/// other one gets it as late as possible: the list must still have it.
#[test]
fn a_shared_list_remembers_as_long_as_any_machine_takes_a_stamp() {
    let skew = 5_000;
    for Site { check, stamp, .. } in sites() {
        for true_ms in [NOW, NOW + 30_000, NOW + 60_000] {
            let ahead = check(&stamp, &expected().at(true_ms + skew).with_skew(skew)).unwrap();
            let remembered_for = ahead.shared_until_ms() - ahead.now_ms();
            // A machine that is behind by the skew accepts the stamp until its own clock shows last + skew.
            let last_true_ms = NOW + 60_000 + skew;
            assert!(check(&stamp, &expected().at(last_true_ms).with_skew(skew)).is_ok());
            assert!(true_ms + remembered_for >= last_true_ms);
            assert!(check(&stamp, &expected().at(last_true_ms + 1).with_skew(skew)).is_err());
        }
    }
}

#[test]
fn other_lengths() {
    for Site { check, stamp, .. } in sites() {
        let longer = [&stamp[..], &[0]].concat();
        for stamp in [&[][..], &stamp[1..], &stamp[..stamp.len() - 1], &longer, &[0; 1 << 20]] {
            assert_eq!(check(stamp, &expected()).unwrap_err().name(), "length");
        }
    }
}

#[test]
fn answers_that_take_no_time() {
    let [Site { check, stamp, .. }, _] = sites();
    let (head, y) = stamp.split_at(TERMS + 16);
    let with = |y: &[u8]| check(&[head, y].concat(), &expected()).unwrap_err().name();
    let number = |n: u8| [vec![0; 255], vec![n]].concat();
    let modulus = group().modulus().to_be_bytes(256).unwrap();
    let negative = group().modulus().sub(&heliast_arith::Natural::from_be_bytes(y)).unwrap();
    let less_one = group().modulus().sub(&heliast_arith::Natural::one()).unwrap();
    assert_eq!(with(&number(0)), "element");
    assert_eq!(with(&number(1)), "false");
    assert_eq!(with(&number(2)), "false");
    assert_eq!(with(&modulus), "element");
    assert_eq!(with(&less_one.to_be_bytes(256).unwrap()), "element");
    assert_eq!(with(&negative.to_be_bytes(256).unwrap()), "element");
    assert_eq!(with(&[0xff; 256]), "element");
}

/// The same proofs for a public stamp, with its l, with l = 0 and 1, and with an even and a small l.
#[test]
fn proofs_that_take_no_time() {
    let [_, Site { check, stamp, .. }] = sites();
    let (head, rest) = stamp.split_at(TERMS + 64);
    let (proof, rest) = rest.split_at(256);
    let (prime, hint) = rest.split_at(33);
    let with = |proof: &[u8], prime: &[u8]| {
        check(&[head, proof, prime, hint].concat(), &expected()).unwrap_err().name()
    };
    let number = |n: u8, len: usize| [vec![0; len - 1], vec![n]].concat();
    let bytes = |n: &heliast_arith::Natural| n.to_be_bytes(256).unwrap();
    let (modulus, one) = (group().modulus().clone(), heliast_arith::Natural::one());
    let negative = modulus.sub(&heliast_arith::Natural::from_be_bytes(proof)).unwrap();
    assert_eq!(with(&number(0, 256), prime), "element");
    assert_eq!(with(&number(1, 256), prime), "false");
    assert_eq!(with(&bytes(&modulus), prime), "element");
    assert_eq!(with(&bytes(&modulus.sub(&one).unwrap()), prime), "element");
    assert_eq!(with(&bytes(&negative), prime), "element");
    assert_eq!(with(&[0xff; 256], prime), "element");
    for n in [0, 1, 2, 3] {
        assert_eq!(with(proof, &number(n, 33)), "false");
        assert_eq!(with(&number(1, 256), &number(n, 33)), "false");
    }
    assert_eq!(with(proof, &[0xff; 33]), "false");
}

#[test]
fn another_issuers_stamp() {
    let terms = expected().terms(price(), Nonce([1; 16]));
    let [own, foreign] = [[7; 32], [8; 32]].map(|secret| {
        let mut issuer = PrivateIssuer::new(Secret::new(secret), &group());
        issuer.add_delay(T);
        issuer
    });
    let stamp = solve(&foreign.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
    assert_eq!(own.check(&stamp, &expected()), Err(Refusal::Issuer));
    // A stamp that claims to be of this issuer.
    let mut claimed = solve(&own.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
    claimed[TERMS..].copy_from_slice(&stamp[TERMS..]);
    assert_eq!(own.check(&claimed, &expected()), Err(Refusal::Forged));
}

#[test]
fn a_machine_that_is_not_prepared() {
    let [Site { stamp, .. }, _] = sites();
    let issuer = PrivateIssuer::new(Secret::new([7; 32]), &group());
    let terms = expected().terms(price(), Nonce([1; 16]));
    assert_eq!(issuer.challenge(&terms).unwrap_err(), UnknownDelay(T));
    assert_eq!(issuer.check(&stamp, &expected()), Err(Refusal::Delay(T)));
}

#[test]
fn a_trapdoor_prepares_the_same() {
    let mut state = 1u64;
    let random = |bytes: &mut [u8]| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
    };
    let trapdoor = Trapdoor::generate(1024, random).unwrap();
    let [mut slow, mut fast] = [(); 2].map(|()| PrivateIssuer::new(Secret::new([7; 32]), trapdoor.group()));
    slow.add_delay(T);
    fast.add_delay_with(&trapdoor, T);
    let terms = expected().terms(price(), Nonce([2; 16]));
    let stamp = solve(&slow.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
    assert!(fast.check(&stamp, &expected()).is_ok());
    assert!(fast.delays().eq([T]));
}

#[test]
fn many_public_stamps_at_once() {
    let issuer = public();
    let expected = expected();
    let stamps: Vec<_> = (0..10)
        .map(|n| {
            let terms = expected.terms(price(), Nonce([n; 16]));
            let mut stamp = solve(&issuer.challenge(&terms).to_bytes(), |_| true).unwrap();
            match n {
                3 => stamp[TERMS + 64 + 200] ^= 1,
                5 => stamp[0] ^= 1,
                8 => stamp[TERMS] ^= 1,
                _ => {}
            }
            stamp
        })
        .collect();
    let asked: Vec<_> = stamps.iter().map(|stamp| (&stamp[..], &expected)).collect();
    let verdicts = issuer.public_key().check_many(&asked, 2);
    let alone: Vec<_> = stamps.iter().map(|stamp| issuer.public_key().check(stamp, &expected)).collect();
    assert_eq!(verdicts, alone);
    let refused = |place: usize| verdicts[place].as_ref().unwrap_err().name();
    assert_eq!((refused(3), refused(5), refused(8)), ("false", "version", "forged"));
    assert_eq!(verdicts.iter().filter(|verdict| verdict.is_ok()).count(), 7);
}

#[test]
fn of_a_thousand_at_once_one_is_taken() {
    let [Site { check, stamp, .. }, _] = sites();
    let spent = Memory::new(10);
    let barrier = Barrier::new(50);
    let taken: usize = thread::scope(|scope| {
        let spend = || {
            let paid = check(&stamp, &expected()).unwrap();
            barrier.wait();
            (0..20).filter(|_| spent.spend(&paid).unwrap().is_first()).count()
        };
        let threads: Vec<_> = (0..50).map(|_| scope.spawn(spend)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((taken, spent.len()), (1, 1));
}

#[test]
fn a_list_is_bounded_and_forgets_what_is_late() {
    let issuer = private();
    let spent = Memory::new(2);
    let pay = |n, at| {
        let terms = expected().terms(Price { now_ms: at, ..price() }, Nonce([n; 16]));
        let stamp = solve(&issuer.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
        issuer.check(&stamp, &expected().at(at)).unwrap()
    };
    assert!(spent.spend(&pay(0, NOW)).unwrap().is_first() && spent.spend(&pay(1, NOW)).unwrap().is_first());
    assert!(matches!(spent.spend(&pay(2, NOW)), Err(SpentError::Full(2))));
    // A stamp in the list is still known, and there is room when both are late.
    assert_eq!(spent.spend(&pay(1, NOW)).unwrap(), Spending::Again);
    assert!(spent.spend(&pay(2, NOW + 62_001)).unwrap().is_first());
    assert_eq!(spent.len(), 1);
}

#[test]
fn bytes_that_are_not_a_challenge() {
    for Site { challenge, .. } in sites() {
        let bytes = challenge.to_bytes();
        assert_eq!(Challenge::from_bytes(&bytes).unwrap().to_bytes(), bytes);
        for len in 0..bytes.len() {
            assert!(Challenge::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
        assert!(Challenge::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        for place in (0..6).chain(22..24) {
            let mut changed = bytes.clone();
            changed[place] ^= 0xff;
            assert!(Challenge::from_bytes(&changed).is_err(), "byte {place}");
        }
    }
}

#[test]
fn who_waits_may_stop() {
    for Site { challenge, .. } in sites() {
        assert_eq!(solve(&challenge.to_bytes(), |_| false), Err(SolveError::Interrupted));
    }
}
