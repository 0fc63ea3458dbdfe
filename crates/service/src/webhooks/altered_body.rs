//! Bodies as receivers alter them before they verify a signature.

use std::io;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// An altered body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AlteredBody {
    /// The change, in words that follow "the body".
    pub(super) change: &'static str,
    pub(super) is_whitespace_only: bool,
    pub(super) body: Vec<u8>,
}

/// Returns a body with each of the usual changes.
pub(super) fn altered_bodies(body: &[u8]) -> Vec<AlteredBody> {
    let trimmed = body.trim_ascii();
    let around = [
        ("with a line feed at its end", [body, b"\n"].concat()),
        ("with a carriage return and a line feed at its end", [body, b"\r\n"].concat()),
        ("with a byte order mark", ["\u{feff}".as_bytes(), body].concat()),
        ("without white space around it", trimmed.to_vec()),
    ];
    let around =
        around.into_iter().map(|(change, body)| AlteredBody { change, is_whitespace_only: true, body });
    let written_again = serde_json::from_slice(body).map(written_again).unwrap_or_default();
    let written_again = written_again.into_iter().map(|(change, body)| AlteredBody {
        change,
        is_whitespace_only: false,
        body,
    });
    around.chain(written_again).filter(|altered| altered.body != body).collect()
}

/// Returns the forms in which common libraries write a parsed body.
fn written_again(value: Value) -> Vec<(&'static str, Vec<u8>)> {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    let compact = value.to_string();
    let with_blanks = spaced(&value);
    vec![
        ("written again without blanks", compact.clone().into_bytes()),
        ("written again with blanks after commas and colons", with_blanks.clone().into_bytes()),
        ("written again with letters outside ASCII escaped", escaped(&compact).into_bytes()),
        (
            "written again with blanks, and with letters outside ASCII escaped",
            escaped(&with_blanks).into_bytes(),
        ),
        ("written again with escaped slashes", compact.replace('/', "\\/").into_bytes()),
        ("written again on several lines", format!("{value:#}").into_bytes()),
        ("written again with sorted members", sorted.to_string().into_bytes()),
        ("written again with blanks and sorted members", spaced(&sorted).into_bytes()),
    ]
}

/// The form with a blank after each comma and colon.
struct SpacedFormat;

impl Formatter for SpacedFormat {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

fn spaced(value: &Value) -> String {
    let mut written = Vec::new();
    // Writing to memory cannot fail, and the members of a parsed value have texts as names.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut written, SpacedFormat));
    String::from_utf8(written).unwrap_or_default()
}

/// Escapes letters outside ASCII as JSON allows it.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            text.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_differs_from_the_body() {
        let body = r#"{"b":[1,"ä/"],"a":{}}"#.as_bytes();
        let altered: Vec<String> = altered_bodies(body)
            .into_iter()
            .map(|altered| String::from_utf8(altered.body).unwrap())
            .collect();
        for expected in [
            "{\"b\": [1, \"ä/\"], \"a\": {}}",
            "{\"b\":[1,\"\\u00e4/\"],\"a\":{}}",
            "{\"b\":[1,\"ä\\/\"],\"a\":{}}",
            "{\"a\":{},\"b\":[1,\"ä/\"]}",
        ] {
            assert!(altered.iter().any(|body| body == expected), "{expected}: {altered:?}");
        }
        assert!(altered.iter().all(|altered| altered.as_bytes() != body));
    }
}
