//! Concurrent operations: each mint is counted once, and a preview becomes one operation
//! (docs/internals/locks.md).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::scene::{Scene, post, text};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};

const MINTS: usize = 24;

/// Lets many mints complete at the same moment; returns `true` if the token counts all of them.
async fn all_are_counted(service: &Service) -> bool {
    let scene = Scene::new(service).await;
    let body = scene.ach_mint(&scene.bank);
    for response in join_all((0..MINTS).map(|_| scene.mint(&body))).await {
        response.expect(201);
    }
    scene.platform.advance(Duration::from_secs(2)).await;
    scene.platform.settled().await;
    let arguments = with(&scene.platform, json!({ "stablecoin": scene.token["id"] }));
    let minted = act(service, "stablecoin show", arguments).await.json["minted"].take();
    minted == json!((MINTS * 1_000_000).to_string())
}

journey! {
    async fn mints_that_end_together_are_counted_each(service) {
        assert!(all_are_counted(service).await);
    }
}

journey! {
    async fn a_preview_becomes_one_operation(service) {
        let scene = Scene::new(service).await;
        let mut body = scene.wire_mint();
        body["operationType"] = json!("MINT");
        let quote = scene.quote(&body).await.expect(201);
        let path = scene.at(&format!("/quotes/{}/execute", text(&quote["id"])));
        let nothing = json!({});
        let responses = join_all((0..16).map(|_| post(&scene.platform, &path, &nothing).send())).await;
        assert_eq!(responses.iter().filter(|response| response.status == 201).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 201) {
            lost.expect_error(409, "CONFLICT");
        }
        assert_eq!(scene.list("").await["totalCount"], 1);
    }
}
