//! Facts about an interpreter, asked of it without running anything of the user's (`-I -S`).

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::error::OracleError;

/// Printed as one line of JSON. Written for any Python, so that an old one can say how old it is.
const QUESTION: &str = "\
import sys, os
v = sys.version_info
print('{\"version\": [%d, %d, %d],' % (v[0], v[1], v[2]))
if v[0] < 3: print('\"old\": true}'); sys.exit(0)
import json
print(json.dumps({'implementation': sys.implementation.name, 'executable': sys.executable, 'prefix': sys.prefix,
    'base_prefix': sys.base_prefix, 'base_exec_prefix': sys.base_exec_prefix, 'stdlib': os.path.dirname(os.__file__),
    'path': [p for p in sys.path if os.path.isdir(p)]})[1:])
";

const OLDEST: (u8, u8) = (3, 8);

/// What an interpreter says of itself. In a virtual environment the prefixes are the base's: `-S` hides the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpreterInfo {
    pub version: (u8, u8, u8),
    /// `cpython`, `pypy`.
    pub implementation: String,
    /// The interpreter itself, also when it was started through a shim.
    pub executable: PathBuf,
    pub stdlib: PathBuf,
    pub prefix: PathBuf,
    pub base_prefix: PathBuf,
    pub base_exec_prefix: PathBuf,
    /// `sys.path` without `site`: the standard library and its extension modules.
    pub path: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Told {
    version: (u8, u8, u8),
    #[serde(flatten)]
    rest: Option<Rest>,
}

#[derive(Deserialize)]
struct Rest {
    implementation: String,
    executable: PathBuf,
    stdlib: PathBuf,
    prefix: PathBuf,
    base_prefix: PathBuf,
    base_exec_prefix: PathBuf,
    path: Vec<PathBuf>,
}

/// Asks the executable for its version and library path.
pub fn probe_interpreter(exe: &Path) -> Result<InterpreterInfo, OracleError> {
    let output = Command::new(exe).args(["-I", "-S", "-c", QUESTION]).stdin(Stdio::null()).output().map_err(
        |error| match error.kind() {
            io::ErrorKind::NotFound => OracleError::NotFound(exe.to_owned()),
            _ => OracleError::NotPython { exe: exe.to_owned(), said: error.to_string() },
        },
    )?;
    let said = String::from_utf8_lossy(&output.stdout);
    let Ok(told) = serde_json::from_str::<Told>(&said) else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        // Python 2 and 3.3 do not know `-I` and explain themselves on standard error.
        if complaint.contains("Unknown option: -I") {
            return Err(OracleError::TooOld { exe: exe.to_owned(), version: "2 or 3.3".to_owned() });
        }
        let said = complaint.lines().chain(said.lines()).next().unwrap_or("it printed nothing").to_owned();
        return Err(OracleError::NotPython { exe: exe.to_owned(), said });
    };
    let (major, minor, patch) = told.version;
    let too_old = OracleError::TooOld { exe: exe.to_owned(), version: format!("{major}.{minor}.{patch}") };
    match told.rest {
        Some(rest) if (major, minor) >= OLDEST => Ok(InterpreterInfo {
            version: told.version,
            implementation: rest.implementation,
            executable: rest.executable,
            stdlib: rest.stdlib,
            prefix: rest.prefix,
            base_prefix: rest.base_prefix,
            base_exec_prefix: rest.base_exec_prefix,
            path: rest.path,
        }),
        _ => Err(too_old),
    }
}

impl InterpreterInfo {
    /// The directory of the virtual environment the executable belongs to, if it belongs to one.
    pub fn virtual_environment(&self) -> Option<PathBuf> {
        let directory = self.executable.parent()?;
        [directory, directory.parent()?]
            .into_iter()
            .find(|place| place.join("pyvenv.cfg").is_file())
            .map(Path::to_owned)
    }
}
