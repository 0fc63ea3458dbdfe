//! Notices of an alert to one receiver.

use std::time::Duration;

use crate::named::named;

named! {
    /// The content of a notice.
    pub enum NoticeKind {
        /// The alert was raised.
        Opened = "OPENED",
        /// The alert is still open.
        Repeated = "REPEATED",
        /// The alert was closed.
        Closed = "CLOSED",
    }
}

named! {
    /// The channel to a receiver of alerts.
    pub enum SinkChannel {
        /// A signed POST request.
        Webhook = "WEBHOOK",
        Mail = "MAIL",
    }
}

/// The delay after each failed attempt; the last one applies to all further attempts.
const DELAYS: [Duration; 5] = [
    Duration::from_secs(10),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(5),
    Duration::from_mins(15),
];

/// Returns the delay of the next attempt after this number of failed ones.
#[must_use]
pub fn retry_delay(attempts: u32) -> Duration {
    let place = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    DELAYS.get(place).or(DELAYS.last()).copied().unwrap_or(Duration::from_mins(15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_up_to_a_quarter_of_an_hour() {
        let delays: Vec<u64> = (1..=7).map(|attempts| retry_delay(attempts).as_secs()).collect();
        assert_eq!(delays, [10, 30, 120, 300, 900, 900, 900]);
    }
}
