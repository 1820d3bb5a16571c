//! Hashes of containers, and the order in which CPython iterates over a set of ints.
//!
//! A set is a hash table: `{8, 1}` is iterated as `8, 1`, because `hash(8) % 8 == 0`. Ints hash to themselves (modulo
//! 2^61 - 1), so their order is known; it is found by filling a table as `Objects/setobject.c` does. Hashes of other
//! values differ from run to run: their sets keep the order of insertion here, and no test may depend on it.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{Machine, Result};
use crate::state::{Object, ObjectId, Value};
use crate::term::Constant;

const LINEAR_PROBES: usize = 9;
const PERTURB_SHIFT: u32 = 5;
const SMALLEST_TABLE: usize = 8;

/// `hash(number)` of an int.
pub fn int_hash(number: &BigInt) -> i64 {
    let modulus = (BigInt::from(1) << 61) - 1;
    // Rust's remainder has the sign of the dividend, as CPython's hash has.
    let rest: BigInt = number % modulus;
    match rest.to_i64() {
        Some(-1) => -2,
        Some(hash) => hash,
        None => 0,
    }
}

/// A set's table: each place holds the hash and the number of an item.
struct Table {
    places: Vec<Option<(u64, usize)>>,
    used: usize,
}

impl Table {
    fn add(&mut self, hash: u64, item: usize) {
        self.put(hash, item);
        self.used += 1;
        if self.used * 5 >= (self.places.len() - 1) * 3 {
            self.grow();
        }
    }

    fn put(&mut self, hash: u64, item: usize) {
        let mask = self.places.len() - 1;
        let (mut at, mut perturb) = (hash as usize & mask, hash);
        loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            if let Some(free) = (at..=last).find(|&place| self.places[place].is_none()) {
                self.places[free] = Some((hash, item));
                return;
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        }
    }

    fn grow(&mut self) {
        let wanted = if self.used > 50_000 { self.used * 2 } else { self.used * 4 };
        let mut size = SMALLEST_TABLE;
        while size <= wanted {
            size *= 2;
        }
        let old = std::mem::replace(&mut self.places, vec![None; size]);
        for (hash, item) in old.into_iter().flatten() {
            self.put(hash, item);
        }
    }
}

/// The hash of a tuple with these hashes of items: `tuplehash` of `Objects/tupleobject.c`.
fn tuple_hash(lanes: &[i64]) -> i64 {
    const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];
    let mut hash = PRIMES[2];
    for &lane in lanes {
        hash = hash.wrapping_add((lane as u64).wrapping_mul(PRIMES[1]));
        hash = hash.rotate_left(31).wrapping_mul(PRIMES[0]);
    }
    hash = hash.wrapping_add(lanes.len() as u64 ^ (PRIMES[2] ^ 3_527_539));
    if hash == u64::MAX { 1_546_275_796 } else { hash as i64 }
}

/// A hash of text that is the same in every run, as CPython's is within one.
fn text_hash(text: &[u8]) -> i64 {
    let hash = text
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (hash >> 1) as i64
}

impl Machine<'_> {
    /// `hash(value)` of a hashable value as a number; that of strings and plain objects differs from run to run in
    /// CPython, so all that a program may rely on is that equal ones are equal.
    pub fn object_hash(&mut self, value: Value) -> Result<i64> {
        if self.user_defines(value, "__hash__") {
            let answer = self.python("hash_of", vec![value])?;
            return self.object_hash(answer);
        }
        let native = self.native(value);
        if let Some(number) = self.as_number(native) {
            let hash = self.number_hash(number)?;
            let hash = hash.term().map(|term| self.concretize(term, "hash()"));
            return Ok(match hash {
                Some(Constant::Int(hash)) => hash.to_i64().unwrap_or(0),
                _ => 0,
            });
        }
        match native {
            Value::Str(term) | Value::Bytes(term) => Ok(match self.concretize(term, "hash()") {
                Constant::Str(text) => text_hash(text.as_bytes()),
                Constant::Bytes(data) => text_hash(&data),
                _ => 0,
            }),
            Value::Ref(id) => match self.state.heap.get(id).clone() {
                Object::Tuple(items) => {
                    let lanes = items.iter().map(|&item| self.object_hash(item)).collect::<Result<Vec<i64>>>()?;
                    Ok(tuple_hash(&lanes))
                }
                Object::Set(set) => {
                    let mut all = 0;
                    for item in set.items {
                        all ^= self.object_hash(item)?.wrapping_mul(3_644_798_167);
                    }
                    Ok(all)
                }
                Object::Range { .. } => self.unsupported("hash() of a range"),
                _ => {
                    let ObjectId(number) = id;
                    Ok(i64::from(number) + 0x7f00_0000)
                }
            },
            _ => Ok(0x5f_5e10),
        }
    }

    /// The items of a set in the order of iteration, as far as it is known.
    pub fn set_order(&self, items: &[Value]) -> Vec<Value> {
        let mut table = Table { places: vec![None; SMALLEST_TABLE], used: 0 };
        for (position, &item) in items.iter().enumerate() {
            let hash = match self.resolve(item) {
                Value::Int(term) => self.terms.as_int(term).map(int_hash),
                Value::Bool(term) => self.terms.as_bool(term).map(i64::from),
                _ => None,
            };
            let Some(hash) = hash else { return items.to_vec() };
            table.add(hash as u64, position);
        }
        table.places.into_iter().flatten().map(|(_, position)| items[position]).collect()
    }
}
