//! The deterministic modules of the standard library, and how each is reasoned about.
//!
//! ```python
//! math.floor(x)                 # modelled: symbolic, in Rust or in Python of our own
//! calendar.isleap(year)         # followed: CPython's own Python source runs in the machine
//! hashlib.sha256(data)          # run: C code, on values that are fixed first
//! ```
//!
//! A function of a followed module whose arguments are all known is run as well: that is faster, and exact.

/// How the functions of a module are reasoned about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    Modelled,
    Followed,
    Run,
}

use Treatment::{Followed, Modelled, Run};

/// A deterministic module, with what is below it.
#[derive(Clone, Copy, Debug)]
pub struct StandardModule {
    pub name: &'static str,
    pub treatment: Treatment,
    /// What a user should know beyond that; may be empty.
    pub remark: &'static str,
}

const fn module(name: &'static str, treatment: Treatment, remark: &'static str) -> StandardModule {
    StandardModule { name, treatment, remark }
}

/// Sorted by name.
pub const MODULES: &[StandardModule] = &[
    module("abc", Modelled, ""),
    module("ast", Run, "`literal_eval`"),
    module("base64", Run, ""),
    module("binascii", Run, ""),
    module("bisect", Followed, ""),
    module("calendar", Followed, ""),
    module("cmath", Run, ""),
    module("codecs", Run, ""),
    module("collections", Modelled, ""),
    module("colorsys", Followed, ""),
    module("contextlib", Modelled, ""),
    module("copy", Modelled, ""),
    module("csv", Modelled, ""),
    module("dataclasses", Modelled, ""),
    module("datetime", Followed, "`strptime` is run; `now`, `today`, `utcnow` are seams"),
    module(
        "decimal",
        Modelled,
        "division, roots, formats and other contexts than the default one are run or not supported",
    ),
    module("difflib", Followed, ""),
    module("email", Followed, "what asks the clock, or draws the line between parts, is a seam"),
    module("enum", Modelled, ""),
    module("errno", Run, ""),
    module("fnmatch", Followed, ""),
    module("fractions", Followed, ""),
    module("functools", Modelled, ""),
    module("genericpath", Followed, ""),
    module("graphlib", Followed, ""),
    module("hashlib", Modelled, "digests are run"),
    module("heapq", Followed, ""),
    module("hmac", Modelled, "digests are run"),
    module("html", Followed, ""),
    module("http", Followed, "`HTTPStatus`, `HTTPMethod`; what is below it is outside"),
    module("inspect", Modelled, "functions, signatures, members; sources and frames are seams"),
    module("io", Modelled, "`StringIO`, `BytesIO`, texts over bytes; `FileIO` is a seam"),
    module("ipaddress", Followed, ""),
    module("itertools", Modelled, ""),
    module("json", Followed, "an unknown text that is loaded is a document of the solver's choice; `dumps` is run"),
    module("keyword", Followed, ""),
    module("linecache", Followed, ""),
    module("math", Modelled, ""),
    module("mimetypes", Run, "`guess_type` reads the system's tables: a seam"),
    module("ntpath", Followed, ""),
    module("numbers", Followed, ""),
    module("operator", Followed, ""),
    module("posixpath", Followed, "as `os.path`; what asks the file system is a seam"),
    module("pprint", Followed, "`pprint` itself prints: a seam"),
    module("quopri", Run, ""),
    module("re", Modelled, ""),
    module("reprlib", Followed, ""),
    module("shlex", Followed, ""),
    module("stat", Followed, ""),
    module("statistics", Followed, ""),
    module("string", Modelled, ""),
    module("struct", Run, "with `Struct` objects"),
    module("textwrap", Followed, ""),
    module("types", Modelled, ""),
    module("typing", Modelled, "annotations are not evaluated"),
    module("unicodedata", Run, ""),
    module("urllib.parse", Followed, ""),
    module("zlib", Run, ""),
    module("zoneinfo", Modelled, "what a zone says about a moment is run"),
];

/// The Python halves of modules that are otherwise written in C, where they have a file of their own.
const PYTHON_HALVES: &[(&str, &str)] = &[("_pydatetime", "datetime"), ("_strptime", "datetime")];

/// Beyond the standard library: a package that does nothing but wrap the unit's own functions, so that what a double would
/// hide is the unit itself; a table of numbers that is filled while it is imported, and its class.
pub const PURE_MODULES: &[&str] = &["decorator", "requests.status_codes", "requests.structures"];

