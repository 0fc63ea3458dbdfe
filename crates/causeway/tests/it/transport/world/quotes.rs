use causeway_wire::table::{Operation, Quotes};
use serde_json::{Value, json};

use super::{AreaInfo, Resource, TRANSACT, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Quote",
        not_found: "QUOTE_NOT_FOUND",
        own: |world| &world.quote["id"],
    }),
    shown: |world| vec![format!("/quotes/{}", world.quote["id"].as_str().expect("a quote"))],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Quotes) -> &'static [&'static str] {
    match operation {
        Quotes::LookupUma
        | Quotes::LookupExternalAccount
        | Quotes::EstimateCryptoWithdrawalFee
        | Quotes::GetQuoteById => VIEW,
        Quotes::CreateQuote | Quotes::ExecuteQuote => TRANSACT,
    }
}

pub(super) async fn complete(operation: Quotes, world: &World, call: Call) -> Call {
    match operation {
        Quotes::LookupUma => call.at(&json!("$success.eur@sandbox.uma.test")),
        Quotes::LookupExternalAccount => call.at(&world.bank),
        Quotes::EstimateCryptoWithdrawalFee => call.body(json!({
            "internalAccountId": world.crypto, "currency": "USDC", "cryptoNetwork": "BASE", "amount": 10_000,
            "destinationAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        })),
        Quotes::CreateQuote => call.body(new_quote(world)),
        Quotes::GetQuoteById => call.at(&world.quote["id"]),
        Quotes::ExecuteQuote => {
            let quote = world.perform(Operation::Quotes(Quotes::CreateQuote)).await;
            call.at(&quote["id"]).body(json!({}))
        }
    }
}

fn new_quote(world: &World) -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": world.account, "customerId": world.customer["id"] },
        "destination": { "destinationType": "ACCOUNT", "accountId": world.bank },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 1_000,
        "description": "Rent",
        "remittanceInformation": "May",
        "purposeOfPayment": "OTHER",
        "platformFeeOverride": {
            "platformVariableFeeBps": 10,
            "platformFixedFee": { "amount": 5, "currency": "USD" },
        },
    })
}
