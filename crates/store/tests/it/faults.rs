//! A hook that fails at chosen points.

use std::collections::VecDeque;
use std::sync::Mutex;

use causeway_store::{Fault, FaultInjector, Point};

/// Fails as often and in the way that was planned for a point, then no more.
#[derive(Default)]
pub(crate) struct Planned {
    plan: Mutex<VecDeque<(Point, Fault)>>,
    reached: Mutex<Vec<Point>>,
}

impl Planned {
    /// The next time the point is reached it fails like this; several plans for a point come in turn.
    pub(crate) fn plan(&self, point: Point, fault: Fault) {
        self.plan.lock().unwrap().push_back((point, fault));
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.plan.lock().unwrap().is_empty()
    }

    pub(crate) fn reached(&self) -> Vec<Point> {
        self.reached.lock().unwrap().clone()
    }
}

impl FaultInjector for Planned {
    fn at(&self, point: Point) -> Option<Fault> {
        self.reached.lock().unwrap().push(point);
        let mut plan = self.plan.lock().unwrap();
        let next = plan.iter().position(|(planned, _)| *planned == point)?;
        plan.remove(next).map(|(_, fault)| fault)
    }
}
