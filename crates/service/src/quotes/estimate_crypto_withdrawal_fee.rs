//! `POST /crypto/estimate-withdrawal-fee` (money 7.3): the cost of a withdrawal. Nothing is stored or held.

use causeway_domain::Amount;
use causeway_domain::check_digits::Check;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{Format, NO_OFFER, UNOWNED, is_offer, is_unowned, receivers_on};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::rates::{NetworkFee, network_fee};
use causeway_store::{Tx, internal_accounts};
use causeway_wire::external_accounts::AccountType;
use causeway_wire::table::EstimateCryptoWithdrawalFee;
use causeway_wire::withdrawals::{EstimateCryptoWithdrawalFeeRequest, EstimateCryptoWithdrawalFeeResponse};
use causeway_wire::{Code, Reply};

use super::errors;
use crate::ports::OfferQuery;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};

/// The service's fee for a withdrawal, in the smallest unit of the asset.
const APPLICATION_FEE: i64 = 0;

impl FieldChecks for EstimateCryptoWithdrawalFeeRequest {}

/// Estimates the fee.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_CURRENCY` if the account does not hold this asset; `INVALID_INPUT` for a
/// network that does not carry it and an address of another form; `AMOUNT_OUT_OF_RANGE`; `NOT_IMPLEMENTED` if
/// the deployment has no withdrawals.
pub async fn handler(call: Call<EstimateCryptoWithdrawalFee>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    if call.key().is_some() {
        return Ok(call.write(&[], move |tx, context| estimate(tx, context, &request)).await);
    }
    let context = call.context();
    let estimate = call.app.store.read(move |tx| estimate(tx, &context, &request)).await?;
    Answer::success(&Reply::<EstimateCryptoWithdrawalFee>::Done(estimate))
}

fn estimate(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &EstimateCryptoWithdrawalFeeRequest,
) -> Result<EstimateCryptoWithdrawalFeeResponse, ApiError> {
    check_account(tx, context, request)?;
    let NetworkFee { asset, amount, converted } =
        network_fee(request.crypto_network, request.currency).ok_or_else(|| not_carried(request))?;
    check_address(context, request)?;
    let total = converted.saturating_add(APPLICATION_FEE);
    let net = request.amount.0.saturating_sub(total);
    if net <= 0 {
        return Err(errors::fee_exceeds(total, request.currency.as_str()));
    }
    if !is_offered(context, request, Amount::new(net, request.currency)) {
        return Err(errors::not_offered("Withdrawing crypto assets"));
    }
    Ok(EstimateCryptoWithdrawalFeeResponse {
        network_fee: amount.into(),
        network_fee_asset: asset.into(),
        application_fee: APPLICATION_FEE.into(),
        total_fee: total.into(),
        net_amount: net.into(),
    })
}

/// Returns `true` if the deployment has withdrawals to this address: over a payout rail, or over a Lightning
/// node, which pays no offers. Without a node, invoices and Lightning addresses are paid only by rails that
/// take them.
fn is_offered(context: &Context, request: &EstimateCryptoWithdrawalFeeRequest, arriving: Amount) -> bool {
    let world = context.app.ports.of(context.environment);
    let address = request.destination_address.as_str();
    let form = receivers_on(request.crypto_network).iter().find(|form| form.fits(address));
    let is_for_node = matches!(form, Some(Format::LightningInvoice | Format::LightningAddress));
    let wallet = format!("{}_WALLET", request.crypto_network);
    let query = OfferQuery {
        platform: context.platform,
        account_type: AccountType::find(&wallet)
            .map_or(request.crypto_network.as_str(), |row| row.account_type),
        currency: request.currency,
        rail: None,
        amount: Some(arriving),
    };
    if is_for_node && world.has_lightning_node() {
        return true;
    }
    let is_for_rail = !is_for_node || context.offers.pays_invoices();
    is_for_rail && context.offers.payout(&query).is_some()
}

/// Checks that the account holds a crypto asset of this currency.
fn check_account(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &EstimateCryptoWithdrawalFeeRequest,
) -> Result<(), ApiError> {
    let found = internal_accounts::find(tx, context.platform, request.internal_account_id)?;
    let currency = found.ok_or_else(ApiError::not_found::<InternalAccountId>)?.account.currency;
    let is_crypto = currency::find(currency).is_some_and(|info| info.kind != CurrencyKind::Fiat);
    if is_crypto && currency == request.currency {
        return Ok(());
    }
    let message = format!("The account holds {currency}; only crypto assets that it holds can be withdrawn.");
    Err(ApiError::new(Code::InvalidCurrency, message)
        .with("field", "currency")
        .with("value", request.currency.as_str()))
}

fn not_carried(request: &EstimateCryptoWithdrawalFeeRequest) -> ApiError {
    let message = format!("is {}, which does not carry {}", request.crypto_network, request.currency);
    ApiError::field("cryptoNetwork", message)
}

fn check_address(context: &Context, request: &EstimateCryptoWithdrawalFeeRequest) -> Result<(), ApiError> {
    let forms = receivers_on(request.crypto_network);
    let address = request.destination_address.as_str();
    let is_strict = context.app.ports.of(context.environment).account_checks.are_strict();
    if let Some(form) = forms.iter().find(|form| form.fits(address)) {
        let error = Some(*form).filter(|_| is_strict).and_then(|form| fault(form, address));
        return error.map_or(Ok(()), |message| Err(ApiError::field("destinationAddress", message)));
    }
    let expected: Vec<&str> = forms.iter().copied().map(Format::expectation).collect();
    Err(ApiError::field("destinationAddress", expected.join(", or ")))
}

/// Returns why an address of this format cannot receive, or `None` if it can.
fn fault(form: Format, address: &str) -> Option<&'static str> {
    if is_unowned(form, address) {
        return Some(UNOWNED);
    }
    if form == Format::LightningOffer {
        return (!is_offer(address)).then_some(NO_OFFER);
    }
    let is_wrong = Check::of(form).is_some_and(|check| !check.passes(address));
    is_wrong.then_some("has a wrong checksum, or is of another network")
}
