//! Keys of hash trees on disk, which keep their marks by themselves.

use crate::{
    border::{Border, enter},
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
    progress::{Progress, ProgressCallback},
    source::file_path,
    vrf::{Turn, tree},
};
use heliast::stateful::Terms;
use heliast_keystore::{Error as StoreError, Generation, Passphrase, Request, Settings, Store};
use std::{
    ffi::{c_char, c_void},
    sync::atomic::{AtomicBool, Ordering},
};

/// A secret key of a hash tree in a directory, opened to answer: no other process can open it meanwhile. What
/// it has answered is on the disk before a proof comes back, so that it never answers twice at one turn.
///
/// *Witnesses* remember that on this machine, outside of what is backed up and restored with the key: null
/// takes the user's own directory of them, the same as the program `heliast` does.
pub struct KeyStore(Store);

/// Makes a key of X-VRF or iVRF in a new directory, for `slots` inputs in each round from `first` on, and
/// opens it. It works on all cores as long as hashing the whole tree takes; what was made before it is
/// stopped stays, and `heliast_key_store_resume` goes on. The secret is encrypted with the passphrase, UTF-8
/// of one byte or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_create(
    directory: *const c_char,
    scheme: u32,
    slots: u16,
    first: u64,
    passphrase: *const c_char,
    witnesses: *const c_char,
    progress: ProgressCallback,
    context: *mut c_void,
    store: *mut *mut KeyStore,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let store = border.out(store)?;
            let passphrase = Some(words(border, passphrase)?);
            let request = request(scheme, slots, first)?;
            store.give(made(border, directory, passphrase, witnesses, (progress, context), Some(request))?);
            Ok(())
        })
    }
}

/// The same, with a secret that is **not encrypted**: everybody who reads its file has the key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_create_unencrypted(
    directory: *const c_char,
    scheme: u32,
    slots: u16,
    first: u64,
    witnesses: *const c_char,
    progress: ProgressCallback,
    context: *mut c_void,
    store: *mut *mut KeyStore,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let store = border.out(store)?;
            let request = request(scheme, slots, first)?;
            store.give(made(border, directory, None, witnesses, (progress, context), Some(request))?);
            Ok(())
        })
    }
}

/// Goes on making a key where that was stopped, and opens it. The passphrase is null for a secret that is not
/// encrypted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_resume(
    directory: *const c_char,
    passphrase: *const c_char,
    witnesses: *const c_char,
    progress: ProgressCallback,
    context: *mut c_void,
    store: *mut *mut KeyStore,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let store = border.out(store)?;
            let passphrase = optional_words(border, passphrase)?;
            store.give(made(border, directory, passphrase, witnesses, (progress, context), None)?);
            Ok(())
        })
    }
}

/// Opens the key in a directory. The passphrase is null for a secret that is not encrypted.
///
/// `HELIAST_MISUSE`: it is in use, copied, restored, open to others, not complete, or the passphrase is
/// wrong. `HELIAST_MALFORMED`: a file of it is damaged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_open(
    directory: *const c_char,
    passphrase: *const c_char,
    witnesses: *const c_char,
    store: *mut *mut KeyStore,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (store, passphrase) = (border.out(store)?, optional_words(border, passphrase)?);
            let directory = file_path(border.text(directory)?.to_bytes())?;
            let settings = settings(border, witnesses)?;
            store.give(KeyStore(Store::open(&directory, passphrase.as_ref(), &settings)?));
            Ok(())
        })
    }
}

/// The public key of a secret one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_public(
    store: *const KeyStore,
    public_key: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(public_key)?.give_bytes(border.handle(store)?.0.public_key().to_bytes().to_vec());
            Ok(())
        })
    }
}

/// The first turn that is not used up; `is_there` is false when the key has expired.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_next(
    store: *const KeyStore,
    turn: *mut Turn,
    is_there: *mut bool,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (turn, is_there) = (border.out(turn)?, border.out(is_there)?);
            if let Some(next) = border.handle(store)?.0.next_turn() {
                turn.set(Turn { round: next.round, slot: next.slot });
                is_there.set(true);
            }
            Ok(())
        })
    }
}

/// The output for an input at a turn, and the proof of it. That the key has answered is on the disk before it
/// returns.
///
/// `HELIAST_MISUSE`: the key answers nothing at this turn, has gone on already, or was opened by another
/// process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_prove(
    store: *mut KeyStore,
    turn: *const Turn,
    input: *const u8,
    input_len: usize,
    output: *mut Bytes,
    proof: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (output, proof) = (border.out(output)?, border.out(proof)?);
            let (KeyStore(store), turn) = (border.handle_mut(store)?, border.handle(turn)?.known());
            let answer = store.prove(turn, border.bytes(input, input_len)?)?;
            output.give_bytes(answer.0.0.to_vec());
            proof.give_bytes(answer.1.as_bytes().to_vec());
            Ok(())
        })
    }
}

/// Overwrites the secret in memory, lets go of the key, and frees the handle. The files stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_store_free(store: *mut KeyStore) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(store) }
}

/// Begins with a key, or goes on where there is no request, and opens what was made.
fn made(
    border: &Border,
    directory: *const c_char,
    passphrase: Option<Passphrase>,
    witnesses: *const c_char,
    (progress, context): (ProgressCallback, *mut c_void),
    request: Option<Request>,
) -> Result<KeyStore, Failure> {
    let directory = file_path(border.text(directory)?.to_bytes())?;
    let settings = settings(border, witnesses)?;
    let generation = match request {
        Some(request) => Generation::create(&directory, request, passphrase.clone(), settings.clone()),
        None => Generation::resume(&directory, passphrase.clone(), settings.clone()),
    }?;
    let (progress, stop) = (Progress::new(progress, context), AtomicBool::new(false));
    generation.run(&stop, |step| {
        if !progress.told(step.done as f64 / step.total.max(1) as f64) {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(KeyStore(Store::open(&directory, passphrase.as_ref(), &settings)?))
}

fn request(scheme: u32, slots: u16, first: u64) -> Result<Request, Failure> {
    let tree = tree(scheme)?;
    let terms = Terms::new(tree.scheme, tree.height, slots, first).map_err(Failure::misuse)?;
    Ok(Request { terms, subtree: None, seeds: None })
}

fn words(border: &Border, passphrase: *const c_char) -> Result<Passphrase, Failure> {
    let text =
        border.text(passphrase)?.to_str().map_err(|_| Failure::misuse("the passphrase is not UTF-8"))?;
    if text.is_empty() {
        let message = "the passphrase is empty: heliast_key_store_create_unencrypted makes a key without one";
        return Err(Failure::misuse(message));
    }
    Ok(Passphrase::new(text.to_owned()))
}

fn optional_words(border: &Border, passphrase: *const c_char) -> Result<Option<Passphrase>, Failure> {
    if passphrase.is_null() { Ok(None) } else { words(border, passphrase).map(Some) }
}

fn settings(border: &Border, witnesses: *const c_char) -> Result<Settings, Failure> {
    if witnesses.is_null() {
        return Ok(Settings::of_user()?);
    }
    Ok(Settings::with_witnesses(file_path(border.text(witnesses)?.to_bytes())?))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let message = format!("{error}: {}", error.hint());
        match error {
            StoreError::Damaged { .. } => Failure::malformed(message),
            StoreError::Interrupted { .. } => Failure::stopped(),
            StoreError::Io { .. } | StoreError::Random(_) => Failure::unreadable(message),
            _ => Failure::misuse(message),
        }
    }
}
