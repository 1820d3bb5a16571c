//! One Python file: text, lines, tree, problems.

use super::decode::{Encoding, decode};
use super::nesting::{MAX_NESTING, first_too_deep};
use ruff_python_ast::token::Tokens;
use ruff_python_ast::{ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_expression, parse_unchecked};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextLen, TextRange, TextSize};
use std::path::{Path, PathBuf};

/// The largest file that is read. Offsets are 32 bits wide, and nobody writes such files by hand.
const MAX_BYTES: u64 = 64 << 20;

/// Why a file could not even be read as text.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{} holds {bytes} bytes; files above {MAX_BYTES} bytes are not analysed", path.display())]
    TooLarge { path: PathBuf, bytes: u64 },
    #[error("{}:{line}: {message}", path.display())]
    Encoding { path: PathBuf, line: usize, message: String },
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// Not Python in any version.
    Syntax,
    /// Python, but not of the version the tests will run on.
    Version,
    /// Python, but nested deeper than [`MAX_NESTING`]; the tree is empty.
    TooDeep,
}

/// A syntax error. A file with problems must not be analysed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub place: Place,
    pub message: String,
}

/// A decoded and parsed Python file.
pub struct SourceFile {
    path: PathBuf,
    source: String,
    encoding: Encoding,
    version: PythonVersion,
    line_index: LineIndex,
    parsed: Parsed<ModModule>,
    problems: Vec<Problem>,
}

impl SourceFile {
    /// Reads, decodes and parses a file for one version of Python, such as `(3, 11)`.
    pub fn read(path: &Path, version: (u8, u8)) -> Result<Self, SourceError> {
        let unreadable = |error| SourceError::Unreadable { path: path.to_path_buf(), error };
        let bytes = std::fs::metadata(path).map_err(unreadable)?.len();
        if bytes > MAX_BYTES {
            return Err(SourceError::TooLarge { path: path.to_path_buf(), bytes });
        }
        let (source, encoding) = decode(path, &std::fs::read(path).map_err(unreadable)?)?;
        Ok(Self { encoding, ..Self::from_text(path, source, version) })
    }

