//! How many deliveries of each platform are under way: an endpoint that hangs holds up its own platform only.
//!
//! An attempt at an endpoint that hangs takes half a minute. Endpoints that have answered promptly therefore have
//! places of their own, which no other endpoint can take; those that have not answered yet try one event at a time;
//! and those that hang share what is left.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use causeway_domain::ids::PlatformId;
use causeway_store::outbox::Room;

/// Deliveries of one platform at once while its endpoint answers promptly.
const PROMPT_EACH: u32 = 32;
/// Deliveries of one platform at once before its endpoint has answered.
const NEW_EACH: u32 = 1;
/// Deliveries of one platform at once after a slow answer or none, until a prompt one.
const SLOW_EACH: u32 = 2;

/// Deliveries at once to all endpoints that answer promptly.
const PROMPT_TOTAL: u32 = 512;
/// Deliveries at once to all new endpoints; one that takes longer than [`SLOW`] no longer counts.
const NEW_TOTAL: u32 = 256;
/// Deliveries at once to slow endpoints, where new ones have not already taken more.
const SLOW_TOTAL: u32 = 256;
/// Deliveries at once in all: what new endpoints that hang can take is bounded too.
const TOTAL: u32 = 2_048;

/// An answer that takes longer is slow.
const SLOW: Duration = Duration::from_secs(2);

/// What is known of a platform's endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Health {
    /// It has not been called by this process yet.
    #[default]
    New,
    /// Its latest answer was prompt.
    Prompt,
    /// Its latest answer was slow or did not come.
    Slow,
}

#[derive(Debug, Default)]
struct Lane {
    running: u32,
    health: Health,
}

/// A delivery under way.
#[derive(Debug)]
struct Running {
    platform: PlatformId,
    started: Instant,
    /// Which places it counts against.
    place: Health,
}

/// Names a delivery under way.
pub(super) type Ticket = u64;

/// The deliveries under way in this process.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    lanes: HashMap<PlatformId, Lane>,
    running: HashMap<Ticket, Running>,
    /// Those that may still turn out to be slow, the oldest first; some have ended.
    watched: VecDeque<Ticket>,
    last: Ticket,
}

impl Lanes {
    /// A delivery of this platform starts.
    pub(super) fn start(&mut self, platform: PlatformId, now: Instant) -> Ticket {
        let lane = self.lanes.entry(platform).or_default();
        lane.running += 1;
        self.last += 1;
        self.running.insert(self.last, Running { platform, started: now, place: lane.health });
        self.watched.push_back(self.last);
        self.last
    }

    /// A delivery has ended, with an answer of whatever kind or without one.
    pub(super) fn end(&mut self, ticket: Ticket, was_answered: bool, now: Instant) {
        let Some(running) = self.running.remove(&ticket) else { return };
        let Some(lane) = self.lanes.get_mut(&running.platform) else { return };
        let is_prompt = was_answered && now.duration_since(running.started) <= SLOW;
        lane.running = lane.running.saturating_sub(1);
        lane.health = if is_prompt { Health::Prompt } else { Health::Slow };
    }

    /// What has taken too long by now makes its endpoint slow before it has ended.
    pub(super) fn watch(&mut self, now: Instant) {
        while let Some(ticket) = self.watched.front() {
            if let Some(running) = self.running.get_mut(ticket) {
                if now.duration_since(running.started) <= SLOW {
                    break;
                }
                running.place = Health::Slow;
                self.lanes.entry(running.platform).or_default().health = Health::Slow;
            }
            self.watched.pop_front();
        }
    }

    /// The places that are free now.
    pub(super) fn places(&self) -> Places {
        let lanes = self.lanes.iter().map(|(platform, lane)| (*platform, (lane.health, lane.running)));
        let taken = |place| self.running.values().filter(|running| running.place == place).count();
        let free = |total: u32, place| total.saturating_sub(count(taken(place)));
        Places {
            lanes: lanes.collect(),
            prompt: free(PROMPT_TOTAL, Health::Prompt),
            new: free(NEW_TOTAL, Health::New),
            new_each: NEW_EACH,
            slow: free(SLOW_TOTAL, Health::Slow),
            all: TOTAL.saturating_sub(count(self.running.len())),
            closed: HashSet::new(),
        }
    }
}

/// Places for further deliveries, as they stood when they were counted.
#[derive(Debug, Clone)]
pub(super) struct Places {
    lanes: HashMap<PlatformId, (Health, u32)>,
    prompt: u32,
    new: u32,
    /// Of one platform.
    new_each: u32,
    slow: u32,
    /// Those to new and slow endpoints come out of this as well; places for prompt endpoints are always kept.
    all: u32,
    closed: HashSet<PlatformId>,
}

impl Room for Places {
    fn of(&self, platform: PlatformId) -> u32 {
        if self.closed.contains(&platform) {
            return 0;
        }
        let (health, running) = self.lanes.get(&platform).copied().unwrap_or_default();
        let (each, total) = match health {
            Health::Prompt => (PROMPT_EACH, self.prompt),
            Health::New => (self.new_each, self.new.min(self.all)),
            Health::Slow => (SLOW_EACH, self.slow.min(self.all)),
        };
        each.saturating_sub(running).min(total)
    }

