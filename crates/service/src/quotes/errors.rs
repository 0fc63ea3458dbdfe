//! What is wrong with a quote (money 1.5, 8.2, 8.6).

use std::time::Duration;

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::TransactionType;
use causeway_domain::quotes::{ExecuteRefused, OverrideRefused};
use causeway_domain::rates::PriceRefused;
use causeway_store::platforms::Environment;
use causeway_wire::{Code, FieldError};

pub(super) use crate::internal_accounts::account_not_active;
use crate::ports::RateError;
use crate::runtime::api_error::ApiError;

/// One of the two accounts that a quote names.
pub(super) fn side_not_found(side: &str) -> ApiError {
    ApiError::new(Code::ReferenceNotFound, format!("There is no such {side} account."))
        .with("field", format!("{side}.accountId"))
}

/// Something about this request is not available in this deployment.
pub(super) fn not_offered(what: &str) -> ApiError {
    ApiError::new(Code::NotImplemented, format!("{what} is not available in this deployment."))
}

pub(super) fn self_payment() -> ApiError {
    ApiError::new(Code::SelfPayment, "Source and destination are the same account.")
}

/// An external account that cannot be paid to, or debited, now.
pub(super) fn external_account_not_active(side: &str, status: &str) -> ApiError {
    let message = format!("The {side} account is {status} and cannot be used.");
    ApiError::new(Code::InvalidInput, message).reason("EXTERNAL_ACCOUNT_NOT_ACTIVE").with("status", status)
}

/// An external account that can only be paid to.
pub(super) fn not_debitable(account_type: &str) -> ApiError {
    let message = format!("Money cannot be debited a {account_type}; debit a USD_ACCOUNT.");
    ApiError::new(Code::InvalidInput, message).reason("NOT_PULLABLE")
}

/// What is debited goes to accounts only (money 8.1).
pub(super) fn debited_to_uma() -> ApiError {
    ApiError::field(
        "destination.destinationType",
        "must be ACCOUNT for a payment that is debited from an external account",
    )
}

/// An external account that was to be debited and is not there any more.
pub(super) fn source_deleted() -> ApiError {
    ApiError::new(Code::InvalidInput, "The source account has been deleted; make a quote from another one.")
        .reason("EXTERNAL_ACCOUNT_NOT_ACTIVE")
}

/// A wallet whose ownership must be proved before so much is paid to it.
pub(super) fn ownership_not_proved() -> ApiError {
    let message = "The ownership of the destination wallet is not proved; prove it, or pay less.";
    ApiError::new(Code::ExternalAccountVerificationRequired, message)
}

