//! Eight limbs, for primes of 512 bits, and five and nine limbs without the top bit, for primes a little
//! longer than 256 and 512 bits. The sums stay in registers.
//!
//! Product and reduction alternate, row by row: t + a_i·b, and then q·N, which clears the lowest limb, so
//! that it is dropped (Koç, Acar, Kaliski, "Analyzing and comparing Montgomery multiplication algorithms",
//! 1996, section 5, coarsely integrated). If t < b + N before, then t < b + N again, and intermediate values
//! are at most 2^64·(b + N). With b < N and 2N < 2^(64·L) nothing is carried out of L + 1 limbs. Limbs of
//! another ring may lose a carry, and are read as some residue. Eight limbs need no such bound, because t has
//! one more limb for the carry.
//!
//! A squaring is a product with itself: 2·L² limb products and L digits. Five and nine limbs padded to blocks
//! of eight would cost as much as 512 and 1024 bits.
//!
//! Registers: t in rcx, rdi, r8, r9, ... r15, whose lowest limb becomes the highest after each row; rsi
//! points to b, rbp to N; rdx is a factor, rax and rbx a product.

use crate::kernel::montgomery::Modulus;
use core::arch::naked_asm;

/// The lengths that are supported only for moduli whose top bit is zero. To pad them to blocks would cost
/// more than these instructions save.
pub(super) const LENGTHS: [usize; 2] = [5, 9];

/// `t += rdx·[from..]`, the lowest limb first. t has one or two more limbs, and [rsp] is zero.
macro_rules! row {
    ($from:literal [$at:literal $($above:literal)*] $t:literal $next:literal $($rest:literal)*) => {
        concat!(
            "mulx rbx, rax, [", $from, "+", $at, "]\n adox ", $t, ", rax\n adcx ", $next, ", rbx\n",
            row!($from [$($above)*] $next $($rest)*),
        )
    };
    ($from:literal [] $top:literal) => {
        concat!("adox ", $top, ", [rsp]\n")
    };
    ($from:literal [] $top:literal $carry:literal) => {
        concat!("adox ", $top, ", [rsp]\n adcx ", $carry, ", [rsp]\n adox ", $carry, ", [rsp]\n")
    };
}

/// `t = (t + a_i·b + q·N)/2^64` for every i.
macro_rules! rows {
    ([] $limbs:tt $($t:literal)+) => { "" };
    ([$at:literal $($others:literal)*] $limbs:tt $t:literal $($above:literal)+) => {
        concat!(
            "mov rdx, [rsp+24]\n mov rdx, [rdx+", $at, "]\n xor eax, eax\n",
            row!("rsi" $limbs $t $($above)+),
            "mov rdx, ", $t, "\n imul rdx, [rsp+16]\n xor eax, eax\n",
            row!("rbp" $limbs $t $($above)+),
            rows!([$($others)*] $limbs $($above)+ $t),
        )
    };
}

/// A routine, from the byte offsets of the limbs, the registers of t, and the registers of the result after a
/// row for each limb, with the carry above it if there may be one.
macro_rules! routine {
    (
        $name:ident, $limbs:tt [$($at:literal)+], [$($t:literal)+] -> [$($result:literal)+] $($carry:literal)?
    ) => {
        /// `a = a·b/R mod N`, `count` times; canonical if b is.
        ///
        /// # Safety
        /// BMI2 and ADX; a, b and n point to L limbs, where a and b may be the same; `count` ≥ 1.
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            a: *mut u64,
            b: *const u64,
            n: *const u64,
            negated_inverse: u64,
            count: u64,
        ) {
            naked_asm!(
                enter!(),
                // [rsp]: zero; [rsp+8]: how often yet; [rsp+16]: −1/N; [rsp+24]: a
                "push rdi\n push rcx\n push r8\n push 0",
                "mov rbp, rdx",
                "2:",
                $(concat!("xor ", $t, ", ", $t),)+
                rows!($limbs $limbs $($t)+),
                // t − N, or t if that borrows.
                "mov rdx, [rsp+24]\n xor eax, eax",
                $(concat!("mov [rdx+", $at, "], ", $result, "\n sbb ", $result, ", [rbp+", $at, "]"),)+
                $(concat!("sbb ", $carry, ", 0"),)?
                $(concat!("cmovc ", $result, ", [rdx+", $at, "]\n mov [rdx+", $at, "], ", $result),)+
                "dec qword ptr [rsp+8]",
                "jnz 2b",
                "add rsp, 32",
                leave!(),
            )
        }
    };
}

routine!(
    five, [0 8 16 24 32] [0 8 16 24 32],
    ["rcx" "rdi" "r8" "r9" "r10" "r11"] -> ["r11" "rcx" "rdi" "r8" "r9"]
);

routine!(
    eight, [0 8 16 24 32 40 48 56] [0 8 16 24 32 40 48 56],
    ["rcx" "rdi" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"]
        -> ["r14" "r15" "rcx" "rdi" "r8" "r9" "r10" "r11"] "r12"
);

routine!(
    nine, [0 8 16 24 32 40 48 56 64] [0 8 16 24 32 40 48 56 64],
    ["rcx" "rdi" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"]
        -> ["r15" "rcx" "rdi" "r8" "r9" "r10" "r11" "r12" "r13"]
);

/// `a = a·b/R mod N`, or without b `a = a^(2^count)/R^(2^count − 1) mod N`, if moduli of this length are
/// supported. Returns whether they are.
///
/// # Safety
/// BMI2 and ADX; `count` ≥ 1.
#[inline(always)]
pub(super) unsafe fn run(a: &mut [u64], b: Option<&[u64]>, modulus: &Modulus, count: u64) -> bool {
    let n = &modulus.limbs;
    let routine = match n.len() {
        5 => five,
        8 => eight,
        9 => nine,
        _ => return false,
    };
    assert!(a.len() == n.len() && b.is_none_or(|b| b.len() == n.len()));
    let a = a.as_mut_ptr();
    let b = b.map_or(a.cast_const(), <[u64]>::as_ptr);
    // SAFETY: as promised by the caller; all have as many limbs as the routine reads, and it writes only a.
    unsafe { routine(a, b, n.as_ptr(), modulus.negated_inverse, count) };
    true
}
