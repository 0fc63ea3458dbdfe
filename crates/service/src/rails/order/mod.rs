//! Orders: their places, their bytes, and the records that adapters tell about them (rails 7).

mod absence;
pub(in crate::rails) mod ask;
mod belief;
mod body;
mod cancelling;
mod claim;
mod contradict;
mod exchange;
mod hold;
mod limits;
mod lookup;
mod new_order;
mod notices;
mod place;
pub(in crate::rails) mod port;
pub(in crate::rails) mod precheck;
mod record;
mod references;
mod report;
mod stored_order;
mod tombstone;
mod unknown_values;

pub(in crate::rails) use cancelling::can_cancel;
pub(in crate::rails) use new_order::NewOrder;
