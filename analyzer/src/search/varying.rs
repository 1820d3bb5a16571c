//! What differs from run to run: a hash, and where an object is in memory. A test can only say that there is a number, or a
//! text.
//!
//! ```python
//! def __hash__(self):
//!     return hash((self.name, self.version))       # type(hash(version)).__name__ == "int"
//!
//! raise Locked("%s is taken" % self)               # pytest.raises(Locked), without a word of the message
//! ```

use unseam_plan::case::{VARYING, VARYING_TEXT};
use unseam_plan::{Arg, CallArguments, Case, Outcome, Value, visit};

use crate::models::tells_address;

/// Hashes have sixty bits; what a program counts has hardly ever more than thirty.
const LEAST_HASH: u64 = 1 << 32;
/// A hash that is written out has at least that many digits, but for one of a million.
const DIGITS_OF_HASH: usize = 13;

/// The case of a path that asked for a hash, or for the text of an object.
pub fn without_varying(case: &mut Case) {
    case.outcome = outcome(std::mem::replace(&mut case.outcome, Outcome::Return(Value::None)));
    for check in &mut case.checks {
        check.value = blurred(std::mem::replace(&mut check.value, Value::None));
    }
    case.patches.iter_mut().flat_map(|patch| &mut patch.calls).for_each(call);
    visit::doubles_mut(case, &mut |double| {
        double.recorded.iter_mut().flat_map(|recorded| &mut recorded.calls).for_each(call);
    });
}

fn call(call: &mut CallArguments) {
    let keywords = call.keywords.iter_mut().map(|(_, value)| value);
    for value in call.positional.iter_mut().chain(keywords) {
        *value = blurred(std::mem::replace(value, Value::None));
    }
}

fn outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Return(value) => Outcome::Return(blurred(value)),
        Outcome::Raise { class, args, keywords, set, message } => Outcome::Raise {
            class,
            args: args.into_iter().map(blurred).collect(),
            keywords,
            set: set.into_iter().map(|(name, value)| (name, blurred(value))).collect(),
            message: message.filter(|message| !varies(message)),
        },
        Outcome::Yield { items, end } => {
            Outcome::Yield { items: items.into_iter().map(blurred).collect(), end: Box::new(self::outcome(*end)) }
        }
    }
}

/// The value without the numbers and texts that may come from a hash or an address.
fn blurred(value: Value) -> Value {
    let all = |items: Vec<Value>| items.into_iter().map(blurred).collect();
    let state = |state: Vec<(String, Value)>| state.into_iter().map(|(name, value)| (name, blurred(value))).collect();
    match value {
        Value::Int(digits) if is_large(&digits) => Value::Unwritable(VARYING.to_owned()),
        Value::Str(text) if varies(&text) => Value::Unwritable(VARYING_TEXT.to_owned()),
        Value::List(items) => Value::List(all(items)),
        Value::Tuple(items) => Value::Tuple(all(items)),
        Value::Dict(entries) => {
            Value::Dict(entries.into_iter().map(|(key, value)| (blurred(key), blurred(value))).collect())
        }
        Value::Bind(number, inner) => Value::Bind(number, Box::new(blurred(*inner))),
        Value::Construct { class, args, set } => {
            let args = args.into_iter().map(|arg| Arg { keyword: arg.keyword, value: blurred(arg.value) });
            Value::Construct { class, args: args.collect(), set: state(set) }
        }
        Value::Instance { class, state: own, items, has_own_equality } => {
            Value::Instance { class, state: state(own), items, has_own_equality }
        }
        other => other,
    }
}

fn varies(text: &str) -> bool {
    tells_address(text) || text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= DIGITS_OF_HASH)
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

    #[test]
    fn texts_that_hold_a_hash_or_an_address_are_blurred() {
        let told = Value::Unwritable(VARYING_TEXT.to_owned());
        assert_eq!(blurred(Value::str("lock-6715696147663039123.pid")), told);
        assert_eq!(blurred(Value::str("<bank.Till object at 0x7fadd2e55000>")), told);
        assert_eq!(blurred(Value::str("lock-20240517.pid")), Value::str("lock-20240517.pid"));
    }
}
