//! What the fuzz targets do with one input; `make fuzz` does the same on the stable compiler with inputs of its own.
//!
//! ```python
//! def f(x):            # a *source*: lowered, imported in the machine, each of its functions explored
//!     return x[1:
//! ```
//!
//! A *value* is made of an input's bytes, written as a literal, and read back by CPython. Nothing is returned: a body that
//! panics, or never ends, is what a fuzzer looks for.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use unseam_analyzer::program::{Program, lowered_from};
use unseam_analyzer::project::{Interpreter, Options, Project};
use unseam_analyzer::search::{Budget, Session};
use unseam_analyzer::syntax::SourceFile;
use unseam_plan::Value;

/// What one function may cost: enough for some paths.
const SECONDS: f64 = 0.1;
/// Functions of one source that are explored.
const FUNCTIONS: usize = 6;
/// The newest version that is parsed; explored is as the interpreter's own.
const NEWEST: (u8, u8) = (3, 14);

/// Where sources are explored: a folder for the one module, and the interpreter whose library it may import.
pub struct Sources {
    folder: PathBuf,
    interpreter: Interpreter,
}

impl Sources {
    /// `folder` is empty and nobody else's.
    pub fn new(folder: &Path, python: &Path) -> Self {
        let library = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
        let output = Command::new(python).args(["-I", "-S", "-c", library]).output().expect("the interpreter runs");
        let library = String::from_utf8(output.stdout).expect("the library's path is UTF-8");
        let interpreter = Interpreter {
            exe: python.to_path_buf(),
            version: (3, 11, 0),
            stdlib: library.trim_end().into(),
            site_packages: Vec::new(),
        };
        Sources { folder: folder.to_path_buf(), interpreter }
    }

    /// Lowers a text, and explores what parses. Says how many functions were explored.
    pub fn run(&self, text: &str) -> usize {
        let source = SourceFile::from_text(Path::new("fuzzed.py"), text.to_owned(), NEWEST);
        lowered_from(source, "fuzzed", false, false);
        let (major, minor, _) = self.interpreter.version;
        let source = SourceFile::from_text(Path::new("fuzzed.py"), text.to_owned(), (major, minor));
        if source.problems().is_empty() { self.explore(text) } else { 0 }
    }

    fn explore(&self, text: &str) -> usize {
        let path = self.folder.join("fuzzed.py");
        std::fs::write(&path, text).expect("the folder is writable");
        let options = Options {
            targets: vec![path.to_string_lossy().into_owned()],
            root: Some(self.folder.clone()),
            cwd: self.folder.clone(),
            ..Options::default()
        };
        let project = Project::open(options).expect("a project of one file");
        let files = project.targets.clone();
        let program = Program::new(project, self.interpreter.clone());
        let (session, _) = Session::new(&program, &files);
        let targets: Vec<_> = files.iter().flat_map(|file| session.targets(file)).take(FUNCTIONS).collect();
        for target in &targets {
            session.explore(target, Budget { seconds: SECONDS, all_paths: false, for_tests: true });
        }
        targets.len()
    }
}

/// Decisions taken from an input's bytes; zero when they are used up, so that every input means something.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn below(&mut self, limit: u8) -> u8 {
        self.byte() % limit
    }

    fn wide(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    fn items(&mut self, depth: u8) -> Vec<Value> {
        (0..self.below(4)).map(|_| self.value(depth - 1)).collect()
    }

    fn value(&mut self, depth: u8) -> Value {
        match self.below(if depth == 0 { 7 } else { 11 }) {
            0 => Value::None,
            1 => Value::Bool(self.below(2) == 0),
            2 => Value::Int(self.digits()),
            3 => Value::Float(self.float()),
            4 => Value::Str(self.text()),
            5 => Value::Bytes((0..self.below(8)).map(|_| self.byte()).collect()),
            6 => Value::Ellipsis,
            7 => Value::List(self.items(depth)),
            8 => Value::Tuple(self.items(depth)),
            9 => Value::Dict((0..self.below(4)).map(|_| (Value::Str(self.text()), self.value(depth - 1))).collect()),
            _ => Value::Set((0..self.below(4)).map(|_| Value::Str(self.text())).collect()),
        }
    }

    fn digits(&mut self) -> String {
        let sign = if self.below(2) == 0 { "" } else { "-" };
        let digits: String = (0..self.below(40)).map(|_| char::from(b'0' + self.below(10))).collect();
        format!("{sign}{}{digits}", 1 + self.below(9))
    }

    fn float(&mut self) -> String {
        let float = f64::from_bits(self.wide());
        if float.is_finite() { format!("{float:e}") } else { "inf".to_owned() }
    }

    fn text(&mut self) -> String {
        (0..self.below(10)).map(|_| self.letter()).collect()
    }

    fn letter(&mut self) -> char {
        match self.below(3) {
            0 => MARKS.chars().nth(usize::from(self.below(16))).unwrap_or('?'),
            1 => char::from(b'a' + self.below(26)),
            _ => char::from_u32((self.wide() % 0x11_0000) as u32).unwrap_or('?'),
        }
    }
}

