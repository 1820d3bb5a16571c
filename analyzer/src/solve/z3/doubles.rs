//! Floats as IEEE doubles: exact, and slow enough to be the last resort.
//!
//! Conversions between ints and floats are abstracted, which keeps an unsat answer exact.

use rustc_hash::FxHashSet;
use z3::ast::{Float, RoundingMode};

use super::translate::{Site, Translator, Value};
use crate::term::{Node, Operator, Sort, Term, Terms};

/// Whether a slice has floats, and no more than one multiplication or division of them.
pub(super) fn is_tractable(terms: &Terms, conjuncts: &[Term]) -> bool {
    let (mut floats, mut products) = (false, 0);
    let mut seen = FxHashSet::default();
    let mut open = conjuncts.to_vec();
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        floats |= terms.sort(next) == Sort::Float;
        if let Node::Apply(operator, args) = terms.node(next) {
            if matches!(operator, Operator::FloatMul | Operator::FloatDiv) {
                products += 1;
            }
            open.extend(args.iter().copied());
        }
    }
    floats && products <= 1
}

pub(super) fn constant(value: f64) -> Float {
    if value.is_nan() { Float::nan64() } else { Float::from_f64(value) }
}

pub(super) fn read(found: &z3::Model, value: &Float) -> Option<f64> {
    let value = found.eval(value, true)?;
    if found.eval(&value.is_nan(), true)?.as_bool()? {
        return Some(f64::NAN);
    }
    found.eval(&value.to_ieee_bv(), true)?.as_u64().map(f64::from_bits)
}

impl Translator {
    pub(super) fn double_operator(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let rounding = RoundingMode::round_nearest_ties_to_even();
        Some(match (site.operator, site.args) {
            (O::FloatAdd, &[x, y]) => Value::Double(self.double(x).add_with_rounding_mode(self.double(y), &rounding)),
            (O::FloatSub, &[x, y]) => Value::Double(self.double(x).sub_with_rounding_mode(self.double(y), &rounding)),
            (O::FloatMul, &[x, y]) => Value::Double(self.double(x).mul_with_rounding_mode(self.double(y), &rounding)),
            (O::FloatDiv, &[x, y]) => Value::Double(self.double(x).div_with_rounding_mode(self.double(y), &rounding)),
            (O::FloatNegate, &[x]) => Value::Double(self.double(x).unary_neg()),
            (O::FloatAbs, &[x]) => Value::Double(self.double(x).unary_abs()),
            (O::FloatSqrt, &[x]) => Value::Double(self.double(x).sqrt_with_rounding_mode(&rounding)),
            (O::FloatEqual, &[x, y]) => Value::Bool(self.double(x).eq_fpa(self.double(y))),
            (O::FloatLess, &[x, y]) => Value::Bool(self.double(x).lt(self.double(y))),
            (O::FloatLessEqual, &[x, y]) => Value::Bool(self.double(x).le(self.double(y))),
            (O::IsNan, &[x]) => Value::Bool(self.double(x).is_nan()),
            (O::IsInfinite, &[x]) => Value::Bool(self.double(x).is_infinite()),
            (O::IntFloatEqual, &[i, x]) => {
                let bound = self.exact_bound(site.terms, i)?;
                Value::Bool(self.double(x).eq_fpa(bound))
            }
            (O::IntFloatLess, &[i, x]) => {
                let bound = self.exact_bound(site.terms, i)?;
                Value::Bool(bound.lt(self.double(x)))
            }
            (O::FloatIntLess, &[x, i]) => {
                let bound = self.exact_bound(site.terms, i)?;
                Value::Bool(self.double(x).lt(bound))
            }
            _ => return None,
        })
    }

    /// A constant int that is a double.
    fn exact_bound(&self, terms: &Terms, term: Term) -> Option<Float> {
        let value = terms.as_int(term)?;
        let bound: f64 = value.to_string().parse().ok()?;
        let represented = num_traits::FromPrimitive::from_f64(bound).as_ref() == Some(value);
        represented.then(|| constant(bound))
    }
}
