//! Pulls that are not made (cards J12, J13, J15).

use std::time::Duration;

use causeway_domain::ids::{CardTransactionId, DelegatedKeyId, PlatformId};
use causeway_store::card_transactions::{self as rows, PullRecord};
use causeway_store::{Error, Tx, delegated_keys};
use causeway_wallet_crypto::{PublicKey, Signature};
use serde_json::{Value, json};

use super::scene::{Network, assert_status, pulls, settlements};
use crate::harness::{Service, journey};
use crate::wallets::device::text;

journey! {
    async fn cards_j12_exception_on_tip(service) {
        let network = Network::with_cents(service, 1_250).await;
        let authorization = network.authorize(1_250).await;
        assert_eq!(network.cents().await, [0, 1_250]);
        network.scene.platform().settled().await;

        let cleared = network.send_event(&authorization, "clearing", 1_500).await;
        assert_status(&cleared, "EXCEPTION");
        assert_eq!((cleared["settledAmount"]["amount"].clone(), settlements(&cleared)), (json!(1_500), [1, 1_500]));
        assert_eq!(pulls(&cleared), [2, 1_250, 0]);
        assert!(cleared.get("declineReason").is_none());
        assert_eq!(network.cents().await, [0, 0]);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION"]);

        network.scene.platform().fund(&network.scene.holder.wallet, 100_000_000).await;
        assert_status(&network.settled(&authorization).await, "EXCEPTION");
        network.try_event(&authorization, "clearing", 1).await.expect_error(400, "INVALID_INPUT");

        // A return first covers the shortfall that the service carries.
        let returned = network.send_event(&authorization, "return", 300).await;
        assert_status(&returned, "REFUNDED");
        assert_eq!(network.cents().await, [10_050, 10_050]);
    }
}

journey! {
    async fn cards_j13_deterministic_post_hoc_outcomes(service) {
        let network = Network::new(service).await;
        let dine = async |end: &str| {
            let authorization = network.ask("authorization", 1_000, &format!("DINER 1{}", &end[1..])).await;
            assert_status(&authorization, "AUTHORIZED");
            assert!(text(&authorization["id"]).ends_with(end), "{authorization}");
            network.scene.platform().settled().await;
            authorization
        };

        let failing = dine("002").await;
        let cleared = network.send_event(&failing, "clearing", 1_200).await;
        assert_status(&cleared, "EXCEPTION");
        assert_eq!(pulls(&cleared), [2, 1_000, 0]);
        assert_eq!(network.cents().await, [49_000, 49_000]);

        let slow = dine("005").await;
        let cleared = network.send_event(&slow, "clearing", 1_200).await;
        assert_status(&cleared, "SETTLED");
        assert_eq!(pulls(&cleared), [2, 1_200, 1]);
        network.scene.platform().advance(Duration::from_secs(10)).await;
        assert_eq!(pulls(&network.settled(&slow).await)[2], 1);
        network.scene.platform().advance(Duration::from_secs(25)).await;
        assert_eq!(pulls(&network.settled(&slow).await)[2], 0);

        network.events().await;
        network.receiver.forget();
        let late_authorization = dine("006").await;
        assert_status(&network.send_event(&late_authorization, "clearing", 1_200).await, "SETTLED");
        let failed = network.settled(&late_authorization).await;
        assert_status(&failed, "EXCEPTION");
        assert_eq!(pulls(&failed), [2, 1_000, 0]);
        assert_eq!(network.events().await, ["AUTHORIZED", "SETTLED", "EXCEPTION"]);
        assert_eq!(network.cents().await, [46_800, 46_800]);
    }
}

journey! {
    async fn cards_j15_delayed_and_failing_confirmation(service) {
        let network = Network::new(service).await;
        let slow = network.ask("authorization", 1_000, "CORNER 005").await;
        assert_status(&slow, "AUTHORIZED");
        network.scene.platform().advance(Duration::from_secs(10)).await;
        assert_eq!(pulls(&network.settled(&slow).await), [1, 1_000, 1]);
        network.scene.platform().advance(Duration::from_secs(25)).await;
        assert_eq!(pulls(&network.settled(&slow).await), [1, 1_000, 0]);
        assert_eq!(network.events().await, ["AUTHORIZED"]);

        network.send_event(&slow, "clearing", 0).await;
        network.events().await;
        network.receiver.forget();
        let failing = network.ask("authorization", 1_000, "CORNER 006").await;
        assert_status(&failing, "AUTHORIZED");

        let failed = network.settled(&failing).await;
        assert_status(&failed, "EXCEPTION");
        assert_eq!(pulls(&failed), [1, 0, 0]);
        assert!(failed.get("declineReason").is_none());
        assert_eq!(network.cents().await, [50_000, 50_000]);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION"]);
    }
}

