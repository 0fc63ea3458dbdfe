//! The keys of a platform that sign webhooks, in their stages (conventions 11.3).
//!
//! The stage of a key follows from its instants and the wall clock. No job moves a key from one stage to the next, so
//! that every process, also one of 0.1.0, changes to the next key at the same instant.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::secret_keys::SecretKeyRecord;
use causeway_store::webhook_keys::{self, PlannedEnd, WebhookKeyRecord};
use causeway_store::{Error, Tx};
use serde::Serialize;

use crate::runtime::timers;

/// The stage of a key. The first three are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum KeyStage {
    /// The key will sign.
    Next,
    /// The key signs.
    Signing,
    /// The key has signed, and receivers may still need it.
    Former,
    /// The key is not published any more.
    Ended,
    /// The planned end of the key was not written by this service: the key is not used.
    NotAuthentic,
}

/// A key with its stage. All times are wall time.
#[derive(Debug, Clone)]
pub(crate) struct StagedKey {
    pub(crate) record: SecretKeyRecord,
    pub(crate) stage: KeyStage,
    pub(crate) signs_from: Time,
    /// `None` if no other key follows.
    pub(crate) signs_until: Option<Time>,
    /// `None` if no other key follows.
    pub(crate) published_until: Option<Time>,
}

/// All keys of a platform, in the order in which they sign.
#[derive(Debug)]
pub(crate) struct WebhookKeyRing(Vec<StagedKey>);

