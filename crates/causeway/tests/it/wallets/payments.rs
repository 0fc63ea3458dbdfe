//! Payments from wallets (wallet W13; money J21).

use std::time::Duration;

use causeway_domain::ids::TransactionId;
use causeway_service::operator::Kind;
use causeway_store::ledger::{self, FaultKind};
use causeway_store::{Error, Tx, params};
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, text};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, expect_error, with};
use crate::payments::scene::transfer;

/// Creates a quote over 10 USDB to the holder's bank account.
async fn quote(holder: &Holder, bank: &str) -> Value {
    let body = transfer(&holder.wallet, bank, "SENDING", 10_000_000);
    holder.platform.post("/quotes").json(&body).send().await.expect(201)
}

fn payload(quote: &Value) -> &Value {
    &quote["paymentInstructions"][0]["accountOrWalletInfo"]["payloadToSign"]
}

async fn balance(holder: &Holder) -> i64 {
    let path =
        format!("/customers/internal-accounts?customerId={}&currency=USDB", text(&holder.customer["id"]));
    let account = holder.platform.get(&path).send().await.expect(200)["data"][0].take();
    account["balance"]["amount"].as_i64().unwrap()
}

pub(super) async fn filled(holder: &Holder) -> String {
    holder.platform.fund(&holder.wallet, 1_000_000_000).await;
    holder.platform.dollar_account(&holder.customer, "111").await
}

#[track_caller]
pub(super) fn execute(platform: &Platform, quote: &Value) -> causeway_testing::http::Request {
    platform.post(&format!("/quotes/{}/execute", text(&quote["id"])))
}

journey! {
    async fn wallet_w13_withdraw(service) {
        let holder = Holder::of(service).await;
        let platform = &holder.platform;
        let webhooks = platform.receiver().await;
        let Login { session, device } = holder.login().await;
        let bank = filled(&holder).await;
        assert_eq!(balance(&holder).await, 1_000_000_000);
        let new_quote = quote(&holder, &bank).await;
        assert_eq!(new_quote["paymentInstructions"].as_array().unwrap().len(), 1);
        assert_eq!(new_quote["paymentInstructions"][0]["accountOrWalletInfo"]["accountType"], "EMBEDDED_WALLET");
        let current_quote = platform.get(&format!("/quotes/{}", text(&new_quote["id"]))).send().await.expect(200);
        assert_eq!(payload(&current_quote), payload(&new_quote), "the same bytes each time");

        let sent = |stamp: &str| execute(platform, &new_quote).header("Svc-Wallet-Signature", stamp);
        execute(platform, &new_quote).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        sent("garbage").send().await.expect_error(401, "WALLET_SIGNATURE_MALFORMED");
        let other = quote(&holder, &bank).await;
        sent(&device.stamp(payload(&other))).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        let stranger = Holder::on(platform, "other@example.com").await.login().await.device;
        sent(&stranger.stamp(payload(&new_quote))).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");

        let Login { session: ended, device: former } = holder.login().await;
        let path = format!("/auth/sessions/{}", text(&ended["id"]));
        holder.signed(&device, || platform.delete(&path)).await.expect(204);
        sent(&former.stamp(payload(&new_quote))).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        let quote = platform.get(&format!("/quotes/{}", text(&new_quote["id"]))).send().await.expect(200);
        assert_eq!(quote["status"], "PENDING");

        let stamp = device.stamp(payload(&new_quote));
        // A key is still free if its call lacked the signature.
        execute(platform, &new_quote).idempotency_key("k-1").send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        let done = sent(&stamp).idempotency_key("k-1").send().await.expect(200);
        assert!(["PROCESSING", "COMPLETED"].contains(&text(&done["status"])));
        assert_eq!(payload(&done), payload(&new_quote), "the payload is kept for audit");
        let again = sent(&stamp).idempotency_key("k-1").send().await;
        assert_eq!((again.header("idempotent-replayed"), again.expect(200)), (Some("true"), done));
        sent(&stamp).idempotency_key("k-2").send().await.expect_error(409, "CONFLICT");
        assert_eq!(balance(&holder).await, 990_000_000);
        webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;

        let mut at_once = transfer(&holder.wallet, &bank, "SENDING", 10_000_000);
        at_once["immediatelyExecute"] = json!(true);
        let error = platform.post("/quotes").json(&at_once).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "WALLET_SIGNATURE_REQUIRED");

        // Another source needs no signature, and ignores one.
        let usd = platform.account_of(&holder.customer, "USD").await;
        platform.fund(&usd, 10_000).await;
        let plain = platform.post("/quotes").json(&transfer(&usd, &bank, "SENDING", 1_000)).send().await.expect(201);
        execute(platform, &plain).header("Svc-Wallet-Signature", "garbage").send().await.expect(200);
        let _ = session;
    }
}

