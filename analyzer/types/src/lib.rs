//! Static types of Python code, by the type checker *ty*, kept at arm's length.
//!
//! This crate is the only one that knows the checker. Questions go in as paths, ranges and dotted names; answers come out
//! as [`Type`] and plain structs. A question the checker cannot answer, or on which it panics, gives `Unknown` (or `None`)
//! and a [`Note`]; it never fails and never prints.
//!
//! ```python
//! import requests
//! def ping(url):
//!     resp = requests.get(url)      # file(…).expression(…) -> requests.models.Response
//!     return resp.status_code       # member(Response, "status_code") -> int
//! ```
//!
//! How an answer is found: expressions of a file are typed directly (`file_types.rs`); a name or type that no file
//! mentions is asked about by a small Python text in memory (`probe.rs`). The checker's types are turned into ours in
//! `convert.rs`. All of it happens on one thread with a big stack (`worker.rs`).

mod classes;
mod config;
mod convert;
mod database;
mod file_types;
mod functions;
mod info;
mod label;
mod mro;
mod names;
mod nesting;
mod probe;
mod session;
mod show;
mod system;
mod type_db;
mod typed_dict;
mod types;
mod worker;

pub use crate::config::Config;
pub use crate::file_types::FileTypes;
pub use crate::info::{ClassInfo, Definition, DefinitionKind, FunctionInfo, Note};
pub use crate::type_db::TypeDb;
pub use crate::types::{ClassName, Literal, Parameter, ParameterKind, Type, TypedDictField};
