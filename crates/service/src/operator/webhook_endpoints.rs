//! The state of the platforms' endpoints.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::outbox::{self, EndpointState, MAX_COUNTED};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::list_page::check_limit;
use super::viewer::endpoint_of;
use super::{Answer, Call, arguments, default_number, limit};

/// The newest failed attempts whose durations are counted.
const DURATIONS: u32 = 1_000;

arguments! {
    pub(super) struct EndpointsRequest {
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
    }
}

/// An endpoint with the deliveries to it.
#[derive(Serialize)]
pub(super) struct EndpointRow {
    platform: PlatformId,
    name: String,
    /// The whole URL for those with the permission to support, its origin for others.
    endpoint: String,
    /// Wall time of the last delivery among the newest 1000 events.
    last_success: Option<Time>,
    waiting: i64,
    /// Time of the oldest waiting event, on the platform's clock.
    oldest_waiting: Option<Time>,
    given_up: i64,
    /// 95 of 100 known failed attempts took no longer; successful ones are not recorded.
    failed_p95_millis: Option<i64>,
    /// `true` if waiting or given-up events were counted up to 10 000 only.
    is_cut_off: bool,
}

/// Lists the endpoints of all platforms, or of one.
pub(super) fn endpoints(
    tx: &mut Tx<'_>,
    call: &Call,
    request: &EndpointsRequest,
) -> Answer<Vec<EndpointRow>> {
    check_limit(request.limit)?;
    let platforms = call.platform.all(tx)?;
    let limit = usize::try_from(request.limit).unwrap_or(usize::MAX);
    let with_endpoint = platforms.into_iter().filter(|platform| platform.webhook_endpoint.is_some());
    with_endpoint.take(limit).map(|platform| endpoint(tx, call, platform)).collect()
}

fn endpoint(tx: &mut Tx<'_>, call: &Call, platform: PlatformRecord) -> Answer<EndpointRow> {
    let EndpointState { waiting, oldest_waiting, given_up, last_success } =
        outbox::endpoint_state(tx, platform.id)?;
    let durations = outbox::recent_durations(tx, platform.id, DURATIONS)?;
    Ok(EndpointRow {
        platform: platform.id,
        endpoint: endpoint_of(call, &platform).unwrap_or_default(),
        name: platform.name,
        last_success,
        waiting,
        oldest_waiting,
        given_up,
        failed_p95_millis: percentile_95(durations),
        is_cut_off: waiting.max(given_up) >= MAX_COUNTED,
    })
}

/// Returns the duration that 95 of 100 do not exceed.
fn percentile_95(mut durations: Vec<i64>) -> Option<i64> {
    durations.sort_unstable();
    let position = (durations.len() * 95).div_ceil(100);
    durations.get(position.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_95th_percentile_is_a_known_duration() {
        assert_eq!(percentile_95(Vec::new()), None);
        assert_eq!(percentile_95(vec![7]), Some(7));
        assert_eq!(percentile_95((1..=100).rev().collect()), Some(95));
    }
}