/// What a literal has to escape, and what it might escape wrongly.
const MARKS: &str = "'\"\\\n\r\t\0{}%é\u{7f}\u{85}\u{2028}\u{1F600}\u{feff}";
const DEEPEST: u8 = 3;

/// The value that an input stands for.
pub fn value(bytes: &[u8]) -> Value {
    Choices(bytes.iter()).value(DEEPEST)
}

/// What CPython is to make of the literal, said in a way that has no quotes and no escapes.
fn described(value: &Value) -> serde_json::Value {
    let all = |items: &[Value]| items.iter().map(described).collect::<Vec<_>>();
    match value {
        Value::Bool(value) => serde_json::json!(["bool", value]),
        Value::Int(digits) => serde_json::json!(["int", digits]),
        Value::Float(repr) => serde_json::json!(["float", repr]),
        Value::Str(text) => serde_json::json!(["str", text.chars().map(u32::from).collect::<Vec<_>>()]),
        Value::Bytes(bytes) => serde_json::json!(["bytes", bytes]),
        Value::List(items) => serde_json::json!(["list", all(items)]),
        Value::Tuple(items) => serde_json::json!(["tuple", all(items)]),
        Value::Set(items) => serde_json::json!(["set", all(items)]),
        Value::Dict(entries) => {
            let pairs: Vec<_> = entries.iter().map(|(key, value)| [described(key), described(value)]).collect();
            serde_json::json!(["dict", pairs])
        }
        Value::Ellipsis => serde_json::json!(["ellipsis", null]),
        _ => serde_json::json!(["none", null]),
    }
}

const READER: &str = r#"
import json, sys
def build(told):
    kind, value = told
    if kind == "none": return None
    if kind == "ellipsis": return ...
    if kind == "str": return "".join(map(chr, value))
    if kind in ("list", "tuple", "set"): return {"list": list, "tuple": tuple, "set": set}[kind](map(build, value))
    if kind == "dict": return {build(k): build(v) for k, v in value}
    return {"bool": bool, "int": int, "float": float, "bytes": bytes}[kind](value)
def shown(value):
    if isinstance(value, set): return sorted(map(repr, value))
    if isinstance(value, (list, tuple)): return [type(value).__name__, *map(shown, value)]
    if isinstance(value, dict): return [(repr(k), shown(v)) for k, v in value.items()]
    return repr(value)
for line in sys.stdin:
    source, told = json.loads(line)
    read, wanted = eval(source), build(told)
    print("" if shown(read) == shown(wanted) else ascii([source, read, wanted]), flush=True)
"#;

/// CPython, reading literals.
pub struct Reader {
    _child: Child,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Reader {
    pub fn new(python: &Path) -> Self {
        let mut child = Command::new(python)
            .args(["-I", "-X", "utf8", "-c", READER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the interpreter runs");
        let input = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Reader { _child: child, input, answers }
    }

    /// Writes the value of an input as a literal and has it read back.
    pub fn run(&mut self, bytes: &[u8]) {
        let value = value(bytes);
        let literal = unseam_codegen::source(&value);
        writeln!(self.input, "{}", serde_json::json!([literal, described(&value)])).expect("the reader listens");
        let mut answer = String::new();
        let read = self.answers.read_line(&mut answer).expect("the reader answers");
        assert!(read > 0, "CPython refuses {literal}");
        assert!(answer.trim_end().is_empty(), "{answer}");
    }
}
