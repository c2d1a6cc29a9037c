//! The instructions of an aarch64 CPU and its operating system, detected once. Every such CPU
//! multiplies 64-bit integers and has vectors of 128 bits.

macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident = $module:ident: $feature:tt;)*) => {$(
        cpufeatures::new!($module, $feature);

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof, if this CPU has the instructions.
            pub fn detect() -> Option<$name> {
                $module::get().then_some($name(()))
            }
        }
    )*};
}

capabilities! {
    /// SHA-256: the extension SHA2.
    Sha2 = sha2: "sha2";
    /// XAR, EOR3, BCAX and RAX1: the extension SHA3.
    Sha3 = sha3: "sha3";
    /// Carry-less multiplication of 64 bits, which comes with the extension AES.
    Pmull = pmull: "aes";
}
