//! Whether a process should be sent work.

use serde_json::json;

use super::process::{Folder, Server};

#[tokio::test]
async fn a_started_server_lives_and_is_ready() {
    let folder = Folder::new();
    let server = folder.start();
    let client = server.client();
    let alive = client.get("/healthz").send().await;
    assert_eq!(alive.expect(200), json!({"status": "alive"}));
    for name in ["x-request-id", "cache-control"] {
        assert!(alive.header(name).is_some(), "{alive}");
    }
    assert_eq!(client.get("/readyz").send().await.expect(200), json!({"status": "ready"}));
    client.post("/readyz").send().await.refused(405, "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn too_little_room_on_the_disk_is_told_before_it_is_full() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_DISK_FLOOR_MIB", (u64::MAX >> 20).to_string());
    let server = Server::start(serve);
    let body = server.client().get("/readyz").send().await.expect(503);
    assert_eq!(body["reason"], "disk below its floor");
    server.client().get("/healthz").send().await.expect(200);
    server.api().get("/config").send().await.expect(200);
}
