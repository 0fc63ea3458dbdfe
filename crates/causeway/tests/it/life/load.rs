//! Callers of a server that is killed while it works for them.

use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::wait;
use futures_util::future::join_all;

use super::process::Server;

/// Concurrent callers.
const CALLERS: usize = 5;

/// Runs callers, one step after the other, until it is enough, and then kills the server under those who
/// still wait. A caller stops when `step` returns `false`: nothing is left to do, or the server does not
/// answer.
pub(crate) async fn work_and_kill<W: Future<Output = bool>>(
    server: &mut Server,
    step: impl Fn() -> W,
    is_enough: impl Fn() -> bool,
) {
    let alive = Mutex::new(Some(server));
    let caller = async || {
        while step().await {
            if is_enough() {
                let server = alive.lock().unwrap().take();
                return server.into_iter().for_each(Server::kill);
            }
        }
    };
    join_all((0..CALLERS).map(|_| caller())).await;
    let remaining = alive.lock().unwrap().take();
    remaining.into_iter().for_each(Server::kill);
}

/// Runs callers, one step after the other, until all is done.
pub(crate) async fn work_off<W: Future<Output = bool>>(
    limit: Duration,
    step: impl Fn() -> W,
    remaining: impl Fn() -> usize,
) {
    let work = wait::until("all is done", limit, || async {
        let caller = async || while step().await {};
        join_all((0..CALLERS).map(|_| caller())).await;
        match remaining() {
            0 => Ok(()),
            count => Err(format!("{count} remain")),
        }
    });
    // Callers whose requests are refused again and again never stop by themselves.
    let is_in_time = tokio::time::timeout(limit, work).await.is_ok();
    assert!(is_in_time, "{} requests are still refused after {limit:?}", remaining());
}
