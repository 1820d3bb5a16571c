//! The first process of the sandbox's namespace, and the one before it: waits until no child is left.
//!
//! A program of its own, since it is started four times in a run and an interpreter takes longer than all that it would
//! do. Built by `build.rs` with nothing but rustc.

use std::io::{Error, ErrorKind};
use std::ptr;

unsafe extern "C" {
    fn wait(status: *mut i32) -> i32;
}

fn main() {
    // SAFETY: `wait` takes a null pointer from who does not want to know the status.
    while unsafe { wait(ptr::null_mut()) } >= 0 || Error::last_os_error().kind() == ErrorKind::Interrupted {}
}
