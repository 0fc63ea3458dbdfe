//! Delegated keys (cards J6, wallet W14).

use std::time::Duration;

use causeway_testing::http::Request;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::scene::{Scene, path};
use crate::harness::{journey, on_engines};
use crate::operator::acting::{act, with};
use crate::wallets::device::{Device, Holder, literal, reason, text};

impl Scene {
    /// Returns a request for a key of the card and the wallet.
    #[track_caller]
    pub(crate) fn key_for(&self, card: &Value) -> Request {
        let body = json!({ "cardId": card["id"], "internalAccountId": self.wallet(), "nickname": "k" });
        self.platform().post("/auth/delegated-keys").json(&body)
    }

    /// Creates setup K, with the literal that the sandbox accepts as a signature.
    pub(crate) async fn key(&self, card: &Value) -> Value {
        let first = self.key_for(card).send().await.expect(202);
        let second = literal(self.key_for(card), &first).send().await.expect(202);
        literal(self.key_for(card), &second).send().await.expect(201)
    }

    /// Simulates a small authorization. Returns its status and the reason for which it is declined.
    pub(crate) async fn authorization(&self, card: &Value) -> Value {
        let body = json!({ "amount": 1_250, "currency": { "code": "USD" }, "merchant": { "descriptor": "BLUE BOTTLE" } });
        let path = format!("/sandbox{}/simulate/authorization", path(card));
        let key = self.platform().post(&path).json(&body).send().await.expect(202);
        self.platform().settled().await;
        json!([key["status"], key["declineReason"]])
    }

    /// Returns the statuses of the wallet's keys, newest first.
    pub(crate) async fn keys(&self) -> Vec<Value> {
        let path = format!("/auth/delegated-keys?accountId={}", self.holder.wallet);
        let listed = self.platform().get(&path).send().await.expect(200);
        listed["data"].as_array().unwrap().iter().map(|key| key["status"].clone()).collect()
    }
}

/// The time between two keys, so that one is newer.
const KEY_INTERVAL: Duration = Duration::from_millis(5);

fn path_of(key: &Value) -> String {
    format!("/auth/delegated-keys/{}", text(&key["id"]))
}

/// Returns the result of an authorization that no key signs.
fn key_required() -> Value {
    json!(["EXCEPTION", "DELEGATED_KEY_REQUIRED"])
}

