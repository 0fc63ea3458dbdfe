//! Errors of customers (customers 2).

use causeway_domain::contact::ContactChannel;
use causeway_domain::country::Country;
use causeway_domain::customers::{CustomerState, CustomerStatus, NotReady, ResolveRefused, UmaRefusal};
use causeway_domain::ids::CustomerId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::verifications::{VerificationErrorType, VerificationStatus};
use causeway_wire::{Code, FieldError};
use serde_json::Value;

use crate::runtime::api_error::ApiError;

/// Refuses a customer that does not exist, or that the caller may not see or change.
pub(super) fn not_found() -> ApiError {
    ApiError::not_found::<CustomerId>()
}

pub(super) fn already_deleted() -> ApiError {
    ApiError::new(Code::CustomerDeleted, "The customer is already deleted.")
}

/// Refuses an operation that the customer's status does not allow.
pub(super) fn wrong_state(state: CustomerState) -> ApiError {
    let status = state.status().as_str();
    ApiError::new(Code::Conflict, format!("This is not possible for a customer that is {status}."))
        .with("status", status)
}

/// Refuses a platform identifier that another active customer has. `holder` is `None` for an earlier row of a
/// dry run.
pub(super) fn own_id_taken(holder: Option<CustomerId>) -> ApiError {
    let refusal = ApiError::new(Code::Conflict, "Another customer has this platformCustomerId.")
        .with("field", "platformCustomerId");
    match holder {
        Some(holder) => refusal.with("customerId", holder.to_string()),
        None => refusal,
    }
}

/// Refuses an address that is, or once was, another customer's.
pub(super) fn uma_address_taken(local_part: &str, domain: &str) -> ApiError {
    ApiError::new(Code::UmaAddressExists, format!("The UMA address ${local_part}@{domain} is taken."))
        .with("field", "umaAddress")
}

/// Returns the message for a text that is no UMA address, or not one of this platform.
pub(super) fn invalid_uma_address(refusal: UmaRefusal, domain: &str) -> String {
    match refusal {
        UmaRefusal::Form => format!("must have the form $name@{domain}"),
        UmaRefusal::ForeignDomain => format!("must end in @{domain}"),
    }
}

/// Refuses a region and currencies that do not resolve (customers 2.3).
pub(super) fn unresolved(refusal: ResolveRefused) -> ApiError {
    match refusal {
        ResolveRefused::NoCurrencies => ApiError::field("currencies", "must name at least one currency"),
        ResolveRefused::NotSupported(codes) => {
            let names = joined(&codes);
            ApiError::new(Code::InvalidCurrency, format!("The platform does not support {names}."))
        }
        ResolveRefused::NothingOffered(region) => nothing_offered(region),
        ResolveRefused::NeedSeparateCustomers(groups) => {
            let message = "These currencies are not offered in one region; use a customer for each group.";
            let groups: Vec<Value> = groups.iter().map(|group| listed(group)).collect();
            ApiError::new(Code::InvalidInput, message)
                .reason("CURRENCIES_NEED_SEPARATE_CUSTOMERS")
                .with("groups", groups)
        }
    }
}

fn nothing_offered(region: Country) -> ApiError {
    let message = format!("None of the platform's currencies is offered in {region}.");
    ApiError::new(Code::InvalidInput, message).with("field", "region").with("value", region.as_str())
}

/// Refuses a customer without fields that its region or a currency's provider requires.
pub(super) fn missing(fields: Vec<FieldError>) -> ApiError {
    let names: Vec<&str> = fields.iter().map(|field| field.field.as_str()).collect();
    let message = format!("The customer lacks: {}.", names.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).field_errors(fields)
}

/// Refuses to move money of a customer that is not ready (customers 2.7).
pub(super) fn not_ready(refusal: NotReady) -> ApiError {
    match refusal {
        NotReady::TermsNotAccepted => {
            ApiError::new(Code::EndUserTermsNotAccepted, "The customer has not accepted the End User Terms.")
        }
        NotReady::NotApproved(status) => {
            ApiError::new(Code::UserNotReady, format!("The customer's verification is {status}."))
                .with("status", status.as_str())
        }
    }
}

/// Refuses to change identity data that was verified.
pub(super) fn identity_locked(fields: Vec<&str>, status: CustomerStatus) -> ApiError {
    let message = format!("cannot change while the verification is {status}");
    let locked = |field| FieldError::new(field, message.as_str());
    ApiError::fields(fields.into_iter().map(locked).collect())
        .reason("IDENTITY_LOCKED")
        .with("status", status.as_str())
}

