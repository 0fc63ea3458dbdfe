//! Deposits, and money that matches no account.

mod list;
mod show;

pub(super) use self::list::{DepositTab, list, tabs};
pub(super) use self::show::show;
