//! What a path decided, without what follows from its other decisions.
//!
//! ```text
//! attempts > 1, attempts > 2, attempts <= 3      attempts > 2, attempts <= 3
//! minutes > 10, minutes != 2                     minutes > 10
//! ```
//!
//! A **bound** is a comparison of an expression with a whole number. The tightest bounds of an expression imply its others.

/// `left relation number`
struct Bound<'a> {
    left: &'a str,
    relation: &'a str,
    number: i64,
}

impl<'a> Bound<'a> {
    fn of(condition: &'a str) -> Option<Bound<'a>> {
        const RELATIONS: &[&str] = &["==", "!=", "<=", ">=", "<", ">"];
        let (rest, number) = condition.rsplit_once(' ')?;
        let (left, relation) = rest.rsplit_once(' ')?;
        let number = number.parse().ok()?;
        let is_whole = !left.contains(" and ") && !left.contains(" or ") && !left.starts_with("not ");
        (is_whole && RELATIONS.contains(&relation)).then_some(Bound { left, relation, number })
    }

    /// The least number that fits, and the greatest.
    fn range(&self) -> (Option<i64>, Option<i64>) {
        match self.relation {
            "==" => (Some(self.number), Some(self.number)),
            "<=" => (None, Some(self.number)),
            ">=" => (Some(self.number), None),
            "<" => (None, self.number.checked_sub(1)),
            ">" => (self.number.checked_add(1), None),
            _ => (None, None),
        }
    }

    /// Whether it is true of every number that another bound leaves.
    fn follows_from(&self, other: &Bound) -> bool {
        let ((least, greatest), (low, high)) = (self.range(), other.range());
        match self.relation {
            "!=" => low.is_some_and(|low| low > self.number) || high.is_some_and(|high| high < self.number),
            _ => {
                let above = least.is_none_or(|least| low.is_some_and(|low| low >= least));
                let below = greatest.is_none_or(|greatest| high.is_some_and(|high| high <= greatest));
                above && below
            }
        }
    }
}

/// The conditions that do not follow from another one, in their order; of equal ones the last stays if it is a bound.
pub fn telling<T: AsRef<str>>(conditions: &[T]) -> Vec<String> {
    let bounds: Vec<Option<Bound>> = conditions.iter().map(|condition| Bound::of(condition.as_ref())).collect();
    let is_implied = |index: usize| {
        let Some(bound) = &bounds[index] else { return false };
        let others = bounds.iter().enumerate().filter(|(other, _)| *other != index);
        others.filter_map(|(other, known)| Some((other, known.as_ref()?))).any(|(other, known)| {
            let is_stronger = known.left == bound.left && bound.follows_from(known);
            // Two that say the same imply each other.
            is_stronger && (other > index || !known.follows_from(bound))
        })
    };
    let kept = conditions.iter().enumerate().filter(|(index, _)| !is_implied(*index));
    kept.map(|(_, condition)| condition.as_ref().to_owned()).collect()
}

/// The same with both bounds of an expression as one: `hour == 5`, or `13 <= minutes <= 19` for whole numbers.
pub fn joined<T: AsRef<str>>(conditions: &[T]) -> Vec<String> {
    let conditions = telling(conditions);
    let bounds: Vec<Option<Bound>> = conditions.iter().map(|condition| Bound::of(condition)).collect();
    let mut out = Vec::new();
    for (index, condition) in conditions.iter().enumerate() {
        let Some(bound) = bounds[index].as_ref().filter(|bound| !matches!(bound.relation, "==" | "!=")) else {
            out.push(condition.clone());
            continue;
        };
        let same = |(other, known): (usize, &Option<Bound>)| {
            let known = known.as_ref()?;
            let (least, greatest) = match (bound.range(), known.range()) {
                ((Some(least), None), (None, Some(greatest))) | ((None, Some(greatest)), (Some(least), None)) => {
                    (least, greatest)
                }
                _ => return None,
            };
            (other != index && known.left == bound.left).then_some((other, least, greatest))
        };
        match bounds.iter().enumerate().find_map(same) {
            // The pair stands where its second half stood.
            Some((other, ..)) if other > index => {}
            Some((_, least, greatest)) if least == greatest => out.push(format!("{} == {least}", bound.left)),
            Some((_, least, greatest)) => out.push(format!("{least} <= {} <= {greatest}", bound.left)),
            None => out.push(condition.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_left_out() {
        assert_eq!(telling(&["n > 1", "n > 2", "n <= 3"]), ["n > 2", "n <= 3"]);
        assert_eq!(telling(&["n > 10", "n < 13", "n != 2"]), ["n > 10", "n < 13"]);
        assert_eq!(telling(&["n <= 10", "n == 10", "m > 1"]), ["n == 10", "m > 1"]);
        assert_eq!(telling(&["ok", "ok", "n > 1", "n > 1"]), ["ok", "ok", "n > 1"]);
        assert_eq!(telling(&["x > 1 or x < 0", "x > 2"]), ["x > 1 or x < 0", "x > 2"]);
    }

    #[test]
    fn both_bounds_are_said_at_once() {
        assert_eq!(joined(&["n > 10", "done", "n < 20"]), ["done", "11 <= n <= 19"]);
        assert_eq!(joined(&["n < 190", "n >= 189"]), ["n == 189"]);
        assert_eq!(joined(&["n >= 0", "m < 5"]), ["n >= 0", "m < 5"]);
    }
}
