//! Receivers within the service: customers of platforms of the same environment (uma 5.1, 7).

use causeway_domain::customers::UmaAddress;
use causeway_domain::payments::TransactionType;
use causeway_domain::platforms::{CounterpartyField, SupportedCurrency};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_store::lookups::Receivable;
use causeway_store::platforms::PlatformRecord;

use super::errors;
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{PROVIDER_REQUIRED_FIELDS, Settings};

/// A receiver of payments, as a sender sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UmaReceiver {
    /// The currencies that the receiver takes, in order of preference; never empty.
    pub(crate) currencies: Vec<Receivable>,
    /// The fields about the payer that the receiver's side asks for.
    pub(crate) payer_fields: Vec<CounterpartyField>,
}

/// Returns the currencies and required payer fields of a platform's customer.
///
/// # Errors
/// `UMA_NOT_FOUND`; `USER_NOT_READY` for a customer that cannot be paid.
pub(crate) fn receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    platform: &PlatformRecord,
    address: &UmaAddress,
) -> Result<(CustomerRecord, UmaReceiver), ApiError> {
    let found = customers::find_by_address(tx, platform.id, address.local())?;
    let customer = found.ok_or_else(errors::unknown_address)?;
    let settings = Settings::of_platform(tx, &context.app, platform.id, platform.environment)?;
    if customers::readiness::check(&settings, &customer).is_err() {
        return Err(errors::not_ready());
    }
    let entries = enabled(platform, &customer);
    if entries.is_empty() {
        return Err(errors::not_ready());
    }
    let payer_fields = payer_fields(&settings, &entries)?;
    let currencies = entries.into_iter().map(range).collect();
    Ok((customer, UmaReceiver { currencies, payer_fields }))
}

/// Returns the required fields of the payer.
fn payer_fields(
    settings: &Settings,
    entries: &[&SupportedCurrency],
) -> Result<Vec<CounterpartyField>, ApiError> {
    let required = settings.get(&PROVIDER_REQUIRED_FIELDS)?;
    let of_providers = entries.iter().filter_map(|entry| required.get(&entry.currency)).flat_map(|fields| {
        fields.counterparty.iter().map(|name| CounterpartyField { name: *name, mandatory: true })
    });
    let of_platform = entries.iter().flat_map(|entry| entry.required_counterparty_fields.iter().copied());
    Ok(each_once(of_platform.chain(of_providers)))
}

/// Returns the customer's currencies that its platform enables for incoming payments, in the customer's
/// order; all enabled ones if the customer has none.
fn enabled<'a>(platform: &'a PlatformRecord, customer: &CustomerRecord) -> Vec<&'a SupportedCurrency> {
    let is_enabled =
        |entry: &&SupportedCurrency| entry.transaction_types.contains(&TransactionType::Incoming);
    let enabled: Vec<&SupportedCurrency> = platform.doc.currencies.iter().filter(is_enabled).collect();
    if customer.currencies.is_empty() {
        return enabled;
    }
    let currencies = customer.currencies.iter();
    currencies.filter_map(|code| enabled.iter().find(|entry| entry.currency == *code).copied()).collect()
}

/// Returns the currencies that the customer takes, with the limits of one payment.
pub(crate) fn receivable(platform: &PlatformRecord, customer: &CustomerRecord) -> Vec<Receivable> {
    enabled(platform, customer).into_iter().map(range).collect()
}

fn range(entry: &SupportedCurrency) -> Receivable {
    let minimum = entry.min_amount.max(1);
    Receivable { currency: entry.currency, minimum, maximum: entry.max_amount.max(minimum) }
}

/// Merges fields by name; a field is mandatory if any source requires it.
pub(crate) fn each_once(fields: impl Iterator<Item = CounterpartyField>) -> Vec<CounterpartyField> {
    let mut once: Vec<CounterpartyField> = Vec::new();
    for field in fields {
        match once.iter_mut().find(|known| known.name == field.name) {
            Some(known) => known.mandatory |= field.mandatory,
            None => once.push(field),
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use causeway_domain::customers::CustomerInfoField;

    use super::*;

    #[test]
    fn a_field_is_mandatory_if_any_request_requires_it() {
        let field = |name, mandatory| CounterpartyField { name, mandatory };
        let name = CustomerInfoField::FullName;
        let email = CustomerInfoField::Email;
        let fields = [field(name, false), field(email, false), field(name, true)];
        assert_eq!(each_once(fields.into_iter()), [field(name, true), field(email, false)]);
    }
}
