//! Rewritten rows of cards and keys, which decide nothing (cards 5, 7).

use causeway_store::{Error, Tx, ledger};
use serde_json::{Value, json};

use super::scene::{Scene, path};
use crate::harness::{Service, journey, on_engines};
use crate::wallets::device::{literal, text};

/// Rewrites rows with access to the database, but without a key.
async fn rewrite(service: &Service, sql: &'static str) {
    let change = move |tx: &mut Tx<'_>| tx.execute_counted(&format!("{sql} /* all platforms */"), &[]);
    let changed = service.app().store.write(&[], change).await;
    assert!(changed.map_err(|error: Error| error).expect("rows can be changed") > 0, "{sql}");
}

/// Returns the number of rows that the verification of the ledger reports.
async fn reported_rows(service: &Service) -> usize {
    let verify = |tx: &mut Tx<'_>| ledger::verify(tx, &ledger::Anchors::default());
    let report = service.app().store.read(verify).await.map_err(|error: Error| error).expect("a report");
    report.faults.len()
}

journey! {
    async fn a_card_that_was_rewritten_is_refused(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        scene.change(&card, json!({ "state": "FROZEN", "maxSpendPerTransaction": 100 })).await.expect(200);

        // A pending notification of the issuer would fail on the forged card.
        scene.platform().settled().await;
        assert_eq!(reported_rows(service).await, 0);

        for (forge, undo) in [
            ("UPDATE card SET state = 'ACTIVE'", "UPDATE card SET state = 'FROZEN'"),
            ("UPDATE card SET max_spend = 100000", "UPDATE card SET max_spend = 100"),
            ("UPDATE card SET currency = 'EUR'", "UPDATE card SET currency = 'USD'"),
            ("UPDATE card SET created_at = created_at + 1", "UPDATE card SET created_at = created_at - 1"),
        ] {
            rewrite(service, forge).await;
            scene.change(&card, json!({ "state": "CLOSED" })).await.expect_error(500, "INTERNAL_ERROR");
            scene.platform().get(&path(&card)).send().await.expect_error(500, "INTERNAL_ERROR");
            scene.platform().get("/cards").send().await.expect_error(500, "INTERNAL_ERROR");
            assert_eq!(reported_rows(service).await, 1, "{forge}");
            rewrite(service, undo).await;
        }
        assert_eq!(scene.state_of(&card).await, json!(["FROZEN", null]));
    }
}

on_engines! {
    async fn a_key_that_was_rewritten_is_refused(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let first = scene.key_for(&card).send().await.expect(202);
        literal(scene.key_for(&card), &first).send().await.expect(202);
        scene.platform().settled().await;
        let listed = format!("/auth/delegated-keys?accountId={}", scene.holder.wallet);
        let key: Value = scene.platform().get(&listed).send().await.expect(200)["data"][0].clone();

        rewrite(service, "UPDATE delegated_key SET status = 'ACTIVE'").await;
        let path = format!("/auth/delegated-keys/{}", text(&key["id"]));
        scene.platform().get(&path).send().await.expect_error(500, "INTERNAL_ERROR");
        scene.key_for(&card).send().await.expect_error(500, "INTERNAL_ERROR");
        assert_eq!(reported_rows(service).await, 1);

        rewrite(service, "UPDATE delegated_key SET status = 'PENDING'").await;
        assert_eq!(scene.platform().get(&path).send().await.expect(200), key);
    }
}
