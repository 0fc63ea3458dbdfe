//! Requests of one platform while another sends as many slow bodies as it can.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use causeway_testing::postgres::Cluster;
use causeway_testing::wait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::receiver::ARRIVAL_TIMEOUT;
use super::world::{World, load, numbers};
use crate::error::Result;
use crate::load::{Credentials, Load};
use crate::options::Options;
use crate::report::{Latency, report};
use crate::service::BASE;

/// Concurrent bodies: as many as one platform's share of memory allows, and some that are refused.
const BODIES: usize = 1_100;
/// Bytes per body; below, the pause before each byte but the first.
const LENGTH: usize = 8;
const PAUSE: Duration = Duration::from_secs(1);
/// Concurrent callers of the other platform.
const CALLERS: usize = 16;
/// Duration as a multiple of a half of a pair.
const LONGER: u32 = 10;

pub(super) async fn on_sqlite(options: &Options) -> Result<()> {
    run(options, World::on_sqlite(options).await?, "SQLite").await
}

pub(super) async fn on_postgres(options: &Options) -> Result<()> {
    let cluster = Cluster::private().await?;
    run(options, World::on_postgres(options, &cluster).await?, "PostgreSQL").await
}

/// Measures one engine; the load fails at the first response that is not a success.
async fn run(options: &Options, world: World, engine: &str) -> Result<()> {
    let numbers = numbers();
    let load = load(options, world.platform.fund(&world.customers), &numbers, CALLERS);
    let load = Load { lasts: options.lasts * LONGER, ..load };
    let address = world.process.address;
    let alone = load.run(address).await?;
    let slow = SlowBodies::start(address, world.place.platform(&world.process, "slow").await?.caller()).await;
    let beside = load.run(address).await?;
    let [read_count, refused_count] = slow.stop().await;
    let what = format!("fundings by {CALLERS} callers, {engine}");
    report(&Latency { what: what.clone(), outcome: alone }.line())?;
    let what = format!(
        "{what}, beside {BODIES} slow bodies of another platform ({read_count} read, {refused_count} refused)"
    );
    report(&format!("{}; none was refused", Latency { what, outcome: beside }.line()))?;
    world.process.stop()
}

/// The slow bodies under way.
struct SlowBodies {
    senders: JoinSet<()>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    is_over: AtomicBool,
    begun: AtomicUsize,
    answered: AtomicUsize,
    refused: AtomicUsize,
}

impl SlowBodies {
    async fn start(address: SocketAddr, caller: Credentials) -> Self {
        let counts = Arc::new(Counts::default());
        let mut senders = JoinSet::new();
        for _ in 0..BODIES {
            let caller = caller.clone();
            let counts = Arc::clone(&counts);
            senders.spawn(async move {
                while !counts.is_over.load(Ordering::Relaxed) {
                    // A connection closed by the server is a refusal.
                    let status = send(address, &caller, &counts).await.unwrap_or_default();
                    // A body of blanks is invalid, which the service detects once it has arrived.
                    let count = if status == 400 { &counts.answered } else { &counts.refused };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let shared = Arc::clone(&counts);
        wait::until("the bodies are under way", ARRIVAL_TIMEOUT, || async {
            let count = shared.begun.load(Ordering::Relaxed);
            if count >= BODIES { Ok(()) } else { Err(format!("{count} of {BODIES}")) }
        })
        .await;
        Self { senders, counts }
    }

    /// Stops sending; returns the numbers of bodies read and refused.
    async fn stop(self) -> [usize; 2] {
        self.counts.is_over.store(true, Ordering::Relaxed);
        self.senders.join_all().await;
        [&self.counts.answered, &self.counts.refused].map(|count| count.load(Ordering::Relaxed))
    }
}

/// Sends one body byte by byte; returns the response status.
async fn send(address: SocketAddr, caller: &Credentials, counts: &Counts) -> Result<u16> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST {BASE}/tokens HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {LENGTH}\r\n\r\n",
        caller.header()
    );
    stream.write_all(head.as_bytes()).await?;
    counts.begun.fetch_add(1, Ordering::Relaxed);
    let mut due = Instant::now();
    for _ in 0..LENGTH {
        sleep_until(due.into()).await;
        stream.write_all(b" ").await?;
        due += PAUSE;
    }
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    Ok(response.split(' ').nth(1).ok_or("no status")?.parse()?)
}
