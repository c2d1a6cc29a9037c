//! Files that are cut, have one flipped bit, or have other contents.

use super::*;
use crate::{
    frame::{self, Kind},
    secret::Secret,
};
use proptest::prelude::*;

/// Damages the file: nothing panics, no position answers twice, and if the store opens, it still answers.
fn survives(world: &World, released: &mut Released, path: &Path, damage: impl FnOnce(&mut Vec<u8>)) -> bool {
    let good = fs::read(path).unwrap();
    let mut bad = good.clone();
    damage(&mut bad);
    fs::write(path, &bad).unwrap();
    let opened = match world.open("store") {
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.hint().is_empty());
            false
        }
        Ok(mut store) => {
            released.attack(&mut store);
            let (position, (input, _)) = released.0.last_key_value().map(|(p, a)| (*p, a.clone())).unwrap();
            released.prove(&mut store, position, &input).unwrap();
            store.settle();
            true
        }
    };
    if !opened {
        fs::write(path, &good).unwrap();
        drop(world.open("store").unwrap());
    }
    opened
}

/// Lengths and bits to try: all of a small file, some of a large one.
fn some(count: usize) -> impl Iterator<Item = usize> {
    (0..count).step_by((count / 60).max(1) | 1)
}

fn damaged_in_all_ways(path: impl Fn(&World) -> PathBuf, must_open: Option<bool>) {
    let (world, mut released) = (World::with_key(), Released::default());
    let mut store = world.open("store").unwrap();
    released.prove(&mut store, 3, b"x").unwrap();
    released.prove(&mut store, 4, b"y").unwrap();
    store.settle();
    drop(store);
    let path = path(&world);
    let good = fs::read(&path).unwrap();
    let len = good.len();
    let mut check = |what: String, damage: &dyn Fn(&mut Vec<u8>)| {
        let opened = survives(&world, &mut released, &path, damage);
        let (path, is_good) = (path.display(), fs::read(&path).unwrap() == good);
        assert!(must_open.is_none_or(|must| must == opened && is_good), "{path}: {what}: opened: {opened}");
    };
    some(len).for_each(|to| check(format!("cut to {to}"), &|bytes| bytes.truncate(to)));
    some(8 * len).for_each(|bit| check(format!("bit {bit}"), &|bytes| bytes[bit / 8] ^= 1 << (bit % 8)));
    check("a byte more".into(), &|bytes| bytes.push(0));
    check("zeros".into(), &|bytes| bytes.fill(0));
    check("2 MiB of ones".into(), &|bytes| *bytes = vec![0xff; 2 << 20]);
}

#[test]
fn a_damaged_secret_is_refused() {
    damaged_in_all_ways(|world| world.dir("store/secret"), Some(false));
}

#[test]
fn damaged_roots_are_made_again() {
    damaged_in_all_ways(|world| world.dir("store/roots"), Some(true));
}

#[test]
fn a_damaged_subtree_is_made_again() {
    damaged_in_all_ways(|world| world.dir("store/subtree-0"), Some(true));
}

#[test]
fn a_damaged_subtree_to_come_is_made_again() {
    damaged_in_all_ways(|world| world.dir("store/subtree-1"), Some(true));
}

#[test]
fn a_damaged_public_key_is_written_again() {
    damaged_in_all_ways(|world| world.dir("store/public.json"), Some(true));
}

#[test]
fn damaged_marks_are_refused_or_harmless() {
    damaged_in_all_ways(|world| world.dir("store/marks"), None);
}

#[test]
fn a_damaged_witness_is_refused_or_harmless() {
    damaged_in_all_ways(World::witness, None);
}

#[test]
fn the_content_of_the_lock_is_nothing() {
    let world = World::with_key();
    fs::write(world.dir("store/lock"), b"whatever").unwrap();
    world.open("store").unwrap();
}

#[test]
fn a_well_formed_secret_with_another_root_is_refused() {
    let world = World::with_key();
    let path = world.dir("store/secret");
    let mut secret = Secret::read(&path, None).unwrap();
    secret.root = Some([1; 32]);
    secret.write(&Default::default(), &path, None).unwrap();
    // It is another public key, and so another witness.
    assert!(matches!(
        world.refused("store"),
        crate::Refusal::MarksDamaged { .. } | crate::Refusal::WitnessMissing { .. }
    ));
}

/// The tree is checked before new marks are made: the other store of the key continues.
#[test]
fn an_adoption_of_a_damaged_key_puts_no_other_out_of_service() {
    let (world, mut released) = (World::with_key(), Released::default());
    let mut store = world.open("store").unwrap();
    released.prove(&mut store, 3, b"x").unwrap();
    store.settle();
    drop(store);
    copy_dir(&world.dir("store"), &world.dir("copy"));
    let path = world.dir("copy/secret");
    let mut secret = Secret::read(&path, None).unwrap();
    secret.root = Some([1; 32]);
    secret.write(&Default::default(), &path, None).unwrap();
    let files = [world.witness(), world.dir("copy/marks"), world.dir("copy/roots")];
    let before = files.clone().map(|path| fs::read(path).unwrap());
    assert!(matches!(world.adopt("copy", FIRST + 9), Err(Error::Damaged { .. })));
    assert_eq!(files.map(|path| fs::read(path).unwrap()), before);
    released.prove(&mut world.open("store").unwrap(), 4, b"y").unwrap();
}

#[test]
fn only_files_are_read() {
    let world = World::with_key();
    let path = world.dir("store/secret");
    fs::rename(&path, world.dir("aside")).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(world.open("store"), Err(Error::Damaged { .. })));
    fs::remove_dir(&path).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(world.dir("aside"), &path).unwrap();
    #[cfg(unix)]
    assert!(matches!(world.refused("store"), crate::Refusal::Linked { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_body_in_a_good_frame_is_read_without_a_panic(mut body in prop::collection::vec(any::<u8>(), 0..300), fits in any::<bool>()) {
        let world = World::new();
        fs::create_dir(world.dir("store")).unwrap();
        if fits {
            // Valid terms, so that the rest is checked.
            body.resize(142, 0);
            let height = body[1] % 29;
            body[..4].copy_from_slice(&[0x21, height, 0, 1]);
        }
        let path = world.dir("store/secret");
        fs::write(&path, frame::seal(Kind::Secret, &body)).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        if let Ok(secret) = Secret::read(&path, None) {
            prop_assert_eq!(&secret.terms.to_bytes()[..], &body[..12]);
            prop_assert!((1..=secret.terms.height()).contains(&secret.subtree));
        }
    }

    #[test]
    fn any_subtree_in_a_good_frame_is_seen_through(head in any::<[u8; 6]>(), leaves in prop_oneof![Just(8), 0usize..20], place in any::<bool>()) {
        let world = World::with_key();
        let head = if place { [0, 3, 0, 0, 0, 0] } else { head };
        let body = [&head[..], &vec![7; 32 * leaves]].concat();
        fs::write(world.dir("store/subtree-0"), frame::seal(Kind::Subtree, &body)).unwrap();
        let mut store = world.open("store").unwrap();
        let (output, proof) = store.prove(turn(0), b"x").unwrap();
        prop_assert_eq!(store.public_key().verify(turn(0), b"x", proof.as_bytes()), Ok(output));
    }
}
