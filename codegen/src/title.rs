//! Names of the test functions of one target.
//!
//! ```text
//! test_place                  the largest table of returning rows
//! test_place_rejects          ValueError and TypeError, and what the unit raises with a message of its own
//! test_place_raises_timeout   anything else that is raised
//! test_place_not_reserved     a further table, by the conditions of its rows
//! ```

use std::collections::BTreeSet;

use unseam_plan::{Case, Outcome, TargetInfo};

use crate::ids::{row_ids, slug};
use crate::names::snake;
use crate::tables::Table;

pub struct Titled {
    pub title: String,
    pub table: Table,
}

pub fn titles(target: &TargetInfo, cases: &[Case], tables: Vec<Table>) -> Vec<Titled> {
    let base = format!("test_{}", snake(&target.name.qualname));
    let returning = tables.iter().filter(|table| !is_raising(table, cases));
    let largest = returning.map(|table| table.rows.len()).max();
    let main = tables.iter().position(|table| !is_raising(table, cases) && Some(table.rows.len()) == largest);
    let ids = row_ids(&cases.iter().collect::<Vec<_>>(), &[]);
    let mut taken = BTreeSet::new();
    let suffixes: Vec<String> = (0..tables.len())
        .map(|index| {
            let wishes = wishes(&tables, index, main, cases, &ids);
            let suffix = wishes.into_iter().find(|suffix| !taken.contains(suffix));
            let suffix = suffix.unwrap_or_else(|| format!("_{}", index + 1));
            taken.insert(suffix.clone());
            suffix
        })
        .collect();
    tables.into_iter().zip(suffixes).map(|(table, suffix)| Titled { title: format!("{base}{suffix}"), table }).collect()
}

/// Suffixes for one table, best first.
fn wishes(tables: &[Table], index: usize, main: Option<usize>, cases: &[Case], ids: &[String]) -> Vec<String> {
    let table = &tables[index];
    let mut wishes = Vec::new();
    if main == Some(index) {
        wishes.push(String::new());
    }
    if let Some(Outcome::Raise { class, message, .. }) = table.rows.first().map(|row| &cases[*row].outcome) {
        let class = snake(class.qualname.rsplit('.').next().unwrap_or_default());
        if message.is_some() || matches!(class.as_str(), "value_error" | "type_error") {
            wishes.push("_rejects".to_owned());
        }
        wishes.push(format!("_raises_{class}"));
    }
    let words = match table.rows.as_slice() {
        [only] => Some(ids[*only].clone()),
        rows => common_condition(rows, cases),
    };
    wishes.extend(words.map(|words| format!("_{}", snake(&words))).filter(|suffix| suffix.len() > 1));
    wishes
}

/// A decision that all rows of the table took, and no other row.
fn common_condition(rows: &[usize], cases: &[Case]) -> Option<String> {
    let first = &cases[*rows.first()?];
    let holds = |index: usize, condition: &String| cases[index].conditions.contains(condition);
    let condition = first.conditions.iter().rev().find(|condition| {
        let others = (0..cases.len()).filter(|index| !rows.contains(index));
        rows.iter().all(|row| holds(*row, condition)) && others.into_iter().all(|other| !holds(other, condition))
    })?;
    Some(slug(condition))
}

fn is_raising(table: &Table, cases: &[Case]) -> bool {
    table.rows.first().is_some_and(|row| matches!(cases[*row].outcome, Outcome::Raise { .. }))
}
