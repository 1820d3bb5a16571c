//! The first process of the sandbox's namespace, and the one before it: waits until no child is left.
//!
//! A program of its own, since it is started four times in a run and an interpreter takes longer than all that it would
//! do. Built by `build.rs` with nothing but rustc.

use std::env;
use std::ffi::{CString, c_char, c_int};
use std::io::{Error, ErrorKind};
use std::os::unix::ffi::OsStringExt;
use std::ptr;

unsafe extern "C" {
    fn wait(status: *mut i32) -> i32;
    fn prctl(option: c_int, name: *const c_char) -> c_int;
}

const PR_SET_NAME: c_int = 15;

fn main() {
    // It is called what it was told: a program that is executed from memory has no name of its own.
    if let Some(name) = env::args_os().next().and_then(|name| CString::new(name.into_vec()).ok()) {
        // SAFETY: the kernel reads the NUL-terminated name, and keeps a copy.
        unsafe { prctl(PR_SET_NAME, name.as_ptr()) };
    }
    // SAFETY: `wait` takes a null pointer from who does not want to know the status.
    while unsafe { wait(ptr::null_mut()) } >= 0 || Error::last_os_error().kind() == ErrorKind::Interrupted {}
}
