//! Webhook latency of one endpoint, with and without many hanging endpoints of other platforms.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use causeway_domain::{Clock, Time};
use causeway_testing::postgres::Cluster;
use causeway_testing::wait;
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use super::receiver::ARRIVAL_TIMEOUT;
use super::world::{World, load, numbers};
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::report::report;
use crate::stats;

/// Number of platforms whose endpoints never respond.
const HANGING: usize = 1_000;
/// Fundings of each such platform; every funding makes two events.
const FUNDINGS_EACH: usize = 2;
/// Fundings per second of the platform whose endpoint responds.
const RATE: f64 = 100.0;
const CALLERS: usize = 16;
/// Duration as a multiple of a half of a pair, because only the slowest event of a hundred is examined.
const LONGER: u32 = 10;

pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    run(options, World::on_sqlite(options).await?, "SQLite").await
}

pub(super) async fn on_postgres(options: &Options) -> Result<()> {
    let cluster = Cluster::private().await?;
    run(options, World::on_postgres(options, &cluster).await?, "PostgreSQL").await
}

async fn run(options: &Options, world: World, engine: &str) -> Result<()> {
    // Each hanging attempt also takes a file descriptor of this process.
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    setrlimit(Resource::Nofile, files)?;
    let prompt = PromptEndpoint::start().await?;
    let numbers = numbers();
    world.platform.send_events_to(&prompt.url).await;
    prompt.wait_until(1).await;
    let alone = delays(options, &world, &prompt, &numbers).await?;
    let hole = SilentEndpoint::start().await?;
    for number in 0..HANGING {
        let platform = world.place.platform(&world.process, &format!("hanging {number}")).await?;
        platform.send_events_to(&hole.url).await;
        platform.fund_itself(FUNDINGS_EACH).await?;
    }
    hole.wait_until(HANGING).await;
    let beside = delays(options, &world, &prompt, &numbers).await?;
    let p99 = |sorted: &[Duration]| stats::quantile(sorted, 990).unwrap_or_default().as_secs_f64() * 1_000.0;
    let before = p99(&alone);
    let after = p99(&beside);
    report(&format!(
        "first attempts of one platform, {engine}, {} and {} events: p99 from the change {before:.0} ms, beside {HANGING} \
         endpoints that hang {after:.0} ms ({:.2} times; the aim is twice, or 250 ms: {}); {} attempts have hung",
        alone.len(),
        beside.len(),
        after / before,
        if after <= 2.0 * before || after <= 250.0 { "reached" } else { "missed" },
        hole.calls()
    ))?;
    world.process.stop()
}

/// Returns the sorted delays from a change to the arrival of its event.
async fn delays(
    options: &Options,
    world: &World,
    prompt: &PromptEndpoint,
    numbers: &Arc<AtomicU64>,
) -> Result<Vec<Duration>> {
    let before = prompt.count();
    let closed = load(options, world.platform.fund(&world.customers), numbers, CALLERS);
    let open = Load { lasts: options.lasts * LONGER, rate: Some(RATE), ..closed };
    let funded = open.run(world.process.address).await?.count;
    prompt.wait_until(before + usize::try_from(funded)? * 2).await;
    let mut delays = prompt.since(before);
    delays.sort_unstable();
    Ok(delays)
}

/// An endpoint that responds at once and records the delay of each event. The delay counts from the event's
/// timestamp, which is taken when the change begins, and so includes the commit.
struct PromptEndpoint {
    url: String,
    delays: Delays,
}

type Delays = Arc<Mutex<Vec<Duration>>>;

impl PromptEndpoint {
    async fn start() -> Result<Self> {
        let delays = Delays::default();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/events", listener.local_addr()?);
        let router = Router::new().fallback(note).with_state((Clock::system(), Arc::clone(&delays)));
        tokio::spawn(axum::serve(listener, router).into_future());
        Ok(Self { url, delays })
    }

    fn count(&self) -> usize {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Removes and returns the delays of all events after the first `before`.
    fn since(&self, before: usize) -> Vec<Duration> {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner).split_off(before)
    }

    async fn wait_until(&self, expected: usize) {
        wait::until("the events have arrived", ARRIVAL_TIMEOUT, || async {
            let count = self.count();
            if count >= expected { Ok(()) } else { Err(format!("{count} of {expected}")) }
        })
        .await;
    }
}

async fn note(State((clock, delays)): State<(Clock, Delays)>, body: Bytes) -> StatusCode {
    let arrived = clock.now();
    let event: Value = serde_json::from_slice(&body).unwrap_or_default();
    let timestamp: Option<Time> = event["timestamp"].as_str().and_then(|text| text.parse().ok());
    let Some(timestamp) = timestamp else { return StatusCode::BAD_REQUEST };
    delays.lock().unwrap_or_else(PoisonError::into_inner).push(arrived.since(timestamp));
    StatusCode::OK
}

/// An endpoint that reads everything and never responds.
struct SilentEndpoint {
    url: String,
    calls: Arc<AtomicUsize>,
}

impl SilentEndpoint {
    async fn start() -> Result<Self> {
        let calls = Arc::new(AtomicUsize::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/events", listener.local_addr()?);
        let count = Arc::clone(&calls);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move {
                    let mut read = [0; 1_024];
                    while stream.read(&mut read).await.is_ok_and(|count| count > 0) {}
                });
            }
        });
        Ok(Self { url, calls })
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    async fn wait_until(&self, expected: usize) {
        wait::until("the endpoints that hang are called", ARRIVAL_TIMEOUT, || async {
            let count = self.calls();
            if count >= expected { Ok(()) } else { Err(format!("{count} of {expected}")) }
        })
        .await;
    }
}
