//! Verifiers of delays and of batches for WebAssembly, with which `run.mjs` checks the vectors. They return 0
//! if a proof is valid, and 1 if it is not.

#![allow(unsafe_code)]

use heliast_arith::Natural;
use heliast_group::RsaGroup;
use heliast_vdf::{
    ProofFile,
    batch::{BatchProofFile, StatementsHeader},
};

/// Memory for `len` bytes, which is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut u8 {
    vec![0u8; len].leak().as_mut_ptr()
}

/// Returns 0 if a proof file of a delay is valid modulo the number in these bytes.
///
/// # Safety
/// Each pointer is one of [`reserve`] for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn delay(modulus: *const u8, modulus_len: usize, file: *const u8, len: usize) -> u32 {
    // SAFETY: as the caller promises.
    let (modulus, file) = unsafe { (bytes(modulus, modulus_len), bytes(file, len)) };
    let opened = || ProofFile::from_bytes(file).ok()?.open(&group(modulus)?).ok();
    u32::from(opened().is_none())
}

/// Returns 0 if a batch proof file shows that all statements of a statements file are true, at this level.
///
/// # Safety
/// Each pointer is one of [`reserve`] for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn batch(
    modulus: *const u8,
    modulus_len: usize,
    list: *const u8,
    list_len: usize,
    proof: *const u8,
    proof_len: usize,
    least: u16,
) -> u32 {
    // SAFETY: as the caller promises.
    let [modulus, list, proof] =
        unsafe { [bytes(modulus, modulus_len), bytes(list, list_len), bytes(proof, proof_len)] };
    u32::from(group(modulus).and_then(|group| checked(&group, list, proof, least)).is_none())
}

fn group(modulus: &[u8]) -> Option<RsaGroup> {
    RsaGroup::new(&Natural::from_be_bytes(modulus), 64).ok()
}

fn checked(group: &RsaGroup, list: &[u8], proof: &[u8], least: u16) -> Option<()> {
    let (header, file) = (StatementsHeader::decode(list).ok()?, BatchProofFile::from_bytes(proof).ok()?);
    header.check_len(list.len() as u64).ok()?;
    header.check_group(group).ok()?;
    let records = header.records(group, &list[StatementsHeader::LEN..]).ok()?;
    file.verify(group, &header, &records, least, 1).ok()
}

/// # Safety
/// There are this many bytes.
unsafe fn bytes<'a>(pointer: *const u8, len: usize) -> &'a [u8] {
    // SAFETY: as the caller promises.
    unsafe { core::slice::from_raw_parts(pointer, len) }
}
