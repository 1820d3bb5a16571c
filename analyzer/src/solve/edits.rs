//! Texts near one that satisfied everything so far.
//!
//! ```python
//! "a@a.aa"   # and the goal mentions "example.org": "a@a.aaexample.org", "a@example.org", "example.org.aa", …
//! ```
//!
//! What a path demands of a string is mostly said about its beginning, its end or one part of it. So a piece that the goal
//! mentions is put at each place of the old text, with or without what stood there; and single characters are stretched,
//! for demands about lengths.

/// Old texts longer than this are not edited.
const LONGEST: usize = 40;
/// Pieces longer than this are not put in.
const LONGEST_PIECE: usize = 40;
/// How often a character is repeated at most.
const MOST_REPEATED: usize = 80;

/// Variants of a text, those with whole pieces first.
pub(super) fn edits<'a>(
    text: &'a str,
    pieces: &'a [String],
    lengths: &'a [usize],
) -> impl Iterator<Item = String> + 'a {
    let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
    let places = if chars.len() > LONGEST { 0 } else { chars.len() + 1 };
    let short = pieces.iter().filter(|piece| piece.chars().count() <= LONGEST_PIECE);
    let chars_of_pieces = chars.clone();
    let with_pieces = short.flat_map(move |piece| {
        let chars = chars_of_pieces.clone();
        (0..places).rev().flat_map(move |at| {
            let (before, after) = chars.split_at(at);
            let (before, after): (String, String) = (before.iter().collect(), after.iter().collect());
            let without_next: String = after.chars().skip(1).collect();
            [
                format!("{before}{piece}"),
                format!("{piece}{after}"),
                format!("{before}{piece}{after}"),
                format!("{before}{piece}{without_next}"),
            ]
        })
    });
    let stretched = (0..places.saturating_sub(1)).flat_map(move |at| {
        let chars = chars.clone();
        let counts = lengths.iter().copied().filter(|count| (2..=MOST_REPEATED).contains(count));
        counts.map(move |count| {
            let middle = std::iter::repeat_n(&chars[at], count);
            chars[..at].iter().chain(middle).chain(&chars[at + 1..]).collect()
        })
    });
    with_pieces.chain(stretched)
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn pieces_go_everywhere_and_characters_stretch() {
        let pieces = ["xy".to_owned()];
        let all: Vec<String> = edits("a-b", &pieces, &[3]).collect();
        for wanted in ["a-bxy", "a-xy", "xy-b", "axy-b", "a-xyb", "xy", "aaa-b", "a---b"] {
            assert!(all.iter().any(|text| text == wanted), "{wanted} in {all:?}");
        }
        assert_eq!(edits(&"a".repeat(60), &pieces, &[3]).count(), 0);
    }
}
