//! The bank of the examples: it has a book of its own, and knows nothing of the service.

use std::net::SocketAddr;
use std::path::Path;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::program::{Program, example, free_address};

/// The bank as a process. It pays each request, also a second one with the same reference.
#[derive(Debug)]
pub(super) struct Bank {
    program: Program,
    client: Client,
}

impl Bank {
    /// Starts a bank with its book in this folder.
    #[track_caller]
    pub(super) fn start(folder: &Path) -> Self {
        let address = free_address();
        let book = folder.join("partner.db");
        let mut words = ["python3", &example("rail-adapter/partner.py"), "--listen", &address.to_string()]
            .map(str::to_owned)
            .to_vec();
        words.extend(["--data".to_owned(), book.display().to_string()]);
        words.extend(["--step", "0.1", "--duplicates", "pay"].map(str::to_owned));
        let program = Program::start(words, address, folder.join("bank.log"));
        Self { program, client: Client::new(&format!("http://{address}")) }
    }

    /// Returns its address.
    pub(super) const fn address(&self) -> SocketAddr {
        self.program.address
    }

    pub(super) fn kill(&mut self) {
        self.program.kill();
    }

    #[track_caller]
    pub(super) fn start_again(&mut self) {
        self.program.start_again();
    }

    /// Returns all payments that it has booked. A reference that it has barred is none.
    pub(super) async fn book(&self) -> Vec<Value> {
        let mut book = self.client.get("/book").send().await.expect(200);
        let Value::Array(payments) = book["payments"].take() else {
            panic!("a book without payments: {book}")
        };
        payments.into_iter().filter(|payment| !payment["amount"].is_null()).collect()
    }

    /// Returns what it has booked for a reference.
    pub(super) async fn payments_of(&self, reference: &str) -> Vec<Value> {
        self.book().await.into_iter().filter(|payment| payment["reference"] == reference).collect()
    }

    /// Sends a settled payment back.
    pub(super) async fn send_back(&self, reference: &str, amount: i64) {
        let body = json!({ "reference": reference, "amount": amount });
        self.client.post("/control/return").json(&body).send().await.expect(200);
    }
}

/// Returns the reference by which the bank knows the order of this kind of a payment: `P` or `C` and the transaction.
pub(super) fn reference(kind: char, transaction: &str) -> String {
    let uuid = transaction.split_once(':').map_or(transaction, |(_, uuid)| uuid);
    format!("{kind}{}", uuid.replace('-', ""))
}
