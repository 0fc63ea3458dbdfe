//! Conversion of text to HTML.

use std::fmt::Write;

/// Escapes all characters that are special in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Converts one line of prose; text between backquotes becomes code.
pub(super) fn inline(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        let part = escape(part);
        match at % 2 {
            0 => out.push_str(&part),
            _ => put(&mut out, format_args!("<code>{part}</code>")),
        }
    }
    out
}

/// Converts prose with paragraphs.
pub(super) fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>", inline(paragraph))).collect()
}

/// Appends formatted text.
pub(super) fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_becomes_escaped_paragraphs_with_code() {
        let html = prose("Use `a<b>`.\n\n\"x\" & 'y' <script>");
        let expected =
            "<p>Use <code>a&lt;b&gt;</code>.</p><p>&quot;x&quot; &amp; &#39;y&#39; &lt;script&gt;</p>";
        assert_eq!(html, expected);
    }
}
