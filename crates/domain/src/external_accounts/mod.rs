//! External accounts: identifiers, rails, status, and required details (money 4, 10.1).

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
mod unowned;

pub use banks::{bank_in_singapore, country_of_bic};
pub use debits::debit_rail;
pub use formats::{Format, receivers_on};
pub use identifiers::{is_account_number, normalized, suffix};
pub use lightning::{
    Invoice, InvoiceError, LightningNetwork, NO_OFFER, PayableInvoice, is_offer, offer_in_one_piece,
};
pub use mobile::{current_number, is_number_of, is_provider};
pub use networks::{CryptoNetwork, network_of};
pub use pix::PixKeyType;
pub use rails::{PaymentRail, RailRefusal, SelectedRail, estimated_settlement, select_rail};
pub use required_details::{Party, needs_registered_sender, required_beneficiary_details};
pub use state::{ExternalAccountEvent, ExternalAccountStatus, Opening, created, next};
pub use threshold::reaches;
pub use unowned::{UNOWNED, is_unowned};
