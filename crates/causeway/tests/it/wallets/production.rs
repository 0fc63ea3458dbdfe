//! Wallets in production: codes by mail, signed exports, and notices to users (wallet W10, W17, 10).

use causeway_domain::contact::ContactChannel;
use causeway_service::platforms::NewPlatform;
use causeway_service::ports::MessageError;
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::{PublicKey, WalletExport};
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, encrypt_code, literal, text};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};

/// Creates a holder on a production platform of its own.
pub(super) async fn holder(service: &Service) -> Holder {
    let mut new = NewPlatform::default_of(Environment::Production, "Live");
    new.currencies = ["USD", "USDB"].map(|code| code.parse().unwrap()).to_vec();
    let platform = service.platform_like(new).await;
    // A regulated platform verifies its customers itself.
    act(service, "setting set", with(&platform, json!({ "name": "regulated", "value": "on" }))).await;
    let holder = Holder::on(&platform, "live@example.com").await;
    platform.settled().await;
    holder
}

/// Signs in with the code that was sent.
pub(super) async fn login(service: &Service, holder: &Holder) -> Login {
    let device = Device::new();
    let bundle = holder.challenge().await;
    let encrypted = encrypt_code(&bundle, &service.mailbox.code(), &device);
    let challenge = holder.verify(&encrypted).send().await.expect(202);
    let session = device.answer(holder.verify(&encrypted), &challenge).send().await.expect(200);
    Login { session, device }
}

/// Returns the public key that verifies bundles of this environment.
async fn bundle_key(service: &Service, environment: &str) -> PublicKey {
    let output = act(service, "bundle-key show", json!({})).await.json;
    let of = |one: &&Value| one["environment"] == environment;
    let found = output.as_array().unwrap().iter().find(of).expect("both environments");
    PublicKey::from_hex(text(&found["public_key"])).unwrap()
}

/// Returns the recipient and the first sentence of each notice.
fn notices(service: &Service) -> Vec<(String, String)> {
    let sent = service.mailbox.sent().into_iter();
    let notices = sent.filter(|message| message.subject.starts_with("Your wallet"));
    notices.map(|one| (one.recipient, one.text.split('.').next().unwrap().to_owned())).collect()
}

journey! {
    async fn wallet_w10_signed_export_in_production(service) {
        let holder = holder(service).await;
        let device = login(service, &holder).await.device;
        let taker = Device::new();
        let path = format!("/internal-accounts/{}/export", holder.wallet);
        let export = || holder.platform.post(&path).json(&json!({ "clientPublicKey": taker.uncompressed() }));
        let challenge = export().send().await.expect(202);
        literal(export(), &challenge).send().await.expect_error(401, "WALLET_SIGNATURE_MALFORMED");
        let done = device.answer(export(), &challenge).send().await.expect(200);

        let payload: Value = serde_json::from_str(text(&challenge["payloadToSign"])).unwrap();
        let organization = text(&payload["organizationId"]);
        let bundle = text(&done["encryptedWalletCredentials"]);
        let [signer, other] = [bundle_key(service, "PRODUCTION").await, bundle_key(service, "SANDBOX").await];
        assert!(WalletExport::open(bundle, &taker.0, organization, Some(&signer)).is_some(), "twelve words");
        assert!(WalletExport::open(bundle, &taker.0, organization, Some(&other)).is_none(), "of another signer");

        holder.platform.settled().await;
        let exported = "The recovery words of your wallet were exported";
        assert_eq!(notices(service), [("live@example.com".to_owned(), exported.to_owned())]);
    }
}

journey! {
    /// Checks that the sandbox's published key signs its bundles, and that no messages are sent there.
    async fn sandbox_users_hear_of_nothing(service) {
        let holder = Holder::of(service).await;
        let outer: Value = serde_json::from_str(&holder.challenge().await).unwrap();
        let public_key = bundle_key(service, "SANDBOX").await.to_uncompressed_hex();
        assert_eq!(outer["enclaveQuorumPublic"], public_key);
        let add = || holder.add(json!({ "type": "SMS_OTP" }));
        let challenge = add().send().await.expect(202);
        literal(add(), &challenge).send().await.expect(201);
        holder.platform.settled().await;
        assert_eq!(service.mailbox.sent(), []);
    }
}

