//! What must be known of those who pay and are paid in a corridor (money 8.2, check 8): what the sending
//! currency's provider asks for, and, where every check is made, the corridor minimums of money 4.3.

use causeway_domain::external_accounts::{Party, needed_of_beneficiary, needs_registered_sender};
use causeway_domain::money::Currency;
use causeway_store::customers::{CustomerRecord, Profile};
use causeway_store::external_accounts::ExternalAccountRecord;
use serde_json::Value;

use super::errors;
use super::parties::{Account, Parties};
use crate::customers::readiness;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{PURPOSE_OF_PAYMENT_CURRENCIES, Settings};

/// Refuses a payment of which too little is known; `purpose` is what it says about its purpose.
pub(super) fn check(
    context: &Context,
    settings: &Settings,
    parties: &Parties,
    purpose: Option<&str>,
) -> Result<(), ApiError> {
    let payer = parties.payer.as_ref();
    let mut missing = missing_for_provider(settings, payer, parties.pair().0)?;
    if let Account::External(account) = &parties.destination
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

/// Refuses a payer of whom the provider of the sending currency knows too little.
pub(super) fn check_payer(
    settings: &Settings,
    payer: Option<&CustomerRecord>,
    sending: Currency,
) -> Result<(), ApiError> {
    let missing = missing_for_provider(settings, payer, sending)?;
    if missing.is_empty() { Ok(()) } else { Err(errors::missing_information(&missing)) }
}

fn missing_for_provider(
    settings: &Settings,
    payer: Option<&CustomerRecord>,
    sending: Currency,
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
    let needed = needed_of_beneficiary(&account.account_type, party);
    needed.iter().filter(|path| !has(path)).map(|path| format!("beneficiary.{path}")).collect()
}

fn missing_of_sender(account: &ExternalAccountRecord, payer: &CustomerRecord) -> Option<String> {
    let Profile::Business(company) = &payer.doc.profile else { return None };
    let is_missing = needs_registered_sender(&account.account_type) && company.registration_number.is_none();
    is_missing.then(|| "businessInfo.registrationNumber".to_owned())
}
