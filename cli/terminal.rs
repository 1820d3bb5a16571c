//! Colours, only where somebody sees them.

use std::io::IsTerminal;

/// How text for people is decorated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    is_on: bool,
}

impl Paint {
    pub fn stdout() -> Self {
        Paint { is_on: std::io::stdout().is_terminal() && wanted() }
    }

    pub fn stderr() -> Self {
        Paint { is_on: std::io::stderr().is_terminal() && wanted() }
    }

    pub fn is_on(self) -> bool {
        self.is_on
    }

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub fn warn(self, text: &str) -> String {
        self.with("33", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.is_on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// <https://no-color.org>: set and not empty means no colour.
fn wanted() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
