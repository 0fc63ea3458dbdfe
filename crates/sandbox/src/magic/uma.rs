//! The magic values of UMA (money 13.1).

use causeway_domain::money::CurrencyCode;

use super::payments::PayoutScenario;
use super::table::{MagicRow, MagicTable, itself, magic_table};

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

magic_table! {
    /// Returns the scenario for an address, or `None` if the address does not exist.
    uma_scenario(local_part by itself) -> Option<UmaScenario>;
    UMA_ADDRESSES: "UMA address between `$` and `@`, at a domain of the sandbox";
    "success.usd" => Some(UmaScenario::Succeeds(CurrencyCode::USD)), "succeeds in USD";
    "success.eur" => Some(UmaScenario::Succeeds(CurrencyCode::EUR)), "succeeds in EUR";
    "success.mxn" => Some(UmaScenario::Succeeds(CurrencyCode::literal("MXN"))), "succeeds in MXN";
    "pending.long.usd" => Some(UmaScenario::Slow), "`PROCESSING` for about 6 minutes, then `COMPLETED`";
    "fail.compliance.usd" => Some(UmaScenario::ComplianceRejected), "executes, then `FAILED` `COMPLIANCE_REJECTED`, refund";
    "require.fields.usd" => Some(UmaScenario::NeedsFields), "as receiver, `FULL_NAME` and `BIRTH_DATE` are mandatory; as sender, `NATIONALITY` of the receiver";
    other => None, "404 `UMA_NOT_FOUND`";
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

magic_table! {
    /// Returns the fault of a label, or `None` if there is no provider at it.
    uma_fault(label by itself) -> Option<UmaFault>;
    UMA_FAULTS: "Label before the domain of a UMA address, as in `$success.usd@stale.sandbox.uma.test`";
    "signature" => Some(UmaFault::WrongSignature), "at the look-up: its answers are signed with another key";
    "expired" => Some(UmaFault::Expired), "at the look-up: its certificates have expired";
    "nokeys" => Some(UmaFault::NoKeys), "at the look-up: it publishes no keys";
    "version" => Some(UmaFault::Version), "at the look-up: it speaks only version 2";
    "html" => Some(UmaFault::Html), "at the look-up: it answers with a page";
    "fail" => Some(UmaFault::Fails), "at the look-up: it answers with status 500";
    "stale" => Some(UmaFault::StaleTime), "at the look-up: its answers are ten minutes old";
    "replay" => Some(UmaFault::Replay), "at the look-up: all its answers have the same nonce";
    "currency" => Some(UmaFault::OtherCurrency), "at the quote: it answers in another currency";
    "price" => Some(UmaFault::OtherPrice), "at the quote: it asks for another amount";
    other => None, "there is no provider";
}
