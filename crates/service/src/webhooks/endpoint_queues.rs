//! Endpoint queues: the deliveries in progress of each platform, limited so that a hanging endpoint only
//! delays its own platform.
//!
//! An attempt at a hanging endpoint takes half a minute. Endpoints that answer promptly therefore have slots
//! of their own, which no other endpoint can take; those that have not answered yet try one event at a time;
//! and those that hang share the rest.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use causeway_domain::ids::PlatformId;
use causeway_store::outbox::Capacity;

/// Concurrent deliveries of one platform while its endpoint answers promptly.
const PROMPT_EACH: u32 = 32;
/// Concurrent deliveries of one platform before its endpoint has answered.
const NEW_EACH: u32 = 1;
/// Concurrent deliveries of one platform after a slow response or none, until a prompt one.
const SLOW_EACH: u32 = 2;

/// Concurrent deliveries to all endpoints that answer promptly.
const PROMPT_TOTAL: u32 = 512;
/// Concurrent deliveries to all new endpoints; one that takes longer than [`SLOW_AFTER`] no longer counts.
const NEW_TOTAL: u32 = 256;
/// Concurrent deliveries to slow endpoints, unless new ones have already taken more.
const SLOW_TOTAL: u32 = 256;
/// Concurrent deliveries in total, which also bounds the share of new endpoints that hang.
const TOTAL: u32 = 2_048;

/// The duration above which a response is slow.
const SLOW_AFTER: Duration = Duration::from_secs(2);

/// The known health of a platform's endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Health {
    /// Not called by this process yet.
    #[default]
    New,
    /// The latest response was prompt.
    Prompt,
    /// The latest response was slow or did not come.
    Slow,
}

#[derive(Debug, Default)]
struct EndpointQueue {
    running: u32,
    health: Health,
}

/// A delivery in progress.
#[derive(Debug)]
struct Running {
    platform: PlatformId,
    started: Instant,
    /// The class of slots that it counts against.
    slot: Health,
}

/// The number of a delivery in progress.
pub(super) type Ticket = u64;

/// The deliveries in progress in this process.
#[derive(Debug, Default)]
pub(super) struct EndpointQueues {
    queues: HashMap<PlatformId, EndpointQueue>,
    running: HashMap<Ticket, Running>,
    /// Deliveries that may still turn out to be slow, the oldest first; some have ended.
    watched: VecDeque<Ticket>,
    last: Ticket,
}

impl EndpointQueues {
    /// Starts a delivery of this platform.
    pub(super) fn start(&mut self, platform: PlatformId, now: Instant) -> Ticket {
        let queue = self.queues.entry(platform).or_default();
        queue.running += 1;
        self.last += 1;
        self.running.insert(self.last, Running { platform, started: now, slot: queue.health });
        self.watched.push_back(self.last);
        self.last
    }

    /// Ends a delivery, with any response or without one.
    pub(super) fn end(&mut self, ticket: Ticket, was_answered: bool, now: Instant) {
        let Some(running) = self.running.remove(&ticket) else { return };
        let Some(queue) = self.queues.get_mut(&running.platform) else { return };
        let is_prompt = was_answered && now.duration_since(running.started) <= SLOW_AFTER;
        queue.running = queue.running.saturating_sub(1);
        queue.health = if is_prompt { Health::Prompt } else { Health::Slow };
    }

    /// Marks endpoints as slow whose deliveries have taken too long by now, before they end.
    pub(super) fn watch(&mut self, now: Instant) {
        while let Some(ticket) = self.watched.front() {
            if let Some(running) = self.running.get_mut(ticket) {
                if now.duration_since(running.started) <= SLOW_AFTER {
                    break;
                }
                running.slot = Health::Slow;
                self.queues.entry(running.platform).or_default().health = Health::Slow;
            }
            self.watched.pop_front();
        }
    }

    /// Returns the free slots.
    pub(super) fn slots(&self) -> Slots {
        let queues = self.queues.iter().map(|(platform, queue)| (*platform, (queue.health, queue.running)));
        let taken = |slot| self.running.values().filter(|running| running.slot == slot).count();
        let free = |total: u32, slot| total.saturating_sub(count(taken(slot)));
        Slots {
            queues: queues.collect(),
            prompt: free(PROMPT_TOTAL, Health::Prompt),
            new: free(NEW_TOTAL, Health::New),
            new_each: NEW_EACH,
            slow: free(SLOW_TOTAL, Health::Slow),
            all: TOTAL.saturating_sub(count(self.running.len())),
            closed: HashSet::new(),
        }
    }
}

/// Slots for further deliveries, as of a certain time.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    queues: HashMap<PlatformId, (Health, u32)>,
    prompt: u32,
    new: u32,
    /// Per platform.
    new_each: u32,
    slow: u32,
    /// Deliveries to new and slow endpoints also come out of this total; slots for prompt endpoints are
    /// always kept.
    all: u32,
    closed: HashSet<PlatformId>,
}