    fn take(&mut self, platform: PlatformId, deliveries: u32) {
        let lane = self.lanes.entry(platform).or_default();
        lane.1 = lane.1.saturating_add(deliveries);
        match lane.0 {
            Health::Prompt => self.prompt = self.prompt.saturating_sub(deliveries),
            Health::New => self.new = self.new.saturating_sub(deliveries),
            Health::Slow => self.slow = self.slow.saturating_sub(deliveries),
        }
        self.all = self.all.saturating_sub(deliveries);
    }
}

impl Places {
    /// As many for any platform as for a prompt one, in a process where nothing else is under way.
    pub(super) fn unlimited() -> Self {
        Self {
            lanes: HashMap::new(),
            prompt: u32::MAX,
            new: u32::MAX,
            new_each: PROMPT_EACH,
            slow: u32::MAX,
            all: u32::MAX,
            closed: HashSet::new(),
        }
    }

    /// The same, but none for these platforms.
    pub(super) fn without(self, platforms: HashSet<PlatformId>) -> Self {
        Self { closed: platforms, ..self }
    }
}

fn count(deliveries: usize) -> u32 {
    u32::try_from(deliveries).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;

    use super::*;

    fn platform(number: u32) -> PlatformId {
        PlatformId::from_uuid(uuid::Uuid::from_u128(number.into()))
    }

    /// Starts as many deliveries of a platform as there are places.
    fn fill(lanes: &mut Lanes, platform: PlatformId, now: Instant) -> Vec<Ticket> {
        let free = lanes.places().of(platform);
        (0..free).map(|_| lanes.start(platform, now)).collect()
    }

    fn prompt(lanes: &mut Lanes, platform: PlatformId, now: Instant) {
        let ticket = lanes.start(platform, now);
        lanes.end(ticket, true, now);
    }

    #[test]
    fn an_endpoint_gets_places_as_it_answers() {
        let (mut lanes, one, now) = (Lanes::default(), platform(1), Instant::now());
        let first = fill(&mut lanes, one, now);
        assert_eq!(first.len(), 1, "one is tried first");
        lanes.end(first[0], true, now);
        let all = fill(&mut lanes, one, now);
        assert_eq!(all.len(), 32);
        for ticket in all {
            lanes.end(ticket, false, now);
        }
        assert_eq!(fill(&mut lanes, one, now).len(), 2, "it fell silent");
    }

    #[test]
    fn a_slow_success_is_slow() {
        let (mut lanes, one, now) = (Lanes::default(), platform(1), Instant::now());
        prompt(&mut lanes, one, now);
        let ticket = lanes.start(one, now);
        lanes.end(ticket, true, now + SLOW + Duration::from_millis(1));
        assert_eq!(lanes.places().of(one), 2);
    }

    #[test]
    fn endpoints_that_hang_leave_the_places_of_others() {
        let (mut lanes, healthy, mut now) = (Lanes::default(), platform(9_999), Instant::now());
        prompt(&mut lanes, healthy, now);
        for hanging in 0..1_000 {
            fill(&mut lanes, platform(hanging), now);
            now += Duration::from_millis(10);
            lanes.watch(now);
        }
        assert_eq!(lanes.places().of(healthy), 32, "whatever the others do");
        now += SLOW * 2;
        lanes.watch(now);
        assert_eq!(lanes.places().of(platform(5_000)), 1, "a new one is tried beside a thousand that hang");
        assert_eq!(lanes.places().of(platform(0)), 0, "and those get no further places");
    }

    #[test]
    fn an_attempt_that_hangs_gives_its_place_for_new_endpoints_back() {
        let (mut lanes, now) = (Lanes::default(), Instant::now());
        let started: usize = (0..1_000).map(|new| fill(&mut lanes, platform(new), now).len()).sum();
        assert_eq!(started, 256);
        assert_eq!(lanes.places().of(platform(5_000)), 0);
        lanes.watch(now + SLOW * 2);
        assert_eq!(lanes.places().of(platform(5_000)), 1);
    }

    #[test]
    fn where_nothing_else_is_under_way_no_platform_takes_the_places_of_another() {
        let mut places = Places::unlimited();
        for one in 0..3 {
            assert_eq!(places.of(platform(one)), 32);
            places.take(platform(one), 32);
            assert_eq!(places.of(platform(one)), 0);
        }
    }

    #[test]
    fn everything_is_bounded() {
        let (mut lanes, mut now) = (Lanes::default(), Instant::now());
        for new in 0..3_000 {
            fill(&mut lanes, platform(new), now);
            now += Duration::from_millis(100);
            lanes.watch(now);
        }
        assert_eq!(lanes.running.len(), 2_048);
    }

    #[test]
    fn places_are_counted_while_they_are_given() {
        let (mut lanes, now) = (Lanes::default(), Instant::now());
        for prompt_one in 0..40 {
            prompt(&mut lanes, platform(prompt_one), now);
        }
        let mut places = lanes.places().without(HashSet::from([platform(39)]));
        assert_eq!(places.of(platform(39)), 0);
        let mut given = 0;
        for one in 0..39 {
            let free = places.of(platform(one));
            places.take(platform(one), free);
            given += free;
        }
        assert_eq!(given, 512);
    }
}
