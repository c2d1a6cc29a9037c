//! Four limbs, for prime candidates of 256 bits: everything but the modulus stays in registers.
//!
//! A squaring takes 10 + 16 products and 4 digits q. It is a chain: each digit needs the one before, so a
//! squaring takes the latency of the reduction.
//!
//! Registers: the product's low half in rcx, r8, r9, r10, its high half in r11, r12, r13, rdi; rsi the
//! modulus; rdx, rax, rbx, rbp as in `rows`.

use crate::limbs;
use core::arch::naked_asm;

/// The values of a modulus N that the code reads.
#[repr(C)]
pub(super) struct Modulus {
    /// N.
    n: [u64; 4],
    /// B^4 − N, whose addition has the effect of subtracting N.
    complement: [u64; 4],
    /// −N^−1 mod B.
    negated_inverse: u64,
}

impl Modulus {
    pub(super) fn new(n: [u64; 4], negated_inverse: u64) -> Modulus {
        let mut complement = [0; 4];
        limbs::sub_assign(&mut complement, &n);
        Modulus { n, complement, negated_inverse }
    }
}

/// `[w0, w1, w2, w3, top] += rdx·[a..]`, where the top starts here. It may be w0 if that limb becomes zero.
macro_rules! row {
    ($a:literal, $w0:literal $w1:literal $w2:literal $w3:literal, $top:literal) => {
        concat!(
            "xor eax, eax\n",
            "mulx rbx, rax, [",
            $a,
            "]\n adox ",
            $w0,
            ", rax\n adcx ",
            $w1,
            ", rbx\n",
            "mulx rbx, rax, [",
            $a,
            "+8]\n adox ",
            $w1,
            ", rax\n adcx ",
            $w2,
            ", rbx\n",
            "mulx rbx, rax, [",
            $a,
            "+16]\n adox ",
            $w2,
            ", rax\n adcx ",
            $w3,
            ", rbx\n",
            "mulx ",
            $top,
            ", rax, [",
            $a,
            "+24]\n adox ",
            $w3,
            ", rax\n adcx ",
            $top,
            ", rbp\n",
            "adox ",
            $top,
            ", rbp\n",
        )
    };
}

/// A digit q that clears w0, and the row q·n.
macro_rules! digit_row {
    ($w0:literal $w1:literal $w2:literal $w3:literal) => {
        concat!(
            "mov rdx, ", $w0, "\n imul rdx, [rsi+64]\n",
            row!("rsi", $w0 $w1 $w2 $w3, $w0),
        )
    };
}

/// The square of rcx, rdi, r14, r15, without the first row of its reduction, whose digit is left in rdx. The
/// lowest limb comes first, since that digit needs only this limb.
macro_rules! square {
    () => {
        concat!(
            "mov rdx, rcx\n",
            "mulx rbp, rcx, rdx\n",
            "mov rbx, rcx\n imul rbx, [rsi+64]\n",
            "mulx r9, r8, rdi\n",
            "mulx r10, rax, r14\n add r9, rax\n",
            "mulx r11, rax, r15\n adc r10, rax\n adc r11, 0\n",
            "mov rdx, rdi\n",
            "mulx r12, rax, r15\n",
            "mulx rdx, r13, r14\n add r10, r13\n adc r11, rdx\n adc r12, 0\n add r11, rax\n adc r12, 0\n",
            "mov rdx, r14\n",
            "mulx r13, rax, r15\n add r12, rax\n adc r13, 0\n",
            // Doubled (the CF chain) and the squares added (the OF chain).
            "xor eax, eax\n",
            "adcx r8, r8\n adox r8, rbp\n",
            "mov rdx, rdi\n mulx rbp, rax, rdx\n",
            "adcx r9, r9\n adox r9, rax\n adcx r10, r10\n adox r10, rbp\n",
            "mov rdx, r14\n mulx rbp, rax, rdx\n",
            "adcx r11, r11\n adox r11, rax\n adcx r12, r12\n adox r12, rbp\n",
            "mov rdx, r15\n mulx rdi, rax, rdx\n",
            "mov ebp, 0\n",
            "adcx r13, r13\n adox r13, rax\n adcx rdi, rbp\n adox rdi, rbp\n",
            "mov rdx, rbx\n",
        )
    };
}