/// Refuses to remove currencies whose accounts are in use.
pub(super) fn currencies_in_use(codes: &[CurrencyCode], reason: &'static str) -> ApiError {
    let message = format!("The accounts in {} are still in use.", joined(codes));
    ApiError::new(Code::Conflict, message).reason(reason).with("currencies", listed(codes))
}

/// Refuses to delete a customer whose accounts hold money.
pub(super) fn funds_remaining(codes: &[CurrencyCode]) -> ApiError {
    ApiError::new(Code::Conflict, format!("The accounts in {} are not empty.", joined(codes)))
        .reason(FUNDS_REMAINING)
        .with("currencies", listed(codes))
}

/// Refuses to delete a customer with an open payment.
pub(super) fn open_transactions() -> ApiError {
    ApiError::new(Code::Conflict, "A transaction of the customer is still open.").reason(OPEN_TRANSACTIONS)
}

pub(super) const FUNDS_REMAINING: &str = "FUNDS_REMAINING";
pub(super) const OPEN_TRANSACTIONS: &str = "OPEN_TRANSACTIONS";

fn joined(codes: &[CurrencyCode]) -> String {
    let names: Vec<&str> = codes.iter().map(CurrencyCode::as_str).collect();
    names.join(", ")
}

fn listed(codes: &[CurrencyCode]) -> Value {
    codes.iter().map(CurrencyCode::as_str).collect()
}

/// Refuses to submit a customer whose verification is decided.
pub(super) fn already_decided(status: CustomerStatus) -> ApiError {
    ApiError::new(Code::InvalidInput, format!("The customer's verification is {status} already."))
        .reason("ALREADY_DECIDED")
        .with("status", status.as_str())
}

/// Refuses to submit a customer on hold.
pub(super) fn on_hold() -> ApiError {
    let status = CustomerStatus::Hold.as_str();
    ApiError::new(Code::InvalidInput, format!("The customer is on hold: its verification is {status}."))
        .reason("ON_HOLD")
        .with("status", status)
}

/// Refuses to submit a customer whose contact data must be confirmed first.
pub(super) fn contact_not_verified(channels: &[ContactChannel]) -> ApiError {
    contact_required(Code::InvalidInput, channels)
}

/// Refuses a hosted page to a customer whose contact data must be confirmed first (customers 6).
pub(super) fn contact_not_verified_for_page(channels: &[ContactChannel]) -> ApiError {
    contact_required(Code::Conflict, channels)
}

fn contact_required(code: Code, channels: &[ContactChannel]) -> ApiError {
    let names: Vec<Value> = channels.iter().map(|channel| channel_name(*channel).into()).collect();
    ApiError::new(code, "The customer's contact data must be verified first.")
        .reason("CONTACT_VERIFICATION_REQUIRED")
        .with("channels", names)
}

/// Refuses to finish a page that lacks data required by the verification.
pub(super) fn page_incomplete(status: CustomerStatus) -> ApiError {
    ApiError::new(Code::Conflict, format!("Something is still missing. The verification is {status}."))
        .reason("INCOMPLETE")
        .with("status", status.as_str())
}

/// Returns the name of the channel in `contactVerification`.
const fn channel_name(channel: ContactChannel) -> &'static str {
    match channel {
        ContactChannel::Email => "email",
        ContactChannel::Phone => "phone",
    }
}

/// Refuses a decision that the verification's status does not allow.
pub(super) fn wrong_verification_state(status: VerificationStatus) -> ApiError {
    ApiError::new(Code::Conflict, format!("This is not possible while the verification is {status}."))
        .with("status", status.as_str())
}

/// Refuses to decide a verification whose customer's status does not allow that.
pub(super) fn customer_prevents_ruling(
    verification: VerificationStatus,
    customer: CustomerState,
) -> ApiError {
    let customer = customer.status();
    let message = format!(
        "The verification is {verification}, but its customer is {customer}: decide about the customer first."
    );
    ApiError::new(Code::Conflict, message).with("status", verification.as_str())
}

/// Refuses an operator's error about a file that names no document.
pub(super) fn document_not_named(kind: VerificationErrorType) -> ApiError {
    let message =
        format!("{kind} is about a document: name the one that was submitted, as {kind}=Document:…");
    ApiError::new(Code::InvalidInput, message)
}
