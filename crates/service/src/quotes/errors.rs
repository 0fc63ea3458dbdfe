//! Errors of quotes (money 1.5, 8.2, 8.6).

use causeway_domain::ids::TransactionId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::{
    ExecuteRefused, FundingRefused, OverrideRefusal, QuoteStatus, funding_networks,
};
use causeway_store::platforms::Environment;
use causeway_wire::{Code, FieldError};

pub(super) use crate::payments::{
    no_answer, not_offered, rail_not_supported, side_not_found, wallet_signature_required,
};
use crate::runtime::api_error::ApiError;

/// Returns the error for an invalid UMA destination; the request validator has refused it.
pub(super) fn invalid_uma_address() -> ApiError {
    ApiError::new(Code::InvalidUmaAddress, "The receiver must be a UMA address, such as $jane@example.com.")
        .with("field", "destination.umaAddress")
}

pub(super) fn lookup_missing() -> ApiError {
    ApiError::field("lookupId", "is required for a UMA address: look the receiver up first")
}

pub(super) fn lookup_not_found() -> ApiError {
    let message = "There is no such look-up, or it has expired; look the receiver up again.";
    ApiError::new(Code::LookupRequestNotFound, message)
}

/// Returns the error for a look-up of another receiver.
pub(super) fn other_receiver() -> ApiError {
    ApiError::new(Code::InvalidReceiver, "The look-up is of another receiver than the destination.")
}

