//! The magic values of cards (cards 10).

use std::time::Duration;

use causeway_service::ports::SourceRefusal;

use super::table::{MagicRow, MagicTable, last_three, magic_table};

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

magic_table! {
    /// Returns the scenario for a card of this name.
    card_scenario(name by last_three) -> CardScenario;
    CARDS: "End of `platformCardId`, or else of `cardholderId`, at the creation of a card";
    "001" => CardScenario::Unanswered, "stays `PROCESSING`";
    "002" => CardScenario::Rejected, "`CLOSED`, `ISSUER_REJECTED`";
    "005" => CardScenario::Slow, "`ACTIVE` after about 30 seconds";
    other => CardScenario::Issued, "`ACTIVE` at once";
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

magic_table! {
    /// Returns why the account with this id cannot fund a card (cards 10.2), or `None` if it can.
    refused_source(account by last_three) -> Option<SourceRefusal>;
    FUNDING_SOURCES: "End of the id of an internal account, as a funding source; real ids never end like this, so use an invented one";
    "002" => Some(SourceRefusal::InsufficientBalance), "400 `FUNDING_SOURCE_INELIGIBLE` (balance)";
    "003" => Some(SourceRefusal::AccountClosed), "400 `FUNDING_SOURCE_INELIGIBLE` (closed)";
    other => None, "the ordinary checks";
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
