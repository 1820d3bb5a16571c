//! What tests say of the text that a unit prints.
//!
//! ```python
//! assert capsys.readouterr().out == "renamed old to new\n"
//! ```
//!
//! If some row of a function prints, all of them say what they print. What is too long to be read in a test, or tells an
//! address, is left to the reader of the output.

use unseam_plan::Case;

/// A page of output is nobody's expectation.
const MOST_LINES: usize = 12;
const MOST_CHARACTERS: usize = 600;
/// `0x7f3a…`
const LEAST_DIGITS_OF_ADDRESS: usize = 6;

/// Leaves of what was printed what a test can say.
pub fn keep_what_tells(cases: &mut [Case]) {
    for stream in 0..2 {
        let said = |case: &Case| case.printed.streams()[stream].clone().filter(|text| can_be_told(text));
        let is_telling = cases.iter().any(|case| said(case).is_some_and(|text| !text.is_empty()));
        for case in cases.iter_mut() {
            *case.printed.streams_mut()[stream] = said(case).filter(|_| is_telling);
        }
    }
}

fn can_be_told(text: &str) -> bool {
    text.chars().count() <= MOST_CHARACTERS && text.lines().count() <= MOST_LINES && !tells_identity(text)
}

/// `<Shelf object at 0x7f3a…>`, `<Mock id='1403…'>`
fn tells_identity(text: &str) -> bool {
    let is_address = |rest: &str| rest.chars().take_while(char::is_ascii_hexdigit).count() >= LEAST_DIGITS_OF_ADDRESS;
    text.match_indices("0x").any(|(at, sign)| is_address(&text[at + sign.len()..])) || text.contains(" id='")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_not_told() {
        assert!(can_be_told("0x1f colours\n"));
        assert!(!can_be_told("<Shelf object at 0x7f3aa0b1c2d0>\n"));
        assert!(!can_be_told("<Mock name='post' id='140301'>\n"));
        assert!(!can_be_told(&"line\n".repeat(MOST_LINES + 1)));
    }
}
