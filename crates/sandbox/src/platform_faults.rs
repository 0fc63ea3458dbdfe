//! The faults of single platforms, which operators set for rehearsals.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use causeway_domain::ids::PlatformId;
use causeway_domain::sandbox_faults::SandboxFault;
use causeway_store::sandbox_faults::SandboxFaultRecord;

/// A fault of a platform, as it was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ActiveFault {
    /// Answers that it still concerns; `None` if it lasts until it is cleared.
    remaining: Option<u32>,
    /// Answers that it has concerned here and that are not in the database yet.
    used: u32,
}

/// A fault by its platform and name.
pub(crate) type FaultKey = (PlatformId, SandboxFault);

/// The faults of all platforms, as they were read last.
#[derive(Debug, Default)]
pub(crate) struct PlatformFaults(RwLock<BTreeMap<FaultKey, ActiveFault>>);

impl PlatformFaults {
    /// Returns `true` if the fault is set for the platform.
    pub(crate) fn has(&self, platform: PlatformId, fault: SandboxFault) -> bool {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&(platform, fault)).is_some_and(|active| active.remaining != Some(0))
    }

    /// Returns `true` if the fault concerns this answer, which uses up one.
    pub(crate) fn take(&self, platform: PlatformId, fault: SandboxFault) -> bool {
        if !self.has(platform, fault) {
            return false;
        }
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let Some(active) = all.get_mut(&(platform, fault)) else { return false };
        match active.remaining {
            None => true,
            Some(0) => false,
            Some(left) => {
                active.remaining = Some(left - 1);
                active.used += 1;
                true
            }
        }
    }

    /// Returns the answers that faults have concerned here and that are not in the database yet.
    pub(crate) fn used(&self) -> BTreeMap<FaultKey, u32> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().filter(|(_, active)| active.used > 0).map(|(key, active)| (*key, active.used)).collect()
    }

    /// Replaces the faults by those in the database, in which `recorded` answers are subtracted already.
    pub(crate) fn replace(&self, found: Vec<SandboxFaultRecord>, recorded: &BTreeMap<FaultKey, u32>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut next = BTreeMap::new();
        for record in found {
            let key = (record.platform, record.fault);
            let used = all.get(&key).map_or(0, |active| active.used);
            let used = used.saturating_sub(recorded.get(&key).copied().unwrap_or_default());
            let remaining = record.remaining.map(|remaining| remaining.saturating_sub(used));
            next.insert(key, ActiveFault { remaining, used });
        }
        *all = next;
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Time;
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_counted_fault_is_used_up_across_readings() {
        let faults = PlatformFaults::default();
        let platform = PlatformId::from_uuid(Uuid::nil());
        let other = PlatformId::from_uuid(Uuid::from_u128(1));
        let fault = SandboxFault::LoseAnswers;
        let record = |remaining| SandboxFaultRecord {
            platform,
            fault,
            remaining: Some(remaining),
            set_at: Time::from_millis(0),
        };
        faults.replace(vec![record(3)], &BTreeMap::new());
        assert!(!faults.take(other, fault));
        assert!(faults.take(platform, fault));
        let used = faults.used();
        assert!(faults.take(platform, fault), "while the first one is being recorded");
        faults.replace(vec![record(2)], &used);
        assert!(faults.take(platform, fault));
        assert!(!faults.take(platform, fault));
        assert_eq!(faults.used(), BTreeMap::from([((platform, fault), 2)]));
        faults.replace(Vec::new(), &faults.used());
        assert!(!faults.has(platform, fault));
    }
}
