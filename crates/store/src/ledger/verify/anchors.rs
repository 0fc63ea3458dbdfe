//! Heads that were kept elsewhere against one platform's tree while it is read, and keys that were replaced.

use std::collections::BTreeMap;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::{CompactRange, Hash};

use super::report::{Anchors, FaultKind, Report};
use crate::key_number;

/// What is known of one platform's ledger from elsewhere.
pub(super) struct Known {
    platform: PlatformId,
    /// By number of journals.
    heads: BTreeMap<u64, Vec<Hash>>,
    /// From the lowest key that still counts, up to how many journals those below it count.
    retired: BTreeMap<u32, u64>,
}

impl Known {
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

    /// Compares the heads of this size with the tree, once it has it.
    pub(super) fn compare(&self, range: &CompactRange, report: &mut Report) {
        let Some(roots) = self.heads.get(&range.size()) else { return };
        if roots.iter().any(|root| *root != range.root()) {
            let detail = "is not the head that was seen earlier with as many journals";
            report.add(FaultKind::AnchorDiffers, self.platform, format!("head {}", range.size()), detail);
        }
    }

    /// Names the heads that the tree does not reach, by the farthest.
    pub(super) fn close(&self, size: u64, report: &mut Report) {
        let Some((farthest, _)) = self.heads.range(size.saturating_add(1)..).next_back() else { return };
        let detail = format!("was seen earlier, the ledger ends at {size}: cut off, or rolled back");
        report.add(FaultKind::AnchorMissing, self.platform, format!("head {farthest}"), detail);
    }

    /// The number of the key in a code, where it was replaced before the ledger had so many journals.
    pub(super) fn retired_key(&self, mac: &[u8], journals: u64) -> Option<u32> {
        let number = key_number(mac)?;
        let outlived = |(below, size): (&u32, &u64)| number < *below && journals > *size;
        self.retired.iter().any(outlived).then_some(number)
    }
}
