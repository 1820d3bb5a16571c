//! `hash`: equal numbers have equal hashes, whatever their types; tuples and frozen sets mix those of their items.
//!
//! ```python
//! hash(-1) == -2, hash(2**61 - 1) == 0, hash((1, 2)) == hash((1.0, 2.0))
//! ```
//!
//! CPython's hash of a text differs from run to run, that of an object is its address: here both are *stand-ins*, equal
//! for equal values, and the path is noted to be inexact.

use num_bigint::BigInt;
use unseam_macros::model;

use super::numbers::exact_ratio;
use super::{Int, Str};
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Object, Value};
use crate::term::{Constant, Operator, Term};

/// Numbers are hashed modulo the prime `2**61 - 1`.
const MODULUS: u64 = (1 << 61) - 1;
const INFINITY: i64 = 314_159;
const DEEPEST_TUPLE: u32 = 100;

/// `hash(object)`
#[model("builtins.hash")]
fn hash(m: &mut Machine<'_>, object: Value) -> Result<Outcome> {
    m.hashable(object)?;
    if m.user_defines(object, "__hash__") {
        return m.prelude("hash_of", vec![object]);
    }
    m.hash_of(object, DEEPEST_TUPLE).map(|term| Outcome::Value(Value::Int(term)))
}

impl Machine<'_> {
    /// `hash(value)` of something hashable.
    fn hash_of(&mut self, value: Value, deepest: u32) -> Result<Term> {
        if self.user_defines(value, "__hash__") {
            let answer = self.python("hash_of", vec![value])?;
            return self.index_of(answer).map(|Int(term)| term);
        }
        match self.as_number(value) {
            Some(Value::Int(term)) => return Ok(self.int_hash(term)),
            Some(Value::Float(term)) => return self.float_hash(term),
            _ => {}
        }
        let Some(deeper) = deepest.checked_sub(1) else { return self.bound("hash() of a deeply nested tuple") };
        let native = self.native(value);
        let hash = match (native, self.object(native).cloned()) {
            (Value::Str(text), _) => {
                let text = self.concrete_str(Str(text), "hash() of a text");
                self.stand_in(text.as_bytes())
            }
            (Value::Bytes(term), _) => match self.concretize(term, "hash() of bytes") {
                Constant::Bytes(content) => self.stand_in(&content),
                _ => return self.unsupported("hash() of these bytes"),
            },
            (_, Some(Object::Tuple(items))) => tuple_hash(&self.item_hashes(&items, deeper)?),
            (_, Some(Object::Set(set))) => set_hash(&self.item_hashes(&set.items, deeper)?),
            (Value::Ref(id), _) => self.stand_in(&id.0.to_le_bytes()),
            (other, _) => {
                let kind = self.type_name(other);
                self.stand_in(kind.as_bytes())
            }
        };
        Ok(self.terms.int(hash))
    }

    fn item_hashes(&mut self, items: &[Value], deepest: u32) -> Result<Vec<i64>> {
        let mut hashes = Vec::with_capacity(items.len());
        for &item in items {
            let hash = self.hash_of(item, deepest)?;
            let hash = self.concrete_int(Int(hash), "hash() of a container");
            hashes.push(i64::try_from(&hash).unwrap_or_default());
        }
        Ok(hashes)
    }

    /// A hash (FNV-1a) for what CPython hashes differently in each run.
    fn stand_in(&mut self, content: &[u8]) -> i64 {
        self.note("a hash that differs from run to run is replaced by another");
        self.inexact();
        self.state.has_hash = true;
        let mixed = content
            .iter()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
        (mixed % MODULUS) as i64
    }

    fn float_hash(&mut self, number: Term) -> Result<Term> {
        let value = self.concrete_float(number, "hash() of a float");
        if value.is_nan() {
            let hash = self.stand_in(b"nan");
            return Ok(self.terms.int(hash));
        }
        if value.is_infinite() {
            return Ok(self.terms.int(if value > 0.0 { INFINITY } else { -INFINITY }));
        }
        let (numerator, denominator) = exact_ratio(value);
        // The inverse of 2**k is 2**(60 * k) modulo 2**61 - 1, where 2**61 is 1.
        let modulus = BigInt::from(MODULUS);
        let doublings = (denominator.bits() - 1) * 60 % 61;
        let magnitude = BigInt::from(numerator.magnitude().clone()) % &modulus;
        let magnitude = (magnitude << doublings) % modulus;
        let signed = if value < 0.0 { -magnitude } else { magnitude };
        Ok(self.terms.int(if signed == BigInt::from(-1) { BigInt::from(-2) } else { signed }))
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

/// `tuplehash` of CPython: xxHash over the items' hashes.
fn tuple_hash(items: &[i64]) -> i64 {
    const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];
    const INSTEAD_OF_MINUS_ONE: i64 = 1_546_275_796;
    let mixed = items.iter().fold(PRIMES[2], |mixed, &item| {
        mixed.wrapping_add((item as u64).wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
    });
    match mixed.wrapping_add(items.len() as u64 ^ (PRIMES[2] ^ 3_527_539)) as i64 {
        -1 => INSTEAD_OF_MINUS_ONE,
        hash => hash,
    }
}

/// `frozenset_hash` of CPython: the order of the items does not matter.
fn set_hash(items: &[i64]) -> i64 {
    const INSTEAD_OF_MINUS_ONE: i64 = 590_923_713;
    let mixed = items.iter().fold(0, |mixed, &item| {
        let item = item as u64;
        mixed ^ ((item ^ 89_869_747) ^ (item << 16)).wrapping_mul(3_644_798_167)
    });
    let mixed = mixed ^ (items.len() as u64 + 1).wrapping_mul(1_927_868_237);
    let mixed = mixed ^ (mixed >> 11) ^ (mixed >> 25);
    match mixed.wrapping_mul(69_069).wrapping_add(907_133_923) as i64 {
        -1 => INSTEAD_OF_MINUS_ONE,
        hash => hash,
    }
}
