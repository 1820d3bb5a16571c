//! `hash` of numbers: equal numbers have equal hashes, whatever their types.
//!
//! ```python
//! hash(-1) == -2, hash(2**61 - 1) == 0, hash(0.5) == 2**60
//! ```

use num_bigint::BigInt;

use super::numbers::exact_ratio;
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::{Operator, Term};

/// Numbers are hashed modulo the prime `2**61 - 1`.
const MODULUS: u64 = (1 << 61) - 1;
const INFINITY: i64 = 314_159;

impl Machine<'_> {
    /// `hash(number)` of an int or float.
    pub fn number_hash(&mut self, number: Value) -> Result<Value> {
        match number {
            Value::Int(term) => Ok(Value::Int(self.int_hash(term))),
            Value::Float(term) => {
                let value = self.concrete_float(term, "hash() of a float");
                if value.is_nan() {
                    return self.unsupported("hash() of NaN, which depends on its address");
                }
                if value.is_infinite() {
                    return Ok(self.int(if value > 0.0 { INFINITY } else { -INFINITY }));
                }
                let (numerator, denominator) = exact_ratio(value);
                // The inverse of 2**k is 2**(60 * k) modulo 2**61 - 1.
                let modulus = BigInt::from(MODULUS);
                let halvings = (denominator.bits() - 1) * 60 % 61;
                let magnitude = BigInt::from(numerator.magnitude().clone()) % &modulus;
                let magnitude = (magnitude << halvings) % modulus;
                let signed = if value < 0.0 { -magnitude } else { magnitude };
                Ok(self.int(if signed == BigInt::from(-1) { BigInt::from(-2) } else { signed }))
            }
            _ => self.unsupported("hash() of something else than a number"),
        }
    }

    /// The remainder has the sign of the number; -1 is not a hash.
    fn int_hash(&mut self, number: Term) -> Term {
        let (zero, modulus) = (self.terms.int(0), self.terms.int(MODULUS));
        let negated = self.terms.apply(Operator::Negate, &[number]);
        let below = self.terms.apply(Operator::Mod, &[negated, modulus]);
        let below = self.terms.apply(Operator::Negate, &[below]);
        let above = self.terms.apply(Operator::Mod, &[number, modulus]);
        let negative = self.terms.less(number, zero);
        let remainder = self.terms.if_else(negative, below, above);
        let (minus_one, minus_two) = (self.terms.int(-1), self.terms.int(-2));
        let reserved = self.terms.equal(remainder, minus_one);
        self.terms.if_else(reserved, minus_two, remainder)
    }
}
