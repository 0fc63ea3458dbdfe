//! The magic values of payments, accounts and documents (money 13.1, customers 11).

use std::time::Duration;

use causeway_domain::documents::DocumentRefusal;
use causeway_domain::external_accounts::suffix;
use causeway_domain::money::CurrencyCode;

/// How long a settlement takes that nothing special happens to (money 13).
pub const SETTLEMENT: Duration = Duration::from_millis(500);

/// The code that confirms every contact (customers 11).
pub const CONTACT_CODE: &str = "123456";

/// What the tokens of hosted pages begin with (customers 6).
pub const PAGE_TOKEN_PREFIX: &str = "_act-sbx-jwt-";

/// How long a liveness check takes (money 4.6).
pub const LIVENESS: Duration = Duration::from_secs(2);

/// What a name check answers, by the last three characters of an account's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameScenario {
    /// `102`: another name.
    NotMatched,
    /// `103`: nearly the same name.
    PartialMatch,
    /// `104`: not known yet.
    Pending,
    /// `105`: no such account.
    InvalidAccount,
    /// `106`: the rail compares no names.
    Unsupported,
    /// `107`: left to the receiving institution.
    CheckedByReceivingInstitution,
    /// Anything else: the same name.
    Matched,
}

/// The name-check scenario of an identifier.
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

/// What becomes of a payout, by the last three characters of the destination's primary identifier: `002` of a quote and
/// `002` of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutScenario {
    /// Quote and transfer `002`: the rail does not take it.
    Refused,
    /// Transfer `003`: the rail does not take it, because there is no such account.
    RefusedAsInvalid,
    /// Quote `003`: it takes six minutes.
    Slow,
    /// Quote `004`: the account does not exist.
    AccountInvalid,
    /// Transfer `004`: the account's bank rejects it.
    Rejected,
    /// Quote `005`: it arrives, and comes back after two seconds.
    Returned,
    /// Transfer `005`: it waits for half a minute, and fails.
    FailsLate,
    /// Quote `006`: it is cancelled on its way.
    Cancelled,
    /// UMA: the receiver's compliance rejects it.
    ComplianceRejected,
    /// Quote `007`: the account does not exist, and the rail keeps the money.
    Kept,
    /// Anything else: it arrives.
    Arrives,
}

/// How long a payout takes that is slow.
pub const SLOW_SETTLEMENT: Duration = Duration::from_mins(6);

/// How long after its arrival a payout comes back.
pub const RETURN: Duration = Duration::from_secs(2);

/// How long a transfer waits that fails late.
pub const LATE_FAILURE: Duration = Duration::from_secs(30);

/// What becomes of a transfer to the account with this identifier.
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

/// What becomes of the payout of a quote to the account with this identifier.
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

/// What becomes of a debit, by the last three characters of the source's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitScenario {
    /// `002`: the account does not hold enough; the rail does not take it.
    Refused,
    /// `003`, `004`: it fails.
    Fails,
    /// `005`: it fails after half a minute.
    FailsLate,
    /// Anything else: it settles.
    Settles,
}

/// How long a debit takes that fails late.
pub const SLOW_DEBIT: Duration = Duration::from_secs(30);

/// Whether the bank says at once that the account with this identifier cannot be debited: the funds are not there, or
/// the account is not.
#[must_use]
pub fn is_not_debitable(identifier: &str) -> bool {
    matches!(suffix(identifier), "002" | "003")
}

/// What becomes of a debit from the account with this identifier.
#[must_use]
pub fn debit_scenario(identifier: &str) -> DebitScenario {
    match suffix(identifier) {
        "002" => DebitScenario::Refused,
        "003" | "004" => DebitScenario::Fails,
        "005" => DebitScenario::FailsLate,
        _ => DebitScenario::Settles,
    }
}

/// What a simulated counterparty does, by what stands between `$` and `@` of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaScenario {
    /// `success.usd`, `success.eur`, `success.mxn`: it takes this currency.
    Succeeds(CurrencyCode),
    /// `pending.long.usd`: it takes six minutes.
    Slow,
    /// `fail.compliance.usd`: its compliance rejects the payment.
    ComplianceRejected,
    /// `require.fields.usd`: it must know more about the payer.
    NeedsFields,
}

/// What becomes of a payment to a counterparty.
#[must_use]
pub const fn uma_payout_scenario(counterparty: UmaScenario) -> PayoutScenario {
    match counterparty {
        UmaScenario::Succeeds(_) | UmaScenario::NeedsFields => PayoutScenario::Arrives,
        UmaScenario::Slow => PayoutScenario::Slow,
        UmaScenario::ComplianceRejected => PayoutScenario::ComplianceRejected,
    }
}

/// The scenario of an address; none where nobody has it.
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

/// Why a document is not accepted, by the last three characters of its number (customers 11); none where it is.
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
