//! The comparison of what the payers keep with balances, payments and webhooks.

use std::collections::BTreeSet;

use causeway_testing::http::Client;
use causeway_testing::wait;
use serde_json::Value;

use super::cluster::LIMIT;
use super::payers::Payers;
use super::webhooks::Receiver;
use crate::error::Result;
use crate::service::Customer;

/// Compares everything; fails with the first difference. Returns the number of payments. The books are compared before
/// the payments are repeated, because a repetition would book a lost one again.
pub(super) async fn compare(
    client: &Client,
    customers: &[Customer],
    payers: &Payers,
    receiver: &Receiver,
) -> Result<usize> {
    compare_books(client, customers, payers).await?;
    let contradictions = payers.repeat_all().await?;
    if !contradictions.is_empty() {
        return Err(format!("answered differently when repeated: {contradictions:?}").into());
    }
    let payments = compare_books(client, customers, payers).await?;
    compare_webhooks(receiver, &payments).await?;
    Ok(payments.len())
}

/// Compares balances and lists with what was acknowledged, and returns the payments.
async fn compare_books(client: &Client, customers: &[Customer], payers: &Payers) -> Result<BTreeSet<String>> {
    let cents = payers.cents();
    let mut payments = BTreeSet::new();
    for customer in customers {
        let paid = cents.get(&customer.account).copied().unwrap_or_default();
        let balance = balance(client, customer).await?;
        let listed = payments_into(client, &customer.account).await?;
        if balance != paid || i64::try_from(listed.len())? != paid {
            return Err(format!(
                "{}: {paid} payments of a cent were acknowledged, the balance is {balance} cents, and {} are listed",
                customer.account,
                listed.len()
            )
            .into());
        }
        payments.extend(listed);
    }
    Ok(payments)
}

/// Waits until each payment was announced, and checks that each is announced by one event and that no other is.
async fn compare_webhooks(receiver: &Receiver, payments: &BTreeSet<String>) -> Result<()> {
    wait::until("every payment is announced", LIMIT, || async {
        let announced = receiver.payments();
        if announced >= payments.len() { Ok(()) } else { Err(format!("{announced} of {}", payments.len())) }
    })
    .await;
    let events = receiver.events();
    let unknown: Vec<&String> = events.keys().filter(|payment| !payments.contains(*payment)).collect();
    let doubled: Vec<&String> =
        events.iter().filter(|event| event.1.len() > 1).map(|event| event.0).collect();
    if unknown.is_empty() && doubled.is_empty() {
        return Ok(());
    }
    Err(format!("announced and not there: {unknown:?}; announced by two events: {doubled:?}").into())
}

async fn balance(client: &Client, customer: &Customer) -> Result<i64> {
    let path = format!("/customers/internal-accounts?customerId={}&currency=USD", customer.id);
    let accounts = client.get(&path).send().await.expect(200);
    let amount = accounts["data"][0]["balance"]["amount"].as_i64();
    Ok(amount.ok_or_else(|| format!("no balance in {accounts}"))?)
}

/// Lists the ids of all payments into an account, page by page.
async fn payments_into(client: &Client, account: &str) -> Result<BTreeSet<String>> {
    let first = format!("/transactions?receiverAccountIdentifier={account}&limit=100");
    let mut found = BTreeSet::new();
    let mut cursor: Option<String> = None;
    loop {
        let request = client.get(&first);
        let request = match &cursor {
            Some(cursor) => request.query("cursor", cursor),
            None => request,
        };
        let page = request.send().await.expect(200);
        let rows = page["data"].as_array().ok_or_else(|| format!("no data in {page}"))?;
        for id in rows.iter().filter_map(|row| row["id"].as_str()) {
            if !found.insert(id.to_owned()) {
                return Err(format!("{id} is listed twice").into());
            }
        }
        match page["nextCursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return Ok(found),
        }
    }
}

/// Checks the report of `causeway ledger verify`: a sound ledger, in which each payment has its two entries.
pub(super) fn check_ledger(found: &Value, payments: usize) -> Result<()> {
    let is_sound = found["is_sound"] == true && found["fault_count"] == 0;
    if is_sound && found["entries"] == 2 * payments {
        return Ok(());
    }
    Err(format!("{payments} payments, and the ledger: {found}").into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_ledger_has_two_entries_for_each_payment() {
        let found = json!({ "is_sound": true, "fault_count": 0, "entries": 6 });
        assert!(check_ledger(&found, 3).is_ok());
        assert!(check_ledger(&found, 2).is_err() && check_ledger(&found, 4).is_err());
        assert!(check_ledger(&json!({ "is_sound": false, "fault_count": 1, "entries": 6 }), 3).is_err());
    }

    #[tokio::test]
    async fn a_payment_that_is_gone_and_a_second_event_are_found() {
        let receiver = Receiver::start().await.unwrap();
        let client = Client::new(receiver.url.trim_end_matches("/events"));
        let announce = async |event: &str, payment: &str| {
            let body =
                json!({ "type": "INCOMING_PAYMENT.COMPLETED", "id": event, "data": { "id": payment } });
            client.post("/events").json(&body).send().await.expect(200);
        };
        let payments = BTreeSet::from(["one".to_owned()]);
        announce("first", "one").await;
        announce("first", "one").await;
        assert!(compare_webhooks(&receiver, &payments).await.is_ok(), "a repeated delivery");
        announce("second", "two").await;
        assert!(compare_webhooks(&receiver, &payments).await.is_err(), "a payment that is gone");
        let payments = BTreeSet::from(["one".to_owned(), "two".to_owned()]);
        assert!(compare_webhooks(&receiver, &payments).await.is_ok());
        announce("third", "two").await;
        assert!(compare_webhooks(&receiver, &payments).await.is_err(), "a second event");
    }
}
