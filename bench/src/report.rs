//! What was measured, as lines of a table.

use std::io::Write;

use crate::error::Result;
use crate::load::Outcome;
use crate::stats::Summary;

/// One run of one side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Half {
    /// How many answers there were; 0 where it is not known.
    pub(crate) answers: f64,
    /// Answers per second.
    pub(crate) rate: f64,
    /// Microseconds of work of the process for each answer; 0 where it is not known.
    pub(crate) work: f64,
    /// The middle and the hundredth slowest answer, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Pairs of a service and a floor.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    /// What was asked, of which engine, against which floor.
    pub(crate) what: String,
    /// Callers at a time.
    pub(crate) callers: usize,
    /// Of the service and of the floor, pair by pair.
    pub(crate) halves: Vec<(Half, Half)>,
}

impl Pairs {
    /// The line's head.
    pub(crate) fn head() -> Result<()> {
        report(
            "\n| what / floor | callers | service/s | floor/s | ratio: median (least to most) | \
             work of one answer: service, floor | service p50, p99 |\n|---|---|---|---|---|---|---|",
        )
    }

    /// The line.
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

/// Pairs of a service and of the same service where something is different.
#[derive(Debug, Clone)]
pub(crate) struct Comparison {
    /// What was asked, and what is different.
    pub(crate) what: String,
    /// Callers at a time.
    pub(crate) callers: usize,
    /// Of the one and of the other, pair by pair.
    pub(crate) halves: Vec<(Half, Half)>,
}

impl Comparison {
    /// What the one costs, measured by the other.
    pub(crate) fn report(&self) -> Result<()> {
        let of =
            |pick: fn(&(Half, Half)) -> f64| Summary::of(&self.halves.iter().map(pick).collect::<Vec<_>>());
        let shown = |of: Summary| format!("{:.2} times ({:.2} to {:.2})", of.median, of.least, of.most);
        report(&format!(
            "{}, {} callers: {:.0} and {:.0} per second, the time of one is {}; {:.0} µs and {:.0} µs of work, {}; \
             {} pairs",
            self.what,
            self.callers,
            of(|(one, _)| one.rate).median,
            of(|(_, other)| other.rate).median,
            shown(of(|(one, other)| other.rate / one.rate)),
            of(|(one, _)| one.work).median,
            of(|(_, other)| other.work).median,
            shown(of(|(one, other)| one.work / other.work)),
            self.halves.len(),
        ))
    }
}

/// How long answers took.
#[derive(Debug, Clone)]
pub(crate) struct Latency {
    /// What was asked, and how often.
    pub(crate) what: String,
    /// What came of it.
    pub(crate) outcome: Outcome,
}

impl Latency {
    /// The line.
    pub(crate) fn line(&self) -> String {
        let Outcome { count, rate, p50, p99, p999, .. } = &self.outcome;
        let [p50, p99, p999] = [p50, p99, p999].map(|time| time.as_secs_f64() * 1_000.0);
        format!(
            "{}: {count} answers, {rate:.0} per second, p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms",
            self.what
        )
    }
}

/// A line of its own.
pub(crate) fn report(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
