//! Four limbs, for prime candidates of 256 bits: everything but the modulus stays in registers.
//!
//! A squaring takes 10 + 16 products and 4 digits q. It is a chain: each digit needs the one before (3 cycles for
//! q = w0·(−1/N), 4 for the high half of q·n0, 2 additions), so that the reduction alone takes 36 cycles, and with
//! the squares before it and the sum behind it about 48.
//!
//! Registers: the product's low half in rcx, r8, r9, r10, its high half in r11, r12, r13, rdi; rsi the modulus; rdx,
//! rax, rbx, rbp as in `rows`.

use core::arch::naked_asm;

use crate::limbs;

/// What the code reads of a modulus N.
#[repr(C)]
pub(super) struct Modulus {
    /// N.
    n: [u64; 4],
    /// B^4 − N, which adds to a sum what subtracting N does.
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

/// `[w0, w1, w2, w3, top] += rdx·[a..]`, the top starting here; it may be w0 where that limb becomes zero.
macro_rules! row {
    ($a:literal, $w0:literal $w1:literal $w2:literal $w3:literal, $top:literal) => {
        concat!(
            "xor eax, eax\n",
            "mulx rbx, rax, [", $a, "]\n adox ", $w0, ", rax\n adcx ", $w1, ", rbx\n",
            "mulx rbx, rax, [", $a, "+8]\n adox ", $w1, ", rax\n adcx ", $w2, ", rbx\n",
            "mulx rbx, rax, [", $a, "+16]\n adox ", $w2, ", rax\n adcx ", $w3, ", rbx\n",
            "mulx ", $top, ", rax, [", $a, "+24]\n adox ", $w3, ", rax\n adcx ", $top, ", rbp\n",
            "adox ", $top, ", rbp\n",
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

/// The product's eight limbs reduced to four below B^4, in rcx, rdi, r14, r15: N is subtracted if the sum carries.
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
            "adcx r9, r13\n mov r14, r9\n adox r14, [rsi+48]\n",
            "adcx r10, rdi\n mov r15, r10\n adox r15, [rsi+56]\n",
            "mov rdi, r8\n cmovc rcx, r11\n cmovc rdi, r12\n cmovnc r14, r9\n cmovnc r15, r10\n",
        )
    };
}

macro_rules! enter {
    () => {
        "push rbx\n push rbp\n push r12\n push r13\n push r14\n push r15\n xor ebp, ebp\n"
    };
}

macro_rules! leave {
    () => {
        "pop r15\n pop r14\n pop r13\n pop r12\n pop rbp\n pop rbx\n ret\n"
    };
}

/// `x = x^(2^count)/R^(2^count − 1) mod N`, below R but not always below N.
///
/// # Safety
/// BMI2 and ADX; `count` ≥ 1.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn square(x: &mut [u64; 4], n: &Modulus, count: u64) {
    naked_asm!(
        enter!(),
        "push rdi",
        "push rdx", // [rsp]: the squarings left; [rsp+8]: x
        "mov rcx, [rdi]\n mov r14, [rdi+16]\n mov r15, [rdi+24]\n mov rdi, [rdi+8]",
        "2:",
        // The lowest limb first, since the first digit waits for nothing else; then the mixed products, from x in
        // rcx, rdi, r14, r15 to r8 ... r13.
        "mov rdx, rcx",
        "mulx rbp, rcx, rdx",
        "mov rbx, rcx\n imul rbx, [rsi+64]",
        "mulx r9, r8, rdi",
        "mulx r10, rax, r14\n add r9, rax",
        "mulx r11, rax, r15\n adc r10, rax\n adc r11, 0",
        "mov rdx, rdi",
        "mulx r12, rax, r15",
        "mulx rdx, r13, r14\n add r10, r13\n adc r11, rdx\n adc r12, 0\n add r11, rax\n adc r12, 0",
        "mov rdx, r14",
        "mulx r13, rax, r15\n add r12, rax\n adc r13, 0",
        // Doubled (the CF chain) and the squares added (the OF chain).
        "xor eax, eax",
        "adcx r8, r8\n adox r8, rbp",
        "mov rdx, rdi\n mulx rbp, rax, rdx",
        "adcx r9, r9\n adox r9, rax\n adcx r10, r10\n adox r10, rbp",
        "mov rdx, r14\n mulx rbp, rax, rdx",
        "adcx r11, r11\n adox r11, rax\n adcx r12, r12\n adox r12, rbp",
        "mov rdx, r15\n mulx rdi, rax, rdx",
        "mov ebp, 0",
        "adcx r13, r13\n adox r13, rax\n adcx rdi, rbp\n adox rdi, rbp",
        "mov rdx, rbx",
        reduce!(),
        "dec qword ptr [rsp]",
        "jnz 2b",
        "mov rbx, [rsp+8]",
        "mov [rbx], rcx\n mov [rbx+8], rdi\n mov [rbx+16], r14\n mov [rbx+24], r15",
        "add rsp, 16",
        leave!(),
    )
}

/// `x = x·y/R mod N`, below R but not always below N.
///
/// # Safety
/// BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn multiply(x: &mut [u64; 4], y: &[u64; 4], n: &Modulus) {
    naked_asm!(
        enter!(),
        "push rdi",
        "mov r14, rdi",
        "mov r15, rsi",
        "mov rsi, rdx",
        "mov rdx, [r15]",
        "mulx r8, rcx, [r14]",
        "mulx r9, rax, [r14+8]\n add r8, rax",
        "mulx r10, rax, [r14+16]\n adc r9, rax",
        "mulx r11, rax, [r14+24]\n adc r10, rax\n adc r11, rbp",
        "mov rdx, [r15+8]",
        row!("r14", "r8" "r9" "r10" "r11", "r12"),
        "mov rdx, [r15+16]",
        row!("r14", "r9" "r10" "r11" "r12", "r13"),
        "mov rdx, [r15+24]",
        row!("r14", "r10" "r11" "r12" "r13", "rdi"),
        "mov rdx, rcx\n imul rdx, [rsi+64]",
        reduce!(),
        "pop rbx",
        "mov [rbx], rcx\n mov [rbx+8], rdi\n mov [rbx+16], r14\n mov [rbx+24], r15",
        leave!(),
    )
}
