//! Compiles the library that moves the clock of a test run (`preload/clock.rs`), where there is one.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=preload/clock.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let library = PathBuf::from(variable("OUT_DIR")).join("clock.so");
    let is_known = ["x86_64", "aarch64"].contains(&variable("CARGO_CFG_TARGET_ARCH").as_str());
    if variable("CARGO_CFG_TARGET_OS") != "linux" || !is_known {
        // Elsewhere test runs keep today's date.
        if let Err(error) = fs::write(&library, []) {
            println!("cargo::error=cannot write {}: {error}", library.display());
        }
        return;
    }
    let compiled = Command::new(variable("RUSTC"))
        .args(["--edition", "2024", "--crate-type", "cdylib", "-C", "opt-level=2", "-C", "strip=symbols"])
        .args(["--target", &variable("TARGET"), "preload/clock.rs", "-o"])
        .arg(&library)
        .output();
    match compiled {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            println!("cargo::error=preload/clock.rs: {}", String::from_utf8_lossy(&output.stderr).replace('\n', " "))
        }
        Err(error) => println!("cargo::error=rustc does not run: {error}"),
    }
}
