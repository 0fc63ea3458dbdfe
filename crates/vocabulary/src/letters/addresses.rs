//! Email addresses as typed into a form. Forms pasted from a link or a header are refused.

use super::domains::ascii_domain;
use super::hidden::check_showable;
use super::letter::is_letter_or_number;

/// Maximum length of an address in characters (RFC 5321).
const MAX_LENGTH: usize = 254;
/// Maximum length of the name before the `@`, in bytes.
const MAX_NAME: usize = 64;
/// Signs allowed in a name besides letters and numbers (RFC 5322, `atext`).
const ATOM_SIGNS: &str = "!#$%&'*+-/=?^_`{|}~";

/// Returns `true` for `name@domain` with nothing around it: no `mailto:`, no brackets, no whitespace.
///
/// The name consists of atoms separated by dots, or is quoted, as mail servers accept it. The domain has at
/// least two labels, does not end in a number, and is valid by IDNA.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    text.chars().count() <= MAX_LENGTH
        && check_showable(text).is_ok()
        && (1..=MAX_NAME).contains(&name.len())
        && (is_quoted(name) || name.split('.').all(is_atom))
        && ascii_domain(domain).is_some_and(|domain| has_top_level(&domain))
}

/// Returns `true` for letters of every script (RFC 6531), numbers and a few signs.
fn is_atom(text: &str) -> bool {
    let is_known = |letter: char| ATOM_SIGNS.contains(letter) || is_letter_or_number(letter);
    !text.is_empty() && text.chars().all(is_known)
}

/// Returns `true` for a name in quotes (RFC 5321, 4.1.2): printable characters, with a backslash before
/// quotes and backslashes.
fn is_quoted(text: &str) -> bool {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    let is_printed = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    let mut bytes = inner.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'"' => false,
            b'\\' => bytes.next().is_some_and(is_printed),
            byte => is_printed(byte),
        };
        if !fits {
            return false;
        }
    }
    !inner.is_empty()
}

/// Returns `true` if the domain has several labels and the last is not a number (RFC 3696). A number would
/// make it an IP address.
fn has_top_level(domain: &str) -> bool {
    domain.rsplit_once('.').is_some_and(|(_, top)| !top.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the form in which email addresses and telephone numbers are compared: in lower case, with the
/// domain in its DNS spelling.
#[must_use]
pub fn comparable_contact(contact: &str) -> String {
    let contact = contact.trim();
    match contact.rsplit_once('@') {
        Some((name, domain)) => {
            let domain = ascii_domain(domain).unwrap_or_else(|| domain.to_lowercase());
            format!("{}@{domain}", name.to_lowercase())
        }
        None => contact.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_name_at_a_domain() {
        let long_label = format!("a@{}.de", "ü".repeat(40));
        for text in [
            "jane@example.com",
            "j.d+x@mail.example.co.uk",
            "o'neil@example.com",
            "jürgen@müller.example",
            "test@उदाहरण.परीक्षा",
            "संपर्क@डाटामेल.भारत",
            "测试@例子.测试",
            "\"jane\"@example.com",
            "\"a b\"@example.com",
            "\"a\\\"b\"@example.com",
            "\"a\\\\ b\"@example.com",
            "a@1.example.c0m",
            &long_label,
        ] {
            assert!(is_email(text), "{text}");
        }
    }

    #[test]
    fn pasted_forms_and_other_texts_are_not_addresses() {
        let long_domain = format!("a@{}.com", "a".repeat(250));
        let long_label = format!("a@{}.de", "ü".repeat(60));
        for text in [
            "x",
            "@example.com",
            "jane@",
            "jane@example",
            "a@b@example.com",
            "a b@example.com",
            "a@-x.com",
            "a@x..com",
            "a@😀.com",
            "a@exa_mple.com",
            "a@127.0.0.1",
            "a@b.123",
            "\"@example.com",
            "\"\"@example.com",
            "\"a\"b\"@example.com",
            "\"a\\\"@example.com",
            "\"a\tb\"@example.com",
            "\"a\\\nb\"@example.com",
            ".jane@example.com",
            "jane.@example.com",
            "mailto:jane@example.com",
            "<jane@example.com>",
            "Jane <jane@example.com>",
            "jane@example.com ",
            "jane@example.com,",
            "jane@example.com;x@example.com",
            "jane(home)@example.com",
            "jane\u{200b}@example.com",
            "jane@exam\u{200b}ple.com",
            &long_domain,
            &long_label,
        ] {
            assert!(!is_email(text), "{text}");
        }
    }

    #[test]
    fn one_address_has_one_spelling_to_compare() {
        for (contact, spelling) in [
            (" Jane@Example.com", "jane@example.com"),
            ("jane@MÜLLER.de", "jane@xn--mller-kva.de"),
            ("jane@xn--mller-kva.de", "jane@xn--mller-kva.de"),
            ("+4915112345678", "+4915112345678"),
        ] {
            assert_eq!(comparable_contact(contact), spelling);
        }
    }
}
