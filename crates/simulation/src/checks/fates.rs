//! The kinds of payments that operators were shown, with their ends and the parties that they waited for.

use causeway_domain::payments::lifecycle::{PaidBy, Phase};
use causeway_domain::payments::{Direction, RefundStatus, TransactionStatus as Status};
use causeway_store::payments::PaymentRecord;
use serde_json::Value;

use crate::world::World;

const TRANSFER_COMPLETED: &str = "shown: a transfer out, completed";
const TRANSFER_FAILED: &str = "shown: a transfer out, failed";
const ACCOUNT_COMPLETED: &str = "shown: a quote paid from an account, completed";
const ACCOUNT_FAILED: &str = "shown: a quote paid from an account, failed";
const ACCOUNT_EXPIRED: &str = "shown: a quote paid from an account, expired";
const DEBIT_COMPLETED: &str = "shown: a quote paid by direct debit, completed";
const DEBIT_FAILED: &str = "shown: a quote paid by direct debit, failed";
const BANK_COMPLETED: &str = "shown: a quote paid in by a bank, completed";
const BANK_FAILED: &str = "shown: a quote paid in by a bank, failed";
const BANK_EXPIRED: &str = "shown: a quote paid in by a bank, expired";
const CRYPTO_COMPLETED: &str = "shown: a quote paid in with crypto, completed";
const CRYPTO_FAILED: &str = "shown: a quote paid in with crypto, failed";
const CRYPTO_EXPIRED: &str = "shown: a quote paid in with crypto, expired";
const CANCELLED: &str = "shown: a payment cancelled on its way";
const UMA_COMPLETED: &str = "shown: a payment from a UMA address, completed";
const UMA_FAILED: &str = "shown: a payment from a UMA address, failed";
const UMA_REJECTED: &str = "shown: a payment from a UMA address, rejected";
const DEPOSIT_COMPLETED: &str = "shown: a deposit, completed";
const DEPOSIT_FAILED: &str = "shown: a deposit, failed";
const DEPOSIT_PENDING: &str = "shown: a deposit, in suspense";
const DEBITED: &str = "shown: a debit by a third party, completed";
const TRANSFER_IN_COMPLETED: &str = "shown: a transfer in, completed";
const TRANSFER_IN_FAILED: &str = "shown: a transfer in, failed";

/// The kinds with their ends, all of which must occur. Each payment has at most one.
pub(crate) const ENDS: &[&str] = &[
    TRANSFER_COMPLETED,
    TRANSFER_FAILED,
    ACCOUNT_COMPLETED,
    ACCOUNT_FAILED,
    ACCOUNT_EXPIRED,
    DEBIT_COMPLETED,
    DEBIT_FAILED,
    BANK_COMPLETED,
    BANK_FAILED,
    BANK_EXPIRED,
    CRYPTO_COMPLETED,
    CRYPTO_FAILED,
    CRYPTO_EXPIRED,
    CANCELLED,
    UMA_COMPLETED,
    UMA_FAILED,
    UMA_REJECTED,
    DEPOSIT_COMPLETED,
    DEPOSIT_FAILED,
    DEPOSIT_PENDING,
    DEBITED,
    TRANSFER_IN_COMPLETED,
    TRANSFER_IN_FAILED,
];

const REFUNDED: &str = "shown: a refund, completed";
const NOT_REFUNDED: &str = "shown: a refund, failed";

/// The ends of refunds, which must occur.
pub(crate) const REFUNDS: &[&str] = &[REFUNDED, NOT_REFUNDED];

/// The parties that payments must have waited for. No compliance officer is simulated, and the service itself
/// acts at once.
pub(super) const WAITS: &[&str] = &[
    "shown waiting for: PLATFORM",
    "shown waiting for: CUSTOMER",
    "shown waiting for: PAYER",
    "shown waiting for: RAIL",
    "shown waiting for: PROVIDER",
    "shown waiting for: OPERATOR",
];

/// Counts the party that a payment is shown to wait for.
pub(super) fn count_wait(world: &World, wait: &Value) {
    let party = wait["party"].as_str().unwrap_or_default();
    let is_party = |name: &&&str| name.rsplit_once(": ").is_some_and(|(_, known)| known == party);
    if let Some(name) = WAITS.iter().find(is_party) {
        world.host.counts.event(name);
    }
}

/// Counts the end of a payment that was shown at the end of its run.
pub(super) fn count_end(world: &World, payment: &PaymentRecord) {
    let refund = payment.state().refund.as_ref().and_then(|refund| match refund.status {
        RefundStatus::Completed => Some(REFUNDED),
        RefundStatus::Failed => Some(NOT_REFUNDED),
        RefundStatus::Pending => None,
    });
    let ends = end_of(payment).into_iter().chain(refund);
    ends.for_each(|name| world.host.counts.event(name));
}

fn end_of(payment: &PaymentRecord) -> Option<&'static str> {
    match payment.phase() {
        Phase::Outgoing(_) => end_of_outgoing(payment.course().paid_by, payment.status()),
        Phase::IncomingUma(_) => match payment.status() {
            Status::Completed => Some(UMA_COMPLETED),
            Status::Failed => Some(UMA_FAILED),
            Status::Rejected => Some(UMA_REJECTED),
            _ => None,
        },
        Phase::Deposit(_) => end_of_deposit(payment),
    }
}

fn end_of_outgoing(paid_by: PaidBy, status: Status) -> Option<&'static str> {
    match (paid_by, status) {
        (_, Status::Refunded) => Some(CANCELLED),
        (PaidBy::Transfer, Status::Completed) => Some(TRANSFER_COMPLETED),
        (PaidBy::Transfer, Status::Failed) => Some(TRANSFER_FAILED),
        (PaidBy::Account, Status::Completed) => Some(ACCOUNT_COMPLETED),
        (PaidBy::Account, Status::Failed) => Some(ACCOUNT_FAILED),
        (PaidBy::Account, Status::Expired) => Some(ACCOUNT_EXPIRED),
        (PaidBy::Debit, Status::Completed) => Some(DEBIT_COMPLETED),
        (PaidBy::Debit, Status::Failed) => Some(DEBIT_FAILED),
        (PaidBy::Bank, Status::Completed) => Some(BANK_COMPLETED),
        (PaidBy::Bank, Status::Failed) => Some(BANK_FAILED),
        (PaidBy::Bank, Status::Expired) => Some(BANK_EXPIRED),
        (PaidBy::Crypto, Status::Completed) => Some(CRYPTO_COMPLETED),
        (PaidBy::Crypto, Status::Failed) => Some(CRYPTO_FAILED),
        (PaidBy::Crypto, Status::Expired) => Some(CRYPTO_EXPIRED),
        _ => None,
    }
}

fn end_of_deposit(payment: &PaymentRecord) -> Option<&'static str> {
    let is_debit = payment.terms.direction == Direction::Debit;
    match (payment.is_deposit(), payment.status()) {
        (true, Status::Completed) => Some(if is_debit { DEBITED } else { DEPOSIT_COMPLETED }),
        (true, Status::Failed) => Some(DEPOSIT_FAILED),
        (true, Status::Pending) => Some(DEPOSIT_PENDING),
        (false, Status::Completed) => Some(TRANSFER_IN_COMPLETED),
        (false, Status::Failed) => Some(TRANSFER_IN_FAILED),
        _ => None,
    }
}
