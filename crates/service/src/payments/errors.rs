//! Errors of starting or moving a payment (money 1.5, 8.6, 9, 10).

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::payments::{
    OutgoingFailure, TransactionStatus, TransactionType, UnmatchedStatus, is_of_payout,
};
use causeway_domain::rates::PriceRefused;
use causeway_store::payments::PaymentRecord;
use causeway_wire::{Code, FieldError};

pub(in crate::payments) use crate::internal_accounts::account_not_active;
use crate::ports::RateError;
use crate::runtime::api_error::ApiError;

/// Returns the error for a payment that is unknown.
pub(in crate::payments) fn not_found(subject: &str) -> ApiError {
    ApiError::new(Code::TransactionNotFound, format!("There is no such {subject}."))
}

pub(in crate::payments) fn account_not_found() -> ApiError {
    ApiError::new(Code::ReferenceNotFound, "There is no such account.")
}

/// Returns the error for suspended money of a payer without an account in the service.
pub(in crate::payments) fn account_not_named() -> ApiError {
    ApiError::field("account", "is required: the payer has no account here that the money could go to")
}

/// Returns the error for an unmatched deposit to be credited without an account named.
pub(in crate::payments) fn account_required() -> ApiError {
    ApiError::field(
        "account",
        "is required: the money matches no account. Name the account to credit, or send it back with --payer",
    )
}

/// Returns the error for unmatched money in a status that does not allow the operator's action.
pub(in crate::payments) fn unmatched_is(status: UnmatchedStatus) -> ApiError {
    ApiError::new(Code::Conflict, format!("The money is {status}.")).with("status", status.as_str())
}

pub(crate) fn insufficient_balance(available: i64, required: Amount) -> ApiError {
    let message = "The source account does not hold enough; fund it and repeat the request.";
    ApiError::new(Code::InsufficientBalance, message)
        .with("available", available)
        .with("required", required.minor)
        .with("currency", required.currency.as_str())
}

