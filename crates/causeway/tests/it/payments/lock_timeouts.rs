//! A row that another transaction locks for longer than the lock timeout, on PostgreSQL; SQLite has only one
//! writer.

use std::sync::{Arc, Mutex, mpsc};

use causeway_domain::ids::{PlatformId, QuoteId};
use causeway_service::App;
use causeway_store::{Error, Tx, quotes};
use causeway_testing::http::Response;

use super::scene::{Scene, text};
use crate::harness::{Service, Setup};

/// A transaction that keeps a quote locked until it is released.
struct Hold {
    go: mpsc::Sender<()>,
    held: tokio::task::JoinHandle<Result<(), Error>>,
}

impl Hold {
    async fn on(app: &Arc<App>, platform: PlatformId, quote: QuoteId) -> Self {
        let (locked, is_locked) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let app = Arc::clone(app);
        let wait = Mutex::new(wait);
        let hold = move |tx: &mut Tx<'_>| {
            quotes::lock(tx, platform, quote)?;
            let _ = locked.send(());
            let _ = wait.lock().unwrap().recv();
            Ok(())
        };
        let holder = tokio::spawn(async move { app.store.write(&[], hold).await });
        tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
        Self { go, held: holder }
    }

    async fn release(self) {
        drop(self.go);
        self.held.await.unwrap().unwrap();
    }
}

#[track_caller]
fn check_retry_after(response: &Response) {
    assert_eq!(response.header("retry-after"), Some("1"), "{response:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_timeout_asks_to_repeat_and_nothing_was_done() {
    let service = Service::start(Setup::Postgres).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 2000).await;
    let quote = scene.quote(&scene.euro_account().await, 1000).await;
    let hold = Hold::on(service.app(), scene.platform.id, text(&quote["id"]).parse().unwrap()).await;

    let execute = || scene.execute(&quote).idempotency_key("K").send();
    let (one, other) = tokio::join!(execute(), execute());
    let keyless = scene.execute(&quote).send().await;

    // Of two requests under one key at least one is answered 503; the other can be told that the first is in
    // progress.
    let (first, twin) = if one.status == 503 { (one, other) } else { (other, one) };
    first.expect_error(503, "SERVICE_UNAVAILABLE");
    if twin.status != 503 {
        assert_eq!(twin.expect_error(409, "CONFLICT")["details"]["reason"], "IDEMPOTENCY_IN_PROGRESS");
    }
    keyless.expect_error(503, "SERVICE_UNAVAILABLE");
    [first, twin, keyless].iter().for_each(check_retry_after);

    hold.release().await;
    assert_eq!(scene.balances().await.0, 2000);
    assert_eq!(scene.execute(&quote).idempotency_key("K").send().await.expect(200)["status"], "PROCESSING");
    assert_eq!(scene.balances().await.0, 1000);
    service.finish().await;
}
