//! Text for a terminal, without the control characters by which other people's texts would control it.

/// Removes control characters from a text, apart from line breaks. A tab becomes a space.
#[must_use]
pub fn text(text: &str) -> String {
    let letters = text.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

/// Escapes the control characters that a JSON text may contain inside of strings.
#[must_use]
pub fn json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_control() && letter != '\n' {
            escaped.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Clears a screen with an escape sequence, and with the single character for it.
    const CLEARING: &str = "Jane\u{1b}[2J\u{9b}2J\u{7f}\r\n\tDoe";

    #[test]
    fn a_text_keeps_its_lines_and_controls_nothing() {
        assert_eq!(text(CLEARING), "Jane[2J2J\n Doe");
        assert_eq!(text("Ännchen — 1"), "Ännchen — 1");
    }

    #[test]
    fn json_stays_the_same_value_and_controls_nothing() {
        let value = json!({ "name": CLEARING });
        let printed = json(&format!("{value:#}"));
        assert!(printed.chars().all(|letter| letter == '\n' || !letter.is_control()), "{printed}");
        assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), value);
    }
}
