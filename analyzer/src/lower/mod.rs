//! From syntax to [IR](crate::ir): the whole statement and expression grammar of Python 3.8 to 3.14.
//!
//! The result runs in CPython's order of evaluation and has a line event where CPython has one. What cannot be lowered
//! becomes [`Op::Unsupported`] at the point where it would run, so lowering itself cannot fail.
//!
//! ```python
//! def f(x):            # code 1: b0: Line 2 ; %1 = x > 0 ; %2 = truth %1 ; branch %2 b1 b2
//!     if x > 0:
//!         return 1     #         b1: Line 3 ; %3 = 1 ; return %3
//!     return g(x)      #         b2: Line 4 ; %4 = global g ; %5 = call %4(x) ; return %5
//! ```

mod assign;
mod builder;
mod call;
mod class;
mod collect;
mod comprehension;
mod condition;
mod expr;
mod function;
mod imports;
mod loops;
mod names;
mod patterns;
mod prune;
mod scope;
mod stmt;
mod strings;
mod tries;
mod with;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod verify;

use ruff_python_ast::{ModModule, Stmt};
use ruff_source_file::LineIndex;
use ruff_text_size::{TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use self::builder::CodeBuilder;
use self::scope::{MODULE, ScopeId, ScopeKind, ScopeTree, mangle};
use crate::ir::{
    Annotation, Code, CodeId, CodeKind, Const, Decision, DecisionKind, Ident, Module, Op, Parameter, Terminator,
};

/// Lowers a parsed file; `module_name` is what its classes get as `__module__`.
pub fn module(ast: &ModModule, source: &str, module_name: &str) -> Module {
    let mut lower = Lower {
        source,
        lines: LineIndex::from_source_text(source),
        module_name,
        scopes: ScopeTree::new(&ast.body),
        codes: Vec::new(),
        code_of_scope: FxHashMap::default(),
        identifiers: FxHashSet::default(),
        code: CodeBuilder::new(MODULE),
        qualname: None,
        depth: 0,
        statement_line: 1,
    };
    let last_line = lower.lines.line_count() as u32;
    let header = Header {
        scope: MODULE,
        name: "<module>".into(),
        qualname: "<module>".into(),
        kind: CodeKind::Module,
        range: ast.range,
        lines: (1, last_line),
        parameters: Vec::new(),
        returns: None,
    };
    lower.code(header, |this| this.body(&ast.body));
    Module { codes: lower.codes.into_iter().flatten().collect() }
}

/// What is known about a [`Code`] before its body is lowered.
struct Header {
    scope: ScopeId,
    name: Ident,
    qualname: Ident,
    kind: CodeKind,
    range: TextRange,
    lines: (u32, u32),
    parameters: Vec<Parameter>,
    returns: Option<Annotation>,
}

struct Lower<'a> {
    source: &'a str,
    lines: LineIndex,
    module_name: &'a str,
    scopes: ScopeTree,
    /// `None` while a code is being lowered.
    codes: Vec<Option<Code>>,
    /// A function in a `finally` body is lowered once, though the body is lowered for each way out.
    code_of_scope: FxHashMap<ScopeId, CodeId>,
    identifiers: FxHashSet<Ident>,
    code: CodeBuilder<'a>,
    /// The qualified name of the code being lowered and whether names in it are `<locals>`; `None` at the top level.
    qualname: Option<(Ident, bool)>,
    depth: u32,
    /// The line of the last event, also for lambdas and generator expressions inside that statement.
    statement_line: u32,
}

impl<'a> Lower<'a> {
    /// Lowers one code; `body` returns its docstring and leaves the end of the code open for `return None`.
    fn code(&mut self, header: Header, body: impl FnOnce(&mut Self) -> Option<Ident>) -> CodeId {
        if let Some(id) = self.code_of_scope.get(&header.scope) {
            return *id;
        }
        let id = CodeId(self.codes.len() as u32);
        self.codes.push(None);
        self.code_of_scope.insert(header.scope, id);

        let locals = !matches!(header.kind, CodeKind::Class);
        let qualname = (header.scope != MODULE).then(|| (header.qualname.clone(), locals));
        let outer_qualname = std::mem::replace(&mut self.qualname, qualname);
        let outer = std::mem::replace(&mut self.code, CodeBuilder::new(header.scope));
        let outer_depth = std::mem::take(&mut self.depth);
        let outer_line = self.statement_line;

        let cells = self.declare(header.scope);
        let docstring = body(self);
        let none = self.code.constant(Const::None, header.range);
        self.code.end(Terminator::Return(none), header.range);

        self.statement_line = outer_line;
        self.depth = outer_depth;
        self.qualname = outer_qualname;
        let builder = std::mem::replace(&mut self.code, outer);
        let starts = if header.scope == MODULE { 1 } else { self.line_of(header.range.start()) };
        let mut code = Code {
            id,
            name: header.name,
            qualname: header.qualname,
            kind: header.kind,
            range: header.range,
            lines: header.lines,
            starts,
            parameters: header.parameters,
            slots: Vec::new(),
            cells,
            free: self.scopes.free(header.scope).map(|variable| variable.name.clone()).collect(),
            blocks: Vec::new(),
            decisions: Vec::new(),
            docstring,
            returns: header.returns,
            class: self.scopes.get(header.scope).class.clone(),
        };
        builder.finish(&mut code);
        self.codes[id.index()] = Some(code);
        id
    }

    /// A body whose first string is its docstring.
    fn body(&mut self, body: &'a [Stmt]) -> Option<Ident> {
        if let Some((Stmt::Expr(first), rest)) = body.split_first()
            && let Some(text) = first.value.as_string_literal_expr()
        {
            if self.in_class_or_module() {
                // Where CPython stores `__doc__`.
                self.line(self.line_of(first.range.start()), first.range);
            }
            self.suite(rest);
            return Some(self.ident(text.value.to_str()));
        }
        self.suite(body);
        None
    }

    fn ident(&mut self, name: &str) -> Ident {
        if let Some(known) = self.identifiers.get(name) {
            return known.clone();
        }
        let ident: Ident = name.into();
        self.identifiers.insert(ident.clone());
        ident
    }

    /// The identifier a name of the source stands for here, private names of a class mangled.
    fn mangled(&mut self, name: &str) -> Ident {
        if name.starts_with("__") {
            mangle(self.scopes.get(self.code.scope).class.as_ref(), name)
        } else {
            self.ident(name)
        }
    }

    fn line_of(&self, offset: TextSize) -> u32 {
        self.lines.line_index(offset).get() as u32
    }

    fn annotation(&mut self, range: TextRange) -> Annotation {
        let text = self.ident(&self.source[range]);
        Annotation { text, range }
    }

    fn decision(&self, kind: DecisionKind, range: TextRange) -> Decision {
        Decision { kind, range, line: self.line_of(range.start()) }
    }

    fn unsupported(&mut self, construct: &'static str, range: TextRange) {
        self.code.emit(Op::Unsupported { construct }, range);
    }

    fn scope_of(&self, kind: ScopeKind, node: TextRange) -> ScopeId {
        // Every node was collected, except below the nesting limit, where nothing is lowered either.
        self.scopes.of_node(kind, node).unwrap_or(MODULE)
    }
}