/// Functions of other modules that depend on their arguments only, if they are given that many: `time.strftime("%Y")` asks
/// for the time.
const PURE_FUNCTIONS: &[(&str, usize)] = &[("time.strftime", 2)];

/// Names in deterministic modules that read the clock, files or the environment.
const IMPURE: &[&str] = &[
    "codecs.open",
    "datetime.datetime.fromtimestamp",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "datetime.date.fromtimestamp",
    "datetime.date.today",
    "email.utils.formatdate",
    "email.utils.localtime",
    "email.utils.make_msgid",
    "http.client",
    "http.cookiejar",
    "http.cookies",
    "http.server",
    "inspect.currentframe",
    "inspect.getframeinfo",
    "inspect.getinnerframes",
    "inspect.getouterframes",
    "inspect.stack",
    "inspect.trace",
    "io.FileIO",
    "io.open_code",
    "mimetypes.init",
    "mimetypes.guess_type",
    "posixpath.exists",
    "posixpath.expanduser",
    "posixpath.expandvars",
    "posixpath.getatime",
    "posixpath.getctime",
    "posixpath.getmtime",
    "posixpath.getsize",
    "posixpath.isdir",
    "posixpath.isfile",
    "posixpath.islink",
    "posixpath.ismount",
    "posixpath.lexists",
    "posixpath.realpath",
    "posixpath.samefile",
    "pprint.pprint",
];

/// Functions of followed modules that ask the world further down: followed, so that what they ask is doubled, but never run.
const NEVER_RUN: &[&str] = &["posixpath.abspath", "posixpath.relpath"];

/// Functions of followed modules that are run even if that fixes their arguments: to follow them leads nowhere.
const RUN_FIRST: &[&str] = &[
    "datetime.datetime.strptime",
    "datetime.datetime.utcfromtimestamp",
    "json.dumps",
    "json.loads",
    "pprint.pformat",
    "pprint.saferepr",
];

/// Of these, the ones whose source asks the world for what the interpreter has asked long before: the locale, a lock.
const ONLY_RUN: &[&str] = &["datetime.datetime.strptime"];

/// `os.path` is `posixpath` by another name; `_pydatetime` is `datetime`.
pub fn real_name(dotted: &str) -> String {
    if let Some(rest) = dotted.strip_prefix("os.path") {
        return format!("posixpath{rest}");
    }
    match PYTHON_HALVES.iter().find_map(|(half, whole)| Some((whole, dotted.strip_prefix(half)?))) {
        Some((whole, rest)) => format!("{whole}{rest}"),
        None => dotted.to_owned(),
    }
}

fn is_below(dotted: &str, name: &str) -> bool {
    dotted.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The modules whose functions an [`super::Evaluator`] may be asked to run.
pub fn pure_modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.name).chain(["time", "_hashlib"]).chain(NUMBERS.iter().copied())
}

/// Modules that reach out, but whose constants are numbers that never change.
const NUMBERS: &[&str] = &["fcntl", "resource", "select", "signal", "socket", "ssl", "termios"];

pub fn has_numbers(module: &str) -> bool {
    NUMBERS.contains(&module)
}

/// Whether a dotted name of the standard library is deterministic.
pub fn is_pure(dotted: &str) -> bool {
    let dotted = real_name(dotted);
    let is_known = MODULES.iter().any(|module| is_below(&dotted, module.name)) || is_pure_function(&dotted);
    is_known && !is_impure(&dotted)
}

fn is_pure_function(dotted: &str) -> bool {
    PURE_FUNCTIONS.iter().any(|(known, _)| *known == dotted)
}

/// Whether a function asks the world for an argument that it was not given.
pub fn asks_for_argument(dotted: &str, given: usize) -> bool {
    PURE_FUNCTIONS.iter().any(|(known, arguments)| *known == dotted && given < *arguments)
}

/// Whether a name of a deterministic module asks the world after all.
pub fn is_impure(dotted: &str) -> bool {
    IMPURE.iter().any(|name| is_below(dotted, name))
}

pub fn is_never_run(dotted: &str) -> bool {
    NEVER_RUN.contains(&dotted)
}

pub fn is_run_first(dotted: &str) -> bool {
    RUN_FIRST.contains(&dotted)
}

pub fn is_only_run(dotted: &str) -> bool {
    ONLY_RUN.contains(&dotted)
}

/// Whether the source of a standard module is followed.
pub fn is_followed(module: &str) -> bool {
    let name = real_name(module);
    !is_impure(&name) && MODULES.iter().any(|known| known.treatment == Followed && is_below(&name, known.name))
}
