//! Upgrades from an older version: of a small database that is kept, of two versions on one database, and of
//! migrations that are killed.

mod old_data;
mod postgres_kills;
mod rolling;
mod site;
mod small_database;
mod sqlite_kills;
