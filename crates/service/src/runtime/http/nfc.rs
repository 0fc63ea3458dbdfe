//! One spelling for every text (conventions 5.4).

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Normalizes a text to Unicode's composed form, NFC, so that texts that look the same are stored, found and
/// compared as the same.
pub(crate) fn to_nfc(text: String) -> String {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text;
    }
    text.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_normalized_to_nfc() {
        for (text, expected) in
            [("Jose\u{301}", "Jos\u{e9}"), ("Ada", "Ada"), ("\u{212b}", "\u{c5}"), ("日本", "日本")]
        {
            assert_eq!(to_nfc(text.to_owned()), expected);
        }
    }
}
