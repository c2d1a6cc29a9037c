//! The inner loops, in assembly: rows of eight limb products with two carry chains.
//!
//! A row adds x·a for a limb x and eight limbs a to a window of eight limbs in registers. `mulx` does not
//! change the flags. `adox` adds the low halves in a chain through OF, and `adcx` adds the high halves in a
//! chain through CF, so neither chain waits for the other:
//!
//! ```text
//! window        w0    w1    w2    ...   w7
//! OF chain     +lo0  +lo1  +lo2  ...   +lo7   -> carry
//! CF chain     +z    +hi0  +hi1  ...   +hi6   -> hi7 + both carries = the new top
//! ```
//!
//! The lowest limb is then final; it is stored, its register takes the new top, and the next row works one
//! limb higher with rotated names. Eight rows are written out, after which every name is back in its place.
//! No row overflows its window: with w, a < B^8 and x, z < B, w + x·a + z ≤ B^9 − 1 for B = 2^64.
//!
//! Registers: rdx the multiplier (as `mulx` requires), rax and rbx the product, rbp zero, r8 to r15 the
//! window, rsi the eight limbs a, rcx the multipliers, rdi the sum.
//!
//! On every platform the functions use the System V convention: arguments in rdi, rsi, rdx, rcx.

use core::arch::naked_asm;

/// One product of a row: low half to `$low`, high half to `$high`.
macro_rules! product {
    ($factor:expr, $low:literal, $high:literal) => {
        concat!("mulx rbx, rax, [", $factor, "]\n", "adox ", $low, ", rax\n", "adcx ", $high, ", rbx\n",)
    };
}

/// A row from its first product on, with flags and rdx already set. `$final` uses the lowest limb before its
/// register takes the top.
macro_rules! products {
    ($a:literal, $final:expr, $w0:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal $w6:literal $w7:literal) => {
        concat!(
            product!($a, $w0, $w1),
            product!(concat!($a, "+8"), $w1, $w2),
            $final,
            product!(concat!($a, "+16"), $w2, $w3),
            product!(concat!($a, "+24"), $w3, $w4),
            product!(concat!($a, "+32"), $w4, $w5),
            product!(concat!($a, "+40"), $w5, $w6),
            product!(concat!($a, "+48"), $w6, $w7),
            "mulx ",
            $w0,
            ", rax, [",
            $a,
            "+56]\n",
            "adox ",
            $w7,
            ", rax\n",
            "adcx ",
            $w0,
            ", rbp\n",
            "adox ",
            $w0,
            ", rbp\n",
        )
    };
}

/// `window += a·b[offset] + z[offset]`; the lowest limb goes to z.
macro_rules! row {
    ($offset:literal, $w0:literal $($w:literal)*) => {
        concat!(
            "mov rdx, [rcx+", $offset, "]\n",
            "xor eax, eax\n",
            "adcx ", $w0, ", [rdi+", $offset, "]\n",
            products!("rsi", concat!("mov [rdi+", $offset, "], ", $w0, "\n"), $w0 $($w)*),
        )
    };
}

/// The window rotated: the macro `$row` for each of eight neighbouring limbs.
macro_rules! eight {
    ($row:ident) => {
        concat!(
            $row!("0", "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"),
            $row!("8", "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r8"),
            $row!("16", "r10" "r11" "r12" "r13" "r14" "r15" "r8" "r9"),
            $row!("24", "r11" "r12" "r13" "r14" "r15" "r8" "r9" "r10"),
            $row!("32", "r12" "r13" "r14" "r15" "r8" "r9" "r10" "r11"),
            $row!("40", "r13" "r14" "r15" "r8" "r9" "r10" "r11" "r12"),
            $row!("48", "r14" "r15" "r8" "r9" "r10" "r11" "r12" "r13"),
            $row!("56", "r15" "r8" "r9" "r10" "r11" "r12" "r13" "r14"),
        )
    };
}

