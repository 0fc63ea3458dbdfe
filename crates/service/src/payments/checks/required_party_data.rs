//! Required information about payer and payee in a corridor (money 8.2, check 8): the fields that the sending
//! currency's provider asks for, and, if every check is made, the required party data of the corridor of
//! money 4.3.

use causeway_domain::country::Country;
use causeway_domain::external_accounts::{Party, needs_registered_sender, required_beneficiary_details};
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::{CustomerRecord, Profile};
use causeway_store::external_accounts::ExternalAccountRecord;
use serde_json::Value;

use crate::customers::readiness;
use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{PURPOSE_OF_PAYMENT_CURRENCIES, Settings};

/// The parties and purpose of a payment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartyData<'a> {
    /// `None` if the platform pays for itself.
    pub(crate) payer: Option<&'a CustomerRecord>,
    pub(crate) sending: CurrencyCode,
    /// `None` if the payment stays within the service.
    pub(crate) destination: Option<&'a ExternalAccountRecord>,
    pub(crate) purpose: Option<&'a str>,
    /// Fields about the payer that the receiver's side needs and the request lacks.
    pub(crate) missing: &'a [String],
}

/// Refuses a payment with too little information about its parties.
pub(crate) fn check(context: &Context, settings: &Settings, known: PartyData<'_>) -> Result<(), ApiError> {
    let PartyData { payer, sending, destination, purpose, missing: besides } = known;
    let mut missing = missing_for_provider(settings, payer, sending)?;
    missing.extend_from_slice(besides);
    if let Some(account) = destination
        && context.app.ports.of(context.environment).account_checks.are_strict()
    {
        missing.extend(missing_of_beneficiary(account));
        missing.extend(payer.and_then(|payer| missing_of_sender(account, payer)));
        let currencies = settings.get(&PURPOSE_OF_PAYMENT_CURRENCIES)?;
        if purpose.is_none() && currencies.contains(&account.currency) {
            missing.push("purposeOfPayment".to_owned());
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(errors::missing_information(&missing)) }
}

/// Refuses a payer without the fields that the provider of the sending currency needs.
pub(crate) fn check_payer(
    settings: &Settings,
    payer: Option<&CustomerRecord>,
    sending: CurrencyCode,
) -> Result<(), ApiError> {
    let missing = missing_for_provider(settings, payer, sending)?;
    if missing.is_empty() { Ok(()) } else { Err(errors::missing_information(&missing)) }
}

fn missing_for_provider(
    settings: &Settings,
    payer: Option<&CustomerRecord>,
    sending: CurrencyCode,
) -> Result<Vec<String>, ApiError> {
    let Some(payer) = payer else { return Ok(Vec::new()) };
    let lacking = readiness::lacking_fields(settings, payer, &[sending])?;
    Ok(lacking.into_iter().map(|error| error.field).collect())
}

fn missing_of_beneficiary(account: &ExternalAccountRecord) -> Vec<String> {
    let Some(holder) = account.doc.account_info.get("beneficiary") else { return Vec::new() };
    let is_business = holder.get("beneficiaryType").is_some_and(|kind| kind == "BUSINESS");
    let party = if is_business { Party::Business } else { Party::Individual };
    let has =
        |path: &&str| holder.pointer(&format!("/{}", path.replace('.', "/"))).is_some_and(Value::is_string);
    let country = holder.pointer("/address/country").and_then(Value::as_str);
    let has_postal_codes =
        country.and_then(|code| code.parse().ok()).is_none_or(|country: Country| country.has_postal_codes());
    let mut needed = required_beneficiary_details(&account.account_type, party);
    needed.retain(|path| has_postal_codes || *path != "address.postalCode");
    needed.iter().filter(|path| !has(path)).map(|path| format!("beneficiary.{path}")).collect()
}

fn missing_of_sender(account: &ExternalAccountRecord, payer: &CustomerRecord) -> Option<String> {
    let Profile::Business(company) = &payer.doc.profile else { return None };
    let is_missing = needs_registered_sender(&account.account_type) && company.registration_number.is_none();
    is_missing.then(|| "businessInfo.registrationNumber".to_owned())
}