journey! {
    /// Checks that an ended session signs nothing, even if the quote is still open.
    async fn wallet_w13_withdraw_after_the_session(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let bank = filled(&holder).await;
        holder.platform.freeze().await;
        holder.platform.advance(Duration::from_secs(840)).await;
        let quote = quote(&holder, &bank).await;
        holder.platform.advance(Duration::from_secs(61)).await;
        let sent = execute(&holder.platform, &quote).header("Svc-Wallet-Signature", &device.stamp(payload(&quote)));
        sent.send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");

        let device = holder.login().await.device;
        let sent = execute(&holder.platform, &quote).header("Svc-Wallet-Signature", &device.stamp(payload(&quote)));
        sent.send().await.expect(200);
    }
}

/// The faults that were found in a transaction, which is rolled back.
struct RolledBackFaults(Result<Vec<(FaultKind, String)>, Error>);

impl From<Error> for RolledBackFaults {
    fn from(error: Error) -> Self {
        Self(Err(error))
    }
}

/// Returns the faults that the verification finds after a change to a payment's rows, which is rolled back.
async fn faults_after(
    holder: &Holder,
    service: &Service,
    sql: &'static str,
    payment: TransactionId,
) -> Vec<(FaultKind, String)> {
    let platform = holder.platform.id;
    let attempt = service.app().store.write(&[], move |tx: &mut Tx<'_>| {
        tx.execute(sql, params![platform, payment])?;
        let report = ledger::verify(tx, &ledger::Anchors::default())?;
        let faults = report.faults.into_iter().map(|fault| (fault.kind, fault.subject)).collect();
        Err::<(), _>(RolledBackFaults(Ok(faults)))
    });
    attempt.await.expect_err("the transaction is rolled back").0.unwrap()
}

journey! {
    /// Checks that the verification names each debit whose signature is missing, or is one for another
    /// payload (wallet 8).
    async fn a_debit_without_its_signature_is_named(service) {
        let holder = Holder::of(service).await;
        let platform = &holder.platform;
        let device = holder.login().await.device;
        let bank = filled(&holder).await;
        let mut paid = Vec::new();
        for _ in 0..2 {
            let quote = quote(&holder, &bank).await;
            let sent = execute(platform, &quote).header("Svc-Wallet-Signature", &device.stamp(payload(&quote)));
            paid.push(text(&sent.send().await.expect(200)["transactionId"]).to_owned());
        }

        // This quote has no postings and no signature.
        quote(&holder, &bank).await;
        platform.settled().await;

        let id: TransactionId = paid[0].parse().unwrap();
        let same = "UPDATE wallet_signature SET stamp = stamp WHERE platform_id = $1 AND transaction_id = $2";
        assert_eq!(faults_after(&holder, service, same, id).await, []);
        for sql in [
            "UPDATE wallet_signature SET payload = payload || ' ' WHERE platform_id = $1 AND transaction_id = $2",
            "DELETE FROM wallet_signature WHERE platform_id = $1 AND transaction_id = $2",
        ] {
            let found = faults_after(&holder, service, sql, id).await;
            assert_eq!(found, [(FaultKind::SignatureMissing, paid[0].clone())], "{sql}");
        }
    }
}

