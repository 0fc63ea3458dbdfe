//! The set-up of a platform before a measurement, through the API.

use causeway_testing::http::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Process;
use super::process::credentials;
use crate::error::Result;
use crate::load::{Credentials, Request};

/// The base path of the API.
pub(crate) const BASE: &str = "/svc/2025-10-13";

/// A customer with its account.
#[derive(Debug, Clone)]
pub(crate) struct Customer {
    /// `Customer:…`.
    pub(crate) id: String,
    /// `InternalAccount:…`.
    pub(crate) account: String,
}

/// The platform of the first start, or an additional one.
#[derive(Debug, Clone)]
pub(crate) struct Platform {
    pub(super) client: Client,
    pub(super) caller: Credentials,
}

impl Platform {
    /// Returns the first platform of this process.
    pub(crate) fn of(process: &Process) -> Self {
        Self::called_by(process, credentials())
    }

    /// Returns the platform with these credentials.
    pub(super) fn called_by(process: &Process, caller: Credentials) -> Self {
        let client = Client::new(&format!("http://{}{BASE}", process.address));
        Self { client: client.basic(&caller.client_id, &caller.secret), caller }
    }

    /// Configures these currencies for payments.
    pub(crate) async fn support(&self, codes: &[&str]) {
        let setting = |code: &&str| {
            json!({ "currencyCode": code, "minAmount": 1, "maxAmount": 1_000_000_000,
                "requiredCounterpartyFields": [], "enabledTransactionTypes": ["OUTGOING", "INCOMING"] })
        };
        let settings: Vec<Value> = codes.iter().map(setting).collect();
        let request = json!({ "supportedCurrencies": settings });
        self.client.patch("/config").json(&request).send().await.expect(200);
    }

    /// Creates approved individuals with an account each, in these currencies in turn.
    pub(crate) async fn customers(&self, count: usize, codes: &[&str]) -> Result<Vec<Customer>> {
        let mut customers = Vec::with_capacity(count);
        for (number, code) in (0..count).zip(codes.iter().cycle()) {
            let request = json!({ "customerType": "INDIVIDUAL", "fullName": format!("Jane Doe {number}"),
                "currencies": [code], "email": format!("jane.doe.{number}@example.com") });
            let customer = self.client.post("/customers").json(&request).send().await.expect(201);
            let id = text_at(&customer, "/id")?;
            let path = format!("/customers/internal-accounts?customerId={id}&currency={code}");
            let accounts = self.client.get(&path).send().await.expect(200);
            customers.push(Customer { account: text_at(&accounts, "/data/0/id")?, id });
        }
        Ok(customers)
    }

    /// Sets the webhook endpoint to this URL.
    pub(crate) async fn send_events_to(&self, url: &str) {
        self.client.patch("/config").json(&json!({ "webhookEndpoint": url })).send().await.expect(200);
    }

    pub(crate) fn caller(&self) -> Credentials {
        self.caller.clone()
    }

    /// Funds the platform's own account this many times.
    pub(crate) async fn fund_itself(&self, times: usize) -> Result<()> {
        let accounts = self.client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        let path = format!("/sandbox/internal-accounts/{}/fund", text_at(&accounts, "/data/0/id")?);
        for _ in 0..times {
            self.client.post(&path).json(&json!({ "amount": 1_000 })).send().await.expect(200);
        }
        Ok(())
    }

    /// Returns requests that read these customers.
    pub(crate) fn show(&self, customers: &[Customer]) -> Vec<Request> {
        let path = |customer: &Customer| format!("{BASE}/customers/{}", customer.id);
        customers.iter().map(|customer| Request::get(&path(customer), &self.caller)).collect()
    }

    /// Returns requests that fund the accounts of these customers.
    pub(crate) fn fund(&self, customers: &[Customer]) -> Vec<Request> {
        let path =
            |customer: &Customer| format!("{BASE}/sandbox/internal-accounts/{}/fund", customer.account);
        let body = json!({ "amount": 1_000 }).to_string();
        customers.iter().map(|customer| Request::post(&path(customer), &self.caller, &body)).collect()
    }
}

pub(super) fn text_at(value: &Value, pointer: &str) -> Result<String> {
    let text = value.pointer(pointer).and_then(Value::as_str);
    Ok(text.ok_or_else(|| format!("no {pointer} in {value}"))?.to_owned())
}

/// Parses the UUID of an identifier.
pub(crate) fn uuid(id: &str) -> Result<[u8; 16]> {
    let (_, uuid) = id.split_once(':').ok_or_else(|| format!("{id} is no identifier"))?;
    Ok(uuid.parse::<Uuid>()?.into_bytes())
}
