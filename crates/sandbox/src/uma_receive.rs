//! `POST /sandbox/uma/receive` (money 13.2): a simulated counterparty pays a customer.

use causeway_domain::Amount;
use causeway_domain::customers::{CustomerInfoField, UmaAddress};
use causeway_domain::ids::CustomerId;
use causeway_domain::platforms::CounterpartyField;
use causeway_service::runtime::http::{Answer, Call};
use causeway_service::transactions::render;
use causeway_service::uma::receiving::{self, PayOrigin, PayRequest, ReceivePreflight};
use causeway_service::uma_providers;
use causeway_service::{ApiError, Context, customers};
use causeway_store::Tx;
use causeway_wire::Code;
use causeway_wire::sandbox::SandboxUmaReceiveRequest;
use causeway_wire::table::SandboxReceive;
use causeway_wire::transactions::Transaction;
use serde_json::{Map, Value as Json};

use crate::magic::{UmaScenario, uma_scenario};

/// Starts a payment from a simulated counterparty; the platform is asked for its approval next.
///
/// # Errors
/// `INVALID_INPUT`; `USER_NOT_FOUND`; `UMA_NOT_FOUND`; `COUNTERPARTY_NOT_ALLOWED`; and the errors of
/// [`receiving::begin`].
pub async fn handler(call: Call<SandboxReceive>) -> Result<Answer, ApiError> {
    let context = call.context();
    let asked = context.clone();
    let body = call.body.clone();
    let read = move |tx: &mut Tx<'_>| receiver(tx, &asked, &body);
    let receiver = context.app.store.read(read).await?;
    let gathered = receiving::gather(&context, receiver, call.body.receiving_currency_code).await?;
    let body = call.body.clone();
    Ok(call.write(&[], move |tx, context| apply(tx, context, &gathered, &body)).await)
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    gathered: &ReceivePreflight,
    body: &SandboxUmaReceiveRequest,
) -> Result<Transaction, ApiError> {
    let receiver = receiver(tx, context, body)?;
    let (sender, scenario) = sender(tx, context, body.sender_uma_address.as_str())?;
    let request = PayRequest {
        sender: sender.to_string(),
        receiver,
        amount: Amount::new(body.receiving_currency_amount.into(), body.receiving_currency_code),
        payer: payer(),
        payee_fields: payee_fields(scenario),
        // The answer to a message would come only after the platform's decision.
        origin: PayOrigin::SandboxCall,
    };
    let payment = receiving::begin(tx, context, gathered, request)?;
    render::transaction(context.platform, &payment)
}

/// Returns the customer that the request names by id, by address or by both, which must agree.
fn receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    body: &SandboxUmaReceiveRequest,
) -> Result<CustomerId, ApiError> {
    let by_id = body.customer_id.map(|id| customers::peek_live(tx, context.platform, id)).transpose()?;
    let by_address = match &body.receiver_uma_address {
        None => None,
        Some(address) => Some(customers::find_at_own_address(tx, context, address.as_str())?),
    };
    match (by_id, by_address) {
        (None, None) => Err(ApiError::field("receiverUmaAddress", "is required, or customerId")),
        (Some(one), Some(other)) if one.id != other.id => Err(ApiError::field(
            "receiverUmaAddress",
            "must be the address of the customer that customerId names",
        )),
        (Some(customer), _) | (None, Some(customer)) => Ok(customer.id),
    }
}

/// Returns the simulated counterparty with this address.
fn sender(tx: &mut Tx<'_>, context: &Context, address: &str) -> Result<(UmaAddress, UmaScenario), ApiError> {
    let unknown = || ApiError::new(Code::UmaNotFound, "No counterparty of the sandbox has this UMA address.");
    let address = UmaAddress::parse(address).map_err(|_| unknown())?;
    let scenario = uma_scenario(address.local()).ok_or_else(unknown)?;
    if uma_providers::is_simulated_and_allowed(tx, context, address.domain())?.ok_or_else(unknown)? {
        Ok((address, scenario))
    } else {
        let message = "An operator has blocked this counterparty for the platform.";
        Err(ApiError::new(Code::CounterpartyNotAllowed, message))
    }
}

/// Returns the payer's compliance fields, the same for every sender.
fn payer() -> Map<String, Json> {
    let facts = [("FULL_NAME", "Sandbox Sender"), ("BIRTH_DATE", "1985-06-15"), ("NATIONALITY", "US")];
    facts.into_iter().map(|(name, fact)| (name.to_owned(), Json::from(fact))).collect()
}

/// Returns the receiver's fields that the sender's provider requires.
fn payee_fields(scenario: UmaScenario) -> Vec<CounterpartyField> {
    match scenario {
        UmaScenario::NeedsFields => {
            vec![CounterpartyField { name: CustomerInfoField::Nationality, mandatory: true }]
        }
        UmaScenario::Succeeds(_) | UmaScenario::Slow | UmaScenario::ComplianceRejected => Vec::new(),
    }
}
