//! Discoveries of customers by other providers (uma 5).

use std::time::Duration;

use causeway_service::runtime::upkeep;
use causeway_testing::wait;
use causeway_uma::ProtocolVersion;
use causeway_uma::addresses::Host;
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse};
use causeway_uma::keys::PublicKey;
use serde_json::{Value, json};

use super::peer::{Peer, now};
use super::{Scene, allow, customer, refused, target};
use crate::harness::journey;
use crate::operator::acting::{act, with};

const BOB: &str = "$bob@p2.local";

/// Returns the key that verifies the platform's answers.
async fn platform_key(scene: &Scene) -> PublicKey {
    let keys = scene.get("/.well-known/lnurlpubkey").await.expect(200);
    PublicKey::from_hex(keys["signingPubKey"].as_str().expect("a key")).expect("a key")
}

/// Returns the path and query of a discovery without one parameter.
fn without(request: &DiscoveryRequest, parameter: &str) -> String {
    let target = target(request);
    let (path, query) = target.split_once('?').expect("a query");
    let kept = query.split('&').filter(|pair| pair.split('=').next() != Some(parameter));
    format!("{path}?{}", kept.collect::<Vec<_>>().join("&"))
}

/// Returns the discovery with another signature: its last byte is changed.
fn forged(mut request: DiscoveryRequest) -> DiscoveryRequest {
    let last = request.signature.signature.pop().expect("a digit");
    request.signature.signature.push(if last == '0' { '1' } else { '0' });
    request
}

fn in_version(request: DiscoveryRequest, version: &str) -> DiscoveryRequest {
    DiscoveryRequest { uma_version: ProtocolVersion::parse(version).expect("a version"), ..request }
}

journey! {
    async fn uma_u02_discovery_vectors(service) {
        let scene = Scene::new(service).await;
        let request = scene.peer.discovery(BOB);
        let answer = scene.discover(&request).await;
        let json = answer.expect(200);
        let response = DiscoveryResponse::parse(json.to_string().as_bytes()).expect("a discovery response");
        let key = platform_key(&scene).await;
        assert_eq!(response.compliance.verify(&key), Ok(()));
        assert!(response.compliance.payload().starts_with("$bob@p2.local|"), "{json}");
        let codes: Vec<_> = response.currencies.iter().map(|currency| currency.code.as_str()).collect();
        assert_eq!(codes, ["USD", "EUR"]);
        assert_eq!(json["currencies"][0], json!({ "code": "USD", "name": "United States Dollar", "symbol": "$",
            "decimals": 2, "multiplier": 8330, "convertible": { "min": 100, "max": 1_000_000 } }));
        assert_eq!(json["payerData"], json!({ "identifier": { "mandatory": true }, "compliance": { "mandatory": true },
            "name": { "mandatory": true } }));
        assert_eq!(json["compliance"]["kycStatus"], "VERIFIED");
        assert_eq!((&json["umaVersion"], &json["tag"]), (&json!("1.0"), &json!("payRequest")));
        assert!(json["callback"].as_str().expect("a callback").contains("uma.localhost/uma/payreq/"), "{json}");

        refused(&scene.discover(&request).await, 400, "INVALID_NONCE");
        for seconds in [now() - 600, now() + 600] {
            refused(&scene.discover(&scene.peer.discovery_at(BOB, seconds)).await, 400, "INVALID_TIMESTAMP");
        }
        refused(&scene.discover(&forged(scene.peer.discovery(BOB))).await, 401, "INVALID_SIGNATURE");
        // The signature of a message to another receiver.
        let mut moved = scene.peer.discovery("$carol@p2.local");
        moved.receiver = request.receiver.clone();
        refused(&scene.discover(&moved).await, 401, "INVALID_SIGNATURE");
        for parameter in ["nonce", "signature", "timestamp", "vaspDomain", "umaVersion"] {
            let path = without(&scene.peer.discovery(BOB), parameter);
            refused(&scene.get(&path).await, 400, "MISSING_REQUIRED_UMA_PARAMETERS");
        }
        refused(&scene.get("/.well-known/lnurlp/$bob").await, 403, "NON_UMA_LNURL_NOT_SUPPORTED");
        for version in ["2.0", "0.3"] {
            let body = refused(&scene.discover(&in_version(scene.peer.discovery(BOB), version)).await, 412, "UNSUPPORTED_UMA_VERSION");
            assert_eq!((&body["supportedMajorVersions"], &body["unsupportedVersion"]), (&json!([1]), &json!(version)));
        }
        let newer = scene.discover(&in_version(scene.peer.discovery(BOB), "1.7")).await.expect(200);
        assert_eq!(newer["umaVersion"], "1.0");
        refused(&scene.discover(&scene.peer.discovery("$nobody@p2.local")).await, 404, "USER_NOT_FOUND");

        // A refusal after the signature keeps the nonce.
        customer(&scene.platform, "dan", "Dan 001").await;
        let pending = scene.peer.discovery("$dan@p2.local");
        refused(&scene.discover(&pending).await, 403, "USER_NOT_READY");
        refused(&scene.discover(&pending).await, 400, "INVALID_NONCE");

        // A forged message does not use up the nonce of the true one.
        let honest = scene.peer.discovery(BOB);
        refused(&scene.discover(&forged(honest.clone())).await, 401, "INVALID_SIGNATURE");
        scene.discover(&honest).await.expect(200);
        assert_eq!(scene.peer.fetches(), service.bases().len(), "keys are cached by each process");

        // Another provider, with the same key.
        let stranger = Peer::start().await;
        let strange = stranger.discovery(BOB);
        refused(&scene.discover(&strange).await, 403, "COUNTERPARTY_NOT_ALLOWED");
        assert_eq!(stranger.fetches(), 0);
        stranger.hide_keys();
        allow(service, &scene.platform, &stranger).await;
        refused(&scene.discover(&strange).await, 424, "COUNTERPARTY_PUBKEY_FETCH_ERROR");
    }
}

