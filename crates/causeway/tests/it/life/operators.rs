//! Access of operators: the socket in the data folder, the network address with its token, metrics.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::process::{Folder, Server};

#[tokio::test]
async fn the_network_address_requires_the_token_of_the_data_folder() {
    let folder = Folder::new();
    let admin = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut serve = folder.serve();
    serve.args(["--admin", &admin.to_string()]);
    let server = Server::start(serve);

    server.api().get("/customers?limit=0").send().await.expect_error(400, "INVALID_INPUT");
    let operator = Client::new(&format!("http://{admin}"));
    operator.get("/metrics").send().await.expect(401);
    operator.authorization("Bearer guessed").get("/metrics").send().await.expect(401);

    let token = fs::read_to_string(folder.data().join("operator.token")).unwrap();
    let answer = operator.authorization(&format!("Bearer {token}")).get("/metrics").send().await;
    assert_eq!(answer.status, 200, "{answer}");
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    for line in [
        "causeway_refusals_total{code=\"INVALID_INPUT\"} 1",
        "causeway_store_commit_seconds_count",
        "causeway_store_batch_size_bucket",
        "causeway_store_queue_depth ",
        "causeway_job_lag_seconds ",
        "causeway_deliveries_due 0",
        "causeway_http_requests_total{status=\"400\"} 1",
    ] {
        assert!(text.contains(line), "no {line} in\n{text}");
    }

    let operator = operator.authorization(&format!("Bearer {token}"));
    check_open_items(&server, &operator).await;
    server.client().get("/metrics").send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    server.client().get("/operator").send().await.expect_error(404, "REFERENCE_NOT_FOUND");
}

/// Checks the metrics of open alerts and of money in suspense, before and after they are resolved; an alert
/// is one line of the log.
async fn check_open_items(server: &Server, operator: &Client) {
    let accounts = server.api().get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let account = &accounts["data"][0]["id"];
    let act = async |action: &str, arguments: Value| {
        let request = json!({ "arguments": arguments });
        operator.post(&format!("/operator/{action}")).json(&request).send().await.expect(200)
    };
    let measure = async || {
        let text = operator.get("/metrics").send().await.body;
        let text = String::from_utf8(text.to_vec()).unwrap();
        let of = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.map(|count| count.trim().to_owned())
        };
        [
            of("causeway_alerts_open{kind=\"DEPOSIT_SUSPENDED\"}"),
            of("causeway_suspense_transactions{currency=\"USD\"}"),
            of("causeway_suspense_minor_units{currency=\"USD\"}"),
        ]
        .map(Option::unwrap_or_default)
    };

    act("account/freeze", json!({ "account": account })).await;
    let deposit = act("deposit/push", json!({ "account": account, "amount": 1_250 })).await;
    assert_eq!(measure().await, ["1", "1", "1250"]);
    let lines = server.log().lines().filter(|line| line.contains("alert raised")).count();
    assert_eq!(lines, 1, "{}", server.log());

    act("account/release", json!({ "account": account })).await;
    act("suspense/resolve", json!({ "transaction": deposit["transaction"] })).await;
    let [_, transactions, sum] = measure().await;
    assert_eq!([transactions, sum], ["0", "0"]);
}

#[test]
fn the_socket_serves_its_owner_without_a_token() {
    let folder = Folder::new();
    let _server = folder.start();
    let mut socket = UnixStream::connect(folder.data().join("operator.sock")).unwrap();
    socket.write_all(b"GET /metrics HTTP/1.1\r\nHost: operators\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("causeway_jobs_due 0"), "{answer}");
}
