//! Payments to banks in Europe, as far as they are made through the interface.

use std::collections::HashMap;
use std::time::Duration;

use causeway_testing::wait;
use serde_json::{Value, json};

use super::Customer;
use super::device::stamp;
use super::set_up::{BASE, Platform, text, uuid};
use crate::error::Result;
use crate::load::Request;

/// More than all payments of a measurement come to.
const FUNDS: i64 = 1_000_000_000;
const AMOUNT: i64 = 10_000;

/// Payouts to accounts with this ending succeed.
const IBAN: &str = "DE89370400440532013000";

/// How long payouts may take that are under way.
const SETTLEMENT: Duration = Duration::from_secs(120);

/// Somebody who has money and somewhere to send it.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    customer: String,
    /// `InternalAccount:…`, which has the money.
    pub(crate) account: String,
    destination: String,
    /// What it pays each time, in the smallest unit.
    pub(super) amount: i64,
}

/// A quote that was made.
#[derive(Debug, Clone)]
pub(crate) struct Quote {
    id: String,
    transaction: String,
    account: String,
    /// What its wallet must sign, where one pays.
    payload: Option<String>,
    /// When, as it is spelled.
    pub(crate) created_at: String,
}

impl Platform {
    /// Funds the accounts of these customers, and gives each of them a bank account to pay to.
    pub(crate) async fn payers(&self, customers: &[Customer]) -> Result<Vec<Payer>> {
        let mut made = Vec::with_capacity(customers.len());
        for customer in customers {
            let path = format!("/sandbox/internal-accounts/{}/fund", customer.account);
            self.client.post(&path).json(&json!({ "amount": FUNDS })).send().await.expect(200);
            let wanted = json!({ "customerId": customer.id, "currency": "EUR", "accountInfo": {
                "accountType": "EUR_ACCOUNT", "iban": IBAN, "beneficiary": { "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau", "countryOfResidence": "DE" } } });
            let account = self.client.post("/customers/external-accounts").json(&wanted).send().await;
            let destination = text(&account.expect(201), "/id")?;
            let (customer, account) = (customer.id.clone(), customer.account.clone());
            made.push(Payer { customer, account, destination, amount: AMOUNT });
        }
        Ok(made)
    }

    /// Requests that make a quote for each of these payers.
    pub(crate) fn quote(&self, payers: &[Payer]) -> Vec<Request> {
        let body = |payer: &Payer| {
            let wanted = json!({ "source": { "sourceType": "ACCOUNT", "accountId": payer.account },
                "destination": { "destinationType": "ACCOUNT", "accountId": payer.destination },
                "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": payer.amount });
            wanted.to_string()
        };
        let path = format!("{BASE}/quotes");
        payers.iter().map(|payer| Request::post(&path, &self.caller, &body(payer))).collect()
    }

    /// Requests that execute these quotes, signed where wallets pay.
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

    /// Waits until no payment that was made since then is on its way.
    pub(crate) async fn all_paid(&self, since: &str) {
        let path = format!("/transactions?status=PROCESSING&limit=1&startDate={since}");
        wait::until("all payouts are through", SETTLEMENT, || async {
            // A service that was stopped for long hangs up on those who have not asked meanwhile.
            let answer = self.client.get(&path).try_send().await.map_err(|error| error.to_string())?;
            let found = answer.expect(200);
            let first = found.pointer("/data/0/id");
            first.map_or(Ok(()), |id| Err(format!("{id} is on its way")))
        })
        .await;
    }
}

impl Quote {
    /// From the answer that made it.
    pub(crate) fn of(answer: &str) -> Result<Self> {
        let answer: Value = serde_json::from_str(answer)?;
        Ok(Self {
            id: text(&answer, "/id")?,
            transaction: text(&answer, "/transactionId")?,
            account: text(&answer, "/source/accountId")?,
            payload: text(&answer, "/paymentInstructions/0/accountOrWalletInfo/payloadToSign").ok(),
            created_at: text(&answer, "/createdAt")?,
        })
    }

    /// The identifiers of quote, payment, accounts and customer, in this order.
    pub(crate) fn subject(&self, payers: &HashMap<&str, &Payer>) -> Result<Vec<[u8; 16]>> {
        let payer = payers.get(self.account.as_str()).ok_or("nobody's quote")?;
        let ids = [&self.id, &self.transaction, &payer.account, &payer.destination, &payer.customer];
        ids.into_iter().map(|id| uuid(id)).collect()
    }
}