journey! {
    async fn a_discovery_leaves_a_draft(service) {
        let scene = Scene::new(service).await;
        scene.discover(&scene.peer.discovery(BOB)).await.expect(200);
        let draft = match scene.transactions("CREATED").await.as_slice() {
            [draft] => draft.clone(),
            others => panic!("one draft, and not {others:?}"),
        };
        assert_eq!((&draft["status"], &draft["type"]), (&json!("CREATED"), &json!("INCOMING")));
        assert_eq!(draft["receivedAmount"]["amount"], 0);
        assert_eq!((&draft["customerId"], &draft["receiverUmaAddress"]), (&scene.bob["id"], &json!(BOB)));
        for hidden in ["source", "senderUmaAddress", "reconciliationInstructions", "rateDetails", "sentAmount"] {
            assert_eq!(draft[hidden], Value::Null, "{hidden}");
        }
        let path = format!("/transactions/{}", draft["id"].as_str().expect("an id"));
        assert_eq!(scene.platform.get(&path).send().await.expect(200), draft);
        let all = scene.platform.get("/transactions").send().await.expect(200);
        assert_eq!(all["data"], json!([]), "hidden without the filter");
        scene.platform.settled().await;
        assert!(scene.webhooks.received().is_empty(), "no event");

        let prune = || async { upkeep::prune(service.app()).await.expect("the upkeep works") };
        scene.platform.advance(Duration::from_hours(23)).await;
        prune().await;
        assert_eq!(scene.transactions("CREATED").await.len(), 1);
        scene.platform.advance(Duration::from_hours(1)).await;
        prune().await;
        assert_eq!(scene.transactions("CREATED").await, [Value::Null; 0]);

        scene.discover(&scene.peer.discovery(BOB)).await.expect(200);
        let bob = scene.bob["id"].as_str().expect("an id");
        scene.platform.delete(&format!("/customers/{bob}")).send().await.expect(200);
        refused(&scene.discover(&scene.peer.discovery(BOB)).await, 404, "USER_NOT_FOUND");
    }
}

