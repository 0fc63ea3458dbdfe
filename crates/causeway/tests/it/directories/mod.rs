//! The directories that operators supply (money 5, uma 12).

mod checks;
mod import;
mod lists;
