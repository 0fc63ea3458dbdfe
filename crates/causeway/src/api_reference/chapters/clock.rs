//! The clock of sandbox platforms.

use std::time::Duration;

use causeway_sandbox::magic;

use super::tables::filled;

pub(super) fn text() -> String {
    let times = [
        ("settlement", magic::SETTLEMENT),
        ("liveness", magic::LIVENESS),
        ("return", magic::RETURN),
        ("slow payout", magic::SLOW_SETTLEMENT),
        ("late failure", magic::LATE_FAILURE),
        ("slow debit", magic::SLOW_DEBIT),
        ("slow card", magic::SLOW_CARD),
        ("slow confirmation", magic::SLOW_CONFIRMATION),
    ];
    filled(include_str!("clock.md"), &times.map(|(name, time)| (name, words(time))))
}

fn words(time: Duration) -> String {
    match (time.as_secs(), time.subsec_millis()) {
        (0, millis) => format!("{millis} milliseconds"),
        (seconds, _) if seconds.is_multiple_of(60) => format!("{} minutes", seconds / 60),
        (seconds, _) => format!("{seconds} seconds"),
    }
}
