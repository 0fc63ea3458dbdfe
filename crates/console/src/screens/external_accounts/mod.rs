//! External accounts: bank accounts and wallets elsewhere, and whether payments can go to them.

mod list;
mod show;

pub(super) use list::list;
pub(super) use show::show;