/// Returns the error for a currency that the receiver did not offer.
pub(super) fn receiver_does_not_take(currency: &str) -> ApiError {
    let message = format!("The receiver does not take {currency}.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

/// Returns the error for an amount outside the receiver's limits.
pub(super) fn receiver_takes(minimum: i64, maximum: i64, currency: &str) -> ApiError {
    let message = format!("What arrives must lie between {minimum} and {maximum}.");
    ApiError::new(Code::AmountOutOfRange, message)
        .with("minAmount", minimum)
        .with("maxAmount", maximum)
        .with("currency", currency)
}

/// Returns the error for fees that changed while the receiver's provider was asked.
pub(super) fn price_has_changed() -> ApiError {
    ApiError::new(Code::QuoteRequestFailed, "The price has just changed; repeat the request.")
}

pub(super) fn self_payment() -> ApiError {
    ApiError::new(Code::SelfPayment, "Source and destination are the same.")
}

/// Returns the error for a direct debit to a UMA address: it goes to accounts only (money 8.1).
pub(super) fn debited_to_uma() -> ApiError {
    ApiError::field(
        "destination.destinationType",
        "must be ACCOUNT for a payment that is debited from an external account",
    )
}

/// Returns the error for an external account to be debited that has been deleted.
pub(super) fn source_deleted() -> ApiError {
    ApiError::new(Code::InvalidInput, "The source account has been deleted; make a quote from another one.")
        .reason("EXTERNAL_ACCOUNT_NOT_ACTIVE")
}

pub(super) fn destination_deleted() -> ApiError {
    ApiError::new(Code::Conflict, "The destination account has been deleted.").reason("DESTINATION_DELETED")
}

pub(super) fn owner_mismatch() -> ApiError {
    let message = "The source account belongs to another customer than source.customerId names.";
    ApiError::new(Code::InvalidInput, message).reason("OWNER_MISMATCH")
}

pub(super) fn fee_account_missing(currency: &str) -> ApiError {
    let message =
        format!("A platform fee applies, and the platform has no account in {currency} to take it.");
    ApiError::new(Code::InvalidInput, message).reason("PLATFORM_FEE_ACCOUNT_MISSING")
}

/// Returns the error for a withdrawal that does not exceed its fee.
pub(super) fn fee_exceeds(total_fee: i64, currency: &str) -> ApiError {
    let message = format!("The amount must be above the fee of {total_fee}.");
    ApiError::new(Code::AmountOutOfRange, message).with("totalFee", total_fee).with("currency", currency)
}

pub(crate) fn rate_refused() -> ApiError {
    let message = "The locked rate is not available any more; make a new quote for the current rate.";
    ApiError::new(Code::QuoteRateUnavailable, message)
}

/// Returns the error for a quote with an agent's execution that awaits its platform's approval (agents A6).
pub(super) fn action_pending() -> ApiError {
    let message = "An agent asks to execute this quote; approve or reject that.";
    ApiError::new(Code::Conflict, message).reason("ACTION_PENDING")
}

/// Maps the reason why a quote cannot be executed (money 8.6); `payment` is the priced one.
pub(super) fn not_executable(refusal: ExecuteRefused, payment: TransactionId) -> ApiError {
    let conflict = |message: &str, reason| ApiError::new(Code::Conflict, message).reason(reason);
    match refusal {
        ExecuteRefused::SourceNotExecutable => {
            let message = "This quote executes automatically when its source pays.";
            ApiError::new(Code::InvalidInput, message).reason("SOURCE_NOT_EXECUTABLE")
        }
        ExecuteRefused::Expired => {
            ApiError::new(Code::QuoteExpired, "The quote has expired; make a new one for the current rate.")
        }
        ExecuteRefused::AlreadyExecuted => {
            conflict("The quote has already been executed.", "QUOTE_ALREADY_EXECUTED")
                .with("transactionId", payment.to_string())
        }
        ExecuteRefused::PendingAuthorization => {
            conflict("The quote waits for the customer's authorization.", "QUOTE_PENDING_AUTHORIZATION")
        }
    }
}

/// Maps the reason why a quote in this currency cannot be funded as requested.
pub(super) fn funding_error(refusal: FundingRefused, currency: CurrencyCode) -> ApiError {
    let networks = || {
        let names = funding_networks(currency).iter().map(|network| network.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    match refusal {
        FundingRefused::NoInstantRail => {
            let message = format!("is {currency}, which no instant rail brings; pay from an account");
            ApiError::field("source.currency", message)
        }
        FundingRefused::NetworkMissing => {
            ApiError::field("source.cryptoNetwork", format!("is required for {currency}: {}", networks()))
        }
        FundingRefused::NetworkNotOffered if funding_networks(currency).is_empty() => ApiError::field(
            "source.cryptoNetwork",
            format!("is for crypto currencies, and {currency} is none"),
        ),
        FundingRefused::NetworkNotOffered => ApiError::field(
            "source.cryptoNetwork",
            format!("must be one that carries {currency}: {}", networks()),
        ),
    }
}

/// Returns the error for crypto without an internal account that receives it.
pub(super) fn no_account_for_crypto(currency: &str) -> ApiError {
    let message = format!("The payer has no account in {currency} that can receive crypto.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

/// Returns the error for a payer that is not a customer of the platform.
pub(super) fn not_an_own_address() -> ApiError {
    ApiError::field("source.umaAddress", "must be the address of a customer of the platform")
}

/// Returns the error for a payer whose customer has no currency either.
pub(super) fn currency_not_named() -> ApiError {
    ApiError::field("source.currency", "is required: the customer has no currency of its own")
}

/// Returns the error for a quote that no longer takes funding, or never did.
pub(super) fn not_fundable(status: QuoteStatus) -> ApiError {
    let message = format!("The quote is {status}, or is not paid in for: it takes no money.");
    ApiError::new(Code::InvalidInput, message).reason("QUOTE_NOT_FUNDABLE").with("status", status.as_str())
}

/// Returns the error for a late deposit to a quote that still waits for its money.
pub(super) fn still_fundable() -> ApiError {
    let message = "The quote still takes money: nothing is late.";
    ApiError::new(Code::InvalidInput, message).reason("QUOTE_NOT_FUNDABLE")
}

/// Maps the errors of `platformFeeOverride`.
pub(super) fn fee_override(refusals: &[OverrideRefusal]) -> ApiError {
    ApiError::fields(refusals.iter().map(|reason| override_error(*reason)).collect())
}

fn override_error(reason: OverrideRefusal) -> FieldError {
    let (field, message) = match reason {
        OverrideRefusal::CurrencyNotOffered => {
            ("platformFeeOverride", "is available for payments in USD only")
        }
        OverrideRefusal::VariableOutOfRange => {
            ("platformFeeOverride.platformVariableFeeBps", "must lie between 0 and 10000")
        }
        OverrideRefusal::FixedOutOfRange => {
            ("platformFeeOverride.platformFixedFee.amount", "must be 0 or more, and not too large")
        }
        OverrideRefusal::FixedCurrencyDiffers => {
            ("platformFeeOverride.platformFixedFee.currency", "must be the sending currency")
        }
    };
    FieldError::new(field, message)
}

/// Returns `true` if quotes are as short-lived as on real markets.
pub(super) const fn is_production(environment: Environment) -> bool {
    matches!(environment, Environment::Production)
}
