//! Invoices of Lightning addresses, by plain LNURL (LUD-06, LUD-16; money 4.7).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::external_accounts::Invoice;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use causeway_uma::lnurl::{LnurlError, LnurlInvoiceResponse, LnurlPayResponse, lightning_address_url};

use super::payee::network_of;
use crate::ports::PayoutFailure;
use crate::runtime::app::App;
use crate::runtime::outbound::OutboundResponse;
use crate::runtime::peer_exchange::{self, PeerRule};
use crate::runtime::{hex, timers};

/// An invoice that the server of an address made for one payment, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AddressInvoice {
    /// The BOLT 11 text.
    pub(crate) text: String,
    /// In hex.
    pub(crate) payment_hash: String,
}

/// The reason why an address gave no invoice that can be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AddressRefusal {
    pub(crate) failure: PayoutFailure,
    /// For the log.
    pub(crate) reason: &'static str,
}

/// Minimum time left to pay an invoice, in milliseconds.
const TIME_TO_PAY_MILLIS: i64 = 5_000;

const UNKNOWN: AddressRefusal = AddressRefusal {
    failure: PayoutFailure::AccountInvalid,
    reason: "its server does not know the Lightning address",
};
const OUT_OF_RANGE: AddressRefusal = AddressRefusal {
    failure: PayoutFailure::AccountCannotReceive,
    reason: "the Lightning address does not take this amount",
};
const REFUSED: AddressRefusal = AddressRefusal {
    failure: PayoutFailure::AccountCannotReceive,
    reason: "the server of the Lightning address refuses the payment",
};
const NO_ANSWER: AddressRefusal = unusable("the server of the Lightning address did not answer");

/// Returns the refusal of a server that does not answer as LNURL asks.
const fn unusable(reason: &'static str) -> AddressRefusal {
    AddressRefusal { failure: PayoutFailure::ExecutionFailed, reason }
}

/// Asks the server of an address for an invoice over an amount, and checks it. Nothing is written.
///
/// # Errors
/// The reason why the address cannot be paid now. No invoice of it may be paid then.
pub(crate) async fn ask_invoice(
    app: &Arc<App>,
    environment: Environment,
    address: &str,
    satoshis: i64,
) -> Result<AddressInvoice, AddressRefusal> {
    let asking = ask(app, environment, address, satoshis);
    timers::within(timers::LIGHTNING_ADDRESS, asking).await.unwrap_or(Err(NO_ANSWER))
}

async fn ask(
    app: &Arc<App>,
    environment: Environment,
    address: &str,
    satoshis: i64,
) -> Result<AddressInvoice, AddressRefusal> {
    let amount = satoshis.checked_mul(1_000).ok_or(OUT_OF_RANGE)?;
    let sendable = u64::try_from(amount).map_err(|_| OUT_OF_RANGE)?;
    let (user, host) = address.split_once('@').ok_or(UNKNOWN)?;
    let host = Host::parse(host).map_err(|_| UNKNOWN)?;
    let url = lightning_address_url(user, &host);
    let rule = PeerRule { environment, is_provider_local: host.is_local() };
    let answer = ask_server(app, rule, &url).await?;
    let offer = read_offer(&answer)?;
    let url = offer.invoice_url(sendable).ok_or(OUT_OF_RANGE)?;
    let answer = ask_server(app, rule, &url).await?;
    let text = read_invoice(&answer)?;
    let payment_hash = check(&text, amount, &offer.description_hash(), environment, app.clock.now())?;
    Ok(AddressInvoice { text, payment_hash })
}

async fn ask_server(app: &Arc<App>, rule: PeerRule, url: &str) -> Result<OutboundResponse, AddressRefusal> {
    let target = peer_exchange::target(url).map_err(|_| NO_ANSWER)?;
    peer_exchange::get(app, rule, target).await.map_err(|_| NO_ANSWER)
}

fn read_offer(answer: &OutboundResponse) -> Result<LnurlPayResponse, AddressRefusal> {
    if answer.status == 404 {
        return Err(UNKNOWN);
    }
    match LnurlPayResponse::parse(&answer.body) {
        Ok(offer) if answer.status == 200 => Ok(offer),
        Err(LnurlError::Refused(_)) if answer.status < 500 => Err(UNKNOWN),
        Ok(_) | Err(_) => Err(unusable("the server's answer about the Lightning address cannot be read")),
    }
}

fn read_invoice(answer: &OutboundResponse) -> Result<String, AddressRefusal> {
    match LnurlInvoiceResponse::parse(&answer.body) {
        Ok(invoice) if answer.status == 200 => Ok(invoice.pr),
        Err(LnurlError::Refused(_)) if answer.status < 500 => Err(REFUSED),
        Ok(_) | Err(_) => Err(unusable("the server's answer with the invoice cannot be read")),
    }
}

