//! Compiles what runs in the sandbox and is not Python: the library that moves the clock of a test run, where there is one
//! (`native/clock.rs`), and the program that waits for others to end (`native/reap.rs`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=native");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(variable("OUT_DIR"));
    let clock = folder.join("clock.so");
    let is_known = ["x86_64", "aarch64"].contains(&variable("CARGO_CFG_TARGET_ARCH").as_str());
    if variable("CARGO_CFG_TARGET_OS") == "linux" && is_known {
        compile("native/clock.rs", "cdylib", &clock);
    } else if let Err(error) = fs::write(&clock, []) {
        // Elsewhere test runs keep today's date.
        println!("cargo::error=cannot write {}: {error}", clock.display());
    }
    compile("native/reap.rs", "bin", &folder.join("reap"));
}

fn compile(source: &str, kind: &str, to: &Path) {
    let compiled = Command::new(variable("RUSTC"))
        .args([
            "--edition",
            "2024",
            "--crate-type",
            kind,
            "-C",
            "opt-level=2",
            "-C",
            "strip=symbols",
            "-C",
            "panic=abort",
        ])
        .args(["--target", &variable("TARGET"), source, "-o"])
        .arg(to)
        .output();
    match compiled {
        Ok(output) if output.status.success() => {}
        Ok(output) => println!("cargo::error={source}: {}", String::from_utf8_lossy(&output.stderr).replace('\n', " ")),
        Err(error) => println!("cargo::error=rustc does not run: {error}"),
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
