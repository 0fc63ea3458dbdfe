//! Instants: absolute, in UTC. The script shows them in the zone of the browser.

use causeway_domain::Time;

/// Returns an instant to the second, such as `2026-03-12 09:00:03`.
pub(crate) fn moment(at: &Time) -> String {
    let text = at.to_string();
    let second = text.split_once('.').map_or(text.as_str(), |(second, _)| second);
    second.replace('T', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_shown_to_the_second() {
        assert_eq!(moment(&Time::from_millis(1_760_000_000_123)), "2025-10-09 08:53:20");
    }
}
