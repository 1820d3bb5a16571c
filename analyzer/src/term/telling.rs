//! What a symbol is when nothing steers it: a value that a reader can tell from every other.
//!
//! ```python
//! user.email, order.total, order.tax      # "email", 7, 8
//! ```
//!
//! Numbers count up from seven over all symbols; a text is the last word of its symbol's name.

use imbl::Vector;

use super::{Constant, Sort, Symbol};

/// The first of the numbers: smaller ones say something by themselves.
const LEAST: u32 = 7;

/// A value for each symbol, in their order; none for the sorts that have too few to tell apart. Cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    values: Vector<Option<Constant>>,
    numbers: u32,
}

impl Telling {
    /// Takes in the next symbol.
    pub(super) fn add(&mut self, symbol: &Symbol) {
        let number = LEAST + self.numbers;
        self.numbers += u32::from(matches!(symbol.sort, Sort::Int | Sort::Float));
        self.values.push_back(match symbol.sort {
            Sort::Int => Some(Constant::Int(number.into())),
            Sort::Float => Some(Constant::Float(f64::from(number) + 0.5)),
            Sort::Str => Some(Constant::Str(word_of(&symbol.name).into())),
            Sort::Bool | Sort::Bytes => None,
        });
    }

    /// How many symbols it knows: of two for the same terms, those that know equally many are the same.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, symbol: super::SymbolId) -> Option<&Constant> {
        self.values.get(symbol.0 as usize)?.as_ref()
    }
}

/// The last word of a name: `receipt` of `post().json()["receipt"]`, `email` of `user.email`; `base` of `base[key 1]`.
pub fn word_of(name: &str) -> String {
    if let Some((container, number)) = entry_of(name) {
        let word = word_of(container);
        return if number == "1" { word } else { format!("{word}{number}") };
    }
    let mut words = name
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()));
    let word = words.next_back().unwrap_or("text");
    match repetition(name) {
        0 | 1 => word.to_owned(),
        number => format!("{word}{number}"),
    }
}

/// Container and number of what has no key that the source knows.
fn entry_of(name: &str) -> Option<(&str, &str)> {
    let (container, number) = name.strip_suffix(']')?.rsplit_once("[key ")?;
    number.chars().all(|c| c.is_ascii_digit()).then_some((container, number))
}

/// The second of several alike is told from the first: 2 of `rows()#2`, of `names[1]`.
fn repetition(name: &str) -> usize {
    let number = |text: &str| text.parse::<usize>().ok();
    let call = name.rsplit_once('#').and_then(|(_, rest)| number(rest.split(|c: char| !c.is_ascii_digit()).next()?));
    let index = name.strip_suffix(']').and_then(|name| number(name.rsplit_once('[')?.1)).map(|index| index + 1);
    index.filter(|index| *index > 1).or(call).unwrap_or(1)
}
