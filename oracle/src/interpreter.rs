//! Facts about an interpreter, asked of it without running anything of the user's (`-I -S`).

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::OracleError;

/// Written for any Python, so that an old one can say how old it is; and without `json`, whose import would take longer than
/// all the rest.
const QUESTION: &str = "\
import sys, os
version = '%d.%d.%d' % sys.version_info[:3]
if sys.version_info[0] < 3: sys.stdout.write(version); sys.exit(0)
told = [version, sys.implementation.name, sys.executable, sys.prefix, sys.base_prefix, sys.base_exec_prefix]
told += [os.path.dirname(os.__file__)] + [path for path in sys.path if os.path.isdir(path)]
sys.stdout.buffer.write(b'\\0'.join(map(os.fsencode, told)))
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

/// Asks the executable for its version and library path.
pub fn probe_interpreter(exe: &Path) -> Result<InterpreterInfo, OracleError> {
    let output = Command::new(exe).args(["-I", "-S", "-c", QUESTION]).stdin(Stdio::null()).output().map_err(
        |error| match error.kind() {
            io::ErrorKind::NotFound => OracleError::NotFound(exe.to_owned()),
            _ => OracleError::NotPython { exe: exe.to_owned(), said: error.to_string() },
        },
    )?;
    let mut told = output.stdout.split(|byte| *byte == 0).map(|field| PathBuf::from(OsStr::from_bytes(field)));
    let Some(version) = told.next().as_deref().and_then(version_of) else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        // Python 2 and 3.3 do not know `-I` and explain themselves on standard error.
        if complaint.contains("Unknown option: -I") {
            return Err(OracleError::TooOld { exe: exe.to_owned(), version: "2 or 3.3".to_owned() });
        }
        let said = String::from_utf8_lossy(&output.stdout);
        let said = complaint.lines().chain(said.lines()).next().unwrap_or("it printed nothing").to_owned();
        return Err(OracleError::NotPython { exe: exe.to_owned(), said });
    };
    let (major, minor, patch) = version;
    let mut next = || told.next().filter(|_| (major, minor) >= OLDEST);
    let (Some(implementation), Some(executable), Some(prefix), Some(base_prefix), Some(base_exec_prefix), Some(stdlib)) =
        (next(), next(), next(), next(), next(), next())
    else {
        return Err(OracleError::TooOld { exe: exe.to_owned(), version: format!("{major}.{minor}.{patch}") });
    };
    let implementation = implementation.to_string_lossy().into_owned();
    let path = told.collect();
    Ok(InterpreterInfo { version, implementation, executable, stdlib, prefix, base_prefix, base_exec_prefix, path })
}

fn version_of(told: &Path) -> Option<(u8, u8, u8)> {
    let mut numbers = told.to_str()?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??, numbers.next()??))
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
