//! Rows of sessions, wallets and requests that were forged or restored cannot sign anything (wallet 3.4).

use std::time::Duration;

use causeway_domain::ids::{InternalAccountId, PlatformId, RequestId, SessionId};
use causeway_domain::{Clock, Time};
use causeway_service::ports::wallet_keys::{SessionClaims, WalletClaims, certify};
use causeway_store::{Error, Tx, Value as Bound, params, wallets};
use causeway_testing::http::{Request, Response};
use causeway_wallet_crypto::PrivateKey;
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, text};
use super::production;
use crate::harness::{Service, journey, on_engines};

const INVALID: &str = "WALLET_SIGNATURE_INVALID";

/// A forgery: it returns the response to the request that it attempts.
pub(super) type Forgery = fn(&Service) -> BoxFuture<'_, Response>;

const FORGERIES: [(&str, Forgery); 14] = [
    ("a key of one's own in the row", |service| own_key(service).boxed()),
    ("a session of another wallet", |service| anothers_session(service).boxed()),
    ("a session of another deployment", |service| foreign_session(service).boxed()),
    ("a session that is extended", |service| extended(service).boxed()),
    ("a session that was revoked", |service| revived(service).boxed()),
    ("a credential that was revoked", |service| revived_credential(service).boxed()),
    ("a wallet's certificate of another one", |service| anothers_wallet(service).boxed()),
    ("a wallet of another deployment", |service| foreign_wallet(service).boxed()),
    ("a wallet of another environment", |service| live_wallet(service).boxed()),
    ("a stamp over another payload", |service| another_payload(service).boxed()),
    ("a request that another may sign", |service| own_signer(service).boxed()),
    ("a request for what was signed earlier", |service| earlier(service).boxed()),
    ("a request of the future", |service| of_the_future(service).boxed()),
    ("a session that is asked for in the future", |service| refreshed_in_the_future(service).boxed()),
];

on_engines! {
    async fn uncertified_rows_sign_nothing(service) {
        for (what, forge) in FORGERIES {
            let response = forge(service).await;
            assert_eq!(response.status, 401, "{what}: {response}");
            response.expect_error(401, INVALID);
        }
    }
}

/// Changes rows, as an attacker who can write to the database and has no key.
pub(super) async fn change(
    service: &Service,
    mut rewrite: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
) {
    let changed = service.app().store.write(&[], move |tx| rewrite(tx)).await;
    changed.map_err(|error: Error| error).expect("a row can be changed");
}

/// Sets a column of a session.
async fn set_session(service: &Service, session: &Value, column: &'static str, value: Bound<'static>) {
    let sql = format!("UPDATE wallet_session SET {column} = $2 WHERE session_id = $1 /* all platforms */");
    let id = id_of(session);
    change(service, move |tx| tx.execute(&sql, &[id.into(), value.clone()])).await;
}

pub(super) fn id_of(session: &Value) -> SessionId {
    text(&session["id"]).parse().unwrap()
}

/// Builds the request that the forgeries attempt; the service alone checks it.
#[track_caller]
pub(super) fn privacy(holder: &Holder, is_private: bool) -> Request {
    let path = format!("/internal-accounts/{}", holder.wallet);
    holder.platform.patch(&path).json(&json!({ "privateEnabled": is_private }))
}

/// Requests a challenge, changes rows, and answers the challenge.
async fn attempt(holder: &Holder, device: &Device, forge: impl Future<Output = ()>) -> Response {
    let challenge = privacy(holder, true).send().await.expect(202);
    forge.await;
    device.answer(privacy(holder, true), &challenge).send().await
}

/// A holder of a wallet with a session that can sign.
pub(super) struct HolderSession {
    pub(super) holder: Holder,
    pub(super) session: Value,
    pub(super) device: Device,
}

/// Signs a new holder in, and checks that the session can sign.
pub(super) async fn sign_in(service: &Service) -> HolderSession {
    let holder = Holder::of(service).await;
    let Login { session, device } = holder.login().await;
    holder.signed(&device, || privacy(&holder, true)).await.expect(200);
    HolderSession { holder, session, device }
}

async fn own_key(service: &Service) -> Response {
    let HolderSession { holder, session, .. } = sign_in(service).await;
    let own = Device::new();
    let doc = json!({ "v": 1, "method": "EMAIL_OTP", "nickname": "x", "keys": [own.compressed()] });
    let rewrite = set_session(service, &session, "doc", Bound::Json(doc.to_string().into()));
    attempt(&holder, &own, rewrite).await
}

/// Puts the certificate of another holder's session into this holder's row, and signs with the other one's
/// key.
async fn anothers_session(service: &Service) -> Response {
    let HolderSession { holder, session, .. } = sign_in(service).await;
    let Login { session: other, device } =
        Holder::on(&holder.platform, "other@example.com").await.login().await;
    let from = id_of(&other);
    let to = id_of(&session);
    let rewrite = change(service, move |tx| {
        let sql = "UPDATE wallet_session SET doc = (SELECT o.doc FROM wallet_session o WHERE o.session_id = $1), \
                   certificate = (SELECT o.certificate FROM wallet_session o WHERE o.session_id = $1) \
                   WHERE session_id = $2 /* all platforms */";
        tx.execute(sql, params![from, to])
    });
    attempt(&holder, &device, rewrite).await
}

