//! Shortened ids, as tables print them: `Transaction:…13cfdf`.

use super::kind::ResourceKind;

/// The end of an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortId {
    /// The kinds whose ids have the type that the text names; empty if it names none.
    pub kinds: Vec<ResourceKind>,
    /// At least six hexadecimal digits, in lower case.
    pub digits: String,
}

/// Minimum number of hexadecimal digits of a shortened id.
pub(super) const SHORT_ID: usize = 6;
/// Number of hexadecimal digits of an id.
const ID_DIGITS: usize = 32;

impl ShortId {
    /// Parses the last six or more digits of an id: behind its type, behind `…`, or alone. Returns `None` for another
    /// text, and for a complete id.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (kinds, end) = match text.split_once(':') {
            None => (Vec::new(), text),
            Some((name, end)) => (kinds_named(name)?, end),
        };
        let end = end.trim_start_matches('…').trim_start_matches("...");
        let digits: String = end.chars().filter(|letter| *letter != '-').collect();
        let is_end = (SHORT_ID..ID_DIGITS).contains(&digits.len())
            && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            && !end.starts_with('-');
        is_end.then(|| Self { kinds, digits: digits.to_ascii_lowercase() })
    }
}

/// Returns the kinds whose ids have this type, in any case; `None` if there is no such type.
fn kinds_named(name: &str) -> Option<Vec<ResourceKind>> {
    let kinds = ResourceKind::ALL.iter().copied();
    let kinds: Vec<ResourceKind> = kinds.filter(|kind| kind.type_name().eq_ignore_ascii_case(name)).collect();
    (!kinds.is_empty()).then_some(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_an_id_is_read_with_and_without_its_type() {
        let end = |text: &str| ShortId::of(text).map(|short| (short.kinds, short.digits));
        let alone = Some((Vec::new(), "13cfdf".to_owned()));
        for text in ["13cfdf", "…13CFDF", "...13cfdf"] {
            assert_eq!(end(text), alone, "{text}");
        }
        let payments = vec![ResourceKind::Payment, ResourceKind::UnmatchedDeposit];
        for text in ["Transaction:…13cfdf", "transaction:13cfdf", "Transaction:...13cfdf"] {
            assert_eq!(end(text), Some((payments.clone(), "13cfdf".to_owned())), "{text}");
        }
        assert_eq!(end("9a0b-1c2d3e4f5a6b"), Some((Vec::new(), "9a0b1c2d3e4f5a6b".to_owned())));
        for text in
            ["3cfdf", "13cfdg", "Planet:13cfdf", "-13cfdf", "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b", ""]
        {
            assert_eq!(end(text), None, "{text}");
        }
    }
}
