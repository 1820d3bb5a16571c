//! How long typing takes: `cargo run --example time_files -- SITE_PACKAGES FILE…`
//!
//! Each file is typed by one database, so later files profit from what earlier ones made it look at.

use std::path::{Path, PathBuf};
use std::time::Instant;

use unseam_types::{Config, TypeDb};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let site_packages = arguments.next().map(PathBuf::from).into_iter().collect();
    let db = TypeDb::new(&Config { roots: Vec::new(), site_packages, python_version: (3, 11) });
    for file in arguments {
        let start = Instant::now();
        let expressions = db.file(Path::new(&file)).len();
        println!("{:>8.1} ms {expressions:>7} expressions  {file}", start.elapsed().as_secs_f64() * 1000.0);
    }
    for note in db.notes() {
        println!("{}: {}", note.subject, note.message);
    }
}
