//! The magic values of payments, accounts and documents (money 13.1, customers 11).

use std::time::Duration;

use causeway_domain::documents::DocumentRefusal;
use causeway_domain::external_accounts::suffix;
use causeway_domain::money::CurrencyCode;

/// Duration of an ordinary settlement (money 13).
pub const SETTLEMENT: Duration = Duration::from_millis(500);

/// The code that confirms every contact (customers 11).
pub const CONTACT_CODE: &str = "123456";

/// Prefix of the tokens of hosted pages (customers 6).
pub const PAGE_TOKEN_PREFIX: &str = "_act-sbx-jwt-";

/// Duration of a liveness check (money 4.6).
pub const LIVENESS: Duration = Duration::from_secs(2);

/// The answer of a name check, by the last three characters of an account's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameScenario {
    /// `102`: a different name.
    NotMatched,
    /// `103`: nearly the same name.
    PartialMatch,
    /// `104`: not known yet.
    Pending,
    /// `105`: no such account.
    InvalidAccount,
    /// `106`: the rail does not compare names.
    Unsupported,
    /// `107`: left to the receiving institution.
    CheckedByReceivingInstitution,
    /// Any other suffix: the same name.
    Matched,
}

/// Returns the name-check scenario for an identifier.
#[must_use]
pub fn name_scenario(identifier: &str) -> NameScenario {
    match suffix(identifier) {
        "102" => NameScenario::NotMatched,
        "103" => NameScenario::PartialMatch,
        "104" => NameScenario::Pending,
        "105" => NameScenario::InvalidAccount,
        "106" => NameScenario::Unsupported,
        "107" => NameScenario::CheckedByReceivingInstitution,
        _ => NameScenario::Matched,
    }
}

/// The outcome of a payout, by the last three characters of the destination's primary identifier. The same
/// suffix means different outcomes for quotes and for transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutScenario {
    /// Quote and transfer `002`: the rail refuses it.
    Refused,
    /// Transfer `003`: the rail refuses it, because the account does not exist.
    RefusedAsInvalid,
    /// Quote `003`: arrives after six minutes.
    Slow,
    /// Quote `004`: the account does not exist.
    AccountInvalid,
    /// Transfer `004`: the account's bank rejects it.
    Rejected,
    /// Quote `005`: arrives, and is returned after two seconds.
    Returned,
    /// Transfer `005`: queued for half a minute, then fails.
    FailsLate,
    /// Quote `006`: cancelled after submission.
    Cancelled,
    /// UMA: the receiver's provider rejects it for compliance.
    ComplianceRejected,
    /// Quote `007`: the account does not exist, and the rail keeps the money.
    Kept,
    /// Any other suffix: arrives.
    Arrives,
}

/// Duration of a slow payout.
pub const SLOW_SETTLEMENT: Duration = Duration::from_mins(6);

/// Time from the arrival of a payout to its return.
pub const RETURN: Duration = Duration::from_secs(2);

/// Time until a late failure of a transfer.
pub const LATE_FAILURE: Duration = Duration::from_secs(30);

/// Returns the scenario for a transfer to the account with this identifier.
#[must_use]
pub fn transfer_scenario(identifier: &str) -> PayoutScenario {
    match suffix(identifier) {
        "002" => PayoutScenario::Refused,
        "003" => PayoutScenario::RefusedAsInvalid,
        "004" => PayoutScenario::Rejected,
        "005" => PayoutScenario::FailsLate,
        _ => PayoutScenario::Arrives,
    }
}

/// Returns the scenario for a quote's payout to the account with this identifier.
#[must_use]
pub fn payout_scenario(identifier: &str) -> PayoutScenario {
    match suffix(identifier) {
        "002" => PayoutScenario::Refused,
        "003" => PayoutScenario::Slow,
        "004" => PayoutScenario::AccountInvalid,
        "005" => PayoutScenario::Returned,
        "006" => PayoutScenario::Cancelled,
        "007" => PayoutScenario::Kept,
        _ => PayoutScenario::Arrives,
    }
}

/// The outcome of a debit, by the last three characters of the source's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitScenario {
    /// `002`: insufficient funds; the rail refuses it.
    Refused,
    /// `003`, `004`: fails.
    Fails,
    /// `005`: fails after half a minute.
    FailsLate,
    /// Any other suffix: settles.
    Settles,
}

/// Time until a late failure of a debit.
pub const SLOW_DEBIT: Duration = Duration::from_secs(30);

/// Returns `true` if the bank reports at once that this account cannot be debited, because it lacks funds or
/// does not exist.
#[must_use]
pub fn is_not_debitable(identifier: &str) -> bool {
    matches!(suffix(identifier), "002" | "003")
}

/// Returns the scenario for a debit from the account with this identifier.
#[must_use]
pub fn debit_scenario(identifier: &str) -> DebitScenario {
    match suffix(identifier) {
        "002" => DebitScenario::Refused,
        "003" | "004" => DebitScenario::Fails,
        "005" => DebitScenario::FailsLate,
        _ => DebitScenario::Settles,
    }
}

/// The behavior of a simulated counterparty, by the part of its address between `$` and `@`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaScenario {
    /// `success.usd`, `success.eur`, `success.mxn`: accepts this currency.
    Succeeds(CurrencyCode),
    /// `pending.long.usd`: the payment takes six minutes.
    Slow,
    /// `fail.compliance.usd`: rejects the payment for compliance.
    ComplianceRejected,
    /// `require.fields.usd`: requires more fields about the payer.
    NeedsFields,
}

