//! The magic values of cards (cards 10).

use std::time::Duration;

use causeway_service::ports::SourceRefusal;

/// The outcome of issuing a card, by the last three characters of the platform's id for it, or of its
/// cardholder's id (cards 10.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardScenario {
    /// `001`: the issuer does not answer.
    Unanswered,
    /// `002`: rejected.
    Rejected,
    /// `005`: issued after half a minute.
    Slow,
    /// Any other suffix: issued at once.
    Issued,
}

/// Duration of slow issuing.
pub const SLOW_CARD: Duration = Duration::from_secs(30);

/// Returns the scenario for a card of this name.
#[must_use]
pub fn card_scenario(name: &str) -> CardScenario {
    match last_three(name) {
        "001" => CardScenario::Unanswered,
        "002" => CardScenario::Rejected,
        "005" => CardScenario::Slow,
        _ => CardScenario::Issued,
    }
}

/// Returns the last four digits of the card number for a name: `4` and its last three characters if those are
/// digits, otherwise its last three bytes as a number, modulo 10000.
#[must_use]
pub fn last_four(name: &str) -> String {
    let suffix = last_three(name);
    if suffix.len() == 3 && suffix.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("4{suffix}");
    }
    let bytes = name.as_bytes();
    let last = bytes.iter().skip(bytes.len().saturating_sub(3));
    let number = last.fold(0_u32, |number, byte| number * 256 + u32::from(*byte));
    format!("{:04}", number % 10_000)
}

/// Returns why the account with this id cannot fund a card (cards 10.2), or `None` if it
/// can.
#[must_use]
pub fn refused_source(account: &str) -> Option<SourceRefusal> {
    match last_three(account) {
        "002" => Some(SourceRefusal::InsufficientBalance),
        "003" => Some(SourceRefusal::AccountClosed),
        _ => None,
    }
}

pub(super) fn last_three(text: &str) -> &str {
    let start = text.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_of_cards() {
        use CardScenario as S;
        let rows = [
            ("card-001", S::Unanswered),
            ("card-002", S::Rejected),
            ("card-005", S::Slow),
            ("card-003", S::Issued),
            ("1", S::Issued),
        ];
        for (name, scenario) in rows {
            assert_eq!(card_scenario(name), scenario, "{name}");
        }
        let of_accounts = [
            ("a002", Some(SourceRefusal::InsufficientBalance)),
            ("a003", Some(SourceRefusal::AccountClosed)),
            ("a005", None),
        ];
        for (account, refusal) in of_accounts {
            assert_eq!(refused_source(account), refusal, "{account}");
        }
    }

    #[test]
    fn the_last_digits_follow_from_the_name() {
        // "abc" is 0x616263, 6382179.
        let names = [("card-a-777", "4777"), ("000", "4000"), ("xabc", "2179"), ("7", "0055"), ("é", "0089")];
        for (name, digits) in names {
            assert_eq!(last_four(name), digits, "{name}");
        }
    }
}
