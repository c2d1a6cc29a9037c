//! Detects the instructions of this CPU, and chooses between the kernels of a crate.
//!
//! A kernel is code for certain instructions. A *capability* is a value whose type proves that the CPU and
//! its operating system have them: only `detect` makes one, and it checks first. Code that needs the
//! instructions takes the capability as an argument, so it cannot be called if they are missing.
//!
//! ```
//! use heliast_cpu::Portable;
//! #[cfg(target_arch = "x86_64")]
//! use heliast_cpu::Avx2;
//!
//! /// The operation of every kernel.
//! trait Sum {
//!     fn sum(self, terms: &[u64]) -> u64;
//! }
//!
//! impl Sum for Portable {
//!     fn sum(self, terms: &[u64]) -> u64 {
//!         terms.iter().sum()
//!     }
//! }
//!
//! #[cfg(target_arch = "x86_64")]
//! impl Sum for Avx2 {
//!     fn sum(self, terms: &[u64]) -> u64 {
//!         #[target_feature(enable = "avx2")]
//!         fn inner(terms: &[u64]) -> u64 {
//!             terms.iter().sum()
//!         }
//!         // SAFETY: the capability proves that the CPU has AVX2.
//!         unsafe { inner(terms) }
//!     }
//! }
//!
//! heliast_cpu::kernels! {
//!     /// Sums on one kernel, chosen at run time.
//!     pub struct Adder, dispatched by dispatch;
//!
//!     /// Safe Rust, for every machine.
//!     portable: Portable = "portable";
//!     /// Four terms in a vector.
//!     avx2: Avx2 = "avx2", on "x86_64";
//! }
//!
//! impl Adder {
//!     pub fn sum(&self, terms: &[u64]) -> u64 {
//!         dispatch!(self, kernel => kernel.sum(terms))
//!     }
//! }
//!
//! assert!(Adder::all().all(|adder| adder.sum(&[1, 2, 3]) == 6));
//! ```
//!
//! There are capabilities for x86-64 and aarch64. All other architectures have only [`Portable`].

#![no_std]
#![forbid(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use core::{hint::black_box, mem::MaybeUninit};

#[cfg(target_arch = "aarch64")]
pub use aarch64::{Pmull, Sha2, Sha3};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Adx, AesNi, Avx2, Avx512, AvxIfma, Bits, Fma, Ifma, Pclmul, ShaNi, Vaes, Vpclmul};

/// Has the vectors of the calling function that find no register kept within cache lines.
///
/// The compiler keeps such vectors at aligned addresses only if something else on the stack needs that
/// alignment. Otherwise an access may touch two cache lines, depending on the callers' use of the stack, and
/// takes twice as long: Keccak's AVX2 kernel took between 114 and 178 ns on a Zen 3, and 105 with this.
#[inline(always)]
pub fn align_stack() {
    /// As long as a cache line, and aligned like one.
    #[repr(align(64))]
    struct Line(#[expect(dead_code, reason = "only its length counts")] [u8; 64]);

    black_box(&MaybeUninit::<Line>::uninit());
}

/// The capability that every CPU has.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Portable {
    /// Makes the capability, which every CPU has.
    pub const fn new() -> Portable {
        Portable(())
    }
}

impl Default for Portable {
    fn default() -> Portable {
        Portable::new()
    }
}

/// Declares a type whose value is one of several kernels, and the macro that calls the one in use.
///
/// The first kernel is for every machine: its capability has `new`. Each of the others has a capability with
/// `detect`, and an architecture on which it exists; a later kernel is preferred to those before it. The type
/// gets `new` (the fastest kernel), a constructor by the name of each kernel, `all`, `name`, `Debug`,
/// `Clone`, `Copy` and `Default`. The crate's documentation has an example.
#[macro_export]
macro_rules! kernels {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Name:ident, dispatched by $dispatch:ident;

        $(#[$portable_doc:meta])*
        $portable:ident: $Portable:ident = $portable_name:literal;
        $(
            $(#[$doc:meta])*
            $kernel:ident: $Kernel:ident = $name:literal, on $arch:tt;
        )*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $Name(Kernel);

        #[derive(Clone, Copy, Debug)]
        enum Kernel {
            $Portable($Portable),
            $(#[cfg(target_arch = $arch)] $Kernel($Kernel),)*
        }

        impl $Name {
            /// The fastest kernel of this CPU.
            pub fn new() -> Self {
                [$(Self::$kernel()),*].into_iter().rev().flatten().next().unwrap_or_else(Self::$portable)
            }

            $(#[$portable_doc])*
            pub fn $portable() -> Self {
                $Name(Kernel::$Portable($Portable::new()))
            }

            $(
                $(#[$doc])*
                pub fn $kernel() -> Option<Self> {
                    #[cfg(target_arch = $arch)]
                    return $Kernel::detect().map(|kernel| $Name(Kernel::$Kernel(kernel)));
                    #[cfg(not(target_arch = $arch))]
                    None
                }
            )*

            /// Every kernel of this CPU, the one for every machine first: for tests and benches.
            pub fn all() -> impl Iterator<Item = Self> {
                [Some(Self::$portable()), $(Self::$kernel()),*].into_iter().flatten()
            }

            /// A short name for reports.
            pub fn name(&self) -> &'static str {
                match self.0 {
                    Kernel::$Portable(_) => $portable_name,
                    $(#[cfg(target_arch = $arch)] Kernel::$Kernel(_) => $name,)*
                }
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                Self::new()
            }
        }

        $crate::kernels!(@dispatch ($) $dispatch $Portable [$($Kernel $arch)*]);
    };
    (@dispatch ($d:tt) $dispatch:ident $Portable:ident [$($Kernel:ident $arch:tt)*]) => {
        /// Evaluates an expression in which the kernel in use has a name.
        macro_rules! $dispatch {
            ($d chosen:expr, $d kernel:ident => $d result:expr) => {
                match $d chosen.0 {
                    Kernel::$Portable($d kernel) => $d result,
                    $(#[cfg(target_arch = $arch)] Kernel::$Kernel($d kernel) => $d result,)*
                }
            };
        }
    };
}