/// Returns the scenario for a payment to a counterparty.
#[must_use]
pub const fn uma_payout_scenario(counterparty: UmaScenario) -> PayoutScenario {
    match counterparty {
        UmaScenario::Succeeds(_) | UmaScenario::NeedsFields => PayoutScenario::Arrives,
        UmaScenario::Slow => PayoutScenario::Slow,
        UmaScenario::ComplianceRejected => PayoutScenario::ComplianceRejected,
    }
}

/// Returns the scenario for an address, or `None` if the address does not exist.
#[must_use]
pub fn uma_scenario(local_part: &str) -> Option<UmaScenario> {
    match local_part {
        "success.usd" => Some(UmaScenario::Succeeds(CurrencyCode::USD)),
        "success.eur" => Some(UmaScenario::Succeeds(CurrencyCode::EUR)),
        "success.mxn" => Some(UmaScenario::Succeeds(CurrencyCode::literal("MXN"))),
        "pending.long.usd" => Some(UmaScenario::Slow),
        "fail.compliance.usd" => Some(UmaScenario::ComplianceRejected),
        "require.fields.usd" => Some(UmaScenario::NeedsFields),
        _ => None,
    }
}

/// A fault of a simulated UMA provider, by the label before its domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaFault {
    /// `signature`: its answers are signed with another key.
    WrongSignature,
    /// `expired`: its certificates have expired.
    Expired,
    /// `version`: it speaks only version 2.
    Version,
    /// `html`: it answers discoveries with a page.
    Html,
    /// `fail`: it answers discoveries with status 500.
    Fails,
    /// `currency`: it answers pay requests in another currency.
    OtherCurrency,
    /// `price`: it asks for another amount.
    OtherPrice,
    /// `stale`: its answers are ten minutes old.
    StaleTime,
    /// `replay`: all its answers have the same nonce.
    Replay,
    /// `nokeys`: it publishes no keys.
    NoKeys,
}

/// Returns the fault of a label, or `None` if there is no provider at it.
#[must_use]
pub fn uma_fault(label: &str) -> Option<UmaFault> {
    match label {
        "signature" => Some(UmaFault::WrongSignature),
        "expired" => Some(UmaFault::Expired),
        "version" => Some(UmaFault::Version),
        "html" => Some(UmaFault::Html),
        "fail" => Some(UmaFault::Fails),
        "currency" => Some(UmaFault::OtherCurrency),
        "price" => Some(UmaFault::OtherPrice),
        "stale" => Some(UmaFault::StaleTime),
        "replay" => Some(UmaFault::Replay),
        "nokeys" => Some(UmaFault::NoKeys),
        _ => None,
    }
}

/// Returns the reason for refusing a document, by the last three characters of its number (customers 11), or
/// `None` if it is accepted.
#[must_use]
pub fn document_refusal(number: &str) -> Option<DocumentRefusal> {
    match suffix(number) {
        "901" => Some(DocumentRefusal::LowQuality),
        "902" => Some(DocumentRefusal::DataMismatch),
        "903" => Some(DocumentRefusal::Expired),
        "904" => Some(DocumentRefusal::SuspectedFraud),
        "905" => Some(DocumentRefusal::UnsuitableDocument),
        "906" => Some(DocumentRefusal::Incomplete),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_of_documents() {
        use DocumentRefusal as R;
        let rows = [
            ("901", Some(R::LowQuality)),
            ("902", Some(R::DataMismatch)),
            ("903", Some(R::Expired)),
            ("904", Some(R::SuspectedFraud)),
            ("905", Some(R::UnsuitableDocument)),
            ("906", Some(R::Incomplete)),
            ("900", None),
            ("907", None),
        ];
        for (suffix, refusal) in rows {
            assert_eq!(document_refusal(&format!("X{suffix}")), refusal, "{suffix}");
        }
        assert_eq!(document_refusal("1"), None);
    }

    #[test]
    fn every_row_of_the_name_check_table() {
        use NameScenario as S;
        let rows = [
            ("102", S::NotMatched),
            ("103", S::PartialMatch),
            ("104", S::Pending),
            ("105", S::InvalidAccount),
            ("106", S::Unsupported),
            ("107", S::CheckedByReceivingInstitution),
            ("101", S::Matched),
            ("111", S::Matched),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(name_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }

    #[test]
    fn every_row_of_the_table_of_debits() {
        use DebitScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::Fails),
            ("004", S::Fails),
            ("005", S::FailsLate),
            ("006", S::Settles),
            ("105", S::Settles),
        ];
        for (suffix, scenario) in rows {
            let identifier = format!("12345{suffix}");
            assert_eq!(debit_scenario(&identifier), scenario, "{suffix}");
            assert_eq!(is_not_debitable(&identifier), ["002", "003"].contains(&suffix), "{suffix}");
        }
    }

    #[test]
    fn every_row_of_the_table_of_transfers() {
        use PayoutScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::RefusedAsInvalid),
            ("004", S::Rejected),
            ("005", S::FailsLate),
            ("006", S::Arrives),
            ("105", S::Arrives),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(transfer_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }

    #[test]
    fn every_row_of_the_payout_table() {
        use PayoutScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::Slow),
            ("004", S::AccountInvalid),
            ("005", S::Returned),
            ("006", S::Cancelled),
            ("007", S::Kept),
            ("001", S::Arrives),
            ("104", S::Arrives),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(payout_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }
}
