//! The screens, one file or folder for each noun.

mod access_list;
mod accounts;
mod alerts;
mod audit;
mod balances;
mod customers;
mod deposits;
mod documents;
mod external_accounts;
mod find;
mod general;
mod go;
mod history;
mod hit;
mod home;
mod inbox;
mod listing;
mod operations;
mod payments;
mod quotes;
mod rates;
mod resource_path;
mod router;
mod sandbox;
mod settings;
mod suspense;
mod tabs;
mod verifications;
mod waiting;
mod webhooks;

pub(crate) use router::router;
