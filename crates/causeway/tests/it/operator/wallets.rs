//! Operators' lists of wallets, and one wallet (conventions 2.3).

use causeway_store::platforms::Environment;
use serde_json::json;

use super::acting::{act, rows, with};
use super::channels::{network, with_token};
use super::printed::run_looks;
use crate::harness::{journey, on_engines};
use crate::wallets::device::Holder;

journey! {
    async fn a_wallet_is_shown_with_its_credentials(service) {
        let holder = Holder::of(service).await;
        let mine = json!({ "customer": holder.customer["id"] });
        let listed = rows(service, "wallet list", with(&holder.platform, mine)).await;
        assert_eq!((listed.as_array().map(Vec::len), &listed[0]["wallet"]), (Some(1), &json!(holder.wallet)));
        let shown = act(service, "wallet show", json!({ "wallet": holder.wallet })).await.json;
        assert_eq!(shown["customer"], holder.customer["id"]);
        assert_eq!(shown["credentials"][0]["credential"], json!(holder.credential));
        assert_eq!((&shown["sessions"], &shown["requests"]), (&json!([]), &json!([])));
        run_looks(service, &shown).await;
    }
}

on_engines! {
    async fn only_support_sees_wallets(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let request = json!({ "arguments": { "platform": platform.id } });
        for (role, status) in [("viewer", 404), ("support", 200), ("operator", 200), ("compliance", 404), ("admin", 404)] {
            let client = with_token(service, &network, role, &[role], None).await;
            let response = client.post("/operator/wallet/list").json(&request).send().await;
            assert_eq!(response.status, status, "{role}");
        }
    }
}
