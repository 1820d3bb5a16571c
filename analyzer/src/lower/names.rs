//! Loading, storing and deleting names, wherever they live.

use ruff_text_size::TextRange;

use super::Lower;
use super::scope::{Meaning, ScopeId, ScopeKind, Variable};
use crate::ir::{Const, Ident, Op, Slot};

/// Where a name lives, seen from the code being lowered.
enum Place {
    Local(Slot),
    Cell(u32),
    Global,
    ClassName(Option<u32>),
}

impl Lower<'_> {
    /// Makes slots and cells for all variables of a host; returns its own cells.
    pub(super) fn declare(&mut self, host: ScopeId) -> Vec<(Ident, Option<Slot>)> {
        for name in self.scopes.get(host).parameters.clone() {
            let slot = self.code.named_slot(name.clone());
            self.code.locals.insert(Variable { name, owner: host }, slot);
        }
        let captured: Vec<Variable> = self.scopes.cells(host).cloned().collect();
        for variable in self.scopes.locals(host) {
            if !captured.contains(&variable) && !self.code.locals.contains_key(&variable) {
                let slot = self.code.named_slot(variable.name.clone());
                self.code.locals.insert(variable, slot);
            }
        }
        let free: Vec<Variable> = self.scopes.free(host).cloned().collect();
        for (index, variable) in captured.iter().chain(&free).enumerate() {
            self.code.cells.insert(variable.clone(), index as u32);
        }
        captured
            .into_iter()
            .map(|variable| {
                let argument = self.code.locals.get(&variable).copied();
                (variable.name, argument)
            })
            .collect()
    }

    fn place(&self, name: &Ident) -> Place {
        match self.scopes.meaning(self.code.scope, name) {
            Meaning::Variable(variable) => match self.code.cells.get(&variable) {
                Some(cell) => Place::Cell(*cell),
                None => self.code.locals.get(&variable).map_or(Place::Global, |slot| Place::Local(*slot)),
            },
            Meaning::Global => Place::Global,
            Meaning::ClassName(variable) => {
                Place::ClassName(variable.and_then(|variable| self.code.cells.get(&variable).copied()))
            }
        }
    }

    /// A name's value. Parameters that keep their value within an expression are named directly.
    pub(super) fn load(&mut self, name: &str, range: TextRange) -> Slot {
        let name = self.mangled(name);
        self.load_mangled(name, range)
    }

    pub(super) fn load_mangled(&mut self, name: Ident, range: TextRange) -> Slot {
        let place = self.place(&name);
        if let Place::Local(slot) = place
            && self.is_stable_parameter(&name)
        {
            return slot;
        }
        let dst = self.code.temp();
        let op = match place {
            Place::Local(src) => Op::Load { dst, src },
            Place::Cell(cell) => Op::LoadCell { dst, cell },
            Place::Global => Op::LoadGlobal { dst, name },
            Place::ClassName(cell) => Op::LoadName { dst, name, cell },
        };
        self.code.emit(op, range);
        dst
    }

    fn is_stable_parameter(&self, name: &Ident) -> bool {
        let Meaning::Variable(variable) = self.scopes.meaning(self.code.scope, name) else { return false };
        let owner = self.scopes.get(variable.owner);
        owner.parameters.contains(name) && !owner.unstable.contains(name)
    }

    pub(super) fn store(&mut self, name: &str, src: Slot, range: TextRange) {
        let name = self.mangled(name);
        self.store_mangled(name, src, range);
    }

    pub(super) fn store_mangled(&mut self, name: Ident, src: Slot, range: TextRange) {
        let op = match self.place(&name) {
            Place::Local(dst) => Op::Load { dst, src },
            Place::Cell(cell) => Op::StoreCell { cell, src },
            Place::Global => Op::StoreGlobal { name, src },
            Place::ClassName(_) => Op::StoreName { name, src },
        };
        self.code.emit(op, range);
    }

    pub(super) fn delete(&mut self, name: &str, range: TextRange) {
        let name = self.mangled(name);
        self.delete_mangled(name, range);
    }

    fn delete_mangled(&mut self, name: Ident, range: TextRange) {
        let op = match self.place(&name) {
            Place::Local(slot) => Op::Unbind(slot),
            Place::Cell(cell) => Op::DeleteCell { cell },
            Place::Global => Op::DeleteGlobal { name },
            Place::ClassName(_) => Op::DeleteName { name },
        };
        self.code.emit(op, range);
    }

    /// The end of `except … as name`: unbound afterwards, whether or not the body already did it.
    pub(super) fn clear(&mut self, name: &Ident, range: TextRange) {
        if let Place::Local(slot) = self.place(name) {
            self.code.emit(Op::Clear(slot), range);
        } else {
            let none = self.code.constant(Const::None, range);
            self.store_mangled(name.clone(), none, range);
            self.delete_mangled(name.clone(), range);
        }
    }

    /// The cell of `__class__`, if the code being lowered is inside a class and mentions it or `super`.
    pub(super) fn class_cell(&self) -> Option<u32> {
        match self.place(&"__class__".into()) {
            Place::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// Where an inner host finds its free variables among the cells of the code being lowered.
    pub(super) fn closure(&self, inner: ScopeId) -> Box<[u32]> {
        self.scopes.free(inner).filter_map(|variable| self.code.cells.get(variable).copied()).collect()
    }

    /// Gives each captured variable of a comprehension a fresh cell.
    pub(super) fn fresh_cells(&mut self, comprehension: ScopeId, range: TextRange) {
        let mut cells: Vec<u32> = self
            .code
            .cells
            .iter()
            .filter(|(variable, _)| variable.owner == comprehension)
            .map(|(_, cell)| *cell)
            .collect();
        cells.sort_unstable();
        for cell in cells {
            self.code.emit(Op::FreshCell { cell }, range);
        }
    }

    pub(super) fn is_global(&self, name: &Ident) -> bool {
        matches!(self.place(name), Place::Global)
    }

    pub(super) fn in_class_or_module(&self) -> bool {
        matches!(self.scopes.get(self.code.scope).kind, ScopeKind::Class | ScopeKind::Module)
    }
}
