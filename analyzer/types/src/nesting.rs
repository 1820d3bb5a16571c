//! Sources that nest too deeply to be handed to the checker, which recurses over them.
//!
//! The limits for brackets and blocks are CPython's own; a chain (`a + b + …`, `a.b.c…`) is as deep as it is long. So is
//! one of `elif`s, and each of them narrows what all before it left: 400 of them take the checker most of a minute.

const MAX_BRACKETS: usize = 200;
const MAX_BLOCKS: usize = 100;
const MAX_CHAIN: usize = 3000;
const MAX_ELIFS: usize = 120;
/// `a + ` is one link: an operator and two blanks. Words are told apart by blanks only (`not not …`).
const SIGNS_PER_LINK: usize = 3;

/// A scan over bytes that never recurses itself. It may err on the side of "too deep" only for broken sources.
pub(crate) fn is_too_deep(source: &str) -> bool {
    let bytes = source.as_bytes();
    let (mut brackets, mut chain, mut position) = (0_usize, 0_usize, 0_usize);
    // The indentation of each open block, and how many `elif`s its last `if` has.
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    let mut at_line_start = true;
    while let Some(byte) = bytes.get(position) {
        if at_line_start && brackets == 0 {
            at_line_start = false;
            let indentation = bytes[position..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let is_blank = matches!(bytes.get(position + indentation), None | Some(b'\n' | b'\r' | b'#'));
            let is_elif = bytes[position + indentation..].starts_with(b"elif");
            if !is_blank {
                let elifs = blocks.iter().find(|(block, _)| *block == indentation).map_or(0, |(_, elifs)| *elifs);
                blocks.retain(|(block, _)| *block < indentation);
                blocks.push((indentation, if is_elif { elifs + 1 } else { 0 }));
            }
            position += indentation;
            let too_many_elifs = blocks.last().is_some_and(|(_, elifs)| *elifs > MAX_ELIFS);
            if too_many_elifs || blocks.len() > MAX_BLOCKS + 1 {
                return true;
            }
            continue;
        }
        match byte {
            b'#' => {
                position += bytes[position..].iter().take_while(|byte| **byte != b'\n').count();
                continue;
            }
            b'"' | b'\'' => {
                position = after_string(bytes, position);
                continue;
            }
            b'(' | b'[' | b'{' => {
                brackets += 1;
                chain += 1;
            }
            b')' | b']' | b'}' => brackets = brackets.saturating_sub(1),
            b'\n' => {
                at_line_start = true;
                if brackets == 0 {
                    chain = 0;
                }
            }
            b',' | b':' | b';' => chain = 0,
            b'.' | b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'&' | b'^' | b'~' | b'@' | b' ' => chain += 1,
            _ => {}
        }
        if brackets > MAX_BRACKETS || chain > MAX_CHAIN * SIGNS_PER_LINK {
            return true;
        }
        position += 1;
    }
    false
}

fn after_string(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let is_triple = bytes[start..].starts_with(&[quote; 3]);
    let mut position = start + if is_triple { 3 } else { 1 };
    while let Some(byte) = bytes.get(position) {
        match byte {
            b'\\' => position += 1,
            b'\n' if !is_triple => return position,
            _ if *byte != quote => {}
            _ if !is_triple => return position + 1,
            _ if bytes[position..].starts_with(&[quote; 3]) => return position + 3,
            _ => {}
        }
        position += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::is_too_deep;

    #[test]
    fn ordinary_sources_are_not_too_deep() {
        assert!(!is_too_deep("def f(x):\n    \"\"\"((((\"\"\"\n    return [x]  # ((((\n"));
        assert!(!is_too_deep(&format!("x = [{}]\n", "1 + 2, ".repeat(10_000))));
        assert!(!is_too_deep(&"x = a.b + (c)\n".repeat(10_000)));
        assert!(!is_too_deep(&format!("x = '{}'\n", "(".repeat(10_000))));
    }

    #[test]
    fn deep_sources_are() {
        assert!(is_too_deep(&format!("x = {}", "[".repeat(201))));
        assert!(is_too_deep(&format!("x = {}1\n", "a + ".repeat(20_000))));
        assert!(is_too_deep(&format!("x = a{}\n", ".b".repeat(20_000))));
        let blocks: String = (0..200).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
        assert!(is_too_deep(&blocks));
    }

    #[test]
    fn long_chains_of_elif() {
        let chain =
            |count: usize| "if a == 0:\n    b\n".to_owned() + &"elif a == 1:\n    if b:\n        c\n".repeat(count);
        assert!(is_too_deep(&chain(500)));
        assert!(!is_too_deep(&chain(100)));
        assert!(!is_too_deep(&chain(100).repeat(5)));
    }
}
