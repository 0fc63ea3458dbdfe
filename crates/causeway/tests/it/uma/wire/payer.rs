//! A customer that pays to an address of another provider.

use causeway_testing::http::Response;
use serde_json::{Value, json};

use super::responder::Responder;
use crate::harness::Service;
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

/// A payer, and a provider that it may pay.
pub(crate) struct Payer {
    pub(crate) scene: Scene,
    pub(crate) peer: Responder,
}

impl Payer {
    pub(crate) async fn new(service: &Service) -> Self {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000_000).await;
        act(service, "setting set", json!({ "name": "uma_local_hosts_allowed", "value": "on" })).await;
        let peer = Responder::start().await;
        allow(service, &scene, &peer).await;
        Self { scene, peer }
    }

    pub(crate) async fn look_up(&self) -> Response {
        look_up(&self.scene, &self.peer.address()).await
    }

    pub(crate) async fn lookup_id(&self) -> Value {
        self.look_up().await.expect(200)["lookupId"].clone()
    }

    pub(crate) fn body(&self, lookup: &Value, side: &str, amount: i64) -> Value {
        json!({
            "lookupId": lookup,
            "source": { "sourceType": "ACCOUNT", "accountId": self.scene.usd },
            "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": self.peer.address() },
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
        })
    }

    pub(crate) async fn quote(&self, body: &Value) -> Response {
        self.scene.platform.post("/quotes").json(body).send().await
    }
}

pub(crate) async fn allow(service: &Service, scene: &Scene, peer: &Responder) {
    let domain = json!({ "domain": peer.host.as_str() });
    act(service, "uma-provider allow", with(&scene.platform, domain)).await;
}

pub(crate) async fn look_up(scene: &Scene, address: &str) -> Response {
    let address = address.replace('$', "%24").replace('@', "%40").replace(':', "%3A");
    let path = format!("/receiver/uma/{address}?customerId={}", text(&scene.alice["id"]));
    scene.platform.get(&path).send().await
}
