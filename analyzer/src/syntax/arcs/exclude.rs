//! Lines that coverage.py leaves out of its report by default.
//!
//! ```python
//! if debug:              # pragma: no cover   <- the whole suite goes
//!     dump()
//! def later(): ...       # a body that is only `...`
//! if TYPE_CHECKING:      # never true at run time
//!     from shop import Order
//! ```

use super::super::source::SourceFile;
use super::emitted::{CodeLines, is_irrefutable};
use super::lines::{LogicalLines, physical_line};
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{Decorator, MatchCase, Stmt};
use ruff_text_size::{Ranged, TextSize};
use std::collections::BTreeSet;

pub(super) fn excluded_lines(file: &SourceFile, lines: &LogicalLines, emitted: &CodeLines) -> BTreeSet<i32> {
    let marked = matching_lines(file.source());
    let with_suites = exclude_suites(file, marked);
    let mut excluded: BTreeSet<i32> = with_suites.into_iter().map(|line| lines.first(line)).collect();
    exclude_definitions(file, lines, emitted, &mut excluded);
    excluded
}

/// Lines whose untaken branches are not held against the file.
pub(super) fn no_branch_lines(file: &SourceFile, lines: &LogicalLines) -> BTreeSet<i32> {
    let constant = ["while ", "if "].map(|word| ["True:", "1:", "False:", "0:"].map(|test| format!("{word}{test}")));
    let is_constant = |line: &str| constant.iter().flatten().any(|start| line.trim_start().starts_with(start));
    let physical = file.source().lines().zip(1..);
    let found = physical.filter(|(line, _)| has_pragma(line, "branch") || is_constant(line));
    found.map(|(_, number)| lines.first(number)).collect()
}

/// `#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)`, anywhere in a line.
fn has_pragma(line: &str, subject: &str) -> bool {
    let either = |text: &str, word: &str| -> Option<usize> {
        (text.starts_with(word) || text.starts_with(&word.to_uppercase())).then_some(word.len())
    };
    line.match_indices('#').any(|(at, _)| {
        let rest = line[at + 1..].trim_start();
        let Some(length) = either(rest, "pragma") else { return false };
        let rest = &rest[length..];
        let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
        let Some(length) = either(rest, "no") else { return false };
        either(rest[length..].trim_start(), subject).is_some()
    })
}

/// Physical lines that one of the default patterns touches.
fn matching_lines(source: &str) -> BTreeSet<i32> {
    let mut found = BTreeSet::new();
    let mut offset = 0;
    for (line, number) in source.split_inclusive('\n').zip(1..) {
        let content = line.trim_start();
        let is_type_checking = content
            .strip_prefix("if ")
            .is_some_and(|test| test.strip_prefix("typing.").unwrap_or(test).starts_with("TYPE_CHECKING:"));
        if has_pragma(line, "cover") || is_type_checking {
            found.insert(number);
        }
        let start = offset + line.len() - content.len();
        if let Some(end) = ellipsis_end(&source[start..]) {
            let spanned = source[start..start + end].matches('\n').count();
            found.extend(number..=number + i32::try_from(spanned).unwrap_or(0));
        }
        offset += line.len();
    }
    found
}

/// `(((async )?def .*?)?[\])]+(\s*->.*?)?:\s*)?\.\.\.\s*(#|$)` at the start of the text: where its dots end.
fn ellipsis_end(text: &str) -> Option<usize> {
    let dots_at = |at: usize| -> Option<usize> {
        let end = at + (text[at..].starts_with("...").then_some(3)?);
        let rest = text[end..].trim_start_matches([' ', '\t', '\r', '\x0c']);
        (rest.is_empty() || rest.starts_with(['\n', '#'])).then_some(end)
    };
    let after_colon = |at: usize| dots_at(at + (text[at..].len() - text[at..].trim_start().len()));
    if let Some(end) = dots_at(0) {
        return Some(end);
    }
    let line_end = text.find('\n').unwrap_or(text.len());
    let line = &text[..line_end];
    let signature = line.strip_prefix("async ").unwrap_or(line);
    let closings: Vec<usize> = if signature.starts_with("def ") {
        line.char_indices().filter(|(_, c)| matches!(c, ')' | ']')).map(|(at, _)| at + 1).collect()
    } else {
        let run = line.len() - line.trim_start_matches([')', ']']).len();
        (1..=run).collect()
    };
    closings.into_iter().find_map(|closing| {
        let rest = &line[closing..];
        if rest.starts_with(':') {
            return after_colon(closing + 1);
        }
        let annotation = rest.trim_start();
        let arrow = closing + (rest.len() - annotation.len());
        annotation
            .starts_with("->")
            .then(|| line[arrow..].match_indices(':').find_map(|(at, _)| after_colon(arrow + at + 1)))?
    })
}