journey! {
    async fn a_discovery_that_cannot_be_priced(service) {
        let scene = Scene::new(service).await;
        service.lightning.set_price(false);
        refused(&scene.discover(&scene.peer.discovery(BOB)).await, 500, "INTERNAL_ERROR");
        let event = scene.webhooks.wait_for_event("INCOMING_PAYMENT.FAILED").await.json();
        assert_eq!(event["data"]["failureReason"], "LNURLP_FAILED");
        let failed = scene.transactions("FAILED").await;
        assert_eq!((failed.len(), &failed[0]["failureReason"]), (1, &json!("LNURLP_FAILED")));
        service.lightning.set_price(true);
        scene.discover(&scene.peer.discovery(BOB)).await.expect(200);

        scene.platform.advance(Duration::from_hours(25)).await;
        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert_eq!(scene.transactions("FAILED").await, [Value::Null; 0], "it is an abandoned draft");
    }
}

journey! {
    async fn too_many_discoveries(service) {
        let scene = Scene::new(service).await;
        let limits = async |limits: Value| {
            let setting = json!({ "name": "uma_velocity_limits", "value": limits.to_string() });
            act(service, "setting set", with(&scene.platform, setting)).await;
        };
        customer(&scene.platform, "eve", "Eve Example").await;
        limits(json!({ "customer": { "count": 2, "hours": 1 } })).await;
        for _ in 0..2 {
            scene.discover(&scene.peer.discovery(BOB)).await.expect(200);
        }
        let third = scene.peer.discovery(BOB);
        refused(&scene.discover(&third).await, 403, "VELOCITY_LIMIT_EXCEEDED");
        // Nothing is fetched or written for a message above the limits, not even its nonce.
        refused(&scene.discover(&third).await, 403, "VELOCITY_LIMIT_EXCEEDED");
        refused(&scene.discover(&forged(third)).await, 403, "VELOCITY_LIMIT_EXCEEDED");
        scene.discover(&scene.peer.discovery("$eve@p2.local")).await.expect(200);

        limits(json!({ "domain": { "count": 3, "hours": 1 } })).await;
        refused(&scene.discover(&scene.peer.discovery("$eve@p2.local")).await, 403, "VELOCITY_LIMIT_EXCEEDED");
        scene.platform.advance(Duration::from_hours(1) + Duration::from_millis(1)).await;
        wait::until("the window has passed", wait::PATIENCE, || async {
            let answer = scene.discover(&scene.peer.discovery("$eve@p2.local")).await;
            if answer.status == 200 { Ok(()) } else { Err(answer.to_string()) }
        })
        .await;
    }
}

journey! {
    /// Checks that one provider cannot use up the limit of a receiver.
    async fn too_many_discoveries_of_one_provider(service) {
        let scene = Scene::new(service).await;
        let other = Peer::start().await;
        allow(service, &scene.platform, &other).await;
        let limits = json!({ "customer_and_domain": { "count": 2, "hours": 1 } }).to_string();
        let setting = json!({ "name": "uma_velocity_limits", "value": limits });
        act(service, "setting set", with(&scene.platform, setting)).await;
        for _ in 0..2 {
            scene.discover(&scene.peer.discovery(BOB)).await.expect(200);
        }
        refused(&scene.discover(&scene.peer.discovery(BOB)).await, 403, "VELOCITY_LIMIT_EXCEEDED");
        scene.discover(&other.discovery(BOB)).await.expect(200);
    }
}

journey! {
    async fn a_discovery_that_cannot_be_read(service) {
        let scene = Scene::new(service).await;
        let sent = target(&scene.peer.discovery(BOB));
        for (part, other) in [("timestamp=", "timestamp=soon"), ("umaVersion=", "umaVersion=one")] {
            let (before, after) = sent.split_once(part).expect("a parameter");
            let rest = after.split_once('&').map_or("", |(_, rest)| rest);
            let path = format!("{before}{other}&{rest}");
            refused(&scene.get(&path).await, 400, "PARSE_LNURLP_REQUEST_ERROR");
        }
    }
}

journey! {
    /// Checks that messages from outside in the name of a provider that the sandbox plays are refused.
    async fn a_simulated_provider_sends_nothing_from_outside(service) {
        let scene = Scene::new(service).await;
        let simulated = Host::parse("sandbox.uma.test").expect("a host");
        let peer = &scene.peer;
        let receiver = peer.discovery(BOB).receiver;
        let sent = DiscoveryRequest::sign(&peer.key, receiver, simulated, peer.nonce(), now());
        refused(&scene.discover(&sent).await, 403, "COUNTERPARTY_NOT_ALLOWED");
    }
}
