//! The rules behind the commands about rails (rails 17).

mod account;
mod add;
mod address;
mod check;
mod check_adapter;
mod compare;
mod corridor;
mod errors;
mod feed_copy;
mod key;
mod limit;
mod new_route;
mod order;
mod references;
mod resume;
mod route;
mod set;
mod status;

pub use account::{NewBinding, NewRailAccount, add_account, bind};
pub use add::{AddedRail, NewRail, add};
pub use check::{RailCheck, case_range, check};
pub use check_adapter::{AdapterCheck, check_adapter};
pub use compare::{Comparison, ForgottenOrder, UnknownOrder, compare};
pub use key::{add_key, revoke_key};
pub use limit::{NewLimits, set_limits};
pub use new_route::NewRoute;
pub use order::{OrderOnPlatform, check_forgotten, forget_record, release, submit_again};
pub use references::references_of;
pub use resume::{check_resumable, distrust_orders, prepare_resume, resume};
pub use route::{remove_route, set_route};
pub use set::{NewAddresses, set_addresses};
pub use status::{lock_named, pause, remove};
