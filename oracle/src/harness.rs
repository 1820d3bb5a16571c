//! Our Python files, where they lie for a run, and the environment they run in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::{Value as Json, json};

use crate::config::Limits;
use crate::error::OracleError;
use crate::interpreter::InterpreterInfo;
use crate::sandbox::{Sandbox, SandboxLevel, process_filter};
use crate::scratch::Scratch;

const FILES: [(&str, &str); 13] = [
    ("_unseam_encode.py", include_str!("python/_unseam_encode.py")),
    ("_unseam_decode.py", include_str!("python/_unseam_decode.py")),
    ("_unseam_process.py", include_str!("python/_unseam_process.py")),
    ("_unseam_paths.py", include_str!("python/_unseam_paths.py")),
    ("_unseam_trace.py", include_str!("python/_unseam_trace.py")),
    ("_unseam_observe.py", include_str!("python/_unseam_observe.py")),
    ("_unseam_guard.py", include_str!("python/_unseam_guard.py")),
    ("_unseam_probe.py", include_str!("python/_unseam_probe.py")),
    ("_unseam_worker.py", include_str!("python/_unseam_worker.py")),
    ("_unseam_evaluate.py", include_str!("python/_unseam_evaluate.py")),
    ("_unseam_tests.py", include_str!("python/_unseam_tests.py")),
    ("_unseam_pytest.py", include_str!("python/_unseam_pytest.py")),
    ("_unseam_unittest.py", include_str!("python/_unseam_unittest.py")),
];

/// What any Python program may read: libraries, time zones, name tables without secrets.
const SYSTEM_READABLE: [&str; 18] = [
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/mime.types",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/services",
    "/etc/protocols",
    "/etc/os-release",
    "/dev/urandom",
    "/dev/zero",
    "/sys/devices/system/cpu",
];

/// The dynamic loader; programs beside it cannot be executed.
const SYSTEM_EXECUTABLE: [&str; 3] = ["/lib", "/lib64", "/usr/lib"];

/// The scratch directory of one interpreter: our files in `harness` (read only), the user's in `work`.
pub(crate) struct Harness {
    directory: Scratch,
    pub info: InterpreterInfo,
}

impl Harness {
    pub fn new(info: InterpreterInfo) -> Result<Self, OracleError> {
        let directory = Scratch::new("unseam-").map_err(OracleError::Scratch)?;
        let harness = Harness { directory, info };
        fs::create_dir(harness.code()).map_err(OracleError::Scratch)?;
        fs::create_dir(harness.work()).map_err(OracleError::Scratch)?;
        for (name, text) in FILES {
            fs::write(harness.code().join(name), text).map_err(OracleError::Scratch)?;
        }
        Ok(harness)
    }

    /// Where our own files are; user code may read them.
    pub fn code(&self) -> PathBuf {
        self.directory.path().join("harness")
    }

    /// Where user code may write.
    pub fn work(&self) -> PathBuf {
        self.directory.path().join("work")
    }

    pub fn stderr_file(&self) -> PathBuf {
        self.directory.path().join("stderr")
    }

    /// `-S`: `site` runs what is installed, so the harness calls it after the guard is up.
    pub fn command(&self, script: &str, environment: &Environment) -> Command {
        let mut command = Command::new(&self.info.executable);
        if !environment.is_as_found {
            command.args(["-X", "utf8"]);
        }
        command.args(["-s", "-S", "-B"]).arg(self.code().join(script));
        command.env_clear().envs(&environment.variables(&self.work()));
        command
    }

    /// The interpreter, its libraries and the given places; of the user's home nothing else.
    pub fn sandbox(&self, readable: &[PathBuf], dies_with_thread: bool) -> Sandbox {
        let info = &self.info;
        let mut places: Vec<PathBuf> = SYSTEM_READABLE.iter().map(PathBuf::from).collect();
        places.extend([self.code(), info.stdlib.clone(), info.prefix.clone(), info.base_prefix.clone()]);
        places.push(info.base_exec_prefix.clone());
        places.extend(info.path.iter().cloned());
        places.extend(info.virtual_environment());
        places.extend(readable.iter().cloned());
        let mut executable: Vec<PathBuf> = SYSTEM_EXECUTABLE.iter().map(PathBuf::from).collect();
        executable.push(info.executable.canonicalize().unwrap_or_else(|_| info.executable.clone()));
        let writable = vec![self.work(), PathBuf::from("/dev/null")];
        Sandbox { readable: places, writable, executable, dies_with_thread, started_by: c"unseam" }
    }

    /// What the guard in the harness needs to know.
    pub fn guard_settings(&self, sandbox: &Sandbox, level: SandboxLevel, root: &Path) -> Json {
        let mut readable: Vec<&Path> = sandbox.readable.iter().chain(&sandbox.writable).map(PathBuf::as_path).collect();
        if level.processes {
            readable.push(Path::new("/proc"));
        }
        json!({ "readable": readable, "writable": sandbox.writable, "root": root, "seccomp": process_filter() })
    }
}

/// A clean environment and what a run wants in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    pub hash_seed: u32,
    pub time_zone: String,
    pub more: BTreeMap<String, String>,
    /// No mode that users do not start Python in: what names its encoding names another one in UTF-8 mode.
    pub is_as_found: bool,
}

impl Environment {
    fn variables(&self, home: &Path) -> BTreeMap<String, String> {
        let home = home.to_string_lossy().into_owned();
        let mut variables = BTreeMap::from([
            ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("HOME".to_owned(), home.clone()),
            ("TMPDIR".to_owned(), home),
            ("TZ".to_owned(), self.time_zone.clone()),
            ("PYTHONHASHSEED".to_owned(), self.hash_seed.to_string()),
            ("PYTHONDONTWRITEBYTECODE".to_owned(), "1".to_owned()),
        ]);
        variables.extend(own_libraries().map(|libraries| (LIBRARIES.to_owned(), libraries)));
        variables.extend(self.more.clone());
        variables
    }
}

const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// An interpreter that was built against a library of its own finds it only so.
fn own_libraries() -> Option<String> {
    env::var(LIBRARIES).ok()
}

/// Resource limits by the names of Python's `resource` module.
pub(crate) fn rlimits(limits: &Limits, level: SandboxLevel) -> Json {
    let mut table = json!({
        "RLIMIT_CPU": limits.wall.as_secs() + 1,
        "RLIMIT_AS": limits.memory_bytes,
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_CORE": 0,
    });
    // Outside a user namespace the kernel would count every process of the user.
    if level.namespaces {
        table["RLIMIT_NPROC"] = json!(limits.processes);
    }
    table
}
