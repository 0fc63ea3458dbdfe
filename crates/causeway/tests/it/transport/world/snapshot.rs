//! Snapshots of everything that a platform sees of its world, to notice the changes that a call makes.

use std::collections::BTreeMap;

use causeway_testing::wait;
use serde_json::Value;

use super::{AREAS, World};

/// Responses of a platform's reads, by path.
pub(in crate::transport) type Snapshot = BTreeMap<String, Value>;

impl World {
    /// Reads everything that the interface shows of the platform.
    pub(in crate::transport) async fn snapshot(&self) -> Snapshot {
        self.wait_for_decisions().await;
        let mut snapshot = Snapshot::new();
        for path in AREAS.iter().flat_map(|area| (area.shown)(self)) {
            let response = self.platform.get(&path).send().await.expect(200);
            snapshot.insert(path, response);
        }
        snapshot
    }

    /// Freezes the platform's clock once all due work is done, so that only calls change the world, and takes
    /// a snapshot.
    pub(in crate::transport) async fn freeze(&self) -> Snapshot {
        self.wait_for_decisions().await;
        self.platform.freeze().await;
        self.platform.settled().await;
        self.snapshot().await
    }

    /// Checks that the world is as it was in a snapshot; `what` names the calls that were made since.
    pub(in crate::transport) async fn assert_as(&self, before: &Snapshot, what: &str) {
        let after = self.snapshot().await;
        let differs = |(path, page): &(&String, &Value)| before.get(*path) != Some(*page);
        let changed: Vec<_> =
            after.iter().filter(differs).map(|(path, now)| (path, &before[path], now)).collect();
        assert!(changed.is_empty(), "{what}: path, before and after: {changed:#?}");
    }

    /// Waits until no payment from a UMA address waits for its platform; undecided ones expire by themselves.
    async fn wait_for_decisions(&self) {
        wait::until("the platform's time to decide is over", wait::PATIENCE, || async {
            let undecided = self.platform.undecided().await;
            if undecided.is_empty() { Ok(()) } else { Err(format!("{undecided:?} are left")) }
        })
        .await;
    }
}
