//! Comprehensions are inlined loops over hidden locals; generator expressions are codes of their own with one
//! parameter, `.0`, the iterator of the first `for`.
//!
//! The first iterable is evaluated in the scope around, everything else in the comprehension's own.

use ruff_python_ast::{Comprehension, Expr, ExprGenerator};
use ruff_text_size::{Ranged, TextRange};

use super::scope::ScopeKind;
use super::{Header, Lower};
use crate::ir::{CallArg, CodeKind, DecisionKind, Element, Op, Parameter, ParameterKind, Slot};

/// What is done with each element.
#[derive(Clone, Copy)]
enum Collect<'a> {
    List(Slot, &'a Expr),
    Set(Slot, &'a Expr),
    Dict(Slot, Option<&'a Expr>, &'a Expr),
    Yield(&'a Expr),
}

impl<'a> Lower<'a> {
    pub(super) fn comprehension(&mut self, expr: &'a Expr) -> Slot {
        let range = expr.range();
        let elements: Box<[Element]> = Box::default();
        let accumulator = self.code.temp();
        let (generators, empty, collect) = match expr {
            Expr::ListComp(node) => {
                let empty = Op::List { dst: accumulator, elements };
                (&node.generators, empty, Collect::List(accumulator, &node.elt))
            }
            Expr::SetComp(node) => {
                let empty = Op::Set { dst: accumulator, elements };
                (&node.generators, empty, Collect::Set(accumulator, &node.elt))
            }
            Expr::DictComp(node) => {
                let empty = Op::Dict { dst: accumulator, entries: Box::default() };
                (&node.generators, empty, Collect::Dict(accumulator, node.key.as_deref(), &node.value))
            }
            _ => return self.unsupported_value("comprehension", range),
        };
        let Some(first) = generators.first() else { return self.unsupported_value("comprehension", range) };
        let iterable = self.expr(&first.iter);
        let iterator = self.iterator(iterable, first.is_async, first.iter.range());
        self.code.emit(empty, range);

        let scope = self.scope_of(ScopeKind::Comprehension, range);
        self.fresh_cells(scope, range);
        let outer = std::mem::replace(&mut self.code.scope, scope);
        self.loops(generators, iterator, collect);
        self.code.scope = outer;
        accumulator
    }

    pub(super) fn generator_expression(&mut self, node: &'a ExprGenerator) -> Slot {
        let range = node.range;
        let Some(first) = node.generators.first() else { return self.unsupported_value("generator expression", range) };
        let iterable = self.expr(&first.iter);
        let iterator = self.iterator(iterable, first.is_async, first.iter.range());

        let scope = self.scope_of(ScopeKind::Generator, range);
        let kind = if self.scopes.get(scope).awaits { CodeKind::AsyncGenerator } else { CodeKind::Generator };
        let name = self.ident("<genexpr>");
        let line = self.statement_line;
        let parameter = Parameter {
            name: self.ident(".0"),
            slot: Slot(0),
            kind: ParameterKind::PositionalOnly,
            has_default: false,
            annotation: None,
        };
        let header = Header {
            scope,
            qualname: self.qualified(&name),
            name,
            kind,
            range,
            lines: (self.line_of(range.start()), self.line_of(range.end())),
            parameters: vec![parameter],
            returns: None,
        };
        let code = self.code(header, |this| {
            this.line(line, range);
            this.loops(&node.generators, Slot(0), Collect::Yield(&node.elt));
            None
        });
        let closure = self.closure(scope);
        let function = self.emit_value(range, |dst| Op::Function {
            dst,
            code,
            defaults: Box::default(),
            keyword_defaults: Box::default(),
            closure,
        });
        let args = [CallArg::Positional(iterator)].into();
        self.emit_value(range, |dst| Op::Call { dst, callee: function, args })
    }

    /// The nested loops, from the one whose iterator is ready inwards; ends after the outermost.
    fn loops(&mut self, generators: &'a [Comprehension], iterator: Slot, collect: Collect<'a>) {
        let Some((generator, inner)) = generators.split_first() else { return };
        let [header, body, exit] = [(); 3].map(|()| self.code.block());
        self.code.fall_into(header, generator.range);
        let item =
            self.next_item(iterator, generator.is_async, &generator.iter, DecisionKind::Comprehension, body, exit);
        self.code.begin(body);
        self.assign_target(&generator.target, item);
        for filter in &generator.ifs {
            let passed = self.code.block();
            self.condition(filter, passed, header, DecisionKind::Filter);
            self.code.begin(passed);
        }
        match inner.first() {
            Some(next) => {
                let iterable = self.expr(&next.iter);
                let iterator = self.iterator(iterable, next.is_async, next.iter.range());
                self.loops(inner, iterator, collect);
            }
            None => self.collect(collect, generator.range),
        }
        self.code.jump(header, generator.range);
        self.code.begin(exit);
    }

    fn collect(&mut self, collect: Collect<'a>, range: TextRange) {
        match collect {
            Collect::List(_, element) | Collect::Set(_, element) | Collect::Yield(element)
                if element.is_starred_expr() =>
            {
                self.unsupported("unpacking in a comprehension", range);
            }
            Collect::List(list, element) => {
                let value = self.expr(element);
                self.code.emit(Op::ListAppend { list, value }, element.range());
            }
            Collect::Set(set, element) => {
                let value = self.expr(element);
                self.code.emit(Op::SetAdd { set, value }, element.range());
            }
            Collect::Dict(_, None, _) => self.unsupported("unpacking in a comprehension", range),
            Collect::Dict(dict, Some(key), value) => {
                let key = self.expr(key);
                let value = self.expr(value);
                self.code.emit(Op::DictInsert { dict, key, value }, range);
            }
            Collect::Yield(element) => {
                let value = self.expr(element);
                self.emit_value(element.range(), |dst| Op::Yield { dst, value });
            }
        }
    }
}
