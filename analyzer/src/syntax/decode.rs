//! From bytes to text, as CPython's tokenizer does it (PEP 263).
//!
//! ```python
//! #!/usr/bin/python3
//! # vim: set fileencoding=iso-8859-15 :
//! ```
//!
//! A byte order mark means UTF-8; a *coding line* is a comment on the first line, or on the second when
//! the first holds nothing else; without either the file is UTF-8.

use super::source::SourceError;
use std::path::Path;

/// The encodings found in real Python files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Ascii,
    Latin1,
    Latin9,
    Windows1252,
}

impl Encoding {
    /// Looks a coding line's name up, with the spellings `codecs.lookup` accepts.
    fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace('_', "-");
        Some(match name.as_str() {
            "utf-8" | "utf8" | "u8" | "utf" | "utf-8-sig" | "utf8-sig" | "utf-8-unix" | "utf-8-dos" | "utf-8-mac" => {
                Self::Utf8
            }
            "ascii" | "us-ascii" | "646" => Self::Ascii,
            "latin-1" | "latin1" | "latin" | "l1" | "iso-8859-1" | "iso8859-1" | "8859" | "cp819" | "latin-1-unix"
            | "iso-8859-1-unix" => Self::Latin1,
            "iso-8859-15" | "iso8859-15" | "latin-9" | "latin9" | "l9" => Self::Latin9,
            "cp1252" | "windows-1252" | "1252" => Self::Windows1252,
            _ => return None,
        })
    }

    /// The character a byte stands for in a single-byte encoding.
    fn character(self, byte: u8) -> Option<char> {
        match self {
            Self::Utf8 | Self::Ascii => byte.is_ascii().then_some(byte as char),
            Self::Latin1 => Some(byte as char),
            Self::Latin9 => Some(match byte {
                0xA4 => '€',
                0xA6 => 'Š',
                0xA8 => 'š',
                0xB4 => 'Ž',
                0xB8 => 'ž',
                0xBC => 'Œ',
                0xBD => 'œ',
                0xBE => 'Ÿ',
                other => other as char,
            }),
            Self::Windows1252 => match byte {
                0x80..=0x9F => {
                    // Five bytes are undefined, here marked by NUL.
                    const HIGH: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";
                    HIGH.chars().nth(usize::from(byte - 0x80)).filter(|c| *c != '\0')
                }
                other => Some(other as char),
            },
        }
    }
}

/// Decodes a whole file; the result never starts with a byte order mark.
pub(super) fn decode(path: &Path, bytes: &[u8]) -> Result<(String, Encoding), SourceError> {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let (content, marked) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let encoding = match coding_line(content) {
        None => Encoding::Utf8,
        Some((line, name)) => match Encoding::named(&name) {
            Some(Encoding::Utf8) => Encoding::Utf8,
            Some(_) if marked => {
                return Err(SourceError::Encoding {
                    path: path.to_path_buf(),
                    line,
                    message: format!("the file starts with a UTF-8 byte order mark, but its coding line says `{name}`"),
                });
            }
            Some(encoding) => encoding,
            None => {
                return Err(SourceError::Encoding {
                    path: path.to_path_buf(),
                    line,
                    message: format!(
                        "the coding line names `{name}`, which unseam cannot read; save the file as UTF-8"
                    ),
                });
            }
        },
    };
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(content).map(str::to_owned).map_err(|error| error.valid_up_to()),
        single_byte => {
            let decoded: Result<String, usize> =
                content.iter().enumerate().map(|(at, byte)| single_byte.character(*byte).ok_or(at)).collect();
            decoded
        }
    };
    text.map(|text| (text, encoding)).map_err(|at| {
        let line = 1 + content[..at].iter().filter(|byte| **byte == b'\n').count();
        let message = match encoding {
            Encoding::Utf8 => format!(
                "byte 0x{:02x} is not UTF-8; save the file as UTF-8 or state its encoding in the first line: # coding: latin-1",
                content[at]
            ),
            other => format!("byte 0x{:02x} has no meaning in the file's encoding ({other:?})", content[at]),
        };
        SourceError::Encoding { path: path.to_path_buf(), line, message }
    })
}

/// Finds the coding line: its number and the encoding's name.
fn coding_line(content: &[u8]) -> Option<(usize, String)> {
    for (index, line) in content.split(|byte| *byte == b'\n').take(2).enumerate() {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start_matches([' ', '\t', '\x0c']).trim_end_matches('\r');
        let Some(comment) = line.strip_prefix('#') else {
            if line.is_empty() {
                continue;
            }
            return None;
        };
        if let Some(name) = coding_in_comment(comment) {
            return Some((index + 1, name));
        }
    }
    None
}

/// `coding[:=][ \t]*([-\w.]+)` anywhere in a comment.
fn coding_in_comment(comment: &str) -> Option<String> {
    comment.match_indices("coding").find_map(|(at, word)| {
        let rest = comment[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')).collect();
        (!name.is_empty()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<String, String> {
        decode(Path::new("m.py"), bytes).map(|(text, _)| text).map_err(|error| error.to_string())
    }

    #[test]
    fn each_way_to_state_an_encoding() {
        assert_eq!(text("s = 'é€'".as_bytes()).unwrap(), "s = 'é€'");
        assert_eq!(text(b"\xEF\xBB\xBFx = 1\n").unwrap(), "x = 1\n");
        assert_eq!(text(b"# -*- coding: latin-1 -*-\n'\xE9'").unwrap(), "# -*- coding: latin-1 -*-\n'é'");
        assert_eq!(
            text(b"#!/bin/x\n# vim: set fileencoding=iso-8859-15 :\n'\xA4'").unwrap().chars().rev().nth(1),
            Some('€')
        );
        assert_eq!(text(b"# coding=cp1252\n\x80").unwrap().chars().last(), Some('€'));
        assert_eq!(text(b"\n\n# coding: latin-1\n").unwrap(), "\n\n# coding: latin-1\n", "third line is too late");
        assert!(text(b"x = 1\n# coding: latin-1\n'\xE9'").unwrap_err().contains("not UTF-8"), "code comes first");
    }

    #[test]
    fn errors_name_the_line() {
        assert!(text(b"a = 1\nb = '\xE9'\n").unwrap_err().contains("m.py:2"));
        assert!(text(b"# coding: ebcdic\n").unwrap_err().contains("`ebcdic`"));
        assert!(text(b"\xEF\xBB\xBF# coding: latin-1\n").unwrap_err().contains("byte order mark"));
        assert!(text(b"# coding: ascii\n'\xE9'").unwrap_err().contains("0xe9"));
    }
}
