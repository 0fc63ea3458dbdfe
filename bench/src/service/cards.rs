//! Cards on wallets, created through the API.

use std::time::Duration;

use causeway_testing::http::Request as HttpRequest;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::set_up::{BASE, Platform, text_at, uuid};
use crate::error::Result;
use crate::load::Request;

/// More than the sum of all authorizations of a measurement.
const FUNDS: i64 = 100_000_000_000;
/// Time limit for issuing all cards.
const ISSUING_TIMEOUT: Duration = Duration::from_secs(120);

/// A card with a delegated key of the wallet that funds it.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    id: String,
    wallet: String,
    customer: String,
}

impl Platform {
    /// Creates `count` cards, each of a new customer with money in the wallet.
    pub(crate) async fn cards(&self, count: usize) -> Result<Vec<Card>> {
        self.support(&["USD", "EUR", "USDB"]).await;
        let mut cards = Vec::with_capacity(count);
        for number in 0..count {
            let request = json!({ "customerType": "INDIVIDUAL", "fullName": format!("John Doe {number}"),
                "currencies": ["USD"], "email": format!("john.doe.{number}@example.com") });
            let customer =
                text_at(&self.client.post("/customers").json(&request).send().await.expect(201), "/id")?;
            let path = format!("/customers/internal-accounts?customerId={customer}&currency=USDB");
            let wallet = text_at(&self.client.get(&path).send().await.expect(200), "/data/0/id")?;
            let path = format!("/sandbox/internal-accounts/{wallet}/fund");
            self.client.post(&path).json(&json!({ "amount": FUNDS })).send().await.expect(200);
            let card = json!({ "cardholderId": customer, "form": "VIRTUAL", "fundingSources": [wallet] });
            let id = text_at(&self.client.post("/cards").json(&card).send().await.expect(201), "/id")?;
            cards.push(Card { id, wallet, customer });
        }
        self.wait_until_issued(count).await;
        for card in &cards {
            self.create_key(card).await?;
        }
        Ok(cards)
    }

    async fn wait_until_issued(&self, count: usize) {
        wait::until("all cards are issued", ISSUING_TIMEOUT, || async {
            let response = self.client.get("/cards?state=ACTIVE&limit=1").try_send().await;
            let list = response.map_err(|error| error.to_string())?.expect(200);
            if list["totalCount"] == count { Ok(()) } else { Err(list["totalCount"].to_string()) }
        })
        .await;
    }

    /// Creates the card's delegated key, which signs for its wallet from then on.
    async fn create_key(&self, card: &Card) -> Result<()> {
        let body = json!({ "cardId": card.id, "internalAccountId": card.wallet, "nickname": "bench" });
        let request = || self.client.post("/auth/delegated-keys").json(&body);
        let first = request().send().await.expect(202);
        let second = signed(request(), &first)?.send().await.expect(202);
        signed(request(), &second)?.send().await.expect(201);
        Ok(())
    }

    /// Returns requests for an authorization on each of these cards.
    pub(crate) fn authorize(&self, cards: &[Card]) -> Vec<Request> {
        let path = |card: &Card| format!("{BASE}/sandbox/cards/{}/simulate/authorization", card.id);
        let body = json!({ "amount": 1, "currency": { "code": "USD" },
            "merchant": { "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" } });
        let body = body.to_string();
        cards.iter().map(|card| Request::post(&path(card), &self.caller, &body)).collect()
    }
}

impl Card {
    /// Returns the identifiers of card, wallet and customer, in this order.
    pub(crate) fn subject(&self) -> Result<Vec<[u8; 16]>> {
        [&self.id, &self.wallet, &self.customer].into_iter().map(|id| uuid(id)).collect()
    }
}

/// Adds the text that the sandbox accepts as the signature of a challenge.
fn signed(request: HttpRequest, challenge: &Value) -> Result<HttpRequest> {
    let request = request.header("Svc-Wallet-Signature", "sandbox-valid-signature");
    Ok(request.header("Request-Id", &text_at(challenge, "/requestId")?))
}
