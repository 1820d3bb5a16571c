//! The branches of a function as coverage.py counts them, without running Python.
//!
//! ```python
//! 1  def sign(x):
//! 2      if x < 0:          # arcs 2 -> 3 (true) and 2 -> 4 (false): line 2 is a branch line
//! 3          return "-"     # arc 3 -> -1: leaves the code that starts at line 1
//! 4      return "+"         # arc 4 -> -1
//! ```
//!
//! | word | meaning |
//! | --- | --- |
//! | logical line | a statement, or the header of a compound one, named by its first line |
//! | arc | a pair of logical lines; a negative end leaves the code that starts at that line |
//! | branch | an arc from a line that has more than one of them |
//! | excluded | a line that the report leaves out: `# pragma: no cover`, `if TYPE_CHECKING:`, a body of `...` |
//!
//! The analysis is of whole files, because lines are: `def f(x): return x` on one line gives that line an
//! arc of the module and one of the function. Each step has its file: [`lines`] joins physical lines,
//! [`exclude`] finds what is left out, [`emitted`] tells which lines the compiler keeps, [`walk`] finds arcs.

#[cfg(test)]
mod differential;
mod emitted;
mod exclude;
mod lines;
mod walk;

use super::functions::Function;
use super::source::SourceFile;
use ruff_text_size::Ranged;
use std::collections::{BTreeMap, BTreeSet};

/// What taking a branch means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BranchLabel {
    /// The condition held.
    True,
    /// The condition did not hold, or the pattern did not match.
    False,
    /// The loop's body is entered.
    Loop,
    /// The loop ends.
    Exit,
    /// The pattern matched.
    Case,
    /// A raised exception goes to its handler.
    Except,
    /// Anything else: two statements share a line.
    Jump,
}

impl BranchLabel {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Loop => "loop",
            Self::Exit => "exit",
            Self::Case => "case",
            Self::Except => "except",
            Self::Jump => "jump",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branch {
    pub from: i32,
    pub to: i32,
    pub label: BranchLabel,
    /// A condition and what it guards share the line: how it is left tells nothing.
    pub shares_line: bool,
    /// `# pragma: no branch`: coverage.py does not miss it when it is not taken.
    pub optional: bool,
    /// The arc as the interpreter traces it: what leaves a `with` visits its line first.
    pub traced: (i32, i32),
    /// The line where the function inside this one starts that the branch belongs to.
    pub inner: Option<u32>,
}

/// The arcs of one function's body, and the branches of the functions inside it, which no test reaches but through it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arcs {
    /// Every possible arc, excluded lines included.
    pub arcs: BTreeSet<(i32, i32)>,
    pub branch_lines: BTreeSet<i32>,
    /// Sorted by line.
    pub branches: Vec<Branch>,
}

/// The arcs of a whole file.
pub struct FileArcs {
    arcs: BTreeMap<(i32, i32), BranchLabel>,
    traced: BTreeMap<(i32, i32), (i32, i32)>,
    shared: BTreeSet<i32>,
    excluded: BTreeSet<i32>,
    optional: BTreeSet<i32>,
    /// For each line, the innermost function whose body holds it, as an index into `SourceFile::functions`.
    owners: BTreeMap<i32, usize>,
    /// How a function is found again: by where it starts.
    starts: BTreeMap<u32, usize>,
}

impl FileArcs {
    pub fn new(file: &SourceFile) -> Self {
        let lines = lines::LogicalLines::new(file);
        let emitted = emitted::emitted_lines(file, &lines);
        let excluded = exclude::excluded_lines(file, &lines, &emitted);
        let optional = exclude::no_branch_lines(file, &lines);
        let walk::Possible { arcs, traced, shared } = walk::possible_arcs(file, &lines, &emitted);
        let mut owners = BTreeMap::new();
        let mut starts = BTreeMap::new();
        // Functions come outermost first, so that inner ones take their lines over.
        for (index, function) in file.functions().iter().enumerate() {
            starts.insert(function.range.start().to_u32(), index);
            if let Some(first) = function.node.body.first() {
                let first_line = lines::physical_line(file, lines::statement_start(first));
                let last_line = lines::physical_line(file, function.node.end());
                owners.extend((first_line..=last_line).map(|line| (line, index)));
            }
        }
        Self { arcs, traced, shared, excluded, optional, owners, starts }
    }

    /// The arcs of a function's body, with the branches of those inside it.
    pub fn with_inner(&self, function: &Function<'_>, functions: &[Function<'_>]) -> Arcs {
        let mut all = self.of(function);
        let is_inside =
            |inner: &&Function<'_>| inner.range != function.range && function.range.contains_range(inner.range);
        for inner in functions.iter().filter(is_inside) {
            let branches = self.of(inner).branches.into_iter();
            all.branches.extend(branches.map(|branch| Branch { inner: Some(inner.first_line as u32), ..branch }));
        }
        all.branches.sort_by_key(|branch| (branch.from, branch.to));
        all
    }

    /// The arcs that start in a function's body, nested functions left out.
    pub fn of(&self, function: &Function<'_>) -> Arcs {
        let Some(index) = self.starts.get(&function.range.start().to_u32()) else { return Arcs::default() };
        let own = |(from, to): &&(i32, i32)| {
            // `def f(x): return x`: what else leaves this line is the `def` itself, run by the import.
            let is_import = *from == function.def_line as i32 && *to != -(function.first_line as i32);
            self.owners.get(from) == Some(index) && !is_import
        };
        let arcs: BTreeSet<(i32, i32)> = self.arcs.keys().filter(own).copied().collect();
        let reported = |line: &i32| !self.excluded.contains(line);
        let counted: Vec<(i32, i32)> =
            arcs.iter().filter(|(from, to)| reported(from) && reported(to)).copied().collect();
        let mut exits: BTreeMap<i32, usize> = BTreeMap::new();
        for (from, _) in &counted {
            *exits.entry(*from).or_default() += 1;
        }
        let branch_lines: BTreeSet<i32> =
            exits.into_iter().filter(|(_, count)| *count > 1).map(|(line, _)| line).collect();
        let branches = counted
            .into_iter()
            .filter(|(from, _)| branch_lines.contains(from))
            .map(|arc| Branch {
                from: arc.0,
                to: arc.1,
                label: self.arcs[&arc],
                shares_line: self.shared.contains(&arc.0),
                optional: self.optional.contains(&arc.0),
                traced: self.traced.get(&arc).copied().unwrap_or(arc),
                inner: None,
            })
            .collect();
        Arcs { arcs, branch_lines, branches }
    }
}