/// A row of a square's triangle: `$x` (the limb a_l) times the limbs before it. The last of these products
/// starts two registers, so it comes first, at `$top` and `$above`; the others accumulate.
macro_rules! triangle_row {
    ($l:literal, $lowest:literal, [$($factor:literal $low:literal $high:literal),*], $last:literal $top:literal $above:literal) => {
        concat!(
            "mov rdx, [rsi+", $l, "]\n",
            "xor eax, eax\n",
            "mulx ", $above, ", ", $top, ", [rsi+", $last, "]\n",
            "adcx ", $lowest, ", [rdi+", $l, "]\n",
            $(product!(concat!("rsi+", $factor), $low, $high),)*
            "adox ", $top, ", rbp\n",
            "adcx ", $above, ", rbp\n",
            "adox ", $above, ", rbp\n",
            "mov [rdi+", $l, "], ", $lowest, "\n",
        )
    };
}

/// A row of the reduction: the digit q that clears the lowest limb of the window, and `window += q·n`.
macro_rules! digit_row {
    ($offset:literal, $w0:literal $($w:literal)*) => {
        concat!(
            "mov rdx, ", $w0, "\n",
            "imul rdx, [rsp+40]\n",
            "mov [rdi+", $offset, "], rdx\n",
            "xor eax, eax\n",
            products!("rcx", "", $w0 $($w)*),
        )
    };
}

/// Doubles two limbs (the CF chain) and adds the square of a limb of a (the OF chain).
macro_rules! double_and_square {
    ($index:literal) => {
        concat!(
            "mov rdx, [rsi+8*",
            $index,
            "]\n",
            "mov r8, [rdi+16*",
            $index,
            "]\n",
            "mov r9, [rdi+16*",
            $index,
            "+8]\n",
            "mulx rbx, rax, rdx\n",
            "adcx r8, r8\n",
            "adox r8, rax\n",
            "mov [rdi+16*",
            $index,
            "], r8\n",
            "adcx r9, r9\n",
            "adox r9, rbx\n",
            "mov [rdi+16*",
            $index,
            "+8], r9\n",
        )
    };
}

/// Eight rows per turn over the multipliers at rcx. \[rsp\] is the number of turns (at least one).
macro_rules! rows {
    () => {
        concat!("3:\n", eight!(row), "add rcx, 64\n add rdi, 64\n", "dec qword ptr [rsp]\n", "jnz 3b\n",)
    };
}

/// Stores the window to eight limbs at rdi.
macro_rules! store_window {
    () => {
        "mov [rdi], r8\n mov [rdi+8], r9\n mov [rdi+16], r10\n mov [rdi+24], r11\n
         mov [rdi+32], r12\n mov [rdi+40], r13\n mov [rdi+48], r14\n mov [rdi+56], r15\n"
    };
}

/// `z[..8·blocks] += a·b`, eight limbs a, 8·`blocks` limbs b; the eight limbs above are written.
///
/// # Safety
/// BMI2 and ADX; 8·`blocks` + 8 limbs at `z`, 8·`blocks` at `b`; `blocks` ≥ 1; z overlaps neither.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn multiply_rows(z: *mut u64, a: &[u64; 8], b: *const u64, blocks: usize) {
    naked_asm!(
        enter!(),
        "push rcx",
        "mov rcx, rdx",
        "xor ebp, ebp",
        "xor r8d, r8d\n xor r9d, r9d\n xor r10d, r10d\n xor r11d, r11d",
        "xor r12d, r12d\n xor r13d, r13d\n xor r14d, r14d\n xor r15d, r15d",
        rows!(),
        store_window!(),
        "pop rax",
        leave!(),
    )
}