journey! {
    async fn money_j21_off_ramp_from_embedded_wallet(service) {
        let holder = Holder::of(service).await;
        let platform = &holder.platform;
        let bank = filled(&holder).await;
        let quote = quote(&holder, &bank).await;
        let info = &quote["paymentInstructions"][0]["accountOrWalletInfo"];
        assert_eq!((&info["accountType"], info["payloadToSign"].is_string()), (&json!("EMBEDDED_WALLET"), true));
        execute(platform, &quote).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        let sent = |stamp: &str| execute(platform, &quote).header("Svc-Wallet-Signature", stamp);
        sent("!!!").send().await.expect_error(401, "WALLET_SIGNATURE_MALFORMED");
        sent(&Device::new().stamp(payload(&quote))).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        sent("sandbox-valid-signature").send().await.expect(200);

        let body = json!({ "source": { "accountId": holder.wallet }, "destination": { "accountId": bank }, "amount": 1_000_000 });
        let error = platform.post("/transfer-out").json(&body).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "WALLET_SIGNATURE_REQUIRED");
        let mut at_once = transfer(&holder.wallet, &bank, "SENDING", 10_000_000);
        at_once["immediatelyExecute"] = json!(true);
        platform.post("/quotes").json(&at_once).send().await.expect_error(400, "INVALID_INPUT");
        platform.settled().await;
    }
}

journey! {
    /// Checks that an operator can recover the money of a wallet only for a customer who cannot sign in
    /// (wallet 10).
    async fn money_of_a_wallet_without_a_credential_goes_to_its_customer(service) {
        let platform = service.platform_with(&["USD", "EUR", "USDB"]).await;
        let customer = platform.customer(&["USD"]).await;
        let [wallet, usd] = [platform.account_of(&customer, "USDB").await, platform.account_of(&customer, "USD").await];
        platform.fund(&wallet, 1_000_000_000).await;
        let body = transfer(&wallet, &usd, "SENDING", 1_000_000_000);
        let new_quote = platform.post("/quotes").json(&body).send().await.expect(201);
        let of = |quote: &Value| with(&platform, json!({ "quote": quote["id"] }));
        let shown = act(service, "wallet show", json!({ "wallet": wallet })).await.json;
        assert_eq!(shown["commands"][0], "causeway wallet recover QUOTE --reason TEXT", "{shown}");
        let moved = act(service, "wallet recover", of(&new_quote)).await.json;
        assert_eq!(moved["sent"]["amount"], 1_000_000_000);
        platform.settled().await;
        let quote = platform.get(&format!("/quotes/{}", text(&new_quote["id"]))).send().await.expect(200);
        assert_eq!(quote["status"], "COMPLETED");

        let account = format!("/customers/internal-accounts?customerId={}&currency=USD", text(&customer["id"]));
        let account = platform.get(&account).send().await.expect(200)["data"][0].take();
        assert_eq!(account["balance"]["amount"], new_quote["totalReceivingAmount"]);
        expect_error(service, "wallet recover", of(&new_quote), Kind::Refused).await;

        // Not to an external account, and not if a credential can sign.
        platform.fund(&wallet, 10_000_000).await;
        let bank = platform.dollar_account(&customer, "111").await;
        let quote = platform.post("/quotes").json(&transfer(&wallet, &bank, "SENDING", 1_000_000)).send().await.expect(201);
        expect_error(service, "wallet recover", of(&quote), Kind::Invalid).await;

        let holder = Holder::on(&platform, "jane@example.com").await;
        platform.fund(&holder.wallet, 10_000_000).await;
        let usd = platform.account_of(&holder.customer, "USD").await;
        let body = transfer(&holder.wallet, &usd, "SENDING", 1_000_000);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        expect_error(service, "wallet recover", of(&quote), Kind::Refused).await;
        execute(&platform, &quote).header("Svc-Wallet-Signature", "OPERATOR").send().await
            .expect_error(401, "WALLET_SIGNATURE_MALFORMED");

        let audited = act(service, "audit list", json!({})).await.json;
        assert!(audited.to_string().contains("wallet recover"), "{audited}");
    }
}
