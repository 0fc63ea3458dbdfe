//! Rows of customers, their UMA addresses, and the terms of service that their end users accept (customers
//! 2).

mod list;
mod profile;
mod record;
mod rows;
mod search;
pub mod terms;
pub mod uma;

pub use list::{Filter, ScanFilter, list, scan};
pub use profile::{BusinessProfile, IndividualProfile, PostalAddress, Profile};
pub use record::{Consent, ContactChannels, ContactStatus, CustomerDoc, CustomerRecord};
pub use rows::{
    CustomerWithDomain, all_with_own_id, among, find, find_active_by_own_id, find_by_uma, find_with_domain,
    hold, insert, lock, lock_some_after, own_id, update,
};
pub use search::{remove_terms, replace_terms, search_entries, search_entry};
