//! The data that is required about a document, and its file name (customers 8).

use causeway_vocabulary::letters::check_showable;

use super::DocumentType;

/// The most documents of a customer, including those of the people behind a company: both sides of a card and
/// a passport for each of a hundred people, and as many again.
pub const MAX_DOCUMENTS: i64 = 600;

/// The most characters of a file's name.
const MAX_NAME: usize = 255;

/// The name of a file that was sent without one.
const NAMELESS: &str = "document";

/// The reason why a provider of identity checks does not accept a document (customers 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentRefusal {
    /// The document is not readable enough.
    LowQuality,
    /// The document contradicts other data of its holder.
    DataMismatch,
    Expired,
    /// The document looks forged.
    SuspectedFraud,
    /// The type of the document is not accepted.
    UnsuitableDocument,
    /// A page or a side is missing.
    Incomplete,
}

/// Returns `true` if documents of this type have a number from their issuer.
#[must_use]
pub const fn needs_number(document_type: DocumentType) -> bool {
    matches!(document_type, DocumentType::Passport) || needs_side(document_type)
}

/// Returns `true` if each side of a document of this type is a file of its own.
#[must_use]
pub const fn needs_side(document_type: DocumentType) -> bool {
    matches!(document_type, DocumentType::DriversLicense | DocumentType::NationalId)
}

/// Returns the stored name of a file: without a path, and without characters that must not be displayed.
#[must_use]
pub fn file_name(sent: Option<&str>) -> String {
    let last = sent.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let is_sound = check_showable(last).is_ok();
    let is_showable =
        |letter: &char| is_sound || *letter == ' ' || check_showable(letter.encode_utf8(&mut [0; 4])).is_ok();
    let name: String = last.chars().filter(is_showable).take(MAX_NAME).collect();
    match name.trim() {
        "" | "." | ".." => NAMELESS.to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issued_documents_have_numbers_and_cards_have_sides() {
        let those = |rule: fn(DocumentType) -> bool| -> Vec<&str> {
            DocumentType::ALL.iter().filter(|one| rule(**one)).map(|one| one.as_str()).collect()
        };
        assert_eq!(those(needs_number), ["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"]);
        assert_eq!(those(needs_side), ["DRIVERS_LICENSE", "NATIONAL_ID"]);
    }

    #[test]
    fn a_file_name_has_neither_a_path_nor_hidden_characters() {
        for (sent, name) in [
            ("passport.png", "passport.png"),
            ("../../etc/passwd", "passwd"),
            (r"C:\Users\jane\My Passport.pdf", "My Passport.pdf"),
            ("/", "document"),
            ("a/..", "document"),
            ("a/.", "document"),
            ("", "document"),
            ("  ", "document"),
            ("pass\u{202e}gnp.exe", "passgnp.exe"),
            ("a\u{0}b\r\nc", "abc"),
            ("\u{200b}", "document"),
            ("r\u{e9}sum\u{e9}.pdf", "r\u{e9}sum\u{e9}.pdf"),
        ] {
            assert_eq!(file_name(Some(sent)), name, "{sent:?}");
        }
        assert_eq!(file_name(None), "document");
        assert_eq!(file_name(Some(&"n".repeat(400))).len(), MAX_NAME);
    }
}