/// Checks an invoice, and returns its payment hash in hex. The amount is in millisatoshis.
///
/// # Errors
/// The first reason for which it must not be paid.
fn check(
    text: &str,
    amount: i64,
    description_hash: &[u8; 32],
    environment: Environment,
    now: Time,
) -> Result<String, AddressRefusal> {
    let invoice = Invoice::parse(text).map_err(|_| unusable("the server's invoice cannot be read"))?;
    if invoice.network() != network_of(environment) {
        return Err(unusable("the server's invoice is for another network"));
    }
    if invoice.millisatoshis() != Some(amount) {
        return Err(unusable("the server's invoice is not of the amount that was asked for"));
    }
    if invoice.description_hash() != Some(description_hash) {
        return Err(unusable("the server's invoice is not bound to its answer about the address"));
    }
    if invoice.expires_at().millis().saturating_sub(now.millis()) < TIME_TO_PAY_MILLIS {
        return Err(unusable("the server's invoice has expired"));
    }
    Ok(hex::encode(invoice.payment_hash()))
}

#[cfg(test)]
mod tests {
    use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
    use causeway_uma::keys::PrivateKey;

    use super::*;

    const NOW: i64 = 1_700_000_000;
    const OFFER: &str = r#"{"tag":"payRequest","callback":"https://a.example/pay","minSendable":1000,"maxSendable":5000,"metadata":"[]"}"#;

    fn answer(status: u16, body: &str) -> OutboundResponse {
        OutboundResponse::of(status, body.to_owned())
    }

    fn good() -> Bolt11Terms {
        Bolt11Terms {
            network: Bolt11Network::Regtest,
            amount: 2_000,
            timestamp: 1_700_000_000,
            expiry: 60,
            payment_hash: [0xab; 32],
            payment_secret: [2; 32],
            description_hash: [3; 32],
        }
    }

    /// Checks an invoice this many seconds after it was made.
    fn checked(terms: &Bolt11Terms, environment: Environment, after: i64) -> Result<String, &'static str> {
        let text = terms.sign(&PrivateKey::from_bytes(&[1; 32]).unwrap()).unwrap();
        let now = Time::from_millis((NOW + after) * 1_000);
        check(&text, 2_000, &[3; 32], environment, now).map_err(|refusal| {
            assert_eq!(refusal.failure, PayoutFailure::ExecutionFailed);
            refusal.reason
        })
    }

    #[test]
    fn only_the_invoice_that_was_asked_for_is_paid() {
        let sandbox = Environment::Sandbox;
        assert_eq!(checked(&good(), sandbox, 55), Ok("ab".repeat(32)));
        assert_eq!(checked(&good(), sandbox, 56), Err("the server's invoice has expired"));
        let bitcoin = Bolt11Terms { network: Bolt11Network::Bitcoin, ..good() };
        assert_eq!(checked(&bitcoin, Environment::Production, 0), Ok("ab".repeat(32)));
        for (other, environment, reason) in [
            (bitcoin, sandbox, "the server's invoice is for another network"),
            (good(), Environment::Production, "the server's invoice is for another network"),
            (
                Bolt11Terms { amount: 2_001, ..good() },
                sandbox,
                "the server's invoice is not of the amount that was asked for",
            ),
            (
                Bolt11Terms { description_hash: [4; 32], ..good() },
                sandbox,
                "the server's invoice is not bound to its answer about the address",
            ),
        ] {
            assert_eq!(checked(&other, environment, 0), Err(reason));
        }
        let unread = check("lnbcrt1", 2_000, &[3; 32], sandbox, Time::from_millis(0));
        assert_eq!(unread, Err(unusable("the server's invoice cannot be read")));
    }

    #[test]
    fn a_server_that_knows_no_such_address_differs_from_one_that_fails() {
        let refusal = r#"{"status":"ERROR","reason":"no"}"#;
        let failure = |status, body: &str| read_offer(&answer(status, body)).unwrap_err().failure;
        assert_eq!(failure(404, "nothing"), PayoutFailure::AccountInvalid);
        for status in [200, 400] {
            assert_eq!(failure(status, refusal), PayoutFailure::AccountInvalid, "{status}");
        }
        for (status, body) in [(500, refusal), (302, OFFER), (200, "{}"), (500, "")] {
            assert_eq!(failure(status, body), PayoutFailure::ExecutionFailed, "{status} {body}");
        }
        assert!(read_offer(&answer(200, OFFER)).is_ok());
    }

    #[test]
    fn a_server_that_refuses_the_payment_differs_from_one_that_fails() {
        let refusal = r#"{"status":"ERROR","reason":"no"}"#;
        let read = |status, body: &str| read_invoice(&answer(status, body)).map_err(|error| error.failure);
        assert_eq!(read(200, r#"{"pr":"lnbc1","routes":[]}"#), Ok("lnbc1".to_owned()));
        assert_eq!(read(200, refusal), Err(PayoutFailure::AccountCannotReceive));
        assert_eq!(read(400, refusal), Err(PayoutFailure::AccountCannotReceive));
        for (status, body) in [(503, refusal), (404, ""), (201, r#"{"pr":"lnbc1"}"#), (200, r#"{"pr":""}"#)] {
            assert_eq!(read(status, body), Err(PayoutFailure::ExecutionFailed), "{status} {body}");
        }
    }
}
