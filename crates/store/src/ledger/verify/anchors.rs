//! Checks of one platform's tree, while it is read, against heads kept outside of the database, and of the
//! use of replaced keys.

use std::collections::BTreeMap;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::{CompactRange, Hash};

use super::report::{Anchors, FaultKind, Report};
use crate::key_number;

/// The anchors of one platform's ledger.
pub(super) struct PlatformAnchors {
    platform: PlatformId,
    /// Roots by number of journals.
    heads: BTreeMap<u64, Vec<Hash>>,
    /// For each lowest key that was still valid, the number of journals up to which keys below it are valid.
    retired: BTreeMap<u32, u64>,
}

impl PlatformAnchors {
    pub(super) fn of(platform: PlatformId, anchors: &Anchors) -> Self {
        let mut heads: BTreeMap<u64, Vec<Hash>> = BTreeMap::new();
        for head in anchors.heads.iter().filter(|head| head.platform == platform) {
            heads.entry(head.size).or_default().push(head.root);
        }
        let mut retired = BTreeMap::new();
        let common = anchors.retired.iter().filter(|one| one.platform.is_none());
        let own = anchors.retired.iter().filter(|one| one.platform == Some(platform));
        for one in common.chain(own) {
            retired.insert(one.below, one.size);
        }
        Self { platform, heads, retired }
    }

    /// Compares the tree with the heads of its current size.
    pub(super) fn compare(&self, range: &CompactRange, report: &mut Report) {
        let Some(roots) = self.heads.get(&range.size()) else { return };
        if roots.iter().any(|root| *root != range.root()) {
            let detail = "differs from the head seen earlier with the same number of journals";
            report.add(FaultKind::AnchorDiffers, self.platform, format!("head {}", range.size()), detail);
        }
    }

    /// Reports the heads beyond the end of the tree, by the farthest.
    pub(super) fn close(&self, size: u64, report: &mut Report) {
        let Some((farthest, _)) = self.heads.range(size.saturating_add(1)..).next_back() else { return };
        let detail =
            format!("was seen earlier, but the ledger ends at {size}: it was truncated or rolled back");
        report.add(FaultKind::AnchorMissing, self.platform, format!("head {farthest}"), detail);
    }

    /// Returns the number of the key in a code, if it was replaced before the ledger had so many journals.
    pub(super) fn retired_key(&self, mac: &[u8], journals: u64) -> Option<u32> {
        let number = key_number(mac)?;
        let outlived = |(below, size): (&u32, &u64)| number < *below && journals > *size;
        self.retired.iter().any(outlived).then_some(number)
    }
}
