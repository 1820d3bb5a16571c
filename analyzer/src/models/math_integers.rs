//! `math`, the part about ints.
//!
//! ```python
//! math.gcd(a, b), math.factorial(n), math.comb(n, k), math.isqrt(n)
//! ```
//!
//! Their domains are branched on; the values are those of the witness.

use num_bigint::BigInt;
use num_integer::Integer;
use unseam_macros::model;

use super::{Int, Rest};
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::Operator;

/// Larger factors than this are not worth a product.
const MOST_FACTORS: u32 = 5_000;

/// `math.gcd(*integers)`
#[model("math.gcd")]
fn gcd(m: &mut Machine<'_>, integers: Rest) -> Result<Value> {
    let mut numbers = Vec::new();
    for number in integers.0 {
        numbers.push(m.index_of(number)?);
    }
    share_a_factor(m, &numbers)?;
    let mut common = BigInt::ZERO;
    for number in numbers {
        common = common.gcd(&m.concrete_int(number, "math.gcd()"));
    }
    Ok(m.int(common))
}

/// On one of two ways the unknown numbers have a factor in common, which few do that nobody has asked to.
fn share_a_factor(m: &mut Machine<'_>, numbers: &[Int]) -> Result<()> {
    let is_unknown = |number: &Int| m.terms.as_constant(number.0).is_none();
    if numbers.len() < 2 || !numbers.iter().any(is_unknown) || m.choose(2) == 0 {
        return Ok(());
    }
    let (zero, two) = (m.terms.int(0), m.terms.int(2));
    for number in numbers {
        let rest = m.terms.apply(Operator::Mod, &[number.0, two]);
        let is_even = m.terms.equal(rest, zero);
        let is_zero = m.terms.equal(number.0, zero);
        let is_other = m.terms.not(is_zero);
        m.assume(is_even)?;
        m.assume(is_other)?;
    }
    Ok(())
}

/// `math.lcm(*integers)`
#[model("math.lcm")]
fn lcm(m: &mut Machine<'_>, integers: Rest) -> Result<Value> {
    let mut common = BigInt::from(1);
    for number in integers.0 {
        let number = m.index_of(number)?;
        let number = m.concrete_int(number, "math.lcm()");
        common = if number == BigInt::ZERO { number } else { common.lcm(&number) };
    }
    Ok(m.int(common))
}

/// `math.isqrt(n)`
#[model("math.isqrt")]
fn isqrt(m: &mut Machine<'_>, n: Int) -> Result<Value> {
    not_negative(m, n, "isqrt() argument must be nonnegative")?;
    let number = m.concrete_int(n, "math.isqrt()");
    Ok(m.int(number.sqrt()))
}

/// `math.factorial(n)`
#[model("math.factorial")]
fn factorial(m: &mut Machine<'_>, n: Int) -> Result<Value> {
    not_negative(m, n, "factorial() not defined for negative values")?;
    let number = m.concrete_int(n, "math.factorial()");
    let Some(number) = u32::try_from(&number).ok().filter(|&number| number <= MOST_FACTORS) else {
        return m.bound("a factorial of a large number");
    };
    let product: BigInt = (1..=number).map(BigInt::from).product();
    Ok(m.int(product))
}

/// `math.comb(n, k)`
#[model("math.comb")]
fn comb(m: &mut Machine<'_>, n: Int, k: Int) -> Result<Value> {
    let (n, k) = chosen(m, n, k)?;
    if k > n {
        return Ok(m.int(0));
    }
    let fewer = (&n - &k).min(k);
    let Some(count) = u32::try_from(&fewer).ok().filter(|&count| count <= MOST_FACTORS) else {
        return m.bound("a binomial coefficient of large numbers");
    };
    // After each step the product is itself a binomial coefficient, so every division is exact.
    let number = (0..count).fold(BigInt::from(1), |product, step| product * (&n - step) / (step + 1));
    Ok(m.int(number))
}

/// `math.perm(n, k=None)`
#[model("math.perm")]
fn perm(m: &mut Machine<'_>, n: Int, k: Option<Value>) -> Result<Value> {
    let Some(k) = k else { return factorial(m, n) };
    let k = m.index_of(k)?;
    let (n, k) = chosen(m, n, k)?;
    if k > n {
        return Ok(m.int(0));
    }
    let Some(count) = u32::try_from(&k).ok().filter(|&count| count <= MOST_FACTORS) else {
        return m.bound("a count of permutations of large numbers");
    };
    let number: BigInt = (0..count).map(|step| &n - step).product();
    Ok(m.int(number))
}

fn chosen(m: &mut Machine<'_>, n: Int, k: Int) -> Result<(BigInt, BigInt)> {
    not_negative(m, n, "n must be a non-negative integer")?;
    not_negative(m, k, "k must be a non-negative integer")?;
    Ok((m.concrete_int(n, "a count of choices"), m.concrete_int(k, "a count of choices")))
}

fn not_negative(m: &mut Machine<'_>, number: Int, message: &'static str) -> Result<()> {
    let zero = m.terms.int(0);
    let negative = m.terms.less(number.0, zero);
    if m.branch(negative)? { m.value_error(message) } else { Ok(()) }
}
