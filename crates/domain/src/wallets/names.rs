//! Names and transports of passkeys (wallet 4.1).

use causeway_vocabulary::letters::is_letter_or_number;

const MAX_LENGTH: usize = 100;

/// The transports of passkeys that WebAuthn registers.
const TRANSPORTS: [&str; 6] = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"];

/// Returns the trimmed name of a passkey, or `None` if it is empty or too long, or has characters that do not
/// occur in names of devices.
#[must_use]
pub fn passkey_name(sent: &str) -> Option<&str> {
    let name = sent.trim();
    let length = name.chars().count();
    ((1..=MAX_LENGTH).contains(&length) && name.chars().all(is_of_a_name)).then_some(name)
}

/// Returns `true` for letters of all scripts with their marks, numbers, spaces, and the punctuation that
/// devices and keyboards put into names.
fn is_of_a_name(letter: char) -> bool {
    is_letter_or_number(letter) || is_space(letter) || is_punctuation(letter)
}

/// Returns `true` for Unicode's category of space separators.
const fn is_space(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Returns `true` for apostrophes, dashes, and `. _ ( )`.
const fn is_punctuation(letter: char) -> bool {
    matches!(
        letter,
        '.' | '_' | '(' | ')' | '-' | '\'' | '\u{2010}'..='\u{2014}' | '\u{2018}' | '\u{2019}' | '\u{ff07}'
    )
}

/// Returns the known transports among those sent. Others are ignored, as WebAuthn requires (level 3, 5.8.4).
pub fn known_transports<'a>(sent: impl Iterator<Item = &'a str>) -> Vec<String> {
    sent.filter(|sent| TRANSPORTS.contains(sent)).map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(passkey_name("  Jane's phone (2) "), Some("Jane's phone (2)"));
        assert_eq!(passkey_name(&"a".repeat(100)).map(str::len), Some(100));
        for good in [
            "Élodie-Ⅷ_1.",
            "Siân’s iPad",
            "L‘ordinateur d’Anaïs",
            "iPhone – Büro",
            "Kauaʻi",
            "iPad\u{a0}de\u{202f}Zoé",
            "Zoe\u{308}’s Mac",
            "मेरा फ़ोन है क्या",
            "李小龙 的 iPhone",
            "என் சாவி",
            "กุญแจของฉัน",
            "کلید\u{200c}ها",
            "Ana‑Maria (work)",
        ] {
            assert_eq!(passkey_name(good), Some(good), "{good}");
        }
        for bad in ["", "   ", "a/b", "a\nb", "a\tb", "a\u{2028}b", "<b>", "a\"b", "a;b", &"a".repeat(101)] {
            assert_eq!(passkey_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn transports_that_are_not_known_are_ignored() {
        let known = |sent: &[&str]| known_transports(sent.iter().copied());
        assert_eq!(known(&["internal", "hybrid"]), ["internal", "hybrid"]);
        assert_eq!(known(&["smart-card", "cable", "", "ble"]), ["smart-card", "ble"]);
        assert_eq!(known(&["pigeon", "USB"]), Vec::<String>::new());
    }
}