/// A mark on the header of a compound statement excludes its whole suite.
fn exclude_suites(file: &SourceFile, mut excluded: BTreeSet<i32>) -> BTreeSet<i32> {
    let (mut indent, mut nesting) = (0_i32, 0_i32);
    let mut first_line: Option<i32> = None;
    // While a suite is being excluded: the indentation of its header.
    let mut excluding: Option<i32> = None;
    for token in file.tokens() {
        let end_line = || physical_line(file, token.end());
        match token.kind() {
            TokenKind::Indent => indent += 1,
            TokenKind::Dedent => indent -= 1,
            TokenKind::Newline => first_line = None,
            TokenKind::Comment | TokenKind::NonLogicalNewline | TokenKind::EndOfFile => {}
            kind => {
                match kind {
                    TokenKind::Colon if nesting == 0 && excluding.is_none() => {
                        let end = end_line();
                        let start = first_line.unwrap_or(end);
                        if excluded.range(start..=end).next().is_some() {
                            excluded.insert(end);
                            excluding = Some(indent);
                        }
                    }
                    TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => nesting += 1,
                    TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => nesting -= 1,
                    _ => {}
                }
                if first_line.is_none() {
                    first_line = Some(physical_line(file, token.start()));
                    excluding = excluding.filter(|header| indent > *header);
                    if excluding.is_some() {
                        excluded.insert(end_line());
                    }
                }
            }
        }
    }
    excluded
}

enum Node<'a> {
    Stmt(&'a Stmt),
    Case(&'a MatchCase),
}

/// Exclusions carry from decorators and signatures to bodies, and from a body to its irrefutable `case`.
fn exclude_definitions(file: &SourceFile, lines: &LogicalLines, emitted: &CodeLines, excluded: &mut BTreeSet<i32>) {
    let line_of = |offset: TextSize| physical_line(file, offset);
    // coverage.py's order of visits: a parent first, then its children from the last to the first.
    let mut pending: Vec<Node> = file.ast().body.iter().map(Node::Stmt).collect();
    while let Some(node) = pending.pop() {
        let stmt = match node {
            Node::Case(case) => {
                pending.extend(case.body.iter().map(Node::Stmt));
                if let ([first, ..], [.., last]) = (case.body.as_slice(), case.body.as_slice())
                    && is_irrefutable(case)
                {
                    let mut code = emitted.between(line_of(first.start()), line_of(last.end())).peekable();
                    if code.peek().is_some() && code.all(|line| excluded.contains(&lines.first(line))) {
                        excluded.extend(line_of(case.pattern.start())..=line_of(case.pattern.end()));
                    }
                }
                continue;
            }
            Node::Stmt(stmt) => stmt,
        };
        let mut definition = |decorators: &[Decorator], name: TextSize| {
            let header = line_of(name);
            let first =
                decorators.iter().map(|decorator| line_of(decorator.expression.start())).min().unwrap_or(header);
            if excluded.range(first..=header).next().is_some() {
                excluded.extend(first..=line_of(stmt.end()));
            }
        };
        match stmt {
            Stmt::FunctionDef(node) => {
                definition(&node.decorator_list, node.name.start());
                pending.extend(node.body.iter().map(Node::Stmt));
            }
            Stmt::ClassDef(node) => {
                definition(&node.decorator_list, node.name.start());
                pending.extend(node.body.iter().map(Node::Stmt));
            }
            Stmt::Match(node) => pending.extend(node.cases.iter().map(Node::Case)),
            other => pending.extend(super::emitted::inner_bodies(other).into_iter().flatten().map(Node::Stmt)),
        }
    }
}
