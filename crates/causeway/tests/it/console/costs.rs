//! Statements of the pages: few, and as many for many rows as for few.

use std::sync::Arc;

use causeway_store::platforms::Environment;

use super::client::ConsoleClient;
use crate::harness::{Platform, Service, Setup, StatementRecorder};
use crate::operator::population::populate;

/// Payments of the platforms: of one with few, and of one with many.
const FEW: u32 = 3;
const MANY: u32 = 40;

/// The statements of the session and of the list of platforms; in a sandbox also of its clock and the faults of its
/// partners.
pub(super) const OF_THE_FRAME: usize = 2 + 1 + 4;

/// The most statements of each page beside the frame: the home page, which has the answers of five entries, the list of
/// payments, and a payment.
const MOST: [usize; 3] = [32, 8, 12];

/// Returns the number of statements of the home page, of the list of payments and of the newest payment.
async fn count(console: &ConsoleClient, recorder: &StatementRecorder, platform: &Platform) -> [usize; 3] {
    let home = format!("/console/p/{}", platform.id);
    let payments = format!("{home}/payments");
    let listed = console.get(&payments).await;
    let payment = listed.addresses().into_iter().find(|address| address.contains("/payments/Transaction"));
    let payment = payment.unwrap_or_else(|| panic!("no payment: {}", listed.text));
    let mut counts = [0; 3];
    for (count, path) in counts.iter_mut().zip([&home, &payments, &payment]) {
        recorder.take();
        let page = console.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text);
        *count = recorder.take().len();
    }
    counts
}

async fn check(setup: Setup) {
    let recorder = Arc::new(StatementRecorder::default());
    let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
    let [few, many] =
        [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
    populate(&service, few.id, FEW).await;
    populate(&service, many.id, MANY).await;
    service.stop_background().await;
    let console = ConsoleClient::sign_in(&service).await;
    let counted = count(&console, &recorder, &few).await;
    assert_eq!(count(&console, &recorder, &many).await, counted, "a page has a statement for each row");
    for (counted, most) in counted.iter().zip(MOST) {
        assert!((1..=OF_THE_FRAME + most).contains(counted), "{counted} statements, at most {most} allowed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    check(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    check(Setup::Postgres).await;
}
