//! How many deliveries of each platform are under way: a slow endpoint holds up its own platform only.

use std::collections::{HashMap, HashSet};

use causeway_domain::ids::PlatformId;

/// Deliveries of one platform at once while its endpoint answers.
const WELL: u32 = 32;
/// Deliveries of one platform at once after an attempt without an answer, until one is answered.
const SUSPECT: u32 = 2;
/// Deliveries at once in all.
const TOTAL: u32 = 512;

#[derive(Debug, Default)]
struct Lane {
    running: u32,
    is_suspect: bool,
}

/// The deliveries under way in this process, by platform.
///
/// An endpoint that does not answer keeps each delivery for half a minute. Cutting its platform down to a few
/// at once is what keeps many such endpoints from using up the total that all platforms share.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    lanes: HashMap<PlatformId, Lane>,
    running: u32,
}

impl Lanes {
    /// How many more deliveries of each platform may start now.
    pub(super) fn rooms(&self) -> Rooms {
        let narrow = self.lanes.iter().map(|(platform, lane)| (*platform, lane.room())).collect();
        Rooms { narrow, closed: HashSet::new() }
    }

    /// How many more deliveries may start in all.
    pub(super) const fn total_room(&self) -> u32 {
        TOTAL.saturating_sub(self.running)
    }

    /// A delivery of this platform has started.
    pub(super) fn started(&mut self, platform: PlatformId) {
        self.lanes.entry(platform).or_default().running += 1;
        self.running += 1;
    }

    /// A delivery of this platform has ended, with an answer of whatever kind or without one.
    pub(super) fn ended(&mut self, platform: PlatformId, was_answered: bool) {
        let Some(lane) = self.lanes.get_mut(&platform) else { return };
        lane.running = lane.running.saturating_sub(1);
        lane.is_suspect = !was_answered;
        self.running = self.running.saturating_sub(1);
        if lane.running == 0 && was_answered {
            self.lanes.remove(&platform);
        }
    }
}

impl Lane {
    const fn room(&self) -> u32 {
        let limit = if self.is_suspect { SUSPECT } else { WELL };
        limit.saturating_sub(self.running)
    }
}

/// How many more deliveries of each platform may start, as it stood when it was looked at.
#[derive(Debug, Clone, Default)]
pub(super) struct Rooms {
    narrow: HashMap<PlatformId, u32>,
    closed: HashSet<PlatformId>,
}

impl Rooms {
    /// The same, but nothing of these platforms.
    pub(super) fn without(self, platforms: HashSet<PlatformId>) -> Self {
        Self { closed: platforms, ..self }
    }

    /// How many more deliveries of this platform may start.
    pub(super) fn of(&self, platform: PlatformId) -> u32 {
        if self.closed.contains(&platform) {
            return 0;
        }
        self.narrow.get(&platform).copied().unwrap_or(WELL)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;

    use super::*;

    fn platform(number: u32) -> PlatformId {
        PlatformId::from_uuid(uuid::Uuid::from_u128(number.into()))
    }

    fn fill(lanes: &mut Lanes, platform: PlatformId) -> u32 {
        let mut started = 0;
        while lanes.rooms().of(platform) > 0 && lanes.total_room() > 0 {
            lanes.started(platform);
            started += 1;
        }
        started
    }

    #[test]
    fn an_endpoint_that_does_not_answer_gets_fewer_at_once_until_it_does() {
        let (mut lanes, slow, well) = (Lanes::default(), platform(1), platform(2));
        assert_eq!((fill(&mut lanes, slow), lanes.rooms().of(well)), (WELL, WELL));
        for _ in 0..WELL {
            lanes.ended(slow, false);
        }
        assert_eq!(fill(&mut lanes, slow), SUSPECT);
        lanes.ended(slow, true);
        assert_eq!(fill(&mut lanes, slow), WELL - SUSPECT + 1);
    }

    #[test]
    fn many_slow_endpoints_leave_room_for_others() {
        let mut lanes = Lanes::default();
        for slow in 0..100 {
            lanes.started(platform(slow));
            lanes.ended(platform(slow), false);
            fill(&mut lanes, platform(slow));
        }
        assert_eq!(fill(&mut lanes, platform(1_000)), WELL);
    }

    #[test]
    fn the_total_is_bounded_and_platforms_can_be_left_out() {
        let mut lanes = Lanes::default();
        let started: u32 = (0..TOTAL).map(|busy| fill(&mut lanes, platform(busy))).sum();
        assert_eq!((started, lanes.total_room()), (TOTAL, 0));
        let rooms = Lanes::default().rooms().without(HashSet::from([platform(1)]));
        assert_eq!((rooms.of(platform(1)), rooms.of(platform(2))), (0, WELL));
    }
}
