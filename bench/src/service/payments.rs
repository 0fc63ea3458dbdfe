//! Payments to bank accounts in Europe, created through the API.

use std::collections::HashMap;
use std::time::Duration;

use causeway_testing::wait;
use serde_json::{Value, json};

use super::Customer;
use super::device::stamp;
use super::set_up::{BASE, Platform, text_at, uuid};
use crate::error::Result;
use crate::load::Request;

/// More than the sum of all payments of a measurement.
const FUNDS: i64 = 1_000_000_000;
const AMOUNT: i64 = 10_000;

/// An account number with a suffix for which payouts succeed.
const IBAN: &str = "DE89370400440532013000";

/// Time limit for payouts under way.
const SETTLEMENT_TIMEOUT: Duration = Duration::from_secs(120);

/// A customer with money and a payee.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    customer: String,
    /// `InternalAccount:…`, which holds the money.
    pub(crate) account: String,
    destination: String,
    /// Amount of each payment, in minor units.
    pub(super) amount: i64,
}

/// A created quote.
#[derive(Debug, Clone)]
pub(crate) struct Quote {
    id: String,
    transaction: String,
    account: String,
    /// Payload for the wallet's signature; `None` if no wallet pays.
    payload: Option<String>,
    /// RFC 3339 text from the response.
    pub(crate) created_at: String,
}

impl Platform {
    /// Funds the accounts of these customers, and registers a bank account as payee of each.
    pub(crate) async fn payers(&self, customers: &[Customer]) -> Result<Vec<Payer>> {
        let mut payers = Vec::with_capacity(customers.len());
        for customer in customers {
            let path = format!("/sandbox/internal-accounts/{}/fund", customer.account);
            self.client.post(&path).json(&json!({ "amount": FUNDS })).send().await.expect(200);
            let request = json!({ "customerId": customer.id, "currency": "EUR", "accountInfo": {
                "accountType": "EUR_ACCOUNT", "iban": IBAN, "beneficiary": { "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau", "countryOfResidence": "DE" } } });
            let account = self.client.post("/customers/external-accounts").json(&request).send().await;
            let destination = text_at(&account.expect(201), "/id")?;
            let account = customer.account.clone();
            let customer = customer.id.clone();
            payers.push(Payer { customer, account, destination, amount: AMOUNT });
        }
        Ok(payers)
    }

    /// Returns requests that create a quote for each of these payers.
    pub(crate) fn quote(&self, payers: &[Payer]) -> Vec<Request> {
        let body = |payer: &Payer| {
            let request = json!({ "source": { "sourceType": "ACCOUNT", "accountId": payer.account },
                "destination": { "destinationType": "ACCOUNT", "accountId": payer.destination },
                "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": payer.amount });
            request.to_string()
        };
        let path = format!("{BASE}/quotes");
        payers.iter().map(|payer| Request::post(&path, &self.caller, &body(payer))).collect()
    }

    /// Returns requests that execute these quotes, signed if a wallet pays.
    pub(crate) fn execute(&self, quotes: &[Quote]) -> Result<Vec<Request>> {
        let request = |quote: &Quote| {
            let path = format!("{BASE}/quotes/{}/execute", quote.id);
            let request = Request::post(&path, &self.caller, "");
            Ok(match &quote.payload {
                Some(payload) => request.header("Svc-Wallet-Signature", &stamp(&quote.account, payload)?),
                None => request,
            })
        };
        quotes.iter().map(request).collect()
    }

    /// Waits until no payment created since then is under way.
    pub(crate) async fn wait_until_paid(&self, since: &str) {
        let path = format!("/transactions?status=PROCESSING&limit=1&startDate={since}");
        wait::until("all payouts are settled", SETTLEMENT_TIMEOUT, || async {
            // A service that was paused for long closes idle connections.
            let response = self.client.get(&path).try_send().await.map_err(|error| error.to_string())?;
            let list = response.expect(200);
            let first = list.pointer("/data/0/id");
            first.map_or(Ok(()), |id| Err(format!("{id} is under way")))
        })
        .await;
    }
}

impl Quote {
    /// Reads the quote from the response that created it.
    pub(crate) fn of(response: &str) -> Result<Self> {
        let response: Value = serde_json::from_str(response)?;
        Ok(Self {
            id: text_at(&response, "/id")?,
            transaction: text_at(&response, "/transactionId")?,
            account: text_at(&response, "/source/accountId")?,
            payload: text_at(&response, "/paymentInstructions/0/accountOrWalletInfo/payloadToSign").ok(),
            created_at: text_at(&response, "/createdAt")?,
        })
    }

    /// Returns the identifiers of quote, payment, accounts and customer, in this order.
    pub(crate) fn subject(&self, payers: &HashMap<&str, &Payer>) -> Result<Vec<[u8; 16]>> {
        let payer = payers.get(self.account.as_str()).ok_or("a quote of an unknown account")?;
        let ids = [&self.id, &self.transaction, &payer.account, &payer.destination, &payer.customer];
        ids.into_iter().map(|id| uuid(id)).collect()
    }
}
