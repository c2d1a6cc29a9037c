//! Builds the peers from the sources in their crates, so that their versions are those in Cargo.lock and no
//! library of the system is used. The build needs a C compiler, perl, make and m4.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_WORKSPACE_WRAPPER");
    if is_lint() {
        // A lint links nothing, and it has its own build folder, for which the peers would have to be built
        // again.
        println!("cargo:rustc-env=GMP_CPU=unknown");
        println!("cargo:rustc-env=GMP_CFLAGS=unknown");
        return;
    }
    build_openssl();
    build_gmp();
}

fn is_lint() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    wrapper.to_string_lossy().contains("clippy")
}

/// Builds OpenSSL with the defaults of its own configuration: without DEBUG, which also enables frame
/// pointers and thus takes a register from the peer.
fn build_openssl() {
    // SAFETY: this program has one thread.
    unsafe { env::set_var("DEBUG", "false") };
    openssl_src::Build::new().build().print_cargo_metadata();
}

/// Builds GMP for this CPU, not the portable "fat" library that `gmp-mpfr-sys` builds for itself: the latter
/// supports no CPU younger than 2019 and uses generic code on newer ones, which is 1.6 times slower at 2048
/// bits.
fn build_gmp() {
    let source = gmp_source();
    let build = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("gmp");
    fs::create_dir_all(&build).expect("OUT_DIR is writable");

    let cpu = gmp_cpu(&source);
    let mut configure = Command::new("sh");
    configure.arg(source.join("configure")).args(["--disable-shared", "--with-pic"]);
    configure.arg(format!("--build={cpu}"));
    run(configure.current_dir(&build));

    let mut make = Command::new("make");
    if let Some(flags) = env::var_os("CARGO_MAKEFLAGS") {
        make.env("MAKEFLAGS", flags);
    }
    run(make.current_dir(&build));

    println!("cargo:rustc-link-search=native={}", build.join(".libs").display());
    println!("cargo:rustc-link-lib=static=gmp");
    println!("cargo:rustc-env=GMP_CPU={}", cpu.split('-').next().unwrap_or(&cpu));
    println!("cargo:rustc-env=GMP_CFLAGS={}", gmp_cflags(&build.join("gmp.h")));
}

/// Returns the folder of GMP's sources inside the crate `gmp-mpfr-sys` in cargo's registry.
fn gmp_source() -> PathBuf {
    let cargo = env::var_os("CARGO").expect("cargo sets CARGO");
    let metadata = output(Command::new(cargo).args(["metadata", "--format-version=1", "--locked"]));
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("cargo metadata prints JSON");
    let manifest = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == "gmp-mpfr-sys")
        .and_then(|package| package["manifest_path"].as_str())
        .expect("gmp-mpfr-sys is a dependency of bench");
    let folder = Path::new(manifest).parent().expect("a manifest lies in a folder");
    fs::read_dir(folder)
        .expect("the crate's folder is readable")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.join("gmp-h.in").is_file())
        .expect("gmp-mpfr-sys carries GMP's sources")
}

/// Returns GMP's name for this machine. GMP treats an Intel CPU that it does not know as a `nehalem` of 2008,
/// and any other as a plain `x86_64`; a CPU with ADX instead gets the newest code that GMP has for its kind.
fn gmp_cpu(source: &Path) -> String {
    let guess = output(Command::new("sh").arg(source.join("config.guess")));
    let guess = guess.trim();
    match guess.split_once('-') {
        Some(("nehalem", system)) if has_adx() => format!("skylake-{system}"),
        Some(("x86_64", system)) if has_adx() => format!("zen4-{system}"),
        _ => guess.to_owned(),
    }
}

#[cfg(target_arch = "x86_64")]
fn has_adx() -> bool {
    std::arch::is_x86_feature_detected!("adx")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_adx() -> bool {
    false
}

/// Returns the compiler flags that GMP's configure chose, from its generated header.
fn gmp_cflags(header: &Path) -> String {
    let header = fs::read_to_string(header).expect("GMP's build writes gmp.h");
    header
        .lines()
        .find_map(|line| line.strip_prefix("#define __GMP_CFLAGS "))
        .map(|flags| flags.trim_matches('"').to_owned())
        .unwrap_or_default()
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    assert!(status.success(), "{command:?} failed ({status}); bench/README.md names the tools it needs");
}

fn output(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    assert!(output.status.success(), "{command:?} failed ({})", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
