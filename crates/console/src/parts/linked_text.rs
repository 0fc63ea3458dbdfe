//! Texts of answers in which the ids lead to their pages.

use crate::urls;

/// A piece of a text: an id with its page, or the words between.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextPiece {
    pub(crate) text: String,
    pub(crate) href: Option<String>,
}

/// Divides a text into its ids that have a page on the platform, and the words between.
pub(crate) fn linked(platform: &str, text: &str) -> Vec<TextPiece> {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == ':' || c == '-';
    let mut pieces: Vec<TextPiece> = Vec::new();
    for word in text.split_inclusive(|c: char| !is_of_id(c)) {
        let id = word.trim_end_matches(|c: char| !is_of_id(c));
        let href = Some(id).filter(|id| !id.ends_with(':')).and_then(|id| urls::resource(platform, id));
        let rest = if href.is_some() {
            pieces.push(TextPiece { text: id.to_owned(), href });
            &word[id.len()..]
        } else {
            word
        };
        match pieces.last_mut() {
            Some(last) if last.href.is_none() => last.text.push_str(rest),
            _ if rest.is_empty() => {}
            _ => pieces.push(TextPiece { text: rest.to_owned(), href: None }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(String, bool)> {
        linked("Platform:1", text).into_iter().map(|piece| (piece.text, piece.href.is_some())).collect()
    }

    #[test]
    fn ids_become_links() {
        let text = "OUTGOING_PAYMENT.PENDING DELIVERED after 1 attempt (Webhook:01a1-7c): Job:7";
        let expected = [
            ("OUTGOING_PAYMENT.PENDING DELIVERED after 1 attempt (".to_owned(), false),
            ("Webhook:01a1-7c".to_owned(), true),
            ("): Job:7".to_owned(), false),
        ];
        assert_eq!(pieces(text), expected);
        assert_eq!(pieces("Transaction:7"), [("Transaction:7".to_owned(), true)]);
        assert_eq!(pieces("see Transaction: none"), [("see Transaction: none".to_owned(), false)]);
        assert!(pieces("").is_empty());
    }
}
