//! Whole numbers in JSON, in every spelling (conventions 5.3).

use std::borrow::Cow;

use causeway_wire::plain_whole_number;
use serde_json::value::RawValue;

/// Replacement for positive numbers beyond the range of a double. No field accepts the replacement, as none
/// accepts such numbers.
const VAST: &str = "1e308";
/// Replacement for negative numbers beyond the range of a double.
const VAST_NEGATIVE: &str = "-1e308";

/// Returns the JSON text with numbers such as `100.0` and `1e2` rewritten as integers, before a parser turns
/// them into binary fractions, and those out of the parser's range replaced by one within. Strings and
/// invalid JSON stay as they are.
pub(super) fn plain(json: &str) -> Cow<'_, str> {
    let mut rewritten = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(token) = next_number(json, at) {
        at = token.end;
        if let Some(number) = json.get(token.clone()).and_then(readable) {
            rewritten.push_str(json.get(copied..token.start).unwrap_or_default());
            rewritten.push_str(&number);
            copied = token.end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    rewritten.push_str(json.get(copied..).unwrap_or_default());
    Cow::Owned(rewritten)
}

/// Returns the replacement of a number that the parser would misread, otherwise `None`.
fn readable(number: &str) -> Option<Cow<'static, str>> {
    if let Some(plain) = plain_whole_number(number) {
        return Some(plain.into());
    }
    let is_vast = number.parse::<f64>().is_ok_and(f64::is_infinite);
    let stand_in = if number.starts_with('-') { VAST_NEGATIVE } else { VAST };
    // The parser of raw values checks the spelling of a number, not its size.
    (is_vast && serde_json::from_str::<&RawValue>(number).is_ok()).then_some(stand_in.into())
}

/// Returns the range of the next number outside of strings.
fn next_number(json: &str, from: usize) -> Option<std::ops::Range<usize>> {
    let bytes = json.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'"' => at = end_of_string(bytes, at + 1)?,
            b'-' | b'+' | b'0'..=b'9' => {
                let rest = bytes.get(at..)?;
                let length = rest.iter().position(|byte| !is_part_of_number(*byte)).unwrap_or(rest.len());
                return Some(at..at + length);
            }
            _ => at += 1,
        }
    }
}

const fn is_part_of_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

/// Returns the end of a string whose content begins at `at`, or `None` if it does not end.
fn end_of_string(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rewritten_and_texts_are_not() {
        for (json, expected) in [
            (r#"{"a":1e2,"b":[-2.0, 3 ,4.50]}"#, r#"{"a":100,"b":[-2, 3 ,4.50]}"#),
            (r#"{"1.0":"2.0","\"3.0":"\\","c":4.0}"#, r#"{"1.0":"2.0","\"3.0":"\\","c":4}"#),
            (r#"{"é":7.0,"b":"é1.0"}"#, r#"{"é":7,"b":"é1.0"}"#),
            ("1.0", "1"),
            ("[-0,0,-0.0]", "[0,0,0]"),
            (r#"{"a":1E400,"b":[-2e999,"1E400"]}"#, r#"{"a":1e308,"b":[-1e308,"1E400"]}"#),
        ] {
            assert_eq!(plain(json), expected);
        }
        let long = "7".repeat(5_000);
        let small = format!("0.{long}");
        assert_eq!(plain(&format!("[-{long},{long}.5e-3]")), "[-1e308,1e308]");
        assert!(matches!(plain(&small), Cow::Borrowed(_)));
        for same in [
            r#"{"a":100,"b":"1.0"}"#,
            r#"{"a":"1.0"#,
            r#"{"a":"1.0\"#,
            "[1.0.0,01.0,1e]",
            "",
            "é",
            "[01e400,1.e400,+1e400,1e400.]",
        ] {
            assert!(matches!(plain(same), Cow::Borrowed(text) if text == same), "{same}");
        }
    }
}