    /// Parses text that is already decoded; `path` is only remembered.
    pub fn from_text(path: &Path, source: String, version: (u8, u8)) -> Self {
        let version = PythonVersion::from(version);
        let line_index = LineIndex::from_source_text(&source);
        let place = |offset: TextSize| place_of(&line_index, &source, offset);
        let mut parsed = parse(&source, version);

        let mut problems = Vec::new();
        if let Some(nul) = source.find('\0').and_then(|at| TextSize::try_from(at).ok()) {
            let message = "source code cannot contain null bytes".to_owned();
            problems.push(Problem { kind: ProblemKind::Syntax, place: place(nul), message });
        }
        problems.extend(parsed.errors().iter().map(|error| Problem {
            kind: ProblemKind::Syntax,
            place: place(error.location.start()),
            message: error.error.to_string(),
        }));
        problems.extend(parsed.unsupported_syntax_errors().iter().map(|error| Problem {
            kind: ProblemKind::Version,
            place: place(error.start()),
            message: error.to_string(),
        }));
        if let Some(offset) = first_too_deep(parsed.syntax()) {
            let message =
                format!("the code is nested more than {MAX_NESTING} levels deep here; split the expression into parts");
            problems.push(Problem { kind: ProblemKind::TooDeep, place: place(offset), message });
            // Dropping such a tree recurses as deep as the tree: it is given up instead.
            std::mem::forget(std::mem::replace(&mut parsed, parse("", version)));
        }
        problems.sort_by_key(|problem| problem.place);
        Self { path: path.to_path_buf(), encoding: Encoding::Utf8, version, line_index, parsed, problems, source }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The version of the grammar, such as `(3, 11)`.
    pub fn version(&self) -> (u8, u8) {
        self.version.as_tuple()
    }

    pub fn line_index(&self) -> &LineIndex {
        &self.line_index
    }

    pub fn ast(&self) -> &ModModule {
        self.parsed.syntax()
    }

    pub fn tokens(&self) -> &Tokens {
        self.parsed.tokens()
    }

    /// What is wrong with the file, in source order.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The line of an offset, counted from one.
    pub fn line_of(&self, offset: TextSize) -> usize {
        self.line_index.line_index(offset).get()
    }

    pub fn place_of(&self, offset: TextSize) -> Place {
        place_of(&self.line_index, &self.source, offset)
    }

    /// The last line that a range touches.
    pub fn last_line_of(&self, range: TextRange) -> usize {
        self.line_of(range.end())
    }

    pub fn text(&self, range: TextRange) -> &str {
        &self.source[range]
    }

    /// The text of a line without its line break; empty beyond the end of the file.
    pub fn line_text(&self, line: usize) -> &str {
        let starts = self.line_index.line_starts();
        let Some(start) = line.checked_sub(1).and_then(|index| starts.get(index)) else { return "" };
        let end = starts.get(line).copied().unwrap_or(self.source.text_len());
        self.source[TextRange::new(*start, end)].trim_end_matches(['\n', '\r'])
    }
}

fn place_of(line_index: &LineIndex, source: &str, offset: TextSize) -> Place {
    let found = line_index.line_column(offset, source);
    Place { line: found.line.get(), column: found.column.get() }
}

fn parse(source: &str, version: PythonVersion) -> Parsed<ModModule> {
    let options = ParseOptions::from(Mode::Module).with_target_version(version);
    match parse_unchecked(source, options).try_into_module() {
        Some(module) => module,
        None => unreachable!("Mode::Module always yields a module"),
    }
}

/// Whether a text is a name that a program can use: no keyword.
pub fn is_name(text: &str) -> bool {
    parse_expression(text).is_ok_and(|parsed| parsed.expr().is_name_expr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> SourceFile {
        SourceFile::from_text(Path::new("m.py"), text.to_owned(), (3, 11))
    }

    fn kinds(text: &str) -> Vec<ProblemKind> {
        parsed(text).problems().iter().map(|problem| problem.kind).collect()
    }

    #[test]
    fn deep_code_is_refused_and_never_overflows() {
        let n = 10_000;
        for deep in [
            "a+".repeat(50_000) + "a",
            "not ".repeat(n) + "a",
            "-".repeat(n) + "a",
            "a**".repeat(n) + "a",
            "lambda: ".repeat(n) + "a",
            format!("{}{}", "[".repeat(n), "]".repeat(n)),
            format!("a{}", ".b()".repeat(n)),
            format!("{}1{}", "f(".repeat(n), ")".repeat(n)),
        ] {
            assert_eq!(kinds(&deep), [ProblemKind::TooDeep], "{}", &deep[..20]);
        }
    }

    #[test]
    fn parentheses_alone_are_not_depth() {
        assert_eq!(kinds(&format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000))), []);
    }

    #[test]
    fn unbalanced_depth_is_an_error_not_a_crash() {
        assert!(!kinds(&"(".repeat(10_000)).is_empty());
        assert!(!kinds(&"[{".repeat(10_000)).is_empty());
    }

    #[test]
    fn problems_have_places() {
        let file = parsed("x = 1\ny = = 2\n");
        assert_eq!(file.problems()[0].place, Place { line: 2, column: 5 });
        assert_eq!(file.problems()[0].kind, ProblemKind::Syntax);
        let newer = parsed("def f[T](x: T): ...\n");
        assert_eq!(newer.problems()[0].kind, ProblemKind::Version);
        assert!(newer.problems()[0].message.contains("3.11"), "{}", newer.problems()[0].message);
    }

    #[test]
    fn carriage_returns_and_form_feeds_are_white_space() {
        let file = parsed("x = 1\r\n\x0c\r\ndef f():\r\n    return 'a'\r\n");
        assert_eq!(file.problems(), []);
        assert_eq!(file.functions()[0].first_line, 3);
        assert_eq!(file.line_text(4), "    return 'a'");
        assert_eq!(file.line_text(99), "");
    }
}