/// The product of the numbers at r14 and r15, without the first row of its reduction, whose digit is left in
/// rdx.
macro_rules! product {
    () => {
        concat!(
            "mov rdx, [r15]\n",
            "mulx r8, rcx, [r14]\n",
            "mulx r9, rax, [r14+8]\n add r8, rax\n",
            "mulx r10, rax, [r14+16]\n adc r9, rax\n",
            "mulx r11, rax, [r14+24]\n adc r10, rax\n adc r11, rbp\n",
            "mov rdx, [r15+8]\n",
            row!("r14", "r8" "r9" "r10" "r11", "r12"),
            "mov rdx, [r15+16]\n",
            row!("r14", "r9" "r10" "r11" "r12", "r13"),
            "mov rdx, [r15+24]\n",
            row!("r14", "r10" "r11" "r12" "r13", "rdi"),
            "mov rdx, rcx\n imul rdx, [rsi+64]\n",
        )
    };
}

/// Replaces the number in rcx, rdi, r14, r15 by the difference in r11, r12, r13, rbx if the number carries
/// (CF) or is not below N (OF, the carry of adding B^4 − N).
macro_rules! select {
    () => {
        "cmovc rcx, r11\n cmovc rdi, r12\n cmovc r14, r13\n cmovc r15, rbx\n
         cmovo rcx, r11\n cmovo rdi, r12\n cmovo r14, r13\n cmovo r15, rbx\n"
    };
}

/// Reduces the product's eight limbs to four in rcx, rdi, r14, r15, and subtracts N once if possible.
macro_rules! reduce {
    () => {
        concat!(
            row!("rsi", "rcx" "r8" "r9" "r10", "rcx"),
            digit_row!("r8" "r9" "r10" "rcx"),
            digit_row!("r9" "r10" "rcx" "r8"),
            digit_row!("r10" "rcx" "r8" "r9"),
            "xor eax, eax\n",
            "adcx rcx, r11\n mov r11, rcx\n adox r11, [rsi+32]\n",
            "adcx r8, r12\n mov r12, r8\n adox r12, [rsi+40]\n",
            "adcx r9, r13\n mov r13, r9\n adox r13, [rsi+48]\n",
            "adcx r10, rdi\n mov rbx, r10\n adox rbx, [rsi+56]\n",
            "mov rdi, r8\n mov r14, r9\n mov r15, r10\n",
            select!(),
        )
    };
}

/// Subtracts the number at rbx, and adds N if that borrows. It has no branch, because that could not be
/// predicted.
macro_rules! subtract {
    () => {
        "sub rcx, [rbx]\n sbb rdi, [rbx+8]\n sbb r14, [rbx+16]\n sbb r15, [rbx+24]\n sbb rax, rax\n
         mov r8, [rsi]\n mov r9, [rsi+8]\n mov r10, [rsi+16]\n mov r11, [rsi+24]\n
         and r8, rax\n and r9, rax\n and r10, rax\n and r11, rax\n
         add rcx, r8\n adc rdi, r9\n adc r14, r10\n adc r15, r11\n"
    };
}

/// Stores the number to memory at rbx.
macro_rules! store {
    () => {
        "mov [rbx], rcx\n mov [rbx+8], rdi\n mov [rbx+16], r14\n mov [rbx+24], r15\n"
    };
}

