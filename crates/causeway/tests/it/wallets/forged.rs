//! Rows that were changed or set back sign nothing (wallet 3.4).

use causeway_domain::ids::{Id, PlatformId, SessionId};
use causeway_store::{Error, Tx, Value, params};
use serde_json::json;

use super::device::{Device, Holder, text};
use crate::harness::{Service, journey};

/// Whoever can write to the database, and has no key.
async fn write(service: &Service, sql: &'static str, platform: PlatformId, session: &str, value: String) {
    let id: SessionId = session.parse().unwrap();
    let change = move |tx: &mut Tx<'_>| tx.execute(sql, params![platform, id.uuid(), value.as_str()]);
    service.app().store.write(&[], change).await.map_err(|error: Error| error).expect("a row can be changed");
}

async fn privacy(holder: &Holder, device: &Device) -> causeway_testing::http::Response {
    let path = format!("/internal-accounts/{}", holder.wallet);
    holder.signed(device, || holder.platform.patch(&path).json(&json!({ "privateEnabled": true }))).await
}

const INVALID: &str = "WALLET_SIGNATURE_INVALID";

journey! {
    async fn rows_that_nobody_certified_sign_nothing(service) {
        let holder = Holder::of(service).await;
        let (session, device) = holder.login().await;
        privacy(&holder, &device).await.expect(200);
        let (id, platform) = (text(&session["id"]), holder.platform.id);
        // A key of one's own in the row.
        let own = Device::new();
        let doc = json!({ "v": 1, "method": "EMAIL_OTP", "nickname": "x", "keys": [own.compressed()] });
        let (uuid, doc) = (id_of(id).uuid(), doc.to_string());
        let change = move |tx: &mut Tx<'_>| {
            let sql = "UPDATE wallet_session SET doc = $3 WHERE platform_id = $1 AND session_id = $2";
            tx.execute(sql, params![platform, uuid, Value::Json(doc.as_str().into())])
        };
        service.app().store.write(&[], change).await.map_err(|error: Error| error).expect("a row can be changed");
        privacy(&holder, &own).await.refused(401, INVALID);
        privacy(&holder, &device).await.refused(401, INVALID);
        // The certificate of a session of another wallet.
        let (other, _) = Holder::on(&holder.platform, "other@example.com").await.login().await;
        let certificate = certificate(service, &holder, text(&other["id"])).await;
        let (session, device) = holder.login().await;
        privacy(&holder, &device).await.expect(200);
        let sql = "UPDATE wallet_session SET certificate = $3 WHERE platform_id = $1 AND session_id = $2";
        write(service, sql, platform, text(&session["id"]), certificate).await;
        privacy(&holder, &device).await.refused(401, INVALID);
    }
}

fn id_of(text: &str) -> SessionId {
    text.parse().unwrap()
}

async fn certificate(service: &Service, holder: &Holder, session: &str) -> String {
    let (platform, id) = (holder.platform.id, id_of(session));
    let read = move |tx: &mut Tx<'_>| {
        let sql = "SELECT certificate FROM wallet_session WHERE platform_id = $1 AND session_id = $2";
        tx.query_one(sql, params![platform, id], |row| row.get::<String>("certificate"))
    };
    service.app().store.read(read).await.map_err(|error: Error| error).expect("a session")
}

journey! {
    /// The time in the row is not believed either.
    async fn a_session_cannot_be_extended(service) {
        let holder = Holder::of(service).await;
        let (session, device) = holder.login().await;
        holder.platform.advance(std::time::Duration::from_secs(901)).await;
        let (platform, id) = (holder.platform.id, id_of(text(&session["id"])));
        let extend = move |tx: &mut Tx<'_>| {
            let sql = "UPDATE wallet_session SET expires_at = expires_at + 9000000 \
                       WHERE platform_id = $1 AND session_id = $2";
            tx.execute(sql, params![platform, id])
        };
        service.app().store.write(&[], extend).await.map_err(|error: Error| error).expect("a row can be changed");
        assert_eq!(holder.sessions().await.len(), 1, "the row says that it is active");
        privacy(&holder, &device).await.refused(401, INVALID);
    }
}

journey! {
    /// Rows of a backup: what was revoked since is active in them.
    async fn what_was_revoked_stays_revoked(service) {
        let holder = Holder::of(service).await;
        let (_, first) = holder.login().await;
        let (session, device) = holder.login().await;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        holder.signed(&first, || holder.platform.delete(&path)).await.expect(204);
        let sql = "UPDATE wallet_session SET status = $3 WHERE platform_id = $1 AND session_id = $2";
        write(service, sql, holder.platform.id, text(&session["id"]), "ACTIVE".to_owned()).await;
        assert_eq!(holder.sessions().await.len(), 2, "the row says that it is active");
        privacy(&holder, &device).await.refused(401, INVALID);
        privacy(&holder, &first).await.expect(200);
    }
}

journey! {
    /// Of many second requests with one request's id, one is carried out.
    async fn one_of_many_second_requests_is_carried_out(service) {
        let holder = Holder::of(service).await;
        let (_, device) = holder.login().await;
        let (session, _) = holder.login().await;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        let challenge = holder.platform.delete(&path).send().await.expect(202);
        let racing = (0..100).map(|_| device.answer(holder.platform.delete(&path), &challenge).send());
        let statuses: Vec<u16> =
            futures_util::future::join_all(racing).await.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [204, 401, 404].contains(status)), "{statuses:?}");
    }
}