/// Returns the error for a payment in a state that does not allow the operator's action.
pub(in crate::payments) fn wrong_state(payment: &PaymentRecord) -> ApiError {
    let status = payment.status();
    let message = match &payment.state().refund {
        Some(refund) => format!(
            "This is not possible for a payment that is {status}, and whose refund is {}.",
            refund.status
        ),
        None => format!("This is not possible for a payment that is {status}."),
    };
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// Returns the error for money that was paid in, and that operators do not move.
pub(in crate::payments) fn not_moved(status: TransactionStatus) -> ApiError {
    let message = format!("This payment is money that was paid in and is {status}; it is not moved by hand.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// Returns the error for a payment with a debit that must end first.
pub(in crate::payments) fn still_debiting() -> ApiError {
    let message =
        "The debit that funds this payment is under way; end it with payment settle or payment fail.";
    ApiError::new(Code::Conflict, message)
}

/// Returns the error for a failure reason that no payout on its way can have.
pub(in crate::payments) fn not_of_payout(failure: OutgoingFailure) -> ApiError {
    let named = OutgoingFailure::ALL.iter().filter(|reason| is_of_payout(**reason));
    let offered = named.map(|reason| reason.as_str()).collect::<Vec<_>>().join(", ");
    ApiError::field("failure", format!("is {failure}, and a payout fails for one of {offered}"))
}

/// Returns the error for a payment that stays within the service.
pub(in crate::payments) fn no_payout() -> ApiError {
    ApiError::new(Code::Conflict, "No rail carries this payment.")
}

pub(in crate::payments) fn no_refund_under_way() -> ApiError {
    ApiError::new(Code::Conflict, "No refund of this payment is under way.")
}

/// Returns the error for a payment without money in suspense.
pub(in crate::payments) fn nothing_suspended() -> ApiError {
    ApiError::new(Code::Conflict, "Nothing of this payment is in suspense.")
}

/// Returns the error for a waiting deposit, which has commands of its own.
pub(in crate::payments) fn deposit_waits() -> ApiError {
    ApiError::new(Code::Conflict, "The deposit waits; decide with deposit release or deposit reject.")
}

/// Returns the error for a deposit that does not wait for a decision.
pub(in crate::payments) fn deposit_not_waiting() -> ApiError {
    ApiError::new(Code::Conflict, "The payment is not a deposit that is waiting for anything.")
}

/// Returns the error for money that has already arrived from the bank.
pub(in crate::payments) fn suspended() -> ApiError {
    let message = "The money has arrived and is in suspense; decide with suspense resolve.";
    ApiError::new(Code::Conflict, message)
}

/// Returns the error for an account in another currency than the money to be credited.
pub(in crate::payments) fn other_currency(account_currency: &str, money_currency: &str) -> ApiError {
    ApiError::new(
        Code::InvalidCurrency,
        format!("The account holds {account_currency}, and the money is {money_currency}."),
    )
}

pub(crate) fn not_offered(subject: &str) -> ApiError {
    ApiError::new(Code::NotImplemented, format!("{subject} is not available in this deployment."))
}

/// Returns the error for an external account that cannot be paid or debited now.
pub(crate) fn external_account_not_active(side: &str, status: &str) -> ApiError {
    let message = format!("The {side} account is {status} and cannot be used.");
    ApiError::new(Code::InvalidInput, message).reason("EXTERNAL_ACCOUNT_NOT_ACTIVE").with("status", status)
}

pub(crate) fn invoice_expired() -> ApiError {
    let message = "The invoice has expired; register a new one of the same payee.";
    ApiError::new(Code::InvalidInput, message).reason("INVOICE_EXPIRED")
}

/// Returns the error for an invoice that another payment of the platform pays or has paid.
pub(crate) fn invoice_paid() -> ApiError {
    let message = "Another payment pays this invoice or has paid it; register a new one of the same payee.";
    ApiError::new(Code::Conflict, message).reason("INVOICE_PAID")
}

/// Returns the error for a quote that would deliver another amount than the invoice asks for.
pub(in crate::payments) fn invoice_fixes(satoshis: i64) -> ApiError {
    let message =
        format!("must let {satoshis} arrive, as the invoice fixes it; lock RECEIVING with that amount");
    let wrong = FieldError::new("lockedCurrencyAmount", message);
    ApiError::fields(vec![FieldError { code: Code::InvalidAmount, ..wrong }])
}

/// Returns the error for an external account that can receive payments only.
pub(crate) fn not_debitable(account_type: &str) -> ApiError {
    let message = format!("Money cannot be debited from a {account_type}; debit a USD_ACCOUNT.");
    ApiError::new(Code::InvalidInput, message).reason("NOT_PULLABLE")
}

/// Returns the error for a wallet that needs a proof of ownership to receive this amount.
pub(crate) fn ownership_not_proved() -> ApiError {
    let message = "The ownership of the destination wallet is not proved; prove it, or pay less.";
    ApiError::new(Code::ExternalAccountVerificationRequired, message)
}

/// Returns the error for a payment with too little information about payer or payee.
pub(crate) fn missing_information(fields: &[String]) -> ApiError {
    let message = format!("This payment needs: {}.", fields.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", fields)
}

/// Returns the error for an approval that lacks facts about the receiver which the sender's provider requires
/// (conventions 12).
pub(in crate::payments) fn receiver_facts_missing(names: &[String]) -> ApiError {
    let message = format!("The sender's provider asks about the receiver: {}.", names.join(", "));
    let error = |name: &String| FieldError::new(format!("receiverCustomerInfo.{name}"), "is required");
    let errors: Vec<FieldError> = names.iter().map(error).collect();
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", names).field_errors(errors)
}

/// Returns the error for a payment that could not be credited if it were approved.
pub(in crate::payments) fn not_approvable() -> ApiError {
    let message = "The payment cannot be credited in its present state.";
    ApiError::new(Code::InvalidInput, message).reason("PAYMENT_NOT_APPROVABLE")
}

/// Returns the error for a payment that the platform cannot decide about, or can no longer.
pub(crate) fn not_pending_approval() -> ApiError {
    let message = "The payment does not wait for a decision of the platform, or not any more.";
    ApiError::new(Code::TransactionNotPendingPlatformApproval, message)
}

pub(crate) fn rail_not_supported(rail: &str) -> ApiError {
    let message = format!("The rail {rail} does not reach the destination account, or not with this amount.");
    ApiError::new(Code::InvalidInput, message)
        .reason("RAIL_NOT_SUPPORTED")
        .with("field", "destination.paymentRail")
}

pub(crate) fn currency_not_enabled(currency: &str, direction: TransactionType) -> ApiError {
    let message = format!("{currency} is not enabled for {direction} payments of this platform.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

pub(crate) fn amount_out_of_range(minimum: i64, maximum: i64, currency: &str) -> ApiError {
    let message = format!("The sending amount must lie between {minimum} and {maximum}.");
    ApiError::new(Code::AmountOutOfRange, message)
        .with("minAmount", minimum)
        .with("maxAmount", maximum)
        .with("currency", currency)
}

pub(crate) fn above_the_largest_payment(maximum: i64) -> ApiError {
    let message = format!("One payment may send at most {maximum} here.");
    ApiError::new(Code::TransactionSizeLimitExceeded, message).with("maxAmount", maximum)
}

/// Returns the error for a corridor with its daily volume used up; the next day begins after `left`.
pub(crate) fn day_is_used_up(most: i64, currency: &str, left: Duration) -> ApiError {
    let message =
        format!("No more than {most} {currency} in smallest units may be sent here in one day (UTC).");
    // Whole seconds, rounded up so that a retry is not too early.
    let seconds = left.as_millis().div_ceil(1_000);
    ApiError::new(Code::DailyVolumeLimitExceeded, message)
        .with("dailyVolume", most)
        .with("currency", currency)
        .retry_after(u64::try_from(seconds).unwrap_or(u64::MAX))
}

pub(crate) fn wallet_signature_required() -> ApiError {
    let message =
        "A payment from a wallet must be signed: create the quote, then execute it with a signature.";
    ApiError::new(Code::InvalidInput, message).reason("WALLET_SIGNATURE_REQUIRED")
}

pub(crate) fn no_answer(whose: &str) -> ApiError {
    let message = format!("The {whose} gave no answer; nothing was moved, repeat the request.");
    ApiError::new(Code::SvcSwitchError, message)
}

/// Returns the error for an unknown account on one `side` of a request.
pub(crate) fn side_not_found(side: &str) -> ApiError {
    ApiError::new(Code::ReferenceNotFound, format!("There is no such {side} account."))
        .with("field", format!("{side}.accountId"))
}

/// Returns the error for a payment that settles at once, or that no bank carries.
pub(in crate::payments) fn not_of_a_cancellable_kind() -> ApiError {
    let message = "Only bank transfers by ACH or wire that are under way can be cancelled.";
    ApiError::new(Code::InvalidInput, message)
}

/// Returns the error for a payment that can no longer be stopped.
pub(in crate::payments) fn not_cancellable() -> ApiError {
    let message =
        "The payment has settled, failed, or is being cancelled, or its bank does not stop it any more.";
    ApiError::new(Code::TransactionNotCancellable, message)
}

/// Maps a refused price to an error.
pub(in crate::payments) fn not_priced(refusal: PriceRefused) -> ApiError {
    let message = match refusal {
        PriceRefused::FeesExceedAmount => "The fees are as large as the amount.",
        PriceRefused::NothingArrives => "The amount is too small: nothing would arrive.",
        PriceRefused::AmountOutOfRange | PriceRefused::TooManyDecimals | PriceRefused::TooLarge => {
            "The amount cannot be priced."
        }
    };
    ApiError::new(Code::AmountOutOfRange, message)
}

/// Maps a missing exchange rate to an error.
pub(in crate::payments) fn no_rate(error: RateError, pair: &str) -> ApiError {
    let message = match error {
        RateError::NoRate => format!("There is no exchange rate for {pair}."),
        RateError::Unavailable => {
            format!("The exchange rate for {pair} is not available now; repeat the request.")
        }
    };
    ApiError::new(Code::QuoteRequestFailed, message)
}

/// Returns the error for a payment whose terms have changed while it waited for the platform's approval.
pub(in crate::payments) fn terms_have_changed() -> ApiError {
    let message = "The transfer cannot be carried out as it was asked for.";
    ApiError::new(Code::Conflict, message).reason("TERMS_CHANGED")
}
