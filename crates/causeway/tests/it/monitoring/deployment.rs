//! A server that has done the main job: a payment with its webhooks, a refused request, money in suspense, an open
//! alert, a backup.

use std::fs;
use std::net::{SocketAddr, TcpListener};

use causeway_testing::http::Client;
use causeway_testing::receiver::Receiver;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::euro_account;
use crate::life::process::{Folder, Server, output_of, utf8};
use crate::payments::scene::{text, transfer};

/// Personal data and addresses of the main job, which are measured nowhere.
pub(super) const PRIVATE: [&str; 4] = ["Jane Doe", "Erika Musterfrau", "DE89370400440532013000", "/webhooks"];

/// A server with an admin address, and what it works with.
pub(super) struct Deployment {
    pub(super) server: Server,
    pub(super) admin: SocketAddr,
    folder: Folder,
    webhooks: Receiver,
}

impl Deployment {
    /// Starts a server and has it do the main job.
    pub(super) async fn after_the_main_job() -> Self {
        let folder = Folder::new();
        let admin = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut serve = folder.serve();
        serve.args(["--admin", &admin.to_string()]).env("SVC_DERIVED_OPERATOR_TOKEN", "all");
        let server = Server::start(serve);
        let webhooks = Receiver::start().await;
        let deployment = Self { server, admin, folder, webhooks };
        deployment.pay().await;
        deployment.leave_money_in_suspense().await;
        let copy = deployment.folder.beside("copy.db");
        output_of(&["backup", utf8(&copy), "--data", utf8(&deployment.folder.data())]);
        deployment.wait_for_a_process().await;
        deployment
    }

    /// Returns the token of the admin address.
    pub(super) fn token(&self) -> String {
        fs::read_to_string(self.folder.data().join("operator.token")).unwrap()
    }

    /// Returns a client of the admin address.
    pub(super) fn operator(&self) -> Client {
        Client::new(&format!("http://{}", self.admin)).authorization(&format!("Bearer {}", self.token()))
    }

    /// Requests all metrics.
    pub(super) async fn scrape(&self) -> String {
        let answer = self.operator().get("/metrics").send().await;
        assert_eq!(answer.status, 200, "{answer}");
        String::from_utf8(answer.body.to_vec()).unwrap()
    }

    /// Pays out to a bank account, leaves another quote open, and sends a request that is refused.
    async fn pay(&self) {
        let api = self.server.api();
        let endpoint = json!({ "webhookEndpoint": self.webhooks.url() });
        api.patch("/config").json(&endpoint).send().await.expect(200);
        let source = self.account().await;
        let fund = format!("/sandbox/internal-accounts/{source}/fund");
        api.post(&fund).json(&json!({ "amount": 200_000 })).send().await.expect(200);
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let customer = api.post("/customers").json(&person).send().await.expect(201);
        let account = euro_account(&customer, "DE89370400440532013000");
        let account = api.post("/customers/external-accounts").json(&account).send().await.expect(201);
        let body = transfer(&source, text(&account["id"]), "SENDING", 10_000);
        let quote = api.post("/quotes").json(&body).send().await.expect(201);
        api.post("/quotes").json(&body).send().await.expect(201);
        let execute = format!("/quotes/{}/execute", text(&quote["id"]));
        api.post(&execute).send().await.expect(200);
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        wait::until("the payment has arrived", wait::PATIENCE, || async {
            let payment = api.get(&path).send().await.expect(200);
            if payment["status"] == "COMPLETED" { Ok(()) } else { Err(payment) }
        })
        .await;
        api.get("/customers?limit=0").send().await.expect_error(400, "INVALID_INPUT");
    }

    async fn account(&self) -> String {
        let accounts =
            self.server.api().get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        text(&accounts["data"][0]["id"]).to_owned()
    }

    /// Has money come in for a frozen account.
    async fn leave_money_in_suspense(&self) {
        let account = self.account().await;
        self.act("account/freeze", json!({ "account": account })).await;
        self.act("deposit/push", json!({ "account": account, "amount": 1_250 })).await;
    }

    async fn act(&self, action: &str, arguments: Value) {
        let request = json!({ "arguments": arguments });
        self.operator().post(&format!("/operator/{action}")).json(&request).send().await.expect(200);
    }

    /// Waits until the process is in the list of processes, which its first maintenance enters.
    async fn wait_for_a_process(&self) {
        wait::until("the process is listed", wait::PATIENCE, || async {
            let text = self.scrape().await;
            if text.contains("causeway_processes{") { Ok(()) } else { Err(text) }
        })
        .await;
    }
}
