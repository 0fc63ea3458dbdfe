//! Callers at work, for a time and for so many requests at most.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::{Connection, Request};
use crate::error::Result;
use crate::stats;

/// What is sent, by how many, for how long.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    /// Sent in turn.
    pub(crate) requests: Arc<[Request]>,
    /// Numbers the sendings of all runs, so that none has the key of another.
    pub(crate) numbers: Arc<AtomicU64>,
    /// How many wait for an answer at a time.
    pub(crate) callers: usize,
    /// For how long requests are begun.
    pub(crate) lasts: Duration,
    /// How many requests at most.
    pub(crate) most: u64,
    /// How many are due each second, whether or not the ones before are answered; each as soon as the last one is
    /// answered where it is not said.
    pub(crate) rate: Option<f64>,
    /// Whether the bodies of the answers are wanted.
    pub(crate) keeps: bool,
}

/// What came of it.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// Answered requests.
    pub(crate) count: u32,
    /// Answered requests per second.
    pub(crate) rate: f64,
    /// The middle time of an answer.
    pub(crate) p50: Duration,
    /// The time that one answer of a hundred exceeds.
    pub(crate) p99: Duration,
    /// The time that one answer of a thousand exceeds.
    pub(crate) p999: Duration,
    /// The bodies of the answers, if they are wanted.
    pub(crate) bodies: Vec<String>,
}

/// What one caller has seen.
#[derive(Debug, Default)]
struct Seen {
    times: Vec<Duration>,
    bodies: Vec<String>,
}

impl Load {
    /// Sends everything to one server. All connections are open before the first request leaves.
    pub(crate) async fn run(&self, address: SocketAddr) -> Result<Outcome> {
        let mut connections = Vec::with_capacity(self.callers);
        for _ in 0..self.callers {
            connections.push(Connection::open(address).await?);
        }
        let first = self.numbers.load(Ordering::Relaxed);
        let (began, last) = (Instant::now(), first.saturating_add(self.most));
        let mut callers = JoinSet::new();
        for connection in connections {
            callers.spawn(self.clone().call(connection, began, (first, last)));
        }
        let Seen { mut times, mut bodies } = Seen::default();
        while let Some(ended) = callers.join_next().await {
            let mut seen = ended??;
            times.append(&mut seen.times);
            bodies.append(&mut seen.bodies);
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

    /// The time of an answer counts from when it was due to be asked for: whoever waits in line waits as well.
    async fn call(
        self,
        mut connection: Connection,
        start: Instant,
        (first, last): (u64, u64),
    ) -> Result<Seen> {
        let (mut seen, mut bytes) = (Seen::default(), Vec::new());
        loop {
            let number = self.numbers.fetch_add(1, Ordering::Relaxed);
            let began = match self.rate {
                Some(rate) => start + due(number.saturating_sub(first), rate)?,
                None => Instant::now(),
            };
            if began >= start + self.lasts || number >= last {
                return Ok(seen);
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
            seen.times.push(began.elapsed());
            if self.keeps {
                seen.bodies.push(connection.body().to_owned());
            }
        }
    }
}

/// When the request with this number is due, at so many in a second.
fn due(number: u64, rate: f64) -> Result<Duration> {
    Ok(Duration::from_secs_f64(f64::from(u32::try_from(number)?) / rate))
}
