//! Rows of credentials and accounts that were forged, deleted or restored sign no attacker in, and do not
//! create a wallet anew (wallet 1.2, 4.4).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::ids::{AuthMethodId, InternalAccountId};
use causeway_service::ports::wallet_keys::{CredentialClaims, Identity, certify};
use causeway_store::wallets::credentials::{self, CredentialDoc, CredentialRecord};
use causeway_store::{Error, Value as Bound, params};
use causeway_testing::http::Response;
use causeway_wallet_crypto::payload::passkey_challenge;
use futures_util::future::FutureExt;
use serde_json::{Value, json};

use super::device::{Device, Holder, encrypt_code, exported_words, reason, text};
use super::forged::{Forgery, HolderSession, change, foreign_key, later, privacy, rewrite_request, sign_in};
use super::passkeys::{self, authenticator};
use super::payments::{execute, filled};
use crate::harness::{Service, journey, on_engines};
use crate::payments::scene::transfer;

const INVALID: (u16, &str) = (401, "WALLET_SIGNATURE_INVALID");
/// Refusal of a row that was not written by this service.
const FORGED: (u16, &str) = (500, "INTERNAL_ERROR");

/// Forgeries, each with its refusal.
const FORGERIES: [(&str, (u16, &str), Forgery); 7] = [
    ("a credential of another wallet", INVALID, |service| anothers_credential(service).boxed()),
    ("a credential of another deployment", INVALID, |service| foreign_credential(service).boxed()),
    ("a credential that was revoked", INVALID, |service| revoked_credential(service).boxed()),
    ("a contact that was replaced", INVALID, |service| former_contact(service, str::to_owned).boxed()),
    ("a contact that was replaced, signed in the other way", INVALID, |service| {
        former_contact(service, with_the_other_signature).boxed()
    }),
    ("a passkey's challenge of the future", INVALID, |service| passkey_of_the_future(service).boxed()),
    ("a wallet that is made for another", FORGED, |service| another_owner(service).boxed()),
];

on_engines! {
    async fn uncertified_rows_sign_no_attacker_in(service) {
        for (what, (status, code), forge) in FORGERIES {
            let response = forge(service).await;
            assert_eq!(response.status, status, "{what}: {response}");
            response.expect_error(status, code);
        }
    }
}

pub(super) async fn credential_of(service: &Service, holder: &Holder) -> CredentialRecord {
    let platform = holder.platform.id;
    let id: AuthMethodId = holder.credential.parse().unwrap();
    let found = service.app().store.read(move |tx| credentials::find(tx, platform, id)).await;
    found.map_err(|error: Error| error).unwrap().expect("a credential")
}

/// Inserts or updates the row of a credential.
async fn put_credential(service: &Service, holder: &Holder, record: CredentialRecord) {
    let platform = holder.platform.id;
    let put = move |tx: &mut causeway_store::Tx<'_>| {
        if credentials::find(tx, platform, record.id)?.is_some() {
            credentials::update(tx, platform, &record)
        } else {
            credentials::insert(tx, platform, &record)
        }
    };
    change(service, put).await;
}

/// Tries to sign in with the sandbox's code, and returns the last response.
async fn try_login(holder: &Holder) -> Response {
    let path = format!("/auth/credentials/{}/challenge", holder.credential);
    let challenge = holder.platform.post(&path).send().await;
    if challenge.status != 200 {
        return challenge;
    }
    let device = Device::new();
    let encrypted =
        encrypt_code(text(&challenge.expect(200)["otpEncryptionTargetBundle"]), "000000", &device);
    let challenge = holder.verify(&encrypted).send().await;
    if challenge.status != 202 {
        return challenge;
    }
    device.answer(holder.verify(&encrypted), &challenge.expect(202)).send().await
}

async fn anothers_credential(service: &Service) -> Response {
    let holder = sign_in(service).await.holder;
    let other = Holder::on(&holder.platform, "other@example.com").await;
    other.login().await;
    let certificate = credential_of(service, &other).await.certificate;
    let own = credential_of(service, &holder).await;
    put_credential(service, &holder, CredentialRecord { certificate, ..own }).await;
    try_login(&holder).await
}

