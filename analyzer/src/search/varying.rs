//! Numbers that differ from run to run: of a hash, a test can only say that it is a number.
//!
//! ```python
//! def __hash__(self):
//!     return hash((self.name, self.version))       # type(hash(version)).__name__ == "int"
//! ```

use unseam_plan::case::VARYING;
use unseam_plan::{Arg, Outcome, Value};

/// Hashes have sixty bits; what a program counts has hardly ever more than thirty.
const LEAST_HASH: u64 = 1 << 32;

/// The outcome of a path that asked for a hash.
pub fn without_hashes(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Return(value) => Outcome::Return(blurred(value)),
        other => other,
    }
}

/// The value without the numbers that may come from a hash.
pub fn blurred(value: Value) -> Value {
    let all = |items: Vec<Value>| items.into_iter().map(blurred).collect();
    match value {
        Value::Int(digits) if is_large(&digits) => Value::Unwritable(VARYING.to_owned()),
        Value::List(items) => Value::List(all(items)),
        Value::Tuple(items) => Value::Tuple(all(items)),
        Value::Dict(entries) => {
            Value::Dict(entries.into_iter().map(|(key, value)| (blurred(key), blurred(value))).collect())
        }
        Value::Bind(number, inner) => Value::Bind(number, Box::new(blurred(*inner))),
        Value::Construct { class, args, set } => {
            let args = args.into_iter().map(|arg| Arg { keyword: arg.keyword, value: blurred(arg.value) });
            Value::Construct { class, args: args.collect(), set }
        }
        other => other,
    }
}

fn is_large(digits: &str) -> bool {
    let magnitude = digits.trim_start_matches('-');
    magnitude.parse::<u64>().map_or(magnitude.len() > 9, |magnitude| magnitude >= LEAST_HASH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_as_large_as_hashes_are_blurred() {
        let hash = Value::int(-6_715_696_147_663_039_123_i64);
        let seen = blurred(Value::Tuple(vec![hash, Value::int(7), Value::str("a")]));
        let told = Value::Unwritable(VARYING.to_owned());
        assert_eq!(seen, Value::Tuple(vec![told, Value::int(7), Value::str("a")]));
    }
}
