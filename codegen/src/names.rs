//! Identifiers that are valid, free and the same every time.
//!
//! ```python
//! with patch("requests.post", return_value=post) as mock_post:    # `post` was taken by a parameter
//! ```

use std::collections::BTreeSet;

const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// Whether a text can be written before the `=` of an argument. Python would normalize a name that is not ASCII.
pub fn is_argument_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEYWORDS.split_whitespace().any(|keyword| keyword == text)
}

/// Builtins that a test or a reader may need under their own name.
const BUILTINS: &str = "bool bytes complex dict float frozenset int iter len list next object range set str tuple type vars \
    isinstance repr sorted sum min max open print id input filter map zip format hash dir iter slice property super all any abs";

/// Whether a name is a builtin that tests use, so that nothing else may be imported under it.
pub fn is_builtin(name: &str) -> bool {
    BUILTINS.split_whitespace().any(|builtin| builtin == name)
}

/// What the tests themselves import, and pytest's own fixture name.
const IMPORTED: &str = "pytest patch call Mock MagicMock AsyncMock ANY asyncio math mock_open request self unittest observe deepcopy count ExitStack";

/// The names of one scope.
#[derive(Clone, Debug)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// A scope in which `reserved` must not be shadowed.
    pub fn new(reserved: impl IntoIterator<Item = String>) -> Names {
        let mut taken: BTreeSet<String> = reserved.into_iter().collect();
        let words = [KEYWORDS, BUILTINS, IMPORTED];
        taken.extend(words.iter().flat_map(|words| words.split_ascii_whitespace()).map(str::to_owned));
        Names { taken }
    }

    pub fn take(&mut self, names: impl IntoIterator<Item = String>) {
        self.taken.extend(names);
    }

    /// `wish` itself, or the nearest free variation of it.
    pub fn fresh(&mut self, wish: &str) -> String {
        let base = identifier(wish);
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let mut candidates = [base.clone(), format!("{base}_")].into_iter().chain(numbered);
        // The candidates never end, so one of them is free.
        let name = candidates.find(|name| !self.taken.contains(name)).unwrap_or(base);
        self.taken.insert(name.clone());
        name
    }

    /// The first wish that is free as it stands; if none is, a variation of the last.
    pub fn first_free(&mut self, wishes: &[String]) -> String {
        match wishes.iter().map(|wish| identifier(wish)).find(|wish| !self.taken.contains(wish)) {
            Some(wish) => self.fresh(&wish),
            None => self.fresh(wishes.last().map_or("value", String::as_str)),
        }
    }
}

/// A valid identifier as close to the text as possible.
pub fn identifier(text: &str) -> String {
    let mut out: String = text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if out.trim_matches('_').is_empty() {
        return "value".to_owned();
    }
    if out.starts_with(|c: char| c.is_numeric()) {
        out.insert(0, '_');
    }
    out
}

/// `state` → `states`, `status` → `statuses`, `entry` → `entries`
pub fn plural(word: &str) -> String {
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x']) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// `ValidationError` → `validation_error`, `Cart.add` → `cart_add`.
pub fn snake(text: &str) -> String {
    let mut out = String::new();
    let mut previous = '_';
    let chars: Vec<char> = text.chars().collect();
    for (index, &c) in chars.iter().enumerate() {
        let next_is_lower = chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        let starts_word = c.is_uppercase()
            && (previous.is_lowercase() || previous.is_numeric() || (previous.is_uppercase() && next_is_lower));
        if starts_word {
            out.push('_');
        }
        match c {
            c if c.is_alphanumeric() => out.extend(c.to_lowercase()),
            _ if !out.ends_with('_') => out.push('_'),
            _ => {}
        }
        previous = c;
    }
    out.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_is_varied() {
        let mut names = Names::new(["order".to_owned()]);
        assert_eq!(names.fresh("order"), "order_");
        assert_eq!(names.fresh("order"), "order_2");
        assert_eq!(names.fresh("class"), "class_");
        assert_eq!(names.fresh("2nd try"), "_2nd_try");
    }

    #[test]
    fn an_argument_has_the_name_of_a_variable() {
        assert!(is_argument_name("_key2"));
        assert!(["", "2nd", "a-b", "class", "größe"].iter().all(|text| !is_argument_name(text)));
    }

    #[test]
    fn class_names_become_snake_case() {
        assert_eq!(snake("HTTPError"), "http_error");
        assert_eq!(snake("Cart.add"), "cart_add");
        assert_eq!(snake("Cart.__len__"), "cart_len");
    }
}