async fn foreign_credential(service: &Service) -> Response {
    let holder = sign_in(service).await.holder;
    let claims = CredentialClaims {
        account: holder.wallet.parse().unwrap(),
        credential: holder.credential.parse().unwrap(),
        identity: Identity::EmailOtp { address: "mallory@example.com".to_owned() },
        serial: None,
    };
    let certificate = certify(&claims, &foreign_key());
    let own = credential_of(service, &holder).await;
    put_credential(service, &holder, CredentialRecord { certificate, ..own }).await;
    try_login(&holder).await
}

/// Restores the row of a revoked credential, as a backup does.
async fn revoked_credential(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let added = holder.signed(&device, || holder.add(json!({ "type": "SMS_OTP" }))).await.expect(201);
    let own = Device::new();
    let encrypted = encrypt_code(text(&added["otpEncryptionTargetBundle"]), "000000", &own);
    let body = json!({ "type": "SMS_OTP", "encryptedOtpBundle": encrypted });
    let path = format!("/auth/credentials/{}/verify", text(&added["id"]));
    holder.signed(&own, || holder.platform.post(&path).json(&body)).await.expect(200);
    let before = credential_of(service, &holder).await;
    let path = format!("/auth/credentials/{}", holder.credential);
    holder.signed(&own, || holder.platform.delete(&path)).await.expect(204);
    put_credential(service, &holder, before).await;
    try_login(&holder).await
}

async fn former_contact(service: &Service, written: fn(&str) -> String) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let before = credential_of(service, &holder).await;
    let before = CredentialRecord { certificate: before.certificate.as_deref().map(written), ..before };
    let path = format!("/customers/{}", text(&holder.customer["id"]));
    let body = json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" });
    holder.signed(&device, || holder.platform.patch(&path).json(&body)).await.expect(200);
    put_credential(service, &holder, before).await;
    try_login(&holder).await
}

