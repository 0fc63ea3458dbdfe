//! The one line of each request in the log.

use std::collections::BTreeMap;

use causeway_testing::wait;
use serde_json::{Value, json};

use crate::life::process::{Folder, Server};
use crate::payments::scene::text;

/// A word of a path, of a query and of a body, which is in no line.
const SECRET: &str = "zebra-4711";

/// The lines of all requests by their request id.
fn access_lines(server: &Server) -> BTreeMap<String, Vec<Value>> {
    let mut lines: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in server.log().lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if line["target"] == "causeway::access" {
            lines.entry(text(&line["span"]["id"]).to_owned()).or_default().push(line);
        }
    }
    lines
}

#[tokio::test]
async fn each_request_is_one_line_without_its_path_or_body() {
    let folder = Folder::new();
    let server = folder.start();
    let api = server.api();
    let customer =
        json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Example", "platformCustomerId": SECRET });
    let requests = [
        (api.get("/config"), "GetPlatformConfig", 200, true),
        (api.post("/customers").json(&customer), "CreateCustomer", 201, true),
        (api.get("/customers").query("platformCustomerId", SECRET), "ListCustomers", 200, true),
        (api.get(&format!("/customers/{SECRET}")), "GetCustomerById", 404, true),
        (api.basic(SECRET, SECRET).get("/config"), "GetPlatformConfig", 401, false),
        (api.get(&format!("/{SECRET}")), "Unknown", 404, false),
        (server.client().post("/readyz"), "Readiness", 405, false),
        (server.client().get("/llms.txt"), "ApiIndex", 200, false),
        (server.client().get(&format!("/i/{SECRET}")), "InvitationPage", 404, false),
    ];
    for path in ["/healthz", "/readyz"] {
        let probe = server.client().get(path).send().await;
        assert_eq!(probe.status, 200, "{probe}");
    }
    let mut expected = BTreeMap::new();
    for (request, operation, status, has_platform) in requests {
        let answer = request.send().await;
        assert_eq!(answer.status, status, "{answer}");
        let id = answer.header("x-request-id").unwrap().to_owned();
        expected.insert(id, (operation, status, has_platform));
    }

    let lines = wait::until("a line of each request", wait::PATIENCE, || async {
        let lines = access_lines(&server);
        if lines.len() >= expected.len() { Ok(lines) } else { Err(server.log()) }
    })
    .await;
    assert_eq!(
        lines.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "all but the answered probes: {lines:?}"
    );
    for (id, (operation, status, has_platform)) in expected {
        let [line] = lines[&id].as_slice() else { panic!("{operation} is not one line: {:?}", lines[&id]) };
        assert_eq!((&line["level"], &line["status"]), (&json!("INFO"), &json!(status)), "{line}");
        assert_eq!(line["span"]["operation"], operation, "{line}");
        assert_eq!(line["span"]["platform"].is_string(), has_platform, "{line}");
        // A page in HTML has no error code.
        let has_code = status >= 400 && operation != "InvitationPage";
        assert_eq!(line["code"].is_string(), has_code, "{line}");
        assert!(line["duration_ms"].as_f64().is_some_and(|millis| millis >= 0.0), "{line}");
        let names: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["timestamp", "level", "message", "status", "code", "duration_ms", "target", "span"];
        assert!(names.iter().all(|name| known.contains(name)), "{line}");
    }
    assert!(!server.log().contains(SECRET), "{}", server.log());
}
