//! Which cases become rows: the fewest that keep every feature.
//!
//! Greedy set cover, in a stable order: the case that adds most features first; of those the simplest (fewest conditions);
//! of those the first.

use std::collections::BTreeSet;

use unseam_plan::Case;

/// Positions of the cases to keep, in ascending order. A case without features is kept only if no case has any.
pub fn select(cases: &[Case]) -> Vec<usize> {
    let mut missing: BTreeSet<&str> = cases.iter().flat_map(|case| case.features.iter().map(String::as_str)).collect();
    if missing.is_empty() {
        return (0..cases.len()).collect();
    }
    let mut kept = BTreeSet::new();
    while !missing.is_empty() {
        let adds = |index: usize| {
            let features: BTreeSet<&str> = cases[index].features.iter().map(String::as_str).collect();
            features.intersection(&missing).count()
        };
        let best = (0..cases.len()).max_by_key(|index| {
            let simplicity = std::cmp::Reverse((cases[*index].conditions.len(), *index));
            (adds(*index), simplicity)
        });
        let Some(best) = best.filter(|index| adds(*index) > 0) else { break };
        kept.insert(best);
        cases[best].features.iter().for_each(|feature| {
            missing.remove(feature.as_str());
        });
    }
    drop_redundant(cases, &mut kept);
    kept.into_iter().collect()
}

/// A case picked early may have become superfluous through later ones.
fn drop_redundant(cases: &[Case], kept: &mut BTreeSet<usize>) {
    for index in kept.clone().into_iter().rev() {
        let others: BTreeSet<&String> =
            kept.iter().filter(|other| **other != index).flat_map(|other| &cases[*other].features).collect();
        if cases[index].features.iter().all(|feature| others.contains(feature)) {
            kept.remove(&index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_plan::{Outcome, Value};

    fn case(features: &[&str], conditions: usize) -> Case {
        Case {
            path: 1,
            receiver: None,
            arguments: Vec::new(),
            globals: Vec::new(),
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
