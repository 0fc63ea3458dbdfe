//! Revocation of credentials (wallet W8).

use serde_json::{Value, json};

use super::device::{Device, Holder, claims, text, token};
use crate::harness::journey;

/// A credential by identity, and a session with it.
struct Identity {
    credential: String,
    session: Value,
    device: Device,
}

/// Adds an identity and signs in with it.
async fn add_identity(holder: &Holder, device: &Device) -> Identity {
    let body = json!({ "type": "OAUTH", "oidcToken": token(&claims("google-1", 0)) });
    let added = holder.signed(device, || holder.add(body.clone())).await.expect(201);
    let credential = text(&added["id"]).to_owned();
    let own = Device::new();
    let mut claims = claims("google-1", 0);
    let key = own.compressed();
    claims["nonce"] = json!(causeway_wallet_crypto::ClientPublicKey::parse(&key).unwrap().nonce());
    let body = json!({ "type": "OAUTH", "oidcToken": token(&claims), "clientPublicKey": key });
    let path = format!("/auth/credentials/{credential}/verify");
    let session = holder.platform.post(&path).json(&body).send().await.expect(200);
    Identity { credential, session, device: own }
}

journey! {
    async fn wallet_w08_revoke_credential(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let delete = |id: &str| holder.platform.delete(&format!("/auth/credentials/{id}"));
        delete(&holder.credential).send().await.expect_error(400, "INVALID_INPUT");
        let Identity { credential: other, session, device: own } = add_identity(&holder, &device).await;

        let challenge = delete(&other).send().await.expect(202);
        assert_eq!(challenge["type"], "OAUTH");
        own.answer(delete(&other), &challenge).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        device.answer(delete(&other), &challenge).send().await.expect(204);
        assert!(holder.credentials().await.iter().all(|one| one["id"] != json!(other)));
        assert!(holder.sessions().await.iter().all(|one| one["id"] != session["id"]));

        let path = format!("/internal-accounts/{}", holder.wallet);
        let privacy = || holder.platform.patch(&path).json(&json!({ "privateEnabled": true }));
        holder.signed(&own, privacy).await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        delete(&other).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let email = || holder.add(json!({ "type": "EMAIL_OTP" }));
        email().send().await.expect_error(400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS");
        let own = add_identity(&holder, &device).await.device;
        holder.signed(&own, || delete(&holder.credential)).await.expect(204);
        let added = holder.signed(&own, email).await.expect(201);
        assert!(added["otpEncryptionTargetBundle"].is_string());
        assert_eq!(added["nickname"], "jane@example.com");
    }
}

journey! {
    /// Checks that a wallet without a credential gets its first one without a signature.
    async fn a_first_credential_needs_no_signature(service) {
        let platform = service.platform_with(&["USD", "USDB"]).await;
        let customer = platform.customer(&["USD"]).await;
        let wallet = platform.account_of(&customer, "USDB").await;
        let body = json!({ "type": "EMAIL_OTP", "accountId": wallet });
        platform.post("/auth/credentials").json(&body).send().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        let body = json!({ "type": "OAUTH", "accountId": wallet, "oidcToken": token(&claims("google-1", 0)) });
        platform.post("/auth/credentials").json(&body).send().await.expect(201);
        let list = platform.get(&format!("/auth/credentials?accountId={wallet}")).send().await.expect(200);
        assert_eq!(list["data"].as_array().unwrap().len(), 1);

        let other = platform.customer(&["USD"]).await;
        let wallet = platform.account_of(&other, "USDB").await;
        let path = format!("/internal-accounts/{wallet}");
        let unauthorized = platform.patch(&path).json(&json!({ "privateEnabled": true })).send().await;
        unauthorized.expect_error(400, "INVALID_INPUT");
        let path = format!("/customers/{}", text(&other["id"]));
        let first = json!({ "customerType": "INDIVIDUAL", "email": "first@example.com" });
        platform.patch(&path).json(&first).send().await.expect(200);
        let list = platform.get(&format!("/auth/credentials?accountId={wallet}")).send().await.expect(200);
        assert_eq!(list["data"][0]["nickname"], "first@example.com");
    }
}
