//! Webhooks: how many reach a receiver on loopback.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use causeway_testing::wait;
use tokio::net::TcpListener;

use super::world::{World, load, numbers};
use crate::Result;
use crate::load::Load;
use crate::options::Options;
use crate::report::tell;
use crate::stats::Summary;

/// Fundings of a burst; each makes two events.
const BURST: u32 = 2_000;
const EVENTS_EACH: u32 = 2;
const CALLERS: usize = 16;
const ARRIVAL: Duration = Duration::from_secs(120);

/// Bursts of fundings, until the last of their events has arrived.
pub(super) async fn run(options: &Options) -> Result<()> {
    let world = World::on_sqlite(options).await?;
    let arrived = Arc::new(AtomicU32::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/events", listener.local_addr()?);
    let router = Router::new().fallback(receive).with_state(Arc::clone(&arrived));
    tokio::spawn(axum::serve(listener, router).into_future());
    world.platform.send_events_to(&url).await;
    until(&arrived, 1).await;
    let numbers = numbers();
    let mut rates = Vec::new();
    for _ in 0..options.pairs {
        let before = arrived.load(Ordering::Relaxed);
        let load = load(options, world.platform.fund(&world.customers), &numbers, CALLERS);
        let load = Load { lasts: ARRIVAL, most: u64::from(BURST), ..load };
        let began = Instant::now();
        load.run(world.process.address).await?;
        until(&arrived, before + BURST * EVENTS_EACH).await;
        rates.push(f64::from(BURST * EVENTS_EACH) / began.elapsed().as_secs_f64());
    }
    let rate = Summary::of(&rates);
    tell(&format!(
        "webhooks of {BURST} fundings by {CALLERS} callers, fundings included: {:.0} per second ({:.0} to {:.0})",
        rate.median, rate.least, rate.most
    ))?;
    world.process.stop()
}

async fn receive(State(arrived): State<Arc<AtomicU32>>, _body: axum::body::Bytes) -> StatusCode {
    arrived.fetch_add(1, Ordering::Relaxed);
    StatusCode::OK
}

async fn until(arrived: &AtomicU32, wanted: u32) {
    wait::until("the events have arrived", ARRIVAL, || async {
        let seen = arrived.load(Ordering::Relaxed);
        if seen >= wanted { Ok(()) } else { Err(format!("{seen} of {wanted}")) }
    })
    .await;
}