journey! {
    /// Checks that an exception without a shortfall ends with its hold window.
    async fn an_exception_without_a_shortfall_ends_with_its_window(service) {
        let network = Network::new(service).await;
        let failing = network.ask("authorization", 1_000, "CORNER 006").await;
        assert_status(&network.settled(&failing).await, "EXCEPTION");

        network.scene.platform().advance(Duration::from_hours(7 * 24 + 1)).await;
        let ended = network.settled(&failing).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(ended["settledAmount"]["amount"], 0);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION", "SETTLED"]);
    }
}

/// Replaces the encrypted half of a key and returns the former bytes.
async fn replace_private_key(
    service: &Service,
    network: &Network,
    key: &Value,
    encrypted: Vec<u8>,
) -> Vec<u8> {
    let platform: PlatformId = network.scene.platform().id;
    let id: DelegatedKeyId = text(&key["id"]).parse().unwrap();
    let write = move |tx: &mut Tx<'_>| {
        let mut record = delegated_keys::find(tx, platform, id)?.ok_or(Error::Missing)?;
        let former = record.encrypted.replace(encrypted.clone());
        delegated_keys::update(tx, platform, &record)?;
        Ok::<_, Error>(former.unwrap())
    };
    service.app().store.write(&[], write).await.unwrap()
}

async fn first_pull(service: &Service, network: &Network, transaction: &Value) -> PullRecord {
    let platform = network.scene.platform().id;
    let id: CardTransactionId = text(&transaction["id"]).parse().unwrap();
    let read = move |tx: &mut Tx<'_>| rows::lock_pull(tx, platform, id, 1);
    let found: Result<_, Error> = service.app().store.read(read).await;
    found.unwrap().unwrap()
}

journey! {
    /// Checks that a key that cannot sign declines nothing: the pull waits, and is signed once the key can
    /// sign.
    async fn a_pull_waits_for_the_signature_of_its_key(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(1_000).await;
        let confirmed = network.settled(&authorization).await;
        assert_eq!(pulls(&confirmed), [1, 1_000, 0]);

        let keys = format!("/auth/delegated-keys?accountId={}", network.scene.holder.wallet);
        let key = network.scene.platform().get(&keys).send().await.expect(200)["data"][0].clone();
        let (signer, signature) = first_pull(service, &network, &authorization).await.signed.unwrap();
        assert_eq!(signer.to_string(), text(&key["id"]));

        let message = json!({
            "account": network.scene.wallet(), "amount": 10_000_000, "cardTransaction": authorization["id"], "currency": "USDB",
            "merchant": { "descriptor": "CORNER CAFE" }, "pull": 1,
        });
        let public = PublicKey::from_hex(text(&key["publicKey"])).unwrap();
        let signature = Signature::from_der(&hex(&signature)).unwrap();
        assert!(public.verifies(message.to_string().as_bytes(), &signature));

        let encrypted = replace_private_key(service, &network, &key, vec![1, 2, 3]).await;
        let pending_authorization = network.authorize(2_000).await;
        assert_eq!(pulls(&network.settled(&pending_authorization).await), [1, 2_000, 1]);
        network.scene.platform().advance(Duration::from_secs(60)).await;
        assert_eq!(pulls(&network.settled(&pending_authorization).await), [1, 2_000, 1]);
        assert_status(&network.send_event(&pending_authorization, "clearing", 500).await, "PARTIALLY_SETTLED");

        replace_private_key(service, &network, &key, encrypted).await;
        network.scene.platform().advance(Duration::from_secs(60)).await;
        let transaction = network.settled(&pending_authorization).await;
        assert_status(&transaction, "PARTIALLY_SETTLED");
        assert_eq!(pulls(&transaction), [1, 2_000, 0]);
        assert!(first_pull(service, &network, &pending_authorization).await.signed.is_some());
    }
}

fn hex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}
