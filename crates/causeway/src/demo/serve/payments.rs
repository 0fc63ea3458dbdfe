//! Payments of every fate: those that arrive, and those that the sandbox fails, returns or refunds by the end of an IBAN.

use serde_json::json;

use super::super::DemoError;
use super::filler::Filler;
use super::people::{Payer, bank_account};

/// The amount of the first payment, in US cents; each further one is larger by the step.
const FIRST: i64 = 12_500;
const STEP: i64 = 7_311;

/// The ends of IBANs of accounts to which a payment does not get: it fails, comes back, or is refunded (money 13.1).
const UNPAYABLE: [&str; 4] = ["002", "004", "005", "006"];

/// Number of payments among those that the sandbox completes before their bank returns them.
const RETURNED: usize = 1;

/// Lets each customer pay a number of times, and waits until the payments have arrived.
pub(super) async fn pay_all(
    filler: &mut Filler<'_>,
    payers: &[Payer],
    times: usize,
) -> Result<(), DemoError> {
    let mut amount = FIRST;
    for _ in 0..times {
        for payer in payers {
            pay(filler, payer, &payer.destination, amount).await?;
            amount += STEP;
        }
    }
    await_all(filler, "OUTGOING_PAYMENT.COMPLETED", payers.len() * times).await
}

/// Pays to accounts that cannot be paid to, and waits until the money is back.
pub(super) async fn pay_in_vain(filler: &mut Filler<'_>, payers: &[Payer]) -> Result<(), DemoError> {
    for (payer, iban_end) in payers.iter().zip(UNPAYABLE) {
        let destination = bank_account(filler, &payer.customer, "Closed Account", iban_end).await?;
        pay(filler, payer, &destination, FIRST).await?;
    }
    await_all(filler, "OUTGOING_PAYMENT.COMPLETED", RETURNED).await?;
    await_all(filler, "OUTGOING_PAYMENT.REFUND_COMPLETED", UNPAYABLE.len()).await
}

/// Pays an amount.
pub(super) async fn pay(
    filler: &mut Filler<'_>,
    payer: &Payer,
    destination: &str,
    amount: i64,
) -> Result<(), DemoError> {
    let request = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": payer.source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": amount,
        "immediatelyExecute": true,
    });
    filler.client.post("/quotes", &request, 201).await.map(drop)
}

async fn await_all(filler: &mut Filler<'_>, event: &str, count: usize) -> Result<(), DemoError> {
    for _ in 0..count {
        filler.client.inbox.next(event).await?;
    }
    Ok(())
}
