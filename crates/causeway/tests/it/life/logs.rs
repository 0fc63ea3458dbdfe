//! The log on standard error.

use causeway_testing::wait;
use serde_json::Value;

use super::process::{Folder, Server};

#[tokio::test]
async fn the_lines_of_a_request_carry_its_id_its_operation_and_its_platform() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.args(["--log-level", "info,causeway_service=debug"]);
    let server = Server::start(serve);
    let answer = server.api().get("/config").send().await;
    let id = answer.header("x-request-id").unwrap().to_owned();
    let span = wait::until("the request's line", wait::PATIENCE, || async {
        let log = server.log();
        let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let found = lines.find(|line| line["span"]["id"] == id && line["message"] == "answered");
        found.map(|line| line["span"].clone()).ok_or(log)
    })
    .await;
    assert_eq!(span["operation"], "GetPlatformConfig");
    assert!(span["platform"].as_str().unwrap().starts_with("Platform:"), "{span}");
    for line in server.log().lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "not JSON: {line}");
    }
}