/// Returns a key of another deployment, or of an attacker.
pub(super) fn foreign_key() -> PrivateKey {
    PrivateKey::derive([99; 32]).unwrap()
}

async fn foreign_session(service: &Service) -> Response {
    let HolderSession { holder, session, .. } = sign_in(service).await;
    let own = Device::new();
    let claims = SessionClaims {
        account: holder.wallet.parse().unwrap(),
        credential: holder.credential.parse().unwrap(),
        session: id_of(&session),
        keys: vec![own.compressed()],
        expires_at: Clock::system().now().plus(Duration::from_mins(15)),
    };
    let certificate = certify(&claims, &foreign_key()).unwrap();
    let doc = json!({ "v": 1, "method": "EMAIL_OTP", "nickname": "x", "keys": [own.compressed()] });
    set_session(service, &session, "doc", Bound::Json(doc.to_string().into())).await;
    let rewrite = set_session(service, &session, "certificate", Bound::Text(certificate.into()));
    attempt(&holder, &own, rewrite).await
}

/// Extends the expiry in the row, which is not trusted either.
async fn extended(service: &Service) -> Response {
    let HolderSession { holder, session, device } = sign_in(service).await;
    holder.platform.advance(Duration::from_secs(901)).await;
    let id = id_of(&session);
    let extend = change(service, move |tx| {
        let sql = "UPDATE wallet_session SET expires_at = expires_at + 9000000 WHERE session_id = $1 /* all platforms */";
        tx.execute(sql, params![id])
    });
    extend.await;
    assert_eq!(holder.sessions().await.len(), 1, "the row says that it is active");
    attempt(&holder, &device, async {}).await
}

/// Makes a revoked session active again, as a restored backup does.
async fn revived(service: &Service) -> Response {
    let HolderSession { holder, device: first, .. } = sign_in(service).await;
    let Login { session, device } = holder.login().await;
    let path = format!("/auth/sessions/{}", text(&session["id"]));
    holder.signed(&first, || holder.platform.delete(&path)).await.expect(204);
    set_session(service, &session, "status", Bound::Text("ACTIVE".into())).await;
    assert_eq!(holder.sessions().await.len(), 2, "the row says that it is active");
    attempt(&holder, &device, async {}).await
}

/// Makes a session active again whose credential was revoked.
async fn revived_credential(service: &Service) -> Response {
    let HolderSession { holder, session, device } = sign_in(service).await;
    let added = holder.signed(&device, || holder.add(json!({ "type": "SMS_OTP" }))).await.expect(201);
    let other = Holder { credential: text(&added["id"]).to_owned(), ..holder.clone() };
    let own = Device::new();
    let encrypted = super::device::encrypt_code(text(&added["otpEncryptionTargetBundle"]), "000000", &own);
    let body = json!({ "type": "SMS_OTP", "encryptedOtpBundle": encrypted });
    let path = format!("/auth/credentials/{}/verify", other.credential);
    holder.signed(&own, || holder.platform.post(&path).json(&body)).await.expect(200);
    let path = format!("/auth/credentials/{}", holder.credential);
    holder.signed(&own, || holder.platform.delete(&path)).await.expect(204);
    set_session(service, &session, "status", Bound::Text("ACTIVE".into())).await;
    attempt(&holder, &device, async {}).await
}

/// Puts a certificate into the wallet's row.
pub(super) async fn set_wallet(service: &Service, platform: PlatformId, wallet: &str, certificate: String) {
    let account: InternalAccountId = wallet.parse().unwrap();
    let sql = "UPDATE wallet SET certificate = $3 WHERE platform_id = $1 AND account_id = $2";
    change(service, move |tx| tx.execute(sql, params![platform, account, certificate.as_str()])).await;
}

pub(super) async fn certificate_of(service: &Service, platform: PlatformId, wallet: &str) -> String {
    let account = wallet.parse().unwrap();
    let found = service.app().store.read(move |tx| wallets::find(tx, platform, account)).await;
    found.map_err(|error: Error| error).unwrap().unwrap().certificate.unwrap()
}

async fn anothers_wallet(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let other = Holder::on(&holder.platform, "other@example.com").await;
    other.login().await;
    let platform = holder.platform.id;
    let certificate = certificate_of(service, platform, &other.wallet).await;
    attempt(&holder, &device, set_wallet(service, platform, &holder.wallet, certificate)).await
}

