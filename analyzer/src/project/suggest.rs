//! "Did you mean …?": the names nearest to a misspelt one.

/// At most three candidates, nearest first; a dotted name also counts by its last part.
pub(crate) fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let limit = (wanted.chars().count() / 3).max(2);
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    let mut ranked: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let (whole, part) = (edit_distance(wanted, candidate), edit_distance(wanted, last(candidate)));
            // A hit on the whole name ranks before an equal one on its last part.
            (whole.min(part) <= limit).then_some((whole.min(part + 1), candidate))
        })
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// The tail of an error message.
pub(crate) fn did_you_mean(near: &[String]) -> String {
    match near {
        [] => String::new(),
        [only] => format!("; did you mean `{only}`?"),
        [first @ .., last] => format!("; did you mean `{}` or `{last}`?", first.join("`, `")),
    }
}

/// Levenshtein's distance, counted in characters.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_first_and_far_ones_never() {
        assert_eq!(nearest("plcae", ["place", "replace_all", "Cart.place"]), ["place", "Cart.place"]);
        assert!(nearest("x", ["checkout", "billing"]).is_empty());
        assert_eq!(did_you_mean(&["a".into(), "b".into()]), "; did you mean `a` or `b`?");
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