/// Replaces a signature (r, s) by (r, n - s), which is as valid and which anyone can compute.
fn with_the_other_signature(certificate: &str) -> String {
    const ORDER: [u8; 32] = [
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa,
        0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ];
    let (said, signature) = certificate.rsplit_once('.').expect("a certificate");
    let mut signature = URL_SAFE_NO_PAD.decode(signature).expect("a signature");
    let mut borrow = 0;
    for (byte, order) in signature[32..].iter_mut().zip(ORDER).rev() {
        let difference = i16::from(order) - i16::from(*byte) - borrow;
        borrow = i16::from(difference < 0);
        *byte = u8::try_from(difference.rem_euclid(256)).unwrap();
    }
    format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Dates a passkey's challenge later: the answer to it could be kept until then.
async fn passkey_of_the_future(service: &Service) -> Response {
    let HolderSession { holder, device, .. } = sign_in(service).await;
    let mut authenticator = authenticator();
    let passkey = passkeys::add(&holder, &device, &authenticator).await;
    let key = Device::new().uncompressed();
    let challenge = passkeys::challenge(&holder, &passkey, &key).await;
    let id: causeway_domain::ids::RequestId = text(&challenge["requestId"]).parse().unwrap();
    let platform = holder.platform.id;
    let find =
        move |tx: &mut causeway_store::Tx<'_>| causeway_store::wallets::requests::find(tx, platform, id);
    let found = service.app().store.read(find).await.map_err(|error: Error| error).unwrap();
    let payload = later(&json!(found.expect("a request").payload));
    rewrite_request(service, &challenge, "payload", Bound::Text(text(&payload).to_owned().into())).await;
    let used = passkeys::assertion(&mut authenticator, &passkey_challenge(text(&payload)));
    passkeys::answer(&holder, &passkey, &challenge, &used).send().await
}

on_engines! {
    /// Checks that the counter tells copies of a passkey apart, but does not stop an attacker who can write
    /// to the database.
    async fn a_counter_that_is_set_back_lets_a_copy_in(service) {
        let HolderSession { holder, device, .. } = sign_in(service).await;
        let mut own = authenticator();
        let passkey = passkeys::add(&holder, &device, &own).await;
        let mut copy = own.clone();
        let login = async |with: &mut _| {
            let challenge = passkeys::challenge(&holder, &passkey, &Device::new().uncompressed()).await;
            let used = passkeys::assertion(with, text(&challenge["challenge"]));
            passkeys::answer(&holder, &passkey, &challenge, &used).send().await
        };
        let of_passkey = Holder { credential: passkey.clone(), ..holder.clone() };
        let before = credential_of(service, &of_passkey).await;
        login(&mut own).await.expect(200);
        assert_eq!(reason(&login(&mut copy.clone()).await), "Passkey signature counter did not increase");
        put_credential(service, &of_passkey, before).await;
        login(&mut copy).await.expect(200);
    }
}

/// Forges rows by which the wallet never had keys, and its codes go to another address.
async fn another_owner(service: &Service) -> Response {
    let holder = sign_in(service).await.holder;
    let own = credential_of(service, &holder).await;
    let forged = CredentialRecord {
        identity: "mallory@example.com".to_owned(),
        doc: CredentialDoc::named("mallory@example.com"),
        certificate: None,
        ..own
    };
    put_credential(service, &holder, forged).await;
    without_keys(service, &holder).await;
    try_login(&holder).await
}

/// Changes the account type of a wallet, because other accounts need no signature, and pays from it. Returns
/// the wallet and the response.
pub(crate) async fn another_type(service: &Service) -> (InternalAccountId, Response) {
    let holder = sign_in(service).await.holder;
    let bank = filled(&holder).await;
    let account: InternalAccountId = holder.wallet.parse().unwrap();
    let rename = change(service, move |tx| {
        let sql =
            "UPDATE internal_account SET type = 'INTERNAL_FIAT' WHERE account_id = $1 /* all platforms */";
        tx.execute(sql, params![account])
    });
    rename.await;
    let body = transfer(&holder.wallet, &bank, "SENDING", 10_000_000);
    let quote = holder.platform.post("/quotes").json(&body).send().await;
    if quote.status != 201 {
        return (account, quote);
    }
    (account, execute(&holder.platform, &quote.expect(201)).send().await)
}

/// Resets the rows of a wallet to those before the first use of its first credential.
async fn without_keys(service: &Service, holder: &Holder) {
    let account: InternalAccountId = holder.wallet.parse().unwrap();
    for sql in [
        "DELETE FROM wallet_session WHERE account_id = $1 /* all platforms */",
        "UPDATE wallet SET certificate = NULL WHERE account_id = $1 /* all platforms */",
    ] {
        change(service, move |tx| tx.execute(sql, params![account])).await;
    }
}

journey! {
    /// Checks that an attacker who deletes rows can make a wallet unusable, but cannot take it over.
    async fn a_wallet_with_deleted_rows_cannot_be_taken_over(service) {
        let holder = sign_in(service).await.holder;
        let account: InternalAccountId = holder.wallet.parse().unwrap();
        let delete = change(service, move |tx| {
            tx.execute("DELETE FROM wallet_credential WHERE account_id = $1 /* all platforms */", params![account])
        });
        delete.await;
        let (status, code) = FORGED;
        holder.add(json!({ "type": "EMAIL_OTP" })).send().await.expect_error(status, code);
        without_keys(service, &holder).await;
        holder.add(json!({ "type": "EMAIL_OTP" })).send().await.expect_error(status, code);
        assert_eq!(holder.credentials().await, Vec::<Value>::new());
    }
}

journey! {
    /// Restores a backup from before the first use: the words were in the rows, so the same first credential
    /// gets new ones.
    async fn a_backup_from_before_the_first_use_makes_other_words(service) {
        let HolderSession { holder, device, .. } = sign_in(service).await;
        let before = exported_words(&holder.wallet, |path| holder.platform.post(path)).await;

        let own = credential_of(service, &holder).await;
        put_credential(service, &holder, CredentialRecord { certificate: None, ..own }).await;
        without_keys(service, &holder).await;

        let after = holder.login().await.device;
        let challenge = privacy(&holder, true).send().await.expect(202);
        let former = device.answer(privacy(&holder, true), &challenge).send().await;
        former.expect_error(INVALID.0, INVALID.1);
        after.answer(privacy(&holder, true), &challenge).send().await.expect(200);
        assert_ne!(exported_words(&holder.wallet, |path| holder.platform.post(path)).await, before);
    }
}
