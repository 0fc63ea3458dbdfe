//! The adapter's store is put back or emptied, and the service's is put back: no order is sent twice, what is unknown is
//! listed with its amount, and the rail stops until an operator decides. Here all programs are processes of their own; many
//! tries of each loss in one process are in `losses`.

use std::path::Path;

use serde_json::Value;

use super::adapter::Language;
use super::deployment::Engine;
use super::scene::{FUNDS, RAIL, Scene};

/// Amount of a payout, in cents.
const AMOUNT: i64 = 25_000;
/// Tries of each loss; [`TRIES_VARIABLE`] sets another number.
const TRIES: usize = 1;
/// Environment variable with the number of tries; `cargo xtask rails` sets it.
const TRIES_VARIABLE: &str = "CAUSEWAY_RAIL_MEMORIES";

fn tries() -> usize {
    std::env::var(TRIES_VARIABLE).map_or(TRIES, |tries| tries.parse().expect("a number of tries"))
}

/// A loss of the adapter's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// An older copy is put back.
    Older,
    /// Its database is deleted.
    Emptied,
}

/// Copies the files and folders of a folder; sockets are not copied.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::set_permissions(to, std::fs::metadata(from).unwrap().permissions()).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        let target = to.join(entry.file_name());
        if kind.is_dir() {
            copy(&entry.path(), &target);
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Deletes all files of the adapter's store but its key.
fn empty(folder: &Path) {
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        if file.file_name() != "adapter.key" {
            std::fs::remove_file(file.path()).unwrap();
        }
    }
}

/// Loses the adapter's memory after it has paid: nothing is paid again, and nothing is refunded.
async fn nothing_is_sent_twice(loss: Loss) {
    for number in 1..=tries() {
        println!("{loss:?}: try {number}");
        let mut scene = Scene::start(Engine::Sqlite, Language::Python).await;
        let good = scene.register("900000000").await;
        let open = scene.register("900000006").await;
        let kept = tempfile::tempdir().unwrap();
        scene.adapter.kill();
        copy(scene.adapter.data(), kept.path());
        scene.adapter.start_again();
        let paid = scene.pay_out(&good, AMOUNT).await;
        scene.reaches(&paid, "COMPLETED").await;
        let waiting = scene.pay_out(&open, AMOUNT).await;
        scene.order_is(&waiting, "ACCEPTED").await;
        scene.adapter.kill();
        empty(scene.adapter.data());
        if loss != Loss::Emptied {
            copy(kept.path(), scene.adapter.data());
        }
        scene.adapter.start_again();
        scene.rail_is("SUSPENDED").await;
        let refused = scene.payout_request(&good, AMOUNT, "suspended").send().await;
        assert_eq!(refused.status, 501, "{refused:?}");
        let compared = scene.deployment.operate(&["rail", "compare", RAIL]);
        let forgotten = compared["forgotten"].as_array().expect("a list");
        let names = |order: &&Value| order["transaction"] == waiting.as_str();
        assert!(forgotten.iter().any(|order| names(&order) && !order["amount"].is_null()), "{compared}");
        scene.is_paid_once(&paid, AMOUNT).await;
        scene.is_paid_once(&waiting, AMOUNT).await;
        assert_eq!(scene.balance().await, FUNDS - 2 * AMOUNT, "nothing is refunded");
        scene.finish();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_restored_older() {
    nothing_is_sent_twice(Loss::Older).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_emptied() {
    nothing_is_sent_twice(Loss::Emptied).await;
}

/// Checks that a service whose database is put back notices the orders that it no longer has, and that a payment which is
/// there without its order is not refunded by its cancel before an operator decides.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_restored_older() {
    for number in 1..=tries() {
        println!("service: try {number}");
        let mut scene = Scene::start(Engine::Sqlite, Language::Python).await;
        let good = scene.register("900000000").await;
        scene.deployment.kill();
        let kept = tempfile::tempdir().unwrap();
        copy(&scene.deployment.data(), kept.path());
        scene.deployment.start_again();
        let lost = scene.pay_out(&good, AMOUNT).await;
        scene.reaches(&lost, "COMPLETED").await;
        scene.deployment.kill();
        std::fs::remove_dir_all(scene.deployment.data()).unwrap();
        copy(kept.path(), &scene.deployment.data());
        scene.deployment.start_again();
        scene.rail_is("SUSPENDED").await;
        let compared = scene.deployment.operate(&["rail", "compare", RAIL]);
        let unknown = compared["unknown"].as_array().expect("a list");
        assert!(unknown.iter().any(|order| order["transaction"] == lost.as_str()), "{compared}");
        scene.is_paid_once(&lost, AMOUNT).await;
        let refused = scene.payout_request(&good, AMOUNT, "suspended").send().await;
        assert_eq!(refused.status, 501, "{refused:?}");
        scene.deployment.change(&["rail", "resume", RAIL]);
        let next = scene.pay_out(&good, AMOUNT).await;
        scene.reaches(&next, "COMPLETED").await;
        scene.is_paid_once(&next, AMOUNT).await;
        scene.is_paid_once(&lost, AMOUNT).await;
    }
}
