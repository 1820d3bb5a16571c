//! Which cases become rows: few, and simple ones, that keep every feature.
//!
//! The simplest cases are taken first, each if it shows something new; then those that others have made superfluous go,
//! the most complicated first. So a reader meets one thing a row, and nothing twice.

use std::collections::BTreeSet;

use unseam_plan::{Case, Replacement, Value};

/// Positions of the cases to keep, in ascending order. A case without features is kept only if no case has any.
pub fn select(cases: &[Case]) -> Vec<usize> {
    if cases.iter().all(|case| case.features.is_empty()) {
        return (0..cases.len()).collect();
    }
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&index| (complexity(&cases[index]), index));
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    let mut kept: Vec<usize> = Vec::new();
    for &index in &order {
        let features = cases[index].features.iter().map(String::as_str);
        let before = shown.len();
        shown.extend(features);
        if shown.len() > before {
            kept.push(index);
        }
    }
    for index in kept.clone().into_iter().rev() {
        let others: BTreeSet<&String> =
            kept.iter().filter(|other| **other != index).flat_map(|other| &cases[*other].features).collect();
        if cases[index].features.iter().all(|feature| others.contains(feature)) {
            kept.retain(|other| *other != index);
        }
    }
    kept.sort_unstable();
    kept
}

/// How much a reader has to take in: arguments, answers of doubles, decisions. Of what is alike in this, inputs that hold
/// something tell more than empty ones.
fn complexity(case: &Case) -> (usize, usize, usize, usize) {
    let answers = case.patches.iter().map(|patch| match &patch.replacement {
        Replacement::Function { behaviour, .. } => behaviour.answers.len(),
        Replacement::Object(_)
        | Replacement::Created(_)
        | Replacement::Entered(_)
        | Replacement::Entries { .. }
        | Replacement::Context { .. }
        | Replacement::Cell { .. } => 1,
    });
    let empty = case.arguments.iter().filter(|argument| is_empty(&argument.value)).count();
    (case.arguments.len(), answers.sum(), empty, case.conditions.len())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => items.is_empty(),
        Value::Dict(entries) => entries.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_plan::Outcome;

    fn case(features: &[&str], conditions: usize) -> Case {
        Case {
            printed: Default::default(),
            path: 1,
            receiver: None,
            arguments: Vec::new(),
            globals: Vec::new(),
            caches: Vec::new(),
            imports: Vec::new(),
            built_under_patches: false,
            for_unit_only: false,
            completed: Vec::new(),
            omitted: Vec::new(),
            patches: Vec::new(),
            outcome: Outcome::Return(Value::None),
            checks: Vec::new(),
            conditions: vec!["x".to_owned(); conditions],
            features: features.iter().map(|feature| (*feature).to_owned()).collect(),
            lines: Vec::new(),
        }
    }

    #[test]
    fn every_feature_is_kept_by_the_fewest_and_simplest_cases() {
        let cases = [case(&["a"], 1), case(&["a", "b"], 3), case(&["a", "b"], 2), case(&["c"], 1), case(&["c"], 1)];
        assert_eq!(select(&cases), [2, 3]);
    }

    #[test]
    fn a_case_that_later_ones_make_superfluous_is_dropped() {
        let cases = [case(&["a", "b", "c", "d"], 1), case(&["a", "b", "e"], 1), case(&["c", "d", "f"], 1)];
        assert_eq!(select(&cases), [1, 2]);
    }

    #[test]
    fn without_features_nothing_is_dropped() {
        assert_eq!(select(&[case(&[], 1), case(&[], 1)]), [0, 1]);
    }
}
