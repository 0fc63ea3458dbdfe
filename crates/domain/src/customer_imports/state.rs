//! The state machine of a customer import (customers 3.2).

use causeway_vocabulary::customers::CustomerImportStatus;

use crate::machine::TransitionRefused;
use crate::named::events;

events! {
    /// An event in the life of a customer import.
    pub enum CustomerImportEvent {
        /// its turn has come, and its header and rows can be read
        Begun,
        /// its turn has come, and it is no CSV, has no rows, or lacks a column
        Unreadable,
        /// last row done, and at least one has become a customer
        EndedWithCustomers,
        /// last row done, and none has become a customer
        EndedWithout,
    }
}

#[must_use]
pub const fn created() -> CustomerImportStatus {
    CustomerImportStatus::Pending
}

/// Returns the status after an event.
///
/// # Errors
/// When the import cannot make this move, because another process was faster.
pub fn next(
    status: CustomerImportStatus,
    event: CustomerImportEvent,
) -> Result<CustomerImportStatus, TransitionRefused<CustomerImportStatus, CustomerImportEvent>> {
    use CustomerImportEvent as E;
    use CustomerImportStatus as S;
    match (status, event) {
        (S::Pending, E::Begun) => Ok(S::Processing),
        (S::Pending, E::Unreadable) | (S::Processing, E::EndedWithout) => Ok(S::Failed),
        (S::Processing, E::EndedWithCustomers) => Ok(S::Completed),
        (S::Pending, E::EndedWithCustomers | E::EndedWithout)
        | (S::Processing, E::Begun | E::Unreadable)
        | (S::Completed | S::Failed, E::Begun | E::Unreadable | E::EndedWithCustomers | E::EndedWithout) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}
