//! Agents pay from wallets as their owners do: with a signature (agents A6; wallet 8).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{SETTLEMENT_WAIT, p1};
use crate::harness::{Agent, journey};
use crate::payments::scene::{text, transfer};
use crate::wallets::device::Holder;

journey! {
    async fn agents_ja12_wallet_source(service) {
        let holder = Holder::of(service).await;
        let platform = &holder.platform;
        platform.fund(&holder.wallet, 1_000_000_000).await;
        let bank = platform.dollar_account(&holder.customer, "111").await;
        let agent = Agent::install(service, platform, &holder.customer, &p1()).await;
        let device = holder.login().await.device;

        let payload = |quote: &Value| quote["paymentInstructions"][0]["accountOrWalletInfo"]["payloadToSign"].clone();
        let quote = async || {
            let body = transfer(&holder.wallet, &bank, "SENDING", 10_000_000);
            agent.post("/agents/me/quotes").json(&body).send().await.expect(201)
        };
        let execute = |quote: &Value| agent.post(&format!("/agents/me/quotes/{}/execute", text(&quote["id"])));

        let new_quote = quote().await;
        execute(&new_quote).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        let other = device.stamp(&payload(&quote().await));
        execute(&new_quote).header("Svc-Wallet-Signature", &other).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        let stamp = device.stamp(&payload(&new_quote));
        let done = execute(&new_quote).header("Svc-Wallet-Signature", &stamp).send().await.expect(200);
        assert_eq!((&done["status"], &done["quote"]["id"]), (&json!("APPROVED"), &new_quote["id"]));

        // The signature is verified at submission: when the platform approves, the session may be over.
        let careful = json!({ "defaultExecutionMode": "APPROVAL_REQUIRED" });
        platform.patch(&agent.path("/policy")).json(&careful).send().await.expect(200);
        platform.freeze().await;
        platform.advance(Duration::from_secs(840)).await;

        let quote = quote().await;
        execute(&quote).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        let stamp = device.stamp(&payload(&quote));
        let action = execute(&quote).header("Svc-Wallet-Signature", &stamp).send().await.expect(200);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        platform.advance(Duration::from_secs(61)).await;
        let path = agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        let approved = platform.post(&path).send().await.expect(200);
        assert_eq!(approved["status"], "APPROVED", "{approved}");
        platform.advance(SETTLEMENT_WAIT).await;
    }
}
