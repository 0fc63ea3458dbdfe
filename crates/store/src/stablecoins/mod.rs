//! Rows of stablecoins: links to providers, registered tokens, mints and burns, previews, and notifications.

pub(crate) mod coins;
mod documents;
pub(crate) mod links;
mod notifications;
pub(crate) mod operations;
pub(crate) mod quotes;

pub use coins::{
    StablecoinFilter, StablecoinRecord, StablecoinScanFilter, TokenConflict,
    authenticate_anew as authenticate_coins_anew, find, find_twin, insert, list, lock, scan, update,
};
pub use documents::{Acceptance, Instructions, OperationTerms, Progress, StablecoinDoc};
pub use links::{
    LinkFilter, LinkRecord, all as all_links, authenticate_anew as authenticate_links_anew,
    find as find_link, insert as insert_link, list as list_links, lock as lock_link, lock_account,
    reencrypt as reencrypt_link, update as update_link,
};
pub use notifications::record as record_notification;
pub use operations::{
    OperationFilter, OperationRecord, OperationScanFilter, authenticate_anew as authenticate_operations_anew,
    delete as delete_operation, find as find_operation, find_by_quote as find_operation_by_quote,
    insert as insert_operation, list as list_operations, lock as lock_operation,
    lock_by_key as lock_operation_by_key, scan as scan_operations, update as update_operation,
};
pub use quotes::{
    StablecoinQuoteRecord, authenticate_anew as authenticate_quotes_anew, find as find_quote,
    insert as insert_quote, lock as lock_quote, update as update_quote,
};
