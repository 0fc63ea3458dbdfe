//! Restored rows of one-time codes allow neither a second use of a code nor more tries (wallet 1.2, 10).

use causeway_domain::ids::{AuthMethodId, InternalAccountId};
use causeway_store::wallets::otps::{self, OtpRecord};
use causeway_store::{Error, params};
use causeway_testing::http::Response;
use futures_util::future::FutureExt;

use super::device::{Device, Holder, encrypt_code, reason, text};
use super::forged::{Forgery, change};
use crate::harness::{Service, journey};

const FORGERIES: [(&str, Forgery); 3] = [
    ("a code that was used", |service| used_again(service).boxed()),
    ("tries of a code that were used up", |service| tried_on(service).boxed()),
    ("tries of a day that were used up", |service| guessed_on(service).boxed()),
];

journey! {
    /// Checks this for requests to any of the processes.
    async fn codes_and_tries_that_are_put_back_are_used_up(service) {
        for (what, forge) in FORGERIES {
            let response = forge(service).await;
            assert_eq!(response.status, 401, "{what}: {response}");
            let refused = ["Invalid OTP code", "No pending OTP for this credential"].contains(&reason(&response).as_str());
            assert!(refused, "{what}: {response}");
        }
    }
}

journey! {
    /// Checks that a device which repeats its use of a code, as if the response was lost, gets the same
    /// session, and none once that was revoked.
    async fn a_code_opens_one_session(service) {
        let holder = Holder::of(service).await;
        let bundle = holder.challenge().await;
        let device = Device::new();
        let before = code_of(service, &holder).await;
        let first = sign_in(&holder, &bundle, &device).await.expect(200);

        forget_sessions(service, &holder).await;
        put_back(service, &holder, before.clone()).await;
        let again = sign_in(&holder, &bundle, &device).await.expect(200);
        assert_eq!(again["id"], first["id"]);

        let path = format!("/auth/sessions/{}", text(&again["id"]));
        holder.signed(&device, || holder.platform.delete(&path)).await.expect(204);
        forget_sessions(service, &holder).await;
        put_back(service, &holder, before).await;
        sign_in(&holder, &bundle, &device).await.expect_error(401, "WALLET_SIGNATURE_INVALID");
    }
}

async fn code_of(service: &Service, holder: &Holder) -> OtpRecord {
    let platform = holder.platform.id;
    let id: AuthMethodId = holder.credential.parse().unwrap();
    let found = service.app().store.read(move |tx| otps::find(tx, platform, id)).await;
    found.map_err(|error: Error| error).unwrap().expect("a code")
}

async fn put_back(service: &Service, holder: &Holder, code: OtpRecord) {
    let platform = holder.platform.id;
    let id: AuthMethodId = holder.credential.parse().unwrap();
    change(service, move |tx| otps::put(tx, platform, id, &code)).await;
}

async fn forget_sessions(service: &Service, holder: &Holder) {
    let account: InternalAccountId = holder.wallet.parse().unwrap();
    let sql = "DELETE FROM wallet_session WHERE account_id = $1 /* all platforms */";
    change(service, move |tx| tx.execute(sql, params![account])).await;
}

/// Deletes the counted failures of the credential and of its platform.
async fn forget_failures(service: &Service, holder: &Holder) {
    let platform = holder.platform.id;
    let id: AuthMethodId = holder.credential.parse().unwrap();
    let forget = change(service, move |tx| {
        let sql = "DELETE FROM wallet_attempt WHERE platform_id = $1 AND credential_id = $2";
        tx.execute(sql, params![platform, id])?;
        tx.execute("DELETE FROM wallet_wrong_code WHERE platform_id = $1", params![platform])
    });
    forget.await;
}

/// Sends both requests of a login with the sandbox's code, and returns the last response.
async fn sign_in(holder: &Holder, bundle: &str, device: &Device) -> Response {
    let encrypted = encrypt_code(bundle, "000000", device);
    let challenge = holder.verify(&encrypted).send().await;
    if challenge.status != 202 {
        return challenge;
    }
    device.answer(holder.verify(&encrypted), &challenge.expect(202)).send().await
}

async fn guess(holder: &Holder, bundle: &str) {
    let wrong = holder.verify(&encrypt_code(bundle, "123456", &Device::new())).send().await;
    assert_eq!(wrong.status, 401, "{wrong}");
}

/// Uses a code that its user has used already.
async fn used_again(service: &Service) -> Response {
    let holder = Holder::of(service).await;
    let bundle = holder.challenge().await;
    let before = code_of(service, &holder).await;
    sign_in(&holder, &bundle, &Device::new()).await.expect(200);
    forget_sessions(service, &holder).await;
    put_back(service, &holder, before).await;
    sign_in(&holder, &bundle, &Device::new()).await
}

/// Submits five wrong codes, restores the row from before, and submits the right one.
async fn tried_on(service: &Service) -> Response {
    let holder = Holder::of(service).await;
    let bundle = holder.challenge().await;
    let before = code_of(service, &holder).await;
    for _ in 0..5 {
        guess(&holder, &bundle).await;
    }
    put_back(service, &holder, before).await;
    sign_in(&holder, &bundle, &Device::new()).await
}

/// Submits thirty wrong codes in a day, deletes the rows that count them, and submits the right one.
async fn guessed_on(service: &Service) -> Response {
    let holder = Holder::of(service).await;
    for _ in 0..6 {
        let bundle = holder.challenge().await;
        for _ in 0..5 {
            guess(&holder, &bundle).await;
        }
        forget_failures(service, &holder).await;
    }
    let bundle = holder.challenge().await;
    sign_in(&holder, &bundle, &Device::new()).await
}
