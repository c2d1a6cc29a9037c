//! The declarations of the functions of `libcrypto`.

#![allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms)]

use std::ffi::{c_char, c_int, c_uint, c_void};

pub const VERSION_CFLAGS: c_int = 1;
pub const VERSION_STRING: c_int = 6;

#[repr(C)]
pub struct BIGNUM {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct BN_CTX {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct BN_MONT_CTX {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct BN_GENCB {
    opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SHA256_CTX {
    hash: [u32; 8],
    length: [u32; 2],
    data: [u32; 16],
    buffered: u32,
    digest_length: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SHA512_CTX {
    hash: [u64; 8],
    length: [u64; 2],
    data: [u64; 16],
    buffered: u32,
    digest_length: u32,
}

#[repr(C)]
pub struct EVP_MD {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct EVP_MD_CTX {
    opaque: [u8; 0],
}

unsafe extern "C" {
    pub fn OpenSSL_version(what: c_int) -> *const c_char;

    pub fn BN_CTX_new() -> *mut BN_CTX;
    pub fn BN_CTX_free(context: *mut BN_CTX);

    pub fn BN_new() -> *mut BIGNUM;
    pub fn BN_free(number: *mut BIGNUM);
    pub fn BN_dup(number: *const BIGNUM) -> *mut BIGNUM;
    pub fn BN_bin2bn(bytes: *const u8, length: c_int, result: *mut BIGNUM) -> *mut BIGNUM;
    pub fn BN_bn2bin(number: *const BIGNUM, bytes: *mut u8) -> c_int;
    pub fn BN_num_bits(number: *const BIGNUM) -> c_int;
    pub fn BN_set_bit(number: *mut BIGNUM, index: c_int) -> c_int;
    pub fn BN_cmp(a: *const BIGNUM, b: *const BIGNUM) -> c_int;
    pub fn BN_mod_word(number: *const BIGNUM, divisor: u64) -> u64;
    pub fn BN_add_word(number: *mut BIGNUM, word: u64) -> c_int;
    pub fn BN_sub_word(number: *mut BIGNUM, word: u64) -> c_int;
    pub fn BN_sub(result: *mut BIGNUM, a: *const BIGNUM, b: *const BIGNUM) -> c_int;
    pub fn BN_div(
        quotient: *mut BIGNUM,
        remainder: *mut BIGNUM,
        dividend: *const BIGNUM,
        divisor: *const BIGNUM,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_mod_exp(
        result: *mut BIGNUM,
        base: *const BIGNUM,
        exponent: *const BIGNUM,
        modulus: *const BIGNUM,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_mod_mul(
        result: *mut BIGNUM,
        a: *const BIGNUM,
        b: *const BIGNUM,
        modulus: *const BIGNUM,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_check_prime(number: *const BIGNUM, context: *mut BN_CTX, callback: *mut BN_GENCB) -> c_int;

    pub fn BN_MONT_CTX_new() -> *mut BN_MONT_CTX;
    pub fn BN_MONT_CTX_free(montgomery: *mut BN_MONT_CTX);
    pub fn BN_MONT_CTX_set(
        montgomery: *mut BN_MONT_CTX,
        modulus: *const BIGNUM,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_to_montgomery(
        result: *mut BIGNUM,
        number: *const BIGNUM,
        montgomery: *mut BN_MONT_CTX,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_from_montgomery(
        result: *mut BIGNUM,
        number: *const BIGNUM,
        montgomery: *mut BN_MONT_CTX,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_mod_mul_montgomery(
        result: *mut BIGNUM,
        a: *const BIGNUM,
        b: *const BIGNUM,
        montgomery: *mut BN_MONT_CTX,
        context: *mut BN_CTX,
    ) -> c_int;
    pub fn BN_mod_exp2_mont(
        result: *mut BIGNUM,
        a: *const BIGNUM,
        m: *const BIGNUM,
        b: *const BIGNUM,
        n: *const BIGNUM,
        modulus: *const BIGNUM,
        context: *mut BN_CTX,
        montgomery: *mut BN_MONT_CTX,
    ) -> c_int;

    pub fn SHA256_Init(state: *mut SHA256_CTX) -> c_int;
    pub fn SHA256_Update(state: *mut SHA256_CTX, bytes: *const u8, length: usize) -> c_int;
    pub fn SHA256_Final(digest: *mut u8, state: *mut SHA256_CTX) -> c_int;
    pub fn SHA512_Init(state: *mut SHA512_CTX) -> c_int;
    pub fn SHA512_Update(state: *mut SHA512_CTX, bytes: *const u8, length: usize) -> c_int;
    pub fn SHA512_Final(digest: *mut u8, state: *mut SHA512_CTX) -> c_int;

    pub fn EVP_sha256() -> *const EVP_MD;
    pub fn EVP_sha512() -> *const EVP_MD;
    pub fn EVP_sha3_256() -> *const EVP_MD;
    pub fn EVP_sha3_512() -> *const EVP_MD;
    pub fn EVP_blake2s256() -> *const EVP_MD;
    pub fn EVP_blake2b512() -> *const EVP_MD;
    pub fn EVP_MD_fetch(
        library: *mut c_void,
        algorithm: *const c_char,
        properties: *const c_char,
    ) -> *mut EVP_MD;
    pub fn EVP_MD_free(algorithm: *mut EVP_MD);
    pub fn EVP_MD_CTX_new() -> *mut EVP_MD_CTX;
    pub fn EVP_MD_CTX_free(context: *mut EVP_MD_CTX);
    pub fn EVP_DigestInit_ex(
        context: *mut EVP_MD_CTX,
        algorithm: *const EVP_MD,
        engine: *mut c_void,
    ) -> c_int;
    pub fn EVP_DigestUpdate(context: *mut EVP_MD_CTX, bytes: *const c_void, length: usize) -> c_int;
    pub fn EVP_DigestFinal_ex(context: *mut EVP_MD_CTX, digest: *mut u8, length: *mut c_uint) -> c_int;
}
