//! Post-transaction hooks (uma 8).

use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::uma_hooks::{self, UmaHookRecord};
use causeway_store::{Error, Tx};
use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use causeway_uma::addresses::Host;
use causeway_uma::keys::PrivateKey;
use causeway_uma::{TransactionHook, UtxoAmount};
use serde_json::{Value, json};

use super::pay_request::{callback, decides, platform_key, request, with_compliance};
use super::payment::Pair;
use super::peer::now;
use super::{DOMAIN, Scene, refused};
use crate::harness::{Service, between_deployments, journey};
use crate::operator::acting::{act, still_open, with};
use crate::payments::scene::text;
use crate::uma::receiving::becomes;

/// A time after which no hook is repeated.
const ALL_ATTEMPTS: Duration = Duration::from_hours(3);

/// An approved payment of the peer, with its invoice and the platform's callback.
struct ApprovedPayment {
    invoice: String,
    callback: String,
}

impl ApprovedPayment {
    async fn new(scene: &Scene) -> Self {
        decides(scene, Answer::status(200).body("{}"));
        let path = callback(scene).await;
        let wants_hook = with_compliance(request(scene, "8330000", "USD"), |compliance| {
            compliance.utxo_callback = Some(scene.peer.callback());
        });
        let answer = scene.pay(&path, &wants_hook.to_json()).await.expect(200);
        let callback = text(&answer["payeeData"]["compliance"]["utxoCallback"]).to_owned();
        Self { invoice: text(&answer["pr"]).to_owned(), callback }
    }

    /// Pays the invoice, and returns the completed payment.
    async fn pay(&self, service: &Service, scene: &Scene) -> Value {
        assert_eq!(service.lightning.node.pay(&self.invoice)["state"], "PAID");
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        scene.transactions("COMPLETED").await.remove(0)
    }
}

/// Returns the stored hooks of a payment.
async fn stored(service: &Service, platform: PlatformId, payment: &Value) -> UmaHookRecord {
    let id: TransactionId = text(payment).parse().expect("an id");
    let read = move |tx: &mut Tx<'_>| uma_hooks::find(tx, platform, id);
    let found: Result<_, Error> = service.app().store.read(read).await;
    found.expect("the database answers").expect("hooks")
}

/// Returns a hook of the peer.
fn hook(scene: &Scene, key: &PrivateKey, amount: u64) -> TransactionHook {
    let host = Host::parse(scene.peer.host()).expect("a host");
    let utxos = vec![UtxoAmount { utxo: "ab:1".to_owned(), amount_msats: amount }];
    TransactionHook::sign(key, host, utxos, scene.peer.nonce(), now())
}

between_deployments! {
    async fn both_sides_report_a_completed_payment(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("SENDING", 10_000).await;
        let [p1, p2] = [&deployments.p1.service, &deployments.p2.service];
        let ours = stored(p1, pair.ours.platform.id, &quote["transactionId"]).await;
        assert_eq!((ours.attempts, ours.received), (0, None));
        pair.ours.execute(&quote).send().await.expect(200);
        becomes(&pair.ours, &quote["transactionId"], "COMPLETED").await;
        let incoming = pair.incoming_becomes("COMPLETED").await;
        for (service, platform, payment) in
            [(p1, pair.ours.platform.id, &quote["transactionId"]), (p2, pair.theirs.id, &incoming["id"])]
        {
            let hooks = wait::until("both hooks", wait::PATIENCE, || async {
                let hooks = stored(service, platform, payment).await;
                let are_exchanged = hooks.sent_at.is_some() && hooks.received_at.is_some();
                if are_exchanged { Ok(hooks) } else { Err(format!("{hooks:?}")) }
            })
            .await;
            assert_eq!(hooks.attempts, 1);
            assert_eq!(hooks.received.expect("a report")["utxos"], json!([]));
        }
    }
}

between_deployments! {
    async fn a_failed_payment_has_no_hook(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("SENDING", 10_000).await;
        deployments.node.fail_next(1);
        pair.ours.execute(&quote).send().await.expect(200);
        becomes(&pair.ours, &quote["transactionId"], "FAILED").await;
        pair.ours.platform.settled().await;
        let hooks = stored(&deployments.p1.service, pair.ours.platform.id, &quote["transactionId"]).await;
        assert_eq!((hooks.attempts, hooks.sent_at), (0, None));
    }
}