/// The mixed products of a square that involve the first eight limbs of a, each once: a_k·a_l for k < 8 and
/// l > k, added to `z[..8·blocks]`, where a has 8·`blocks` limbs; the eight limbs above are written.
///
/// # Safety
/// BMI2 and ADX; 8·`blocks` + 8 limbs at `z`, 8·`blocks` at `a`; `blocks` ≥ 1; they do not overlap.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn square_rows(z: *mut u64, a: *const u64, blocks: usize) {
    naked_asm!(
        enter!(),
        "push rdx",
        "xor ebp, ebp",
        triangle_row!("8", "r9", [], "0" "r9" "r10"),
        triangle_row!("16", "r10", ["0" "r10" "r11"], "8" "r11" "r12"),
        triangle_row!("24", "r11", ["0" "r11" "r12", "8" "r12" "r13"], "16" "r13" "r14"),
        triangle_row!("32", "r12", ["0" "r12" "r13", "8" "r13" "r14", "16" "r14" "r15"], "24" "r15" "r8"),
        triangle_row!("40", "r13", ["0" "r13" "r14", "8" "r14" "r15", "16" "r15" "r8", "24" "r8" "r9"], "32" "r9" "r10"),
        triangle_row!("48", "r14", ["0" "r14" "r15", "8" "r15" "r8", "16" "r8" "r9", "24" "r9" "r10", "32" "r10" "r11"], "40" "r11" "r12"),
        triangle_row!("56", "r15", ["0" "r15" "r8", "8" "r8" "r9", "16" "r9" "r10", "24" "r10" "r11", "32" "r11" "r12", "40" "r12" "r13"], "48" "r13" "r14"),
        "xor r15d, r15d",
        "lea rcx, [rsi+64]",
        "add rdi, 64",
        "dec qword ptr [rsp]",
        "jz 4f",
        rows!(),
        "4:",
        store_window!(),
        "pop rax",
        leave!(),
    )
}

/// `t = 2·t + Σ a_i²·B^(2i)` for 8·`blocks` limbs a and twice as many limbs t. This makes a square from its
/// mixed products.
///
/// # Safety
/// BMI2 and ADX; 16·`blocks` limbs at `t`, 8·`blocks` at `a`; `blocks` ≥ 1; they do not overlap.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn double_and_add_squares(t: *mut u64, a: *const u64, blocks: usize) {
    naked_asm!(
        "push rbx",
        "mov rcx, rdx",
        "xor eax, eax",
        "3:",
        double_and_square!("0"),
        double_and_square!("1"),
        double_and_square!("2"),
        double_and_square!("3"),
        double_and_square!("4"),
        double_and_square!("5"),
        double_and_square!("6"),
        double_and_square!("7"),
        // The loop must not change the two carries.
        "lea rsi, [rsi+64]",
        "lea rdi, [rdi+128]",
        "lea rcx, [rcx-1]",
        "jrcxz 4f",
        "jmp 3b",
        "4:",
        "pop rbx",
        "ret",
    )
}

/// Montgomery's reduction of 16·`blocks` limbs t by 8·`blocks` limbs n, eight digits q at a time: afterwards
/// `t[8·blocks..]` and the carry, which is returned, are (t + q·n)/B^(8·blocks).
///
/// # Safety
/// BMI2 and ADX; 16·`blocks` limbs at `t`, 8·`blocks` at `n`; `blocks` ≥ 1; they do not overlap.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn reduce_rows(
    t: *mut u64,
    n: *const u64,
    blocks: usize,
    negated_inverse: u64,
) -> u64 {
    naked_asm!(
        enter!(),
        "push rcx", // [rsp+40]: -1/n mod B
        "push rsi", // [rsp+32]: n
        "push rdx", // [rsp+24]: blocks
        "push rdx", // [rsp+16]: the turns left
        "push 0",   // [rsp+8]: the carry
        "push 0",   // [rsp]: the turns left of a row
        "xor ebp, ebp",
        "2:",
        "mov rcx, [rsp+32]",
        "mov r8, [rdi]\n mov r9, [rdi+8]\n mov r10, [rdi+16]\n mov r11, [rdi+24]",
        "mov r12, [rdi+32]\n mov r13, [rdi+40]\n mov r14, [rdi+48]\n mov r15, [rdi+56]",
        eight!(digit_row),
        "mov rsi, rdi",
        "add rdi, 64",
        "add rcx, 64",
        "mov rax, [rsp+24]",
        "dec rax",
        "mov [rsp], rax",
        "jz 4f",
        rows!(),
        "4:",
        "mov rax, [rsp+8]",
        "neg rax",
        "adc r8, [rdi]\n adc r9, [rdi+8]\n adc r10, [rdi+16]\n adc r11, [rdi+24]",
        "adc r12, [rdi+32]\n adc r13, [rdi+40]\n adc r14, [rdi+48]\n adc r15, [rdi+56]",
        store_window!(),
        "sbb rax, rax",
        "neg rax",
        "mov [rsp+8], rax",
        "lea rdi, [rsi+64]",
        "dec qword ptr [rsp+16]",
        "jnz 2b",
        "mov rax, [rsp+8]",
        "add rsp, 48",
        leave!(),
    )
}
