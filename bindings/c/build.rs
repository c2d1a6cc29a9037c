//! The name by which programs ask for the shared library when they start.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    // Before 1.0 a minor version may change anything.
    let version = if part("MAJOR") == "0" { format!("0.{}", part("MINOR")) } else { part("MAJOR") };
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libheliast.so.{version}");
    }
}
