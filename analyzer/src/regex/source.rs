//! A pattern read token by token: a character, or a backslash with the one after it.

use super::PatternError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Plain(char),
    Escape(char),
}

impl Token {
    pub(super) fn len(self) -> usize {
        match self {
            Token::Plain(_) => 1,
            Token::Escape(_) => 2,
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Token::Plain(c) => c.to_string(),
            Token::Escape(c) => format!("\\{c}"),
        }
    }
}

pub(super) struct Source<'a> {
    text: &'a [char],
    /// After the next token.
    index: usize,
    pub(super) next: Option<Token>,
    pub(super) is_bytes: bool,
}

type Result<T> = std::result::Result<T, PatternError>;

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a [char], is_bytes: bool) -> Result<Self> {
        let mut source = Source { text, index: 0, next: None, is_bytes };
        source.advance()?;
        Ok(source)
    }

    fn advance(&mut self) -> Result<()> {
        self.next = match self.text.get(self.index) {
            None => None,
            Some('\\') => match self.text.get(self.index + 1) {
                Some(&escaped) => Some(Token::Escape(escaped)),
                None => {
                    let position = Some(self.text.len() - 1);
                    return Err(PatternError::Syntax { message: "bad escape (end of pattern)".to_owned(), position });
                }
            },
            Some(&c) => Some(Token::Plain(c)),
        };
        self.index += self.next.map_or(0, Token::len);
        Ok(())
    }

    pub(super) fn get(&mut self) -> Result<Option<Token>> {
        let this = self.next;
        self.advance()?;
        Ok(this)
    }

    /// Takes the next token if it is this character.
    pub(super) fn matches(&mut self, c: char) -> Result<bool> {
        let is_next = self.next == Some(Token::Plain(c));
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    /// The next token if it is a plain character of a kind.
    pub(super) fn peek(&self, wanted: impl Fn(char) -> bool) -> Option<char> {
        match self.next {
            Some(Token::Plain(c)) if wanted(c) => Some(c),
            _ => None,
        }
    }

    pub(super) fn get_while(&mut self, most: usize, wanted: impl Fn(char) -> bool + Copy) -> Result<String> {
        let mut taken = String::new();
        for _ in 0..most {
            let Some(c) = self.peek(wanted) else { break };
            taken.push(c);
            self.advance()?;
        }
        Ok(taken)
    }

    pub(super) fn get_until(&mut self, end: char, what: &str) -> Result<String> {
        let mut taken = String::new();
        loop {
            match self.get()? {
                None if taken.is_empty() => return self.error(format!("missing {what}"), 0),
                None => return self.error(format!("missing {end}, unterminated name"), length(&taken)),
                Some(Token::Plain(c)) if c == end => {
                    if taken.is_empty() {
                        return self.error(format!("missing {what}"), 1);
                    }
                    return Ok(taken);
                }
                Some(token) => taken.push_str(&token.text()),
            }
        }
    }

    /// Where the next token begins.
    pub(super) fn tell(&self) -> usize {
        self.index - self.next.map_or(0, Token::len)
    }

    pub(super) fn seek(&mut self, index: usize) -> Result<()> {
        self.index = index;
        self.advance()
    }

    /// An error `back` characters before the next token.
    pub(super) fn error<T>(&self, message: impl Into<String>, back: usize) -> Result<T> {
        let mut message = message.into();
        if self.is_bytes && !message.is_ascii() {
            message = message.chars().map(ascii).collect();
        }
        Err(PatternError::Syntax { message, position: Some(self.tell().saturating_sub(back)) })
    }

    pub(super) fn check_group_name(&self, name: &str, back: usize) -> Result<()> {
        if is_identifier(name) {
            return Ok(());
        }
        let shown = crate::term::str_repr(name);
        self.error(format!("bad character in group name {shown}"), length(name) + back)
    }
}

fn ascii(c: char) -> String {
    match u32::from(c) {
        0..0x80 => c.to_string(),
        code @ 0x80..=0xFF => format!("\\x{code:02x}"),
        code @ 0x100..=0xFFFF => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

pub(super) fn is_identifier(name: &str) -> bool {
    crate::term::unicode::test(crate::term::CharTest::Identifier, name)
}
