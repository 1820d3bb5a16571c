//! Tells the linker where libz3 is, so that binaries and tests start from any directory.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let Ok(directory) = env::var("Z3_LIBRARY_PATH_OVERRIDE") else {
        return;
    };
    if !Path::new(&directory).is_dir() {
        println!("cargo::error=libz3 is not in {directory}: run `make setup`");
        return;
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,{directory}");
}
