//! Callers at work, for a time and up to a number of requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::{Connection, Request};
use crate::error::Result;
use crate::stats;

/// The requests, the number of callers and the duration of a run.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    /// Sent in turn.
    pub(crate) requests: Arc<[Request]>,
    /// Counter over the sendings of all runs, so that no two have the same key.
    pub(crate) numbers: Arc<AtomicU64>,
    /// Number of concurrent requests.
    pub(crate) callers: usize,
    /// Time during which requests are started.
    pub(crate) lasts: Duration,
    /// Maximum number of requests.
    pub(crate) most: u64,
    /// Requests per second in an open loop, whether or not the earlier ones are answered; `None` sends each
    /// as soon as the last one is answered.
    pub(crate) rate: Option<f64>,
    /// `true` if the response bodies are kept.
    pub(crate) keeps: bool,
}

/// The result of a run.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// Answered requests.
    pub(crate) count: u32,
    /// Answered requests per second.
    pub(crate) rate: f64,
    /// Median response time.
    pub(crate) p50: Duration,
    /// 99th percentile of the response time.
    pub(crate) p99: Duration,
    /// 99.9th percentile of the response time.
    pub(crate) p999: Duration,
    /// The response bodies, if they are kept.
    pub(crate) bodies: Vec<String>,
}

/// The observations of one caller.
#[derive(Debug, Default)]
struct CallerResult {
    times: Vec<Duration>,
    bodies: Vec<String>,
}

impl Load {
    /// Sends the load to one server. All connections are open before the first request is sent.
    pub(crate) async fn run(&self, address: SocketAddr) -> Result<Outcome> {
        let mut connections = Vec::with_capacity(self.callers);
        for _ in 0..self.callers {
            connections.push(Connection::open(address).await?);
        }
        let first = self.numbers.load(Ordering::Relaxed);
        let began = Instant::now();
        let last = first.saturating_add(self.most);
        let mut callers = JoinSet::new();
        for connection in connections {
            callers.spawn(self.clone().call(connection, began, first, last));
        }
        let CallerResult { mut times, mut bodies } = CallerResult::default();
        while let Some(ended) = callers.join_next().await {
            let mut result = ended??;
            times.append(&mut result.times);
            bodies.append(&mut result.bodies);
        }
        let took = began.elapsed();
        times.sort_unstable();
        let count = u32::try_from(times.len())?;
        Ok(Outcome {
            count,
            rate: f64::from(count) / took.as_secs_f64(),
            p50: stats::quantile(&times, 500).unwrap_or_default(),
            p99: stats::quantile(&times, 990).unwrap_or_default(),
            p999: stats::quantile(&times, 999).unwrap_or_default(),
            bodies,
        })
    }

    /// Sends requests over one connection. In an open loop, a response time counts from the moment the
    /// request was due, so that queueing is included.
    async fn call(
        self,
        mut connection: Connection,
        start: Instant,
        first: u64,
        last: u64,
    ) -> Result<CallerResult> {
        let mut result = CallerResult::default();
        let mut bytes = Vec::new();
        loop {
            let number = self.numbers.fetch_add(1, Ordering::Relaxed);
            let began = match self.rate {
                Some(rate) => start + due(number.saturating_sub(first), rate)?,
                None => Instant::now(),
            };
            if began >= start + self.lasts || number >= last {
                return Ok(result);
            }
            if self.rate.is_some() {
                tokio::time::sleep_until(began.into()).await;
            }
            let turn = usize::try_from(number)? % self.requests.len();
            self.requests[turn].write(number, &mut bytes);
            let status = connection.exchange(&bytes).await?;
            if !(200..300).contains(&status) {
                return Err(format!("answered {status}: {}", connection.body()).into());
            }
            result.times.push(began.elapsed());
            if self.keeps {
                result.bodies.push(connection.body().to_owned());
            }
        }
    }
}

/// Returns the offset at which a request is due, at this rate per second.
fn due(number: u64, rate: f64) -> Result<Duration> {
    Ok(Duration::from_secs_f64(f64::from(u32::try_from(number)?) / rate))
}