/// Too little is known about those who pay and are paid.
pub(super) fn missing_information(fields: &[String]) -> ApiError {
    let message = format!("This payment needs: {}.", fields.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", fields)
}

pub(super) fn destination_deleted() -> ApiError {
    ApiError::new(Code::Conflict, "The destination account has been deleted.").reason("DESTINATION_DELETED")
}

pub(super) fn owner_mismatch() -> ApiError {
    let message = "The source account belongs to another customer than source.customerId names.";
    ApiError::new(Code::InvalidInput, message).reason("OWNER_MISMATCH")
}

pub(super) fn rail_not_supported(rail: &str) -> ApiError {
    let message = format!("The rail {rail} does not reach the destination account, or not with this amount.");
    ApiError::new(Code::InvalidInput, message)
        .reason("RAIL_NOT_SUPPORTED")
        .with("field", "destination.paymentRail")
}

pub(super) fn currency_not_enabled(currency: &str, direction: TransactionType) -> ApiError {
    let message = format!("{currency} is not enabled for {direction} payments of this platform.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

pub(super) fn amount_out_of_range(minimum: i64, maximum: i64, currency: &str) -> ApiError {
    let message = format!("The sending amount must lie between {minimum} and {maximum}.");
    ApiError::new(Code::AmountOutOfRange, message)
        .with("minAmount", minimum)
        .with("maxAmount", maximum)
        .with("currency", currency)
}

pub(super) fn above_the_largest_payment(maximum: i64) -> ApiError {
    let message = format!("One payment may send at most {maximum} here.");
    ApiError::new(Code::TransactionSizeLimitExceeded, message).with("maxAmount", maximum)
}

/// The corridor's volume of the day is used up; tomorrow begins after `left`.
pub(super) fn day_is_used_up(most: i64, currency: &str, left: Duration) -> ApiError {
    let message =
        format!("No more than {most} {currency} in smallest units may be sent here in one day (UTC).");
    // Whole seconds, and not too early.
    let seconds = left.as_millis().div_ceil(1_000);
    ApiError::new(Code::DailyVolumeLimitExceeded, message)
        .with("dailyVolume", most)
        .with("currency", currency)
        .retry_after(u64::try_from(seconds).unwrap_or(u64::MAX))
}

pub(super) fn fee_account_missing(currency: &str) -> ApiError {
    let message =
        format!("A platform fee applies, and the platform has no account in {currency} to take it.");
    ApiError::new(Code::InvalidInput, message).reason("PLATFORM_FEE_ACCOUNT_MISSING")
}

pub(super) fn wallet_signature_required() -> ApiError {
    let message =
        "A payment from a wallet must be signed: create the quote, then execute it with a signature.";
    ApiError::new(Code::InvalidInput, message).reason("WALLET_SIGNATURE_REQUIRED")
}

pub(super) fn no_answer(whose: &str) -> ApiError {
    let message = format!("The {whose} gave no answer; nothing was moved, repeat the request.");
    ApiError::new(Code::SvcSwitchError, message)
}

pub(super) fn rate_refused() -> ApiError {
    let message = "The locked rate is not available any more; make a new quote for the current rate.";
    ApiError::new(Code::QuoteRateUnavailable, message)
}

/// Why a quote cannot be executed (money 8.6); `payment` is the one that it prices.
pub(super) fn not_executable(refused: ExecuteRefused, payment: TransactionId) -> ApiError {
    let conflict = |message: &str, reason| ApiError::new(Code::Conflict, message).reason(reason);
    match refused {
        ExecuteRefused::SourceNotExecutable => {
            let message = "This quote executes by itself when its source pays.";
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

/// Why there is no price.
pub(super) fn not_priced(refused: PriceRefused) -> ApiError {
    let message = match refused {
        PriceRefused::FeesExceedAmount => "The fees are as large as the amount.",
        PriceRefused::NothingArrives => "The amount is too small: nothing would arrive.",
        PriceRefused::AmountOutOfRange | PriceRefused::TooManyDecimals | PriceRefused::TooLarge => {
            "The amount cannot be priced."
        }
    };
    ApiError::new(Code::AmountOutOfRange, message)
}

/// Why there is no rate.
pub(super) fn no_rate(error: RateError, pair: &str) -> ApiError {
    let message = match error {
        RateError::NoRate => format!("There is no exchange rate for {pair}."),
        RateError::Unavailable => {
            format!("The exchange rate for {pair} is not available now; repeat the request.")
        }
    };
    ApiError::new(Code::QuoteRequestFailed, message)
}

/// What is wrong with `platformFeeOverride`.
pub(super) fn fee_override(refused: &[OverrideRefused]) -> ApiError {
    ApiError::fields(refused.iter().map(|reason| override_error(*reason)).collect())
}

fn override_error(reason: OverrideRefused) -> FieldError {
    let (field, message) = match reason {
        OverrideRefused::CurrencyNotOffered => {
            ("platformFeeOverride", "is available for payments in USD only")
        }
        OverrideRefused::VariableOutOfRange => {
            ("platformFeeOverride.platformVariableFeeBps", "must lie between 0 and 10000")
        }
        OverrideRefused::FixedOutOfRange => {
            ("platformFeeOverride.platformFixedFee.amount", "must be 0 or more, and not too large")
        }
        OverrideRefused::FixedCurrencyDiffers => {
            ("platformFeeOverride.platformFixedFee.currency", "must be the sending currency")
        }
    };
    FieldError::new(field, message)
}

/// Whether quotes are as short-lived as real markets are.
pub(super) const fn is_production(environment: Environment) -> bool {
    matches!(environment, Environment::Production)
}
