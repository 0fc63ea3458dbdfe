//! Callers of a server that is killed while it works for them.

use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::wait;
use futures_util::future::join_all;

use super::process::Server;

/// Concurrent callers.
const ABREAST: usize = 5;

/// Runs callers, one step after the other, until it is enough, and then kills the server under those who
/// still wait. A caller stops when `one` returns `false`: nothing is left to do, or the server does not
/// answer.
pub(crate) async fn work_and_kill<W: Future<Output = bool>>(
    server: &mut Server,
    one: impl Fn() -> W,
    is_enough: impl Fn() -> bool,
) {
    let alive = Mutex::new(Some(server));
    let caller = async || {
        while one().await {
            if is_enough() {
                let server = alive.lock().unwrap().take();
                return server.into_iter().for_each(Server::kill);
            }
        }
    };
    join_all((0..ABREAST).map(|_| caller())).await;
    let left = alive.lock().unwrap().take();
    left.into_iter().for_each(Server::kill);
}

/// Runs callers, one step after the other, until all is done.
pub(crate) async fn work_off<W: Future<Output = bool>>(
    limit: Duration,
    one: impl Fn() -> W,
    left: impl Fn() -> usize,
) {
    let done = wait::until("all is done", limit, || async {
        let caller = async || while one().await {};
        join_all((0..ABREAST).map(|_| caller())).await;
        match left() {
            0 => Ok(()),
            some => Err(format!("{some} are left")),
        }
    });
    // Callers whose requests are refused again and again never stop by themselves.
    let is_in_time = tokio::time::timeout(limit, done).await.is_ok();
    assert!(is_in_time, "{} are left after {limit:?}, repeated in vain", left());
}
