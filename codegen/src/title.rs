//! Names of the test functions of one target, and their order.
//!
//! ```text
//! test_place                  the largest table of returning rows
//! test_place_too_late         a further table, by the text that all of its rows return
//! test_place_not_reserved     or by a decision that they share
//! test_place_rejects          ValueError and TypeError, and what the unit raises with a message of its own
//! test_place_raises_timeout   anything else that is raised
//! ```

use std::collections::BTreeSet;

use unseam_plan::{Case, Outcome, Replacement, TargetInfo, Value};

use crate::ids::{NUMBERED, outcome_slug, row_ids};
use crate::names::snake;
use crate::phrases::slug;
use crate::tables::Table;
use crate::values::each_value;

/// A longer name says less.
const LONGEST: usize = 40;

pub struct Titled {
    pub title: String,
    pub table: Table,
}

/// The tables with their names: what returns first, the largest table before the others.
pub fn titles(target: &TargetInfo, cases: &[Case], tables: Vec<Table>) -> Vec<Titled> {
    let base = format!("test_{}", snake(&target.name.qualname));
    let returning = tables.iter().filter(|table| !is_raising(table, cases));
    let largest = returning.map(|table| table.rows.len()).max();
    let main = tables.iter().position(|table| !is_raising(table, cases) && Some(table.rows.len()) == largest);
    let ids = row_ids(&cases.iter().collect::<Vec<_>>(), &[]);
    let mut taken = BTreeSet::new();
    let mut titled: Vec<(bool, bool, Titled)> = Vec::new();
    let wishes: Vec<Vec<String>> = (0..tables.len()).map(|index| wishes(&tables, index, main, cases, &ids)).collect();
    for (index, (table, wishes)) in tables.into_iter().zip(wishes).enumerate() {
        let suffix = wishes.into_iter().find(|suffix| suffix.len() <= LONGEST && !taken.contains(suffix));
        let suffix = suffix.unwrap_or_else(|| format!("_{}", index + 1));
        taken.insert(suffix.clone());
        let title = format!("{base}{suffix}");
        titled.push((is_raising(&table, cases), main != Some(index), Titled { title, table }));
    }
    titled.sort_by_key(|(is_raising, is_further, _)| (*is_raising, *is_further));
    titled.into_iter().map(|(_, _, titled)| titled).collect()
}

/// Suffixes for one table, best first.
fn wishes(tables: &[Table], index: usize, main: Option<usize>, cases: &[Case], ids: &[String]) -> Vec<String> {
    let table = &tables[index];
    let mut wishes: Vec<String> = Vec::new();
    if main == Some(index) {
        return vec![String::new()];
    }
    let mut words: Vec<String> = Vec::new();
    if let Some(Outcome::Raise { class, message, .. }) = table.rows.first().map(|row| &cases[*row].outcome) {
        let class = snake(class.qualname.rsplit('.').next().unwrap_or_default());
        if message.is_some() || matches!(class.as_str(), "value_error" | "type_error") {
            wishes.push("_rejects".to_owned());
        }
        wishes.push(format!("_raises_{class}"));
    } else {
        words.extend(common_text(tables, index, cases));
    }
    if let [only] = table.rows.as_slice() {
        words.extend(Some(&ids[*only]).filter(|id| !id.starts_with(NUMBERED)).cloned());
    }
    words.extend(common_decisions(&table.rows, cases));
    let outcomes: BTreeSet<String> = table.rows.iter().map(|row| outcome_slug(&cases[*row].outcome)).collect();
    if let (1, Some(outcome)) = (outcomes.len(), outcomes.first()) {
        words.push(outcome.clone());
    }
    words.extend(own_needs(tables, index, cases));
    let raising = wishes.last().cloned().filter(|_| is_raising(table, cases));
    for said in words.iter().map(|words| snake(words)).filter(|words| !words.is_empty()) {
        // What is raised in two ways is told by both, unless they are one word.
        let told_by = raising.iter().filter(|raising| !raising.ends_with(&format!("_{said}")));
        wishes.extend(told_by.map(|raising| format!("{raising}_{said}")));
        wishes.push(format!("_{said}"));
    }
    wishes
}

/// The text that all rows of a table return, and no row of another.
fn common_text(tables: &[Table], index: usize, cases: &[Case]) -> Option<String> {
    let text = |row: &usize| match &cases[*row].outcome {
        Outcome::Return(Value::Str(text)) => Some(text.as_str()),
        _ => None,
    };
    let first = text(tables[index].rows.first()?)?;
    let is_said =
        first.contains(char::is_alphabetic) && first.chars().all(|c| c.is_alphanumeric() || " -_".contains(c));
    let own = tables[index].rows.iter().all(|row| text(row) == Some(first));
    let others = tables.iter().enumerate().filter(|(other, _)| *other != index).flat_map(|(_, table)| &table.rows);
    let is_given_back = is_given(&cases[*tables[index].rows.first()?], first);
    (is_said && own && !is_given_back && others.into_iter().all(|row| text(row) != Some(first)))
        .then(|| first.to_owned())
}

/// Whether a text is one that the test put in, and not the unit's.
fn is_given(case: &Case, text: &str) -> bool {
    let mut count = 0;
    each_value(case, &mut |value| count += usize::from(matches!(value, Value::Str(known) if known == text)));
    // The outcome itself is among the values.
    count > 1
}

/// Decisions that all rows of the table took: first those that no other row took, the last before the others.
fn common_decisions(rows: &[usize], cases: &[Case]) -> Vec<String> {
    let Some(first) = rows.first().map(|row| &cases[*row]) else { return Vec::new() };
    let holds = |index: usize, condition: &String| cases[index].conditions.contains(condition);
    let others: Vec<usize> = (0..cases.len()).filter(|index| !rows.contains(index)).collect();
    let common = first.conditions.iter().rev().filter(|condition| rows.iter().all(|row| holds(*row, condition)));
    let sharing = |condition: &String| others.iter().filter(|other| holds(**other, condition)).count();
    let mut common: Vec<(usize, &String)> = common.map(|condition| (sharing(condition), condition)).collect();
    common.retain(|(sharing, _)| *sharing < others.len());
    common.sort_by_key(|(sharing, _)| *sharing);
    common.into_iter().map(|(_, condition)| slug(condition)).collect()
}

/// The arguments that this table passes and the functions that it doubles, and not every other one.
fn own_needs(tables: &[Table], index: usize, cases: &[Case]) -> Vec<String> {
    let needs = |table: &Table| -> Vec<&str> {
        let Some(first) = table.rows.first().map(|row| &cases[*row]) else { return Vec::new() };
        let functions = first.patches.iter().filter(|patch| matches!(patch.replacement, Replacement::Function { .. }));
        let arguments = first.arguments.iter().map(|argument| argument.name.as_str());
        arguments.chain(functions.map(|patch| patch.hint.as_str())).collect()
    };
    let is_everywhere = |need: &&str| tables.iter().all(|table| needs(table).contains(need));
    needs(&tables[index]).into_iter().filter(|need| !is_everywhere(need)).map(|need| format!("with-{need}")).collect()
}

fn is_raising(table: &Table, cases: &[Case]) -> bool {
    table.rows.first().is_some_and(|row| matches!(cases[*row].outcome, Outcome::Raise { .. }))
}
