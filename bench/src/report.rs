//! The results, as lines of a table.

use std::io::Write;

use crate::error::Result;
use crate::load::Outcome;
use crate::stats::Summary;

/// One run of one side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Half {
    /// Number of responses; 0 if unknown.
    pub(crate) answers: f64,
    /// Responses per second.
    pub(crate) rate: f64,
    /// Processor time of the process per response, in microseconds; 0 if unknown.
    pub(crate) work: f64,
    /// Median and 99th percentile of the response time, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Pairs of a service and a floor.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    /// The requests, the engine and the floor.
    pub(crate) what: String,
    /// Concurrent callers.
    pub(crate) callers: usize,
    /// Service and floor, pair by pair.
    pub(crate) halves: Vec<(Half, Half)>,
}

impl Pairs {
    /// Prints the head of the table.
    pub(crate) fn head() -> Result<()> {
        report(
            "\n| what / floor | callers | service/s | floor/s | ratio: median (least to most) | \
             work of one answer: service, floor | service p50, p99 |\n|---|---|---|---|---|---|---|",
        )
    }

    /// Prints the row of the table.
    pub(crate) fn report(&self) -> Result<()> {
        let of =
            |pick: fn(&(Half, Half)) -> f64| Summary::of(&self.halves.iter().map(pick).collect::<Vec<_>>());
        let ratio = of(|(service, floor)| 100.0 * service.rate / floor.rate);
        report(&format!(
            "| {} | {} | {:.0} | {:.0} | {:.0} % ({:.0} to {:.0}) | {:.0} µs, {:.0} µs | {:.1} ms, {:.1} ms |",
            self.what,
            self.callers,
            of(|pair| pair.0.rate).median,
            of(|pair| pair.1.rate).median,
            ratio.median,
            ratio.least,
            ratio.most,
            of(|pair| pair.0.work).median,
            of(|pair| pair.1.work).median,
            of(|pair| pair.0.p50).median,
            of(|pair| pair.0.p99).median,
        ))
    }
}

/// Pairs of a service and the same service with a difference.
#[derive(Debug, Clone)]
pub(crate) struct Comparison {
    /// The requests and the difference.
    pub(crate) what: String,
    /// Concurrent callers.
    pub(crate) callers: usize,
    /// Pair by pair.
    pub(crate) halves: Vec<(Half, Half)>,
}

impl Comparison {
    /// Prints the cost of the one side relative to the other.
    pub(crate) fn report(&self) -> Result<()> {
        let of =
            |pick: fn(&(Half, Half)) -> f64| Summary::of(&self.halves.iter().map(pick).collect::<Vec<_>>());
        let ratio = |of: Summary| format!("{:.2} times ({:.2} to {:.2})", of.median, of.least, of.most);
        report(&format!(
            "{}, {} callers: {:.0} and {:.0} per second, the time of one is {}; {:.0} µs and {:.0} µs of work, {}; \
             {} pairs",
            self.what,
            self.callers,
            of(|(one, _)| one.rate).median,
            of(|(_, other)| other.rate).median,
            ratio(of(|(one, other)| other.rate / one.rate)),
            of(|(one, _)| one.work).median,
            of(|(_, other)| other.work).median,
            ratio(of(|(one, other)| one.work / other.work)),
            self.halves.len(),
        ))
    }
}

/// The response times of a run.
#[derive(Debug, Clone)]
pub(crate) struct Latency {
    /// The requests and their rate.
    pub(crate) what: String,
    pub(crate) outcome: Outcome,
}

impl Latency {
    /// Formats the line.
    pub(crate) fn line(&self) -> String {
        let Outcome { count, rate, p50, p99, p999, .. } = &self.outcome;
        let [p50, p99, p999] = [p50, p99, p999].map(|time| time.as_secs_f64() * 1_000.0);
        format!(
            "{}: {count} answers, {rate:.0} per second, p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms",
            self.what
        )
    }
}

/// Prints a line.
pub(crate) fn report(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