/// Returns the open alerts about messages that were not sent.
async fn unsent(service: &Service) -> Vec<Value> {
    let alerts = act(service, "alert list", json!({})).await.json;
    let alerts = alerts.as_array().unwrap().iter();
    alerts.filter(|alert| alert["kind"] == "MESSAGE_NOT_SENT").cloned().collect()
}

journey! {
    /// Checks that the alert is closed once the next message is sent.
    async fn a_code_that_is_not_sent_is_for_an_operator(service) {
        let holder = holder(service).await;
        let device = login(service, &holder).await.device;
        let path = format!("/auth/credentials/{}/challenge", holder.credential);
        for error in [MessageError::NotAvailable, MessageError::Failed] {
            service.mailbox.fail(Some(error));
            for _ in 0..2 {
                holder.platform.post(&path).send().await.expect_error(500, "INTERNAL_ERROR");
            }
            let alerts = unsent(service).await;
            assert_eq!(alerts.len(), 1, "{alerts:?}");
            assert!(alerts[0].to_string().contains("EMAIL"), "{alerts:?}");
            service.mailbox.fail(None);
            holder.challenge().await;
            assert_eq!(unsent(service).await, [Value::Null; 0]);
        }

        let add = || holder.add(json!({ "type": "SMS_OTP" }));
        let challenge = add().send().await.expect(202);
        service.mailbox.fail(Some(MessageError::Failed));
        device.answer(add(), &challenge).send().await.expect_error(500, "INTERNAL_ERROR");
        let alerts = unsent(service).await;
        assert!(alerts.len() == 1 && alerts[0].to_string().contains("PHONE"), "{alerts:?}");
        service.mailbox.fail(None);
        device.answer(add(), &challenge).send().await.expect(201);
        assert_eq!(unsent(service).await, [Value::Null; 0]);
    }
}

journey! {
    /// Checks that the user is notified of each change at the contact from before it.
    async fn users_are_notified_of_changes_to_their_wallets(service) {
        let holder = holder(service).await;
        let device = login(service, &holder).await.device;
        let added = holder.signed(&device, || holder.add(json!({ "type": "SMS_OTP" }))).await.expect(201);
        let path = format!("/auth/credentials/{}", text(&added["id"]));
        holder.signed(&device, || holder.platform.delete(&path)).await.expect(204);
        let path = format!("/customers/{}", text(&holder.customer["id"]));
        let change = json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" });
        holder.signed(&device, || holder.platform.patch(&path).json(&change)).await.expect(200);

        holder.platform.settled().await;
        let mut heard = notices(service);
        heard.sort();
        let expected = [
            "A new way to sign in was added to your wallet",
            "A way to sign in was removed from your wallet",
            "Codes are not sent here any more to sign in to your wallet",
        ];
        assert_eq!(heard, expected.map(|text| ("live@example.com".to_owned(), text.to_owned())));
        assert!(service.mailbox.sent().iter().any(|one| one.channel == ContactChannel::Phone), "the code by text");

        // A notice that is not sent raises an alert, and the operation succeeds.
        let device = login(service, &holder).await.device;
        service.mailbox.fail(Some(MessageError::Failed));
        let taker = Device::new();
        let path = format!("/internal-accounts/{}/export", holder.wallet);
        let body = json!({ "clientPublicKey": taker.uncompressed() });
        holder.signed(&device, || holder.platform.post(&path).json(&body)).await.expect(200);
        holder.platform.settled().await;
        let alerts = act(service, "alert list", json!({})).await.json;
        assert!(alerts.to_string().contains("MESSAGE_NOT_SENT"), "{alerts}");
    }
}
