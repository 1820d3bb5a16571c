//! The order in which CPython iterates over a set of ints.
//!
//! A set is a hash table: `{8, 1}` is iterated as `8, 1`, because `hash(8) % 8 == 0`. Ints hash to themselves (modulo
//! 2^61 - 1), so their order is known; it is found by filling a table as `Objects/setobject.c` does. Hashes of other
//! values differ from run to run: their sets keep the order of insertion here, and no test may depend on it.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Machine;
use crate::state::Value;

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

impl Machine<'_> {
    /// The items of a set in the order of iteration. Where hashes decide that differ from run to run, or values that are
    /// not known, it is one of many.
    pub fn set_order(&mut self, items: &[Value]) -> Vec<Value> {
        let known = self.known_order(items);
        if known.is_none() && items.len() > 1 {
            self.doubt(|| "the order of a set is another one in each run".to_owned());
        }
        known.unwrap_or_else(|| items.to_vec())
    }

    fn known_order(&self, items: &[Value]) -> Option<Vec<Value>> {
        let mut table = Table { places: vec![None; SMALLEST_TABLE], used: 0 };
        for (position, &item) in items.iter().enumerate() {
            let hash = match self.resolve(item) {
                Value::Int(term) => self.terms.as_int(term).map(int_hash),
                Value::Bool(term) => self.terms.as_bool(term).map(i64::from),
                _ => None,
            };
            table.add(hash? as u64, position);
        }
        Some(table.places.into_iter().flatten().map(|(_, position)| items[position]).collect())
    }
}