impl Capacity for Slots {
    fn of(&self, platform: PlatformId) -> u32 {
        if self.closed.contains(&platform) {
            return 0;
        }
        let (health, running) = self.queues.get(&platform).copied().unwrap_or_default();
        let (each, total) = match health {
            Health::Prompt => (PROMPT_EACH, self.prompt),
            Health::New => (self.new_each, self.new.min(self.all)),
            Health::Slow => (SLOW_EACH, self.slow.min(self.all)),
        };
        each.saturating_sub(running).min(total)
    }

    fn take(&mut self, platform: PlatformId, deliveries: u32) {
        let queue = self.queues.entry(platform).or_default();
        queue.1 = queue.1.saturating_add(deliveries);
        match queue.0 {
            Health::Prompt => self.prompt = self.prompt.saturating_sub(deliveries),
            Health::New => self.new = self.new.saturating_sub(deliveries),
            Health::Slow => self.slow = self.slow.saturating_sub(deliveries),
        }
        self.all = self.all.saturating_sub(deliveries);
    }
}

impl Slots {
    /// Returns as many slots for any platform as for a prompt one, for a process without other deliveries.
    pub(super) fn unlimited() -> Self {
        Self {
            queues: HashMap::new(),
            prompt: u32::MAX,
            new: u32::MAX,
            new_each: PROMPT_EACH,
            slow: u32::MAX,
            all: u32::MAX,
            closed: HashSet::new(),
        }
    }

    /// Closes the slots of these platforms.
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

    /// Starts deliveries of a platform in all its free slots.
    fn fill(queues: &mut EndpointQueues, platform: PlatformId, now: Instant) -> Vec<Ticket> {
        let free = queues.slots().of(platform);
        (0..free).map(|_| queues.start(platform, now)).collect()
    }

    fn prompt(queues: &mut EndpointQueues, platform: PlatformId, now: Instant) {
        let ticket = queues.start(platform, now);
        queues.end(ticket, true, now);
    }

    #[test]
    fn an_endpoint_gets_places_as_it_answers() {
        let mut queues = EndpointQueues::default();
        let one = platform(1);
        let now = Instant::now();
        let first = fill(&mut queues, one, now);
        assert_eq!(first.len(), 1, "one is tried first");
        queues.end(first[0], true, now);
        let all = fill(&mut queues, one, now);
        assert_eq!(all.len(), 32);
        for ticket in all {
            queues.end(ticket, false, now);
        }
        assert_eq!(fill(&mut queues, one, now).len(), 2, "it fell silent");
    }

    #[test]
    fn a_slow_success_counts_as_slow() {
        let mut queues = EndpointQueues::default();
        let one = platform(1);
        let now = Instant::now();
        prompt(&mut queues, one, now);
        let ticket = queues.start(one, now);
        queues.end(ticket, true, now + SLOW_AFTER + Duration::from_millis(1));
        assert_eq!(queues.slots().of(one), 2);
    }

    #[test]
    fn endpoints_that_hang_leave_the_places_of_others() {
        let mut queues = EndpointQueues::default();
        let healthy = platform(9_999);
        let mut now = Instant::now();
        prompt(&mut queues, healthy, now);
        for hanging in 0..1_000 {
            fill(&mut queues, platform(hanging), now);
            now += Duration::from_millis(10);
            queues.watch(now);
        }
        assert_eq!(queues.slots().of(healthy), 32, "whatever the others do");
        now += SLOW_AFTER * 2;
        queues.watch(now);
        assert_eq!(queues.slots().of(platform(5_000)), 1, "a new one is tried beside a thousand that hang");
        assert_eq!(queues.slots().of(platform(0)), 0, "and those get no further places");
    }

    #[test]
    fn an_attempt_that_hangs_gives_its_place_for_new_endpoints_back() {
        let mut queues = EndpointQueues::default();
        let now = Instant::now();
        let started: usize = (0..1_000).map(|new| fill(&mut queues, platform(new), now).len()).sum();
        assert_eq!(started, 256);
        assert_eq!(queues.slots().of(platform(5_000)), 0);
        queues.watch(now + SLOW_AFTER * 2);
        assert_eq!(queues.slots().of(platform(5_000)), 1);
    }

    #[test]
    fn where_nothing_else_is_under_way_no_platform_takes_the_places_of_another() {
        let mut slots = Slots::unlimited();
        for one in 0..3 {
            assert_eq!(slots.of(platform(one)), 32);
            slots.take(platform(one), 32);
            assert_eq!(slots.of(platform(one)), 0);
        }
    }

    #[test]
    fn all_queues_are_bounded() {
        let mut queues = EndpointQueues::default();
        let mut now = Instant::now();
        for new in 0..3_000 {
            fill(&mut queues, platform(new), now);
            now += Duration::from_millis(100);
            queues.watch(now);
        }
        assert_eq!(queues.running.len(), 2_048);
    }

    #[test]
    fn places_are_counted_while_they_are_given() {
        let mut queues = EndpointQueues::default();
        let now = Instant::now();
        for prompt_one in 0..40 {
            prompt(&mut queues, platform(prompt_one), now);
        }
        let mut slots = queues.slots().without(HashSet::from([platform(39)]));
        assert_eq!(slots.of(platform(39)), 0);
        let mut given = 0;
        for one in 0..39 {
            let free = slots.of(platform(one));
            slots.take(platform(one), free);
            given += free;
        }
        assert_eq!(given, 512);
    }
}
