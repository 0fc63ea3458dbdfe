//! `GET /receiver/external-account/{accountId}` (money 7.2).

use causeway_domain::currency;
use causeway_domain::customers::CustomerInfoField;
use causeway_domain::external_accounts::needs_registered_sender;
use causeway_domain::ids::ExternalAccountId;
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::rates::{Decimals, Fees, Lock, PriceRefused, Rate, price};
use causeway_store::customers::{CustomerRecord, Profile};
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::lookups::{Receivable, Receiver};
use causeway_store::{Tx, platforms};
use causeway_wire::lookups::{LookupSender, ReceiverExternalAccountLookupResponse};
use causeway_wire::table::LookupExternalAccount;

use super::errors;
use super::record::{LookupResult, LookupView};
use super::sender::Sender;
use crate::payments::checks::accounts::check_payable;
use crate::rates::list_limits;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::settings::{
    CORRIDOR_LIMITS, PROVIDER_REQUIRED_FIELDS, PURPOSE_OF_PAYMENT_CURRENCIES, Settings,
};
use crate::uma::local_receiver::{UmaReceiver, each_once};

/// Looks up the limits and required payer fields of an account, and stores them for the quote that follows.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, `USER_NOT_FOUND`; `INVALID_INPUT` with `EXTERNAL_ACCOUNT_NOT_ACTIVE`;
/// `LOOKUP_REQUEST_FAILED` without an exchange rate.
pub async fn handler(call: Call<LookupExternalAccount>) -> Result<Answer, ApiError> {
    let id: ExternalAccountId = call.id()?;
    let context = call.context();
    let LookupPreflight { sender, currency, limits, payer_fields } =
        find(&context, id, call.query.clone()).await?;
    let world = context.app.ports.of(context.environment);
    let rate = world.rates.rate(sender.currency, currency).await.map_err(|_| errors::no_rate())?;
    let takes = UmaReceiver {
        currencies: vec![range(sender.currency, currency, rate, limits.0, limits.1)],
        payer_fields,
    };
    let result =
        LookupResult { receiver: Receiver::ExternalAccount(id), takes, rates: vec![rate], offer: None };
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let LookupView { lookup_id, supported_currencies, required_payer_data_fields } =
            result.store(tx, context, &sender)?;
        Ok(ReceiverExternalAccountLookupResponse {
            lookup_id,
            supported_currencies,
            required_payer_data_fields,
            account_id: id,
        })
    };
    Ok(call.write(&[], write).await)
}

struct LookupPreflight {
    sender: Sender,
    currency: CurrencyCode,
    /// Minimum and maximum of one payment, in the sender's currency.
    limits: (i64, i64),
    payer_fields: Vec<CounterpartyField>,
}

async fn find(
    context: &Context,
    id: ExternalAccountId,
    named: LookupSender,
) -> Result<LookupPreflight, ApiError> {
    let caller_context = context.clone();
    let read = move |tx: &mut Tx<'_>| {
        let found =
            external_accounts::find(tx, caller_context.platform, id)?.filter(|account| !account.is_deleted);
        let account = found.ok_or_else(ApiError::not_found::<ExternalAccountId>)?;
        let platform = platforms::get(tx, caller_context.platform)?;
        let sender = Sender::find(tx, &caller_context, &platform, &named)?;
        check_payable(&account, caller_context.now)?;
        let settings = Settings::of(tx, &caller_context)?;
        let limits = list_limits(&settings.get(&CORRIDOR_LIMITS)?, sender.currency, account.currency);
        let payer_fields = payer_fields(&caller_context, &settings, &sender, &account)?;
        Ok(LookupPreflight { sender, currency: account.currency, limits, payer_fields })
    };
    context.app.store.read(read).await
}

/// Returns the payer fields that a quote to the account will require: by the provider of the sending
/// currency, and by the corridor if its minimums are enforced (money 8.2, check 8).
fn payer_fields(
    context: &Context,
    settings: &Settings,
    sender: &Sender,
    account: &ExternalAccountRecord,
) -> Result<Vec<CounterpartyField>, ApiError> {
    let required = settings.get(&PROVIDER_REQUIRED_FIELDS)?;
    let mut names = required.get(&sender.currency).map(|fields| fields.customer.clone()).unwrap_or_default();
    if context.app.ports.of(context.environment).account_checks.are_strict() {
        if needs_registered_sender(&account.account_type) && sender.customer.as_ref().is_some_and(is_business)
        {
            names.push(CustomerInfoField::RegistrationNumber);
        }
        if settings.get(&PURPOSE_OF_PAYMENT_CURRENCIES)?.contains(&account.currency) {
            names.push(CustomerInfoField::PurposeOfPayment);
        }
    }
    Ok(each_once(names.into_iter().map(|name| CounterpartyField { name, mandatory: true })))
}

const fn is_business(customer: &CustomerRecord) -> bool {
    matches!(customer.doc.profile, Profile::Business(_))
}

/// Converts the limits of the corridor to the receiving currency.
fn range(sending: CurrencyCode, receiving: CurrencyCode, rate: Rate, least: i64, most: i64) -> Receivable {
    let minimum = arriving(least, rate, sending, receiving).max(1);
    let maximum = arriving(most, rate, sending, receiving).max(minimum);
    Receivable { currency: receiving, minimum, maximum }
}

/// Converts an amount without fees: 0 if it is too small, the maximum if it is too large.
fn arriving(amount: i64, rate: Rate, sending: CurrencyCode, receiving: CurrencyCode) -> i64 {
    let decimals = |code| currency::find(code).map_or(0, |info| info.decimals);
    let decimals = Decimals { sending: decimals(sending), receiving: decimals(receiving) };
    match price(Lock::Sending, amount, rate, decimals, &Fees::NONE) {
        Ok(price) => price.total_receiving,
        Err(PriceRefused::TooLarge) => MAX_AMOUNT,
        Err(_) => 0,
    }
}