journey! {
    async fn a_hook_is_sent_once_when_the_payment_completes(service) {
        let scene = Scene::new(service).await;
        scene.peer.answer_hooks(200);
        let approved = ApprovedPayment::new(&scene).await;
        scene.platform.settled().await;
        assert!(scene.peer.hooks().is_empty(), "the invoice is not paid");
        let payment = approved.pay(service, &scene).await;
        scene.platform.settled().await;
        scene.platform.advance(ALL_ATTEMPTS).await;
        let [sent] = &scene.peer.hooks()[..] else { panic!("one hook: {:?}", scene.peer.hooks()) };
        assert_eq!(sent.verify(&platform_key(&scene).await), Ok(()));
        assert_eq!((sent.vasp_domain.as_str(), &sent.utxos[..]), (DOMAIN, &[][..]));
        let hooks = stored(service, scene.platform.id, &payment["id"]).await;
        assert_eq!((hooks.attempts, hooks.sent_at.is_some()), (1, true));
    }
}

journey! {
    async fn a_peer_that_takes_no_hook_changes_nothing(service) {
        let scene = Scene::new(service).await;
        scene.peer.answer_hooks(500);
        let payment = ApprovedPayment::new(&scene).await.pay(service, &scene).await;
        scene.platform.settled().await;
        assert_eq!(scene.peer.hooks().len(), 1);
        for _ in 0..2 {
            scene.platform.advance(ALL_ATTEMPTS).await;
            assert_eq!(scene.peer.hooks().len(), 5);
        }
        let hooks = stored(service, scene.platform.id, &payment["id"]).await;
        assert_eq!((hooks.attempts, hooks.sent_at), (5, None));
        assert_eq!(scene.transactions("COMPLETED").await, [payment]);
        assert_eq!(still_open(service).await, json!([]));
    }
}

journey! {
    async fn a_provider_that_was_blocked_gets_no_hook(service) {
        let scene = Scene::new(service).await;
        scene.peer.answer_hooks(200);
        let approved = ApprovedPayment::new(&scene).await;
        let domain = json!({ "domain": scene.peer.host() });
        act(service, "uma-provider block", with(&scene.platform, domain)).await;
        let payment = approved.pay(service, &scene).await;
        scene.platform.settled().await;
        assert!(scene.peer.hooks().is_empty());
        let hooks = stored(service, scene.platform.id, &payment["id"]).await;
        assert_eq!((hooks.attempts, hooks.sent_at), (0, None));
    }
}

journey! {
    async fn a_hook_of_the_peer_is_stored_once(service) {
        let scene = Scene::new(service).await;
        let approved = ApprovedPayment::new(&scene).await;
        let payment = approved.pay(service, &scene).await;
        let key = scene.peer.key.clone();
        let good = hook(&scene, &key, 5);
        let url = &approved.callback;
        assert!(url.contains("uma.localhost/uma/utxo/"), "{url}");
        let send = async |body: String| scene.pay(url, &body).await;

        let stranger = PrivateKey::from_bytes(&[43; 32]).expect("a key");
        let mut forged = good.clone();
        forged.signature.signature = hook(&scene, &stranger, 5).signature.signature;
        refused(&send(forged.to_json()).await, 401, "INVALID_SIGNATURE");
        let other = TransactionHook { vasp_domain: Host::parse("other.example").expect("a host"), ..good.clone() };
        refused(&send(other.to_json()).await, 401, "INVALID_SIGNATURE");
        let host = Host::parse(scene.peer.host()).expect("a host");
        let old = TransactionHook::sign(&key, host, Vec::new(), scene.peer.nonce(), now() - 600);
        refused(&send(old.to_json()).await, 400, "INVALID_TIMESTAMP");
        for body in ["", "{}", "[]"] {
            refused(&send(body.to_owned()).await, 400, "PARSE_UTXO_CALLBACK_ERROR");
        }
        refused(&scene.pay("/uma/utxo/0f3c", &good.to_json()).await, 404, "REQUEST_NOT_FOUND");
        assert_eq!(stored(service, scene.platform.id, &payment["id"]).await.received, None);

        // The forged one has not used up the nonce.
        for again in [&good, &good, &hook(&scene, &key, 5)] {
            assert_eq!(send(again.to_json()).await.expect(200), json!({}));
        }
        let mut changed = good.clone();
        changed.utxos[0].amount_msats = 6;
        refused(&send(changed.to_json()).await, 400, "INVALID_NONCE");
        refused(&send(hook(&scene, &key, 6).to_json()).await, 404, "REQUEST_NOT_FOUND");
        let received = stored(service, scene.platform.id, &payment["id"]).await.received.expect("a report");
        assert_eq!(received["utxos"], json!([{ "utxo": "ab:1", "amountMsats": 5 }]));
    }
}