async fn foreign_wallet(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let platform = holder.platform.id;
    let account = holder.wallet.parse().unwrap();
    let found = service.app().store.read(move |tx| wallets::find(tx, platform, account)).await;
    let row = found.map_err(|error: Error| error).unwrap().unwrap();
    let claims = WalletClaims {
        environment: causeway_store::platforms::Environment::Sandbox,
        platform,
        customer: row.customer,
        account,
        organization_id: row.organization_id,
        user_id: row.user_id,
        wallet_id: row.wallet_id,
        encrypted_words: String::new(),
    };
    let certificate = certify(&claims, &foreign_key()).unwrap();
    attempt(&holder, &device, set_wallet(service, platform, &holder.wallet, certificate)).await
}

/// Uses the certificate of a production wallet, which is under the master key of production.
async fn live_wallet(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let live = production::holder(service).await;
    production::login(service, &live).await;
    let certificate = certificate_of(service, live.platform.id, &live.wallet).await;
    attempt(&holder, &device, set_wallet(service, holder.platform.id, &holder.wallet, certificate)).await
}

async fn another_payload(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let other = privacy(&holder, false).send().await.expect(202);
    let challenge = privacy(&holder, true).send().await.expect(202);
    let stamp = device.stamp(&other["payloadToSign"]);
    let request = privacy(&holder, true).header("Svc-Wallet-Signature", &stamp);
    request.header("Request-Id", text(&challenge["requestId"])).send().await
}

/// Changes a column of a request's row.
pub(super) async fn rewrite_request(
    service: &Service,
    challenge: &Value,
    column: &'static str,
    value: Bound<'static>,
) {
    let id: RequestId = text(&challenge["requestId"]).parse().unwrap();
    let sql = format!("UPDATE wallet_request SET {column} = $2 WHERE request_id = $1 /* all platforms */");
    change(service, move |tx| tx.execute(&sql, &[id.into(), value.clone()])).await;
}

/// Names as signer in the row a key that no session has.
async fn own_signer(service: &Service) -> Response {
    let holder = sign_in(service).await.holder;
    let own = Device::new();
    let challenge = privacy(&holder, true).send().await.expect(202);
    let doc = json!({ "v": 1, "method": "EMAIL_OTP", "signers": { "key": own.compressed() } });
    rewrite_request(service, &challenge, "doc", Bound::Json(doc.to_string().into())).await;
    own.answer(privacy(&holder, true), &challenge).send().await
}

/// Replaces the payload in the row by one that the wallet has signed for another purpose.
async fn earlier(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let signed = privacy(&holder, false).send().await.expect(202);
    let stamp = device.stamp(&signed["payloadToSign"]);
    let challenge = privacy(&holder, true).send().await.expect(202);
    let payload = text(&signed["payloadToSign"]).to_owned();
    rewrite_request(service, &challenge, "payload", Bound::Text(payload.into())).await;
    let request = privacy(&holder, true).header("Svc-Wallet-Signature", &stamp);
    request.header("Request-Id", text(&challenge["requestId"])).send().await
}

/// Returns the payload, dated ten minutes later.
pub(super) fn later(payload: &Value) -> Value {
    dated(payload, Duration::from_mins(10))
}

/// Returns the payload, dated later by this time.
pub(super) fn dated(payload: &Value, later: Duration) -> Value {
    let mut payload: Value = serde_json::from_str(text(payload)).unwrap();
    let at: i64 = text(&payload["timestampMs"]).parse().unwrap();
    payload["timestampMs"] = json!(Time::from_millis(at).plus(later).millis().to_string());
    json!(payload.to_string())
}

/// Signs a payload with a later date, which could be signed now and used then.
async fn later_signed(service: &Service, device: &Device, request: impl Fn() -> Request) -> Response {
    let challenge = request().send().await.expect(202);
    let payload = later(&challenge["payloadToSign"]);
    rewrite_request(service, &challenge, "payload", Bound::Text(text(&payload).to_owned().into())).await;
    let signed = request().header("Svc-Wallet-Signature", &device.stamp(&payload));
    signed.header("Request-Id", text(&challenge["requestId"])).send().await
}

async fn of_the_future(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    later_signed(service, &device, || privacy(&holder, true)).await
}

async fn refreshed_in_the_future(service: &Service) -> Response {
    let HolderSession { holder, session, device } = sign_in(service).await;
    let path = format!("/auth/sessions/{}/refresh", text(&session["id"]));
    let body = json!({ "clientPublicKey": Device::new().compressed() });
    later_signed(service, &device, || holder.platform.post(&path).json(&body)).await
}

journey! {
    /// Checks that of many second requests with one request's id one is carried out.
    async fn one_of_many_second_requests_is_carried_out(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let session = holder.login().await.session;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        let challenge = holder.platform.delete(&path).send().await.expect(202);
        let racing = (0..100).map(|_| device.answer(holder.platform.delete(&path), &challenge).send());
        let statuses: Vec<u16> =
            futures_util::future::join_all(racing).await.iter().map(|response| response.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [204, 401, 404].contains(status)), "{statuses:?}");
    }
}
