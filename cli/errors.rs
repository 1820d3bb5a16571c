//! What went wrong, told with the line of source that it is about.

use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use unseam_analyzer::project::{Project, ProjectError};
use unseam_analyzer::syntax::{SourceError, SourceFile};
use unseam_plan::report::Problem;

use crate::terminal::Paint;

/// A problem with a file, which does not stop the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub path: PathBuf,
    /// Counted from one; 0 if it is about the file as a whole.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: Option<usize>,
    pub message: String,
}

impl Diagnostic {
    /// What is wrong with a source file, if anything is.
    pub fn of_source(path: &Path, version: (u8, u8)) -> Option<Diagnostic> {
        match SourceFile::read(path, version) {
            Ok(file) => {
                let problem = file.problems().first()?;
                Some(Diagnostic {
                    path: path.to_owned(),
                    line: problem.place.line,
                    column: Some(problem.place.column),
                    message: problem.message.clone(),
                })
            }
            Err(SourceError::Encoding { path, line, message }) => {
                Some(Diagnostic { path, line, column: None, message })
            }
            Err(error) => Some(Diagnostic { path: path.to_owned(), line: 0, column: None, message: error.to_string() }),
        }
    }

    /// A file that nobody can import, because its name belongs to another.
    pub fn shadowed(path: &Path, module: &str, by: &str) -> Diagnostic {
        let message =
            format!("`import {module}` gives {by}, not this file; rename one of them or choose another --root");
        Diagnostic { path: path.to_owned(), line: 0, column: None, message }
    }

    pub fn to_problem(&self, project: &Project) -> Problem {
        let line = u32::try_from(self.line).unwrap_or(u32::MAX);
        Problem { file: project.display_path(&self.path), line, message: self.message.clone() }
    }

    fn render(&self, paint: Paint) -> String {
        // What cannot be decoded is shown as a replacement character.
        let text =
            std::fs::read(&self.path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let source_line = self.line.checked_sub(1).and_then(|index| text.lines().nth(index));
        let shown =
            Shown { path: &self.path.to_string_lossy(), line: self.line, column: self.column, message: &self.message };
        match source_line {
            Some(source_line) => shown.with_snippet(Level::ERROR, source_line, paint),
            None => format!("error: {}: {}", shown.path, shown.message),
        }
    }
}

/// One line of source under a message.
struct Shown<'a> {
    path: &'a str,
    line: usize,
    column: Option<usize>,
    message: &'a str,
}

impl Shown<'_> {
    fn with_snippet(&self, level: Level<'_>, source_line: &str, paint: Paint) -> String {
        let trimmed = source_line.len() - source_line.trim_start().len();
        let start = match self.column {
            Some(column) => source_line.char_indices().nth(column - 1).map_or(source_line.len(), |(at, _)| at),
            None => trimmed,
        };
        let end = match self.column {
            Some(_) => source_line[start..].chars().next().map_or(start, |first| start + first.len_utf8()),
            None => source_line.trim_end().len().max(start),
        };
        let snippet = Snippet::source(source_line)
            .line_start(self.line)
            .path(self.path)
            .annotation(AnnotationKind::Primary.span(start..end));
        renderer(paint).render(&[level.primary_title(self.message).element(snippet)])
    }
}

/// Lines of source under a message that is not an error: a finding.
pub fn finding(path: &str, text: &str, (first, last): (u32, u32), title: &str, label: &str, paint: Paint) -> String {
    let (first, last) = (first.max(1) as usize, last.max(first).max(1) as usize);
    let lines: Vec<&str> = text.lines().skip(first - 1).take(last - first + 1).collect();
    let Some(first_line) = lines.first() else { return title.to_owned() };
    let source = lines.join("\n");
    let start = first_line.len() - first_line.trim_start().len();
    let end = source.trim_end().len().max(start);
    let annotation = AnnotationKind::Primary.span(start..end);
    let annotation = if label.is_empty() { annotation } else { annotation.label(label) };
    let snippet = Snippet::source(source.as_str()).line_start(first).path(path).annotation(annotation);
    renderer(paint).render(&[Level::NOTE.primary_title(title).element(snippet)])
}

fn renderer(paint: Paint) -> Renderer {
    if paint.is_on() { Renderer::styled() } else { Renderer::plain() }
}

/// Prints why the program stops.
pub fn show(error: &anyhow::Error) {
    let paint = Paint::stderr();
    let located = error.downcast_ref::<ProjectError>().and_then(|error| Some((error, error.location()?)));
    let Some((project_error, location)) = located else {
        eprintln!("error: {error:#}");
        return;
    };
    let message = match project_error {
        ProjectError::Config { message, .. } | ProjectError::Source(SourceError::Encoding { message, .. }) => {
            message.clone()
        }
        other => other.to_string(),
    };
    let path = location.file.to_string_lossy().into_owned();
    let shown = Shown { path: &path, line: location.line, column: Some(location.column), message: &message };
    eprintln!("{}", shown.with_snippet(Level::ERROR, &location.source_line, paint));
}

pub fn show_all(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        eprintln!("{}", diagnostic.render(Paint::stderr()));
    }
}