impl WebhookKeyRing {
    /// Reads the keys of a platform in their present stages.
    pub(crate) fn load(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Self, Error> {
        let ring = Self::at(tx.wall(), webhook_keys::list(tx, platform)?);
        for key in ring.of_stage(KeyStage::NotAuthentic) {
            let key = key.record.id;
            tracing::error!(%platform, %key, "the planned end of a webhook key was altered: the key is not used");
        }
        Ok(ring)
    }

    /// Returns keys, the newest first, in their stages at a time.
    fn at(now: Time, records: Vec<WebhookKeyRecord>) -> Self {
        let (forged, usable): (Vec<_>, Vec<_>) =
            records.into_iter().partition(|record| record.end == PlannedEnd::Forged);
        let mut keys: Vec<StagedKey> = usable.into_iter().map(StagedKey::unstaged).collect();
        // Stable: of keys without an end, the newest signs, as in 0.1.0.
        keys.sort_by_key(|key| (key.signs_until.is_none(), key.signs_until));
        let is_over = |end: Option<Time>| end.is_some_and(|end| end <= now);
        let mut previous_end: Option<Time> = None;
        let mut has_signing = false;
        for key in &mut keys {
            key.signs_from = previous_end.map_or(key.signs_from, |end| end.max(key.signs_from));
            key.stage = match (is_over(key.signs_until), is_over(key.published_until)) {
                (_, true) => KeyStage::Ended,
                (true, false) => KeyStage::Former,
                (false, false) if has_signing => KeyStage::Next,
                (false, false) => KeyStage::Signing,
            };
            has_signing |= key.stage == KeyStage::Signing;
            previous_end = key.signs_until;
        }
        let forged = forged
            .into_iter()
            .map(|record| StagedKey { stage: KeyStage::NotAuthentic, ..StagedKey::unstaged(record) });
        Self(forged.chain(keys).collect())
    }

    /// Returns the keys of a stage, in the order in which they sign.
    pub(crate) fn of_stage(&self, stage: KeyStage) -> impl Iterator<Item = &StagedKey> {
        self.0.iter().filter(move |key| key.stage == stage)
    }

    /// Returns the key that signs now; `None` if no key can be used.
    pub(crate) fn signing(&self) -> Option<&StagedKey> {
        self.of_stage(KeyStage::Signing).next()
    }

    /// Returns the published keys: the one that signs, the next one, and those that have signed.
    pub(crate) fn published(&self) -> impl Iterator<Item = &StagedKey> {
        let stages = [KeyStage::Signing, KeyStage::Next, KeyStage::Former];
        stages.into_iter().flat_map(move |stage| self.of_stage(stage))
    }

    /// Returns all keys, the last to sign first.
    pub(crate) fn newest_first(self) -> impl Iterator<Item = StagedKey> {
        self.0.into_iter().rev()
    }
}

impl StagedKey {
    /// Returns a key with its ends, before its stage is known.
    fn unstaged(record: WebhookKeyRecord) -> Self {
        let WebhookKeyRecord { key, end } = record;
        let retired_at = key.retired_at;
        let (signs_until, published_until) = match end {
            // A later time in the row of the key does not prolong what is authenticated.
            PlannedEnd::Authentic(end) if retired_at.is_none_or(|at| at >= end.signs_until) => {
                (Some(end.signs_until), Some(end.published_until))
            }
            // A process of 0.1.0 has replaced the key at once.
            PlannedEnd::Authentic(_) | PlannedEnd::None | PlannedEnd::Forged => {
                (retired_at, retired_at.map(|at| at.plus(timers::REPLACED_WEBHOOK_KEY)))
            }
        };
        Self { signs_from: key.created_at, record: key, stage: KeyStage::Ended, signs_until, published_until }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_domain::ids::Id;
    use causeway_store::webhook_keys::WebhookKeyEnd;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    const NOW: Time = Time::from_millis(1_000_000_000);

    fn hours(number: i64) -> Time {
        let by = Duration::from_hours(number.unsigned_abs());
        if number < 0 { NOW.minus(by) } else { NOW.plus(by) }
    }

    fn record(number: u128, created_at: Time, retired_at: Option<Time>, end: PlannedEnd) -> WebhookKeyRecord {
        let key = SecretKeyRecord {
            id: Uuid::from_u128(number),
            platform: Some(PlatformId::from_uuid(Uuid::from_u128(9))),
            purpose: webhook_keys::PURPOSE.to_owned(),
            wrapped: Vec::new(),
            doc: json!({}),
            created_at,
            retired_at,
        };
        WebhookKeyRecord { key, end }
    }

    fn planned(number: u128, signs_until: Time, published_until: Time) -> PlannedEnd {
        PlannedEnd::Authentic(WebhookKeyEnd { key: Uuid::from_u128(number), signs_until, published_until })
    }

    /// Returns the number and the stage of each key, in the order in which they sign.
    fn stages(now: Time, records: &[WebhookKeyRecord]) -> Vec<(u128, KeyStage)> {
        let ring = WebhookKeyRing::at(now, records.to_vec());
        ring.0.iter().map(|key| (key.record.id.as_u128(), key.stage)).collect()
    }

    #[test]
    fn a_rotation_passes_through_its_stages_by_time_alone() {
        let end = planned(1, hours(48), hours(216));
        let keys = [record(2, NOW, None, PlannedEnd::None), record(1, hours(-99), Some(hours(48)), end)];
        let at = |now: Time| stages(now, &keys);
        let last = |now: i64| Time::from_millis(hours(now).millis() - 1);
        assert_eq!(at(last(48)), [(1, KeyStage::Signing), (2, KeyStage::Next)]);
        assert_eq!(at(hours(48)), [(1, KeyStage::Former), (2, KeyStage::Signing)]);
        assert_eq!(at(last(216)), [(1, KeyStage::Former), (2, KeyStage::Signing)]);
        assert_eq!(at(hours(216)), [(1, KeyStage::Ended), (2, KeyStage::Signing)]);
        let ring = WebhookKeyRing::at(NOW, keys.to_vec());
        let next = ring.of_stage(KeyStage::Next).next().unwrap();
        assert_eq!((next.signs_from, next.signs_until), (hours(48), None));
        let published: Vec<u128> = ring.published().map(|key| key.record.id.as_u128()).collect();
        assert_eq!(published, [1, 2], "the signing key is first");
    }

    /// Checks keys that a process of 0.1.0 has replaced at once: without a planned end, and in the middle of a planned
    /// rotation.
    #[test]
    fn a_key_that_an_older_process_replaced_stays_published_for_a_minute() {
        let end = planned(1, hours(48), hours(216));
        let keys = [
            record(3, NOW, None, PlannedEnd::None),
            record(2, hours(-1), Some(NOW), PlannedEnd::None),
            record(1, hours(-99), Some(NOW), end),
        ];
        let replaced = [(2, KeyStage::Former), (1, KeyStage::Former), (3, KeyStage::Signing)];
        assert_eq!(stages(NOW, &keys), replaced);
        let gone = NOW.plus(timers::REPLACED_WEBHOOK_KEY);
        assert_eq!(stages(gone, &keys).iter().filter(|(_, stage)| *stage == KeyStage::Ended).count(), 2);
    }

    /// Checks that neither a later time nor none in the unauthenticated column brings a key back, and that a forged
    /// end ends its key.
    #[test]
    fn an_altered_row_brings_no_key_back() {
        let end = planned(1, hours(-2), hours(-1));
        for retired_at in [None, Some(hours(9))] {
            let keys = [record(2, hours(-2), None, PlannedEnd::None), record(1, hours(-99), retired_at, end)];
            assert_eq!(stages(NOW, &keys), [(1, KeyStage::Ended), (2, KeyStage::Signing)]);
        }
        let keys = [
            record(2, NOW, None, PlannedEnd::None),
            record(1, hours(-99), Some(hours(48)), PlannedEnd::Forged),
        ];
        assert_eq!(stages(NOW, &keys), [(1, KeyStage::NotAuthentic), (2, KeyStage::Signing)]);
    }
}
