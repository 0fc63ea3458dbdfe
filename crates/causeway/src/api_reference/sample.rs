//! Generation of texts that match a pattern, for the kinds of patterns in the API.

use std::iter::Peekable;
use std::str::Chars;

/// Returns a short text that matches, or `None` if the pattern has more than literals, classes, groups and
/// counts.
pub(super) fn fitting(pattern: &str) -> Option<String> {
    let mut rest = pattern.chars().peekable();
    let mut text = String::new();
    sequence(&mut rest, &mut text, true)?;
    rest.peek().is_none().then_some(text)
}

/// Reads up to the end of a group, and generates the first of its alternatives.
fn sequence(rest: &mut Peekable<Chars<'_>>, out: &mut String, mut is_chosen: bool) -> Option<()> {
    while let Some(&next) = rest.peek() {
        if next == ')' {
            return Some(());
        }
        rest.next();
        let mut piece = String::new();
        match next {
            '^' | '$' => continue,
            '|' => {
                is_chosen = false;
                continue;
            }
            '(' => group(rest, &mut piece)?,
            '[' => piece.push(class(rest)?),
            '\\' => piece.push(escaped(rest.next()?)?),
            '.' => piece.push('a'),
            '*' | '+' | '?' | '{' => return None,
            literal => piece.push(literal),
        }
        let count = count(rest)?;
        if is_chosen {
            let is_class = matches!(next, '[' | '\\');
            (0..count).for_each(|_| if is_class { choose(out, &piece) } else { out.push_str(&piece) });
        }
    }
    Some(())
}

fn group(rest: &mut Peekable<Chars<'_>>, piece: &mut String) -> Option<()> {
    if rest.next_if_eq(&'?').is_some() && rest.next() != Some(':') {
        return None;
    }
    sequence(rest, piece, true)?;
    (rest.next() == Some(')')).then_some(())
}

/// Appends a character of a class. Digits are consecutive, so that a number does not look like a mistake.
fn choose(out: &mut String, piece: &str) {
    match piece {
        "0" | "1" => {
            let digits = out.chars().rev().take_while(char::is_ascii_digit).count();
            out.push(char::from_digit(u32::try_from((digits + 1) % 10).unwrap_or(0), 10).unwrap_or('1'));
        }
        other => out.push_str(other),
    }
}

/// Reads a class and returns one character: its first letter or digit.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    let negated = rest.next_if_eq(&'^').is_some();
    let mut first = None;
    loop {
        let letter = match rest.next()? {
            ']' => break,
            '\\' => escaped(rest.next()?)?,
            '-' if first.is_some() => continue,
            letter => letter,
        };
        let better =
            letter.is_ascii_alphanumeric() && first.is_none_or(|first: char| !first.is_ascii_alphanumeric());
        if first.is_none() || better {
            first = Some(letter);
        }
    }
    if negated { Some('a') } else { first }
}

fn escaped(letter: char) -> Option<char> {
    match letter {
        'd' => Some('1'),
        'w' => Some('a'),
        's' => Some(' '),
        letter if letter.is_ascii_alphanumeric() => None,
        sign => Some(sign),
    }
}

/// Reads the count of the preceding piece and returns its minimum; 1 without a count.
fn count(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    match rest.peek() {
        Some('*' | '?') => {
            rest.next();
            Some(0)
        }
        Some('+') => {
            rest.next();
            Some(1)
        }
        Some('{') => {
            rest.next();
            let mut least = String::new();
            for letter in rest.by_ref().take_while(|letter| *letter != '}') {
                least.push(letter);
            }
            least.split(',').next()?.parse().ok()
        }
        _ => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_match_the_patterns_of_the_interface() {
        let uuid = r"^Customer:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
        assert_eq!(fitting(uuid).unwrap(), "Customer:12345678-1234-1234-1234-123456789012");
        assert_eq!(fitting(r"^(IBAN|BIC)[A-Z]{2}\d{2}[A-Z0-9]?$").unwrap(), "IBANAA12");
        assert_eq!(fitting(r"^\+[1-9]\d{1,14}$").unwrap(), "+12");
        assert_eq!(fitting(r"^[^<>; ]+( [^<>; ]+)*$").unwrap(), "a");
        assert_eq!(fitting(r"^(?:x|y)z$").unwrap(), "xz");
        assert_eq!(fitting(r"^[A-Z]{4}0[0-9]{2}$").unwrap(), "AAAA023");
    }

    #[test]
    fn a_pattern_without_a_known_sample_is_omitted() {
        for pattern in [r"^(?=a)b$", r"\p{L}", "a)", "(a", "[a"] {
            assert_eq!(fitting(pattern), None, "{pattern}");
        }
    }
}
