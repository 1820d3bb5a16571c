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
pub fn without_varying(case: &mut Case, has_hash: bool) {
    let blur = Blur { has_hash };
    case.outcome = blur.outcome(std::mem::replace(&mut case.outcome, Outcome::Return(Value::None)));
    for check in &mut case.checks {
        check.value = blur.value(std::mem::replace(&mut check.value, Value::None));
    }
    case.patches.iter_mut().flat_map(|patch| &mut patch.calls).for_each(|call| blur.call(call));
    visit::doubles_mut(case, &mut |double| {
        double.recorded.iter_mut().flat_map(|recorded| &mut recorded.calls).for_each(|call| blur.call(call));
    });
}

/// Without a hash on the path, large numbers are what they are.
struct Blur {
    has_hash: bool,
}

impl Blur {
    fn call(&self, call: &mut CallArguments) {
        let keywords = call.keywords.iter_mut().map(|(_, value)| value);
        for value in call.positional.iter_mut().chain(keywords) {
            *value = self.value(std::mem::replace(value, Value::None));
        }
    }

    fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Return(value) => Outcome::Return(self.value(value)),
            Outcome::Raise { class, unbuilt, args, keywords, set, message, goes_on } => Outcome::Raise {
                class,
                unbuilt,
                args: self.values(args),
                keywords,
                set: self.state(set),
                message: message.filter(|message| !self.varies(message)),
                goes_on,
            },
            Outcome::Yield { items, end } => {
                Outcome::Yield { items: self.values(items), end: Box::new(self.outcome(*end)) }
            }
        }
    }

    fn values(&self, values: Vec<Value>) -> Vec<Value> {
        values.into_iter().map(|value| self.value(value)).collect()
    }

    fn state(&self, state: Vec<(String, Value)>) -> Vec<(String, Value)> {
        state.into_iter().map(|(name, value)| (name, self.value(value))).collect()
    }

    /// The value without the numbers and texts that may come from a hash or an address.
    fn value(&self, value: Value) -> Value {
        match value {
            Value::Int(digits) if self.has_hash && is_large(&digits) => Value::Unwritable(VARYING.to_owned()),
            Value::Str(text) if self.varies(&text) => Value::Unwritable(VARYING_TEXT.to_owned()),
            Value::List(items) => Value::List(self.values(items)),
            Value::Tuple(items) => Value::Tuple(self.values(items)),
            Value::Dict(entries) => {
                Value::Dict(entries.into_iter().map(|(key, value)| (self.value(key), self.value(value))).collect())
            }
            Value::Bind(number, inner) => Value::Bind(number, Box::new(self.value(*inner))),
            Value::Construct { class, args, set } => {
                let args = args.into_iter().map(|arg| Arg { keyword: arg.keyword, value: self.value(arg.value) });
                Value::Construct { class, args: args.collect(), set: self.state(set) }
            }
            Value::Instance { class, state, items, has_own_equality } => {
                Value::Instance { class, state: self.state(state), items, has_own_equality }
            }
            other => other,
        }
    }

    fn varies(&self, text: &str) -> bool {
        let holds_hash = || text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= DIGITS_OF_HASH);
        tells_address(text) || self.has_hash && holds_hash()
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
        let tuple = Value::Tuple(vec![hash, Value::int(7), Value::str("a")]);
        assert_eq!(Blur { has_hash: false }.value(tuple.clone()), tuple);
        let seen = Blur { has_hash: true }.value(tuple);
        let told = Value::Unwritable(VARYING.to_owned());
        assert_eq!(seen, Value::Tuple(vec![told, Value::int(7), Value::str("a")]));
    }

    #[test]
    fn texts_that_hold_a_hash_or_an_address_are_blurred() {
        let told = Value::Unwritable(VARYING_TEXT.to_owned());
        let blurred = |text| Blur { has_hash: true }.value(Value::str(text));
        assert_eq!(blurred("lock-6715696147663039123.pid"), told);
        assert_eq!(blurred("<bank.Till object at 0x7fadd2e55000>"), told);
        assert_eq!(blurred("lock-20240517.pid"), Value::str("lock-20240517.pid"));
    }
}
