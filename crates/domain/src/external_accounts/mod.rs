//! External accounts: identifiers, rails, status, and what must be known of them (money 4, 10.1).

mod banks;
mod calendars;
mod debits;
mod formats;
mod identifiers;
mod lightning;
mod mobile;
mod networks;
mod pix;
mod rails;
mod required_details;
mod state;
mod threshold;

pub use banks::bank_in_singapore;
pub use debits::debit_rail;
pub use formats::{Format, receivers_on};
pub use identifiers::{normalized, suffix};
pub use lightning::invoice_amount;
pub use mobile::{is_number_of, is_provider};
pub use networks::{CryptoNetwork, network_of};
pub use pix::PixKeyType;
pub use rails::{PaymentRail, SelectRailRefused, Selection, select_rail, settles_at};
pub use required_details::{Party, needed_of_beneficiary, needs_registered_sender};
pub use state::{ExternalAccountEvent, ExternalAccountStatus, Opening, created, next};
pub use threshold::reaches;