/// `x = x^(2^count)/R^(2^count − 1) mod N`, canonical if x is.
///
/// # Safety
/// BMI2 and ADX; `count` ≥ 1.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn square(x: &mut [u64; 4], n: &Modulus, count: u64) {
    naked_asm!(
        enter!(),
        "xor ebp, ebp",
        "push rdi",
        "push rdx", // [rsp]: the squarings left; [rsp+8]: x
        "mov rcx, [rdi]\n mov r14, [rdi+16]\n mov r15, [rdi+24]\n mov rdi, [rdi+8]",
        "2:",
        square!(),
        reduce!(),
        "dec qword ptr [rsp]",
        "jnz 2b",
        "mov rbx, [rsp+8]",
        store!(),
        "add rsp, 16",
        leave!(),
    )
}

/// For each of the top `count` bits of `bits`, from the highest on: `x = x²/R mod N`, and `x = 2·x` if the
/// bit is set; canonical if x is.
///
/// # Safety
/// BMI2 and ADX; `count` ≥ 1.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn square_and_double(x: &mut [u64; 4], n: &Modulus, bits: u64, count: u64) {
    naked_asm!(
        enter!(),
        "xor ebp, ebp",
        "push rdi",
        "push rdx",
        "push rcx", // [rsp]: the squarings left; [rsp+8]: the bits left, on top; [rsp+16]: x
        "mov rcx, [rdi]\n mov r14, [rdi+16]\n mov r15, [rdi+24]\n mov rdi, [rdi+8]",
        "2:",
        square!(),
        reduce!(),
        // The number is doubled if the bit is set. There is no branch, because it could not be predicted.
        "mov rax, [rsp+8]\n mov rdx, rax\n add rax, rax\n mov [rsp+8], rax\n sar rdx, 63",
        "mov r8, rcx\n mov r9, rdi\n mov r10, r14\n mov rax, r15",
        "and r8, rdx\n and r9, rdx\n and r10, rdx\n and rax, rdx",
        "xor edx, edx",
        "adcx rcx, r8\n mov r11, rcx\n adox r11, [rsi+32]",
        "adcx rdi, r9\n mov r12, rdi\n adox r12, [rsi+40]",
        "adcx r14, r10\n mov r13, r14\n adox r13, [rsi+48]",
        "adcx r15, rax\n mov rbx, r15\n adox rbx, [rsi+56]",
        select!(),
        "dec qword ptr [rsp]",
        "jnz 2b",
        "mov rbx, [rsp+16]",
        store!(),
        "add rsp, 24",
        leave!(),
    )
}

/// `x = x·y/R mod N`, canonical if x·y < N·R.
///
/// # Safety
/// BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn multiply(x: &mut [u64; 4], y: &[u64; 4], n: &Modulus) {
    naked_asm!(
        enter!(),
        "xor ebp, ebp",
        "push rdi",
        "mov r14, rdi",
        "mov r15, rsi",
        "mov rsi, rdx",
        product!(),
        reduce!(),
        "pop rbx",
        store!(),
        leave!(),
    )
}

/// `mixed = mixed·doubled/R − p mod N`, then `doubled = doubled²/R − two mod N`; canonical if all four are.
/// The two products do not depend on each other, and partly overlap.
///
/// # Safety
/// BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn lucas_step(
    doubled: &mut [u64; 4],
    mixed: &mut [u64; 4],
    p: &[u64; 4],
    two: &[u64; 4],
    n: &Modulus,
) {
    naked_asm!(
        enter!(),
        "xor ebp, ebp",
        "push rdi",
        "push rsi",
        "push rdx",
        "push rcx", // [rsp]: two; [rsp+8]: p; [rsp+16]: mixed; [rsp+24]: doubled
        "mov r14, rsi",
        "mov r15, rdi",
        "mov rsi, r8",
        product!(),
        reduce!(),
        "mov rbx, [rsp+8]",
        subtract!(),
        "mov rbx, [rsp+16]",
        store!(),
        "mov rbx, [rsp+24]",
        "mov rcx, [rbx]\n mov rdi, [rbx+8]\n mov r14, [rbx+16]\n mov r15, [rbx+24]",
        square!(),
        reduce!(),
        "mov rbx, [rsp]",
        subtract!(),
        "mov rbx, [rsp+24]",
        store!(),
        "add rsp, 32",
        leave!(),
    )
}