journey! {
    async fn wallet_w14_delegated_key(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let device = scene.holder.login().await.device;
        let other = scene.holder.login().await.device;

        let first = scene.key_for(&card).send().await.expect(202);
        assert!(first.get("type").is_none());
        assert_eq!(scene.keys().await, Vec::<Value>::new(), "an unsigned key is not listed");
        let payload: Value = serde_json::from_str(text(&first["payloadToSign"])).unwrap();
        assert_eq!(json!([payload["type"], payload["parameters"]["cardId"], payload["parameters"]["users"][0]["userName"]]),
            json!(["ACTIVITY_TYPE_CREATE_USERS_V3", card["id"], "k"]));

        let stranger = Device::new().answer(scene.key_for(&card), &first).send().await;
        stranger.expect_error(401, "WALLET_SIGNATURE_INVALID");

        let second = device.answer(scene.key_for(&card), &first).send().await.expect(202);
        assert_ne!(second["requestId"], first["requestId"]);
        assert_eq!(scene.keys().await, ["PENDING"]);
        let payload: Value = serde_json::from_str(text(&second["payloadToSign"])).unwrap();
        assert_eq!(payload["type"], "ACTIVITY_TYPE_CREATE_POLICIES");

        // Another session of the same wallet did not sign the first half.
        let by_other = other.answer(scene.key_for(&card), &second).send().await;
        by_other.expect_error(401, "WALLET_SIGNATURE_INVALID");
        assert_eq!(scene.keys().await, ["PENDING"]);
        assert_eq!(scene.authorization(&card).await, key_required());

        let key = device.answer(scene.key_for(&card), &second).send().await.expect(201);
        assert_eq!(json!([key["status"], key["cardId"], key["accountId"], key["nickname"]]),
            json!(["ACTIVE", card["id"], scene.wallet(), "k"]));
        let public = text(&key["publicKey"]);
        assert!(public.len() == 66 && (public.starts_with("02") || public.starts_with("03")), "{public}");
        assert_eq!(payload["parameters"]["delegatedUserId"], text(&key["id"]).trim_start_matches("DelegatedKey:"));
        assert!(text(&key["fundingSourceId"]).starts_with("CardFundingSource:"));
        assert_eq!(scene.platform().get(&path_of(&key)).send().await.expect(200), key);

        scene.key_for(&card).send().await.expect_error(409, "CONFLICT");
        assert_eq!(scene.authorization(&card).await, json!(["AUTHORIZED", null]));
        assert_eq!(scene.platform().delete(&path_of(&key)).send().await.status, 204);
        scene.platform().delete(&path_of(&key)).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(scene.keys().await, ["REVOKED"]);

        scene.platform().advance(KEY_INTERVAL).await;
        let again = scene.key(&card).await;
        assert_eq!(again["fundingSourceId"], key["fundingSourceId"]);
        assert_eq!(scene.keys().await, ["ACTIVE", "REVOKED"]);
        scene.platform().get("/auth/delegated-keys").send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn cards_j06_delegated_key_refusals(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let first = scene.key_for(&card).send().await.expect(202);

        let signature = "sandbox-valid-signature";
        let bare = scene.key_for(&card).header("Svc-Wallet-Signature", signature).send().await;
        bare.expect_error(401, "REQUEST_ID_MISSING");
        let unsigned = scene.key_for(&card).header("Request-Id", text(&first["requestId"])).send().await;
        unsigned.expect_error(401, "WALLET_SIGNATURE_MISSING");

        let renamed = json!({ "cardId": card["id"], "internalAccountId": scene.wallet(), "nickname": "other" });
        let changed = literal(scene.platform().post("/auth/delegated-keys").json(&renamed), &first).send().await;
        changed.expect_error(401, "WALLET_SIGNATURE_BODY_MISMATCH");

        let garbled = scene.key_for(&card).header("Svc-Wallet-Signature", "!!!");
        let garbled = garbled.header("Request-Id", text(&first["requestId"])).send().await;
        garbled.expect_error(401, "WALLET_SIGNATURE_MALFORMED");

        let second = literal(scene.key_for(&card), &first).send().await.expect(202);
        assert_eq!(reason(&literal(scene.key_for(&card), &first).send().await), "Request already used");

        // An unfinished key does not count.
        scene.platform().advance(KEY_INTERVAL).await;
        let key = scene.key(&card).await;
        assert_eq!(scene.keys().await, ["ACTIVE", "PENDING"]);
        literal(scene.key_for(&card), &second).send().await.expect_error(409, "CONFLICT");
        assert_eq!(reason(&literal(scene.key_for(&card), &second).send().await), "Request already used");
        scene.key_for(&card).send().await.expect_error(409, "CONFLICT");

        let list = async |query: String| {
            scene.platform().get(&format!("/auth/delegated-keys{query}")).send().await.expect(200)["data"].clone()
        };
        let by_source = list(format!("?fundingSourceId={}", text(&key["fundingSourceId"]))).await;
        assert_eq!((by_source[0].clone(), by_source.as_array().unwrap().len()), (key.clone(), 2));

        let unknown_uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
        for nothing in [
            format!("?accountId=InternalAccount:{unknown_uuid}"),
            format!("?fundingSourceId=CardFundingSource:{unknown_uuid}"),
            format!("?accountId={}&fundingSourceId=CardFundingSource:{unknown_uuid}", scene.holder.wallet),
        ] {
            assert_eq!(list(nothing).await, json!([]));
        }

        let unknown = json!({ "id": format!("DelegatedKey:{unknown_uuid}") });
        scene.platform().get(&path_of(&unknown)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        scene.platform().delete(&path_of(&unknown)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        assert_eq!(scene.authorization(&card).await, json!(["AUTHORIZED", null]));
        assert_eq!(scene.platform().delete(&path_of(&key)).send().await.status, 204);
        scene.platform().delete(&path_of(&key)).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(scene.authorization(&card).await, key_required());
        scene.platform().get("/auth/delegated-keys").send().await.expect_error(400, "INVALID_INPUT");
    }
}

on_engines! {
    /// Checks the refused requests for a key, in the order of the checks.
    async fn keys_belong_to_a_card_and_a_wallet_that_funds_it(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let other = Holder::on(scene.platform(), "joe@example.com").await;
        let dollars = scene.platform().account_of(&scene.holder.customer, "USD").await;

        let ask = |card: &Value, account: &str, nickname: &str| {
            let body = json!({ "cardId": card, "internalAccountId": account, "nickname": nickname });
            scene.platform().post("/auth/delegated-keys").json(&body).send()
        };

        let unknown_card = json!("Card:01890a5d-ac96-774b-bcce-b302099a8057");
        ask(&unknown_card, &scene.holder.wallet, "k").await.expect_error(404, "REFERENCE_NOT_FOUND");
        for account in [other.wallet.as_str(), dollars.as_str(), "InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057"] {
            ask(&card["id"], account, "k").await.expect_error(404, "REFERENCE_NOT_FOUND");
        }
        for wrong in ["", &"x".repeat(257)] {
            ask(&card["id"], &scene.holder.wallet, wrong).await.expect_error(400, "INVALID_INPUT");
        }

        let stranger = service.platform_with(&["USD"]).await;
        let body = json!({ "cardId": card["id"], "internalAccountId": scene.wallet(), "nickname": "k" });
        stranger.post("/auth/delegated-keys").json(&body).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let key = scene.key(&card).await;
        stranger.get(&path_of(&key)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        stranger.delete(&path_of(&key)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        scene.change(&card, json!({ "state": "CLOSED" })).await.expect(200);
        assert_eq!(scene.keys().await, ["REVOKED"]);
        ask(&card["id"], &scene.holder.wallet, "k").await.expect_error(409, "CARD_NOT_MUTABLE");
        ask(&card["id"], &dollars, "k").await.expect_error(409, "CARD_NOT_MUTABLE");
        assert_eq!(scene.platform().get(&path(&card)).send().await.expect(200)["state"], "CLOSED");
    }
}

journey! {
    /// Checks that an account removed from a card and added again has a new binding: a key for the old one is
    /// not granted.
    async fn a_key_is_not_granted_for_a_binding_that_has_ended(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let arguments = with(scene.platform(), json!({ "customer": scene.customer(), "currency": "USDB" }));
        let other = act(service, "account add", arguments).await.json["account"].clone();

        let first = scene.key_for(&card).send().await.expect(202);
        let second = literal(scene.key_for(&card), &first).send().await.expect(202);
        for sources in [json!([other]), json!([scene.wallet(), other])] {
            scene.change(&card, json!({ "fundingSources": sources })).await.expect(200);
        }

        literal(scene.key_for(&card), &second).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert_eq!(scene.keys().await, ["PENDING"]);
        scene.platform().advance(KEY_INTERVAL).await;
        scene.key(&card).await;
        assert_eq!(scene.keys().await, ["ACTIVE", "PENDING"]);
    }
}

journey! {
    async fn of_many_keys_at_once_one_becomes_active(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let mut requests = Vec::new();
        for _ in 0..6 {
            let first = scene.key_for(&card).send().await.expect(202);
            requests.push(literal(scene.key_for(&card), &first).send().await.expect(202));
        }

        let responses = join_all(requests.iter().map(|second| literal(scene.key_for(&card), second).send())).await;
        assert_eq!(responses.iter().filter(|response| response.status == 201).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 201) {
            lost.expect_error(409, "CONFLICT");
        }

        let active = scene.keys().await.into_iter().filter(|status| status == "ACTIVE").count();
        assert_eq!(active, 1);
    }
}
