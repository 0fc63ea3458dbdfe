//! A fault injector that fails at planned points.

use std::collections::VecDeque;
use std::sync::Mutex;

use causeway_store::{Fault, FaultInjector, Point};

/// A list of planned faults, each of which occurs once.
#[derive(Default)]
pub(crate) struct PlannedFaults {
    plan: Mutex<VecDeque<(Point, Fault)>>,
    reached: Mutex<Vec<Point>>,
}

impl PlannedFaults {
    /// Plans a fault for the next time the point is reached. Several plans for a point occur in order.
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

impl FaultInjector for PlannedFaults {
    fn at(&self, point: Point) -> Option<Fault> {
        self.reached.lock().unwrap().push(point);
        let mut plan = self.plan.lock().unwrap();
        let next = plan.iter().position(|(planned, _)| *planned == point)?;
        plan.remove(next).map(|(_, fault)| fault)
    }
}
