//! Sessions (wallet W9).

use std::time::Duration;

use serde_json::json;

use super::device::{Device, Holder, Login, reason, text};
use crate::harness::journey;

journey! {
    async fn wallet_w09_sessions(service) {
        let holder = Holder::of(service).await;
        let Login { session: first, device: one } = holder.login().await;
        let Login { session: second, device: two } = holder.login().await;
        assert_eq!(holder.sessions().await, [second.clone(), first.clone()], "newest first");

        let next = Device::new();
        let path = format!("/auth/sessions/{}/refresh", text(&first["id"]));
        let refresh = |key: String| holder.platform.post(&path).json(&json!({ "clientPublicKey": key }));
        let challenge = refresh(next.compressed()).send().await.expect(202);
        two.answer(refresh(next.compressed()), &challenge).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        let mismatch = one.answer(refresh(Device::new().compressed()), &challenge).send().await;
        mismatch.expect_error(401, "WALLET_SIGNATURE_BODY_MISMATCH");
        let third = one.answer(refresh(next.compressed()), &challenge).send().await.expect(201);
        assert_ne!(third["id"], first["id"]);
        assert!(third["encryptedSessionSigningKey"].is_null());
        assert_eq!(holder.sessions().await.len(), 3);
        refresh("00".to_owned()).send().await.expect_error(400, "INVALID_INPUT");
        refresh(format!("02{}", "ff".repeat(32))).send().await.expect_error(400, "INVALID_INPUT");

        let delete = |id: &serde_json::Value| holder.platform.delete(&format!("/auth/sessions/{}", text(id)));
        holder.signed(&one, || delete(&second["id"])).await.expect(204);
        delete(&second["id"]).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        holder.signed(&one, || delete(&first["id"])).await.expect(204);
        assert_eq!(holder.sessions().await, [third]);

        holder.platform.advance(Duration::from_secs(901)).await;
        assert_eq!(holder.sessions().await.len(), 0);
        assert_eq!(reason(&refresh(next.compressed()).send().await), "Session is not active");

        let unknown_session = "/auth/sessions/Session:01890a5d-ac96-774b-bcce-b302099a8057/refresh";
        let body = json!({ "clientPublicKey": next.compressed() });
        holder.platform.post(unknown_session).json(&body).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        holder.platform.get("/auth/sessions?accountId=foo").send().await.expect_error(400, "INVALID_INPUT");
        holder.platform.get("/auth/sessions").send().await.expect_error(400, "INVALID_INPUT");
        let unknown = "/auth/sessions?accountId=InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057";
        assert_eq!(holder.platform.get(unknown).send().await.expect(200), json!({ "data": [] }));
    }
}

journey! {
    /// Checks that a key which is registered again ends the session that had it.
    async fn a_key_has_one_session(service) {
        let holder = Holder::of(service).await;
        let Login { session: first, device: one } = holder.login().await;
        let path = format!("/auth/sessions/{}/refresh", text(&first["id"]));
        let refresh = || holder.platform.post(&path).json(&json!({ "clientPublicKey": one.compressed() }));
        let next = holder.signed(&one, refresh).await.expect(201);
        assert_eq!(holder.sessions().await, [next]);
    }
}
