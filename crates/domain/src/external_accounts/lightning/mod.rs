//! Lightning: invoices, offers and addresses (money 4.3, 10.3).

mod address;
mod fields;
mod invoice;
mod offer;
mod payable;
mod readable;
mod signature;

pub(super) use address::is_lightning_address;
pub use invoice::{Invoice, InvoiceError};
pub use offer::{NO_OFFER, is_offer, offer_in_one_piece};
pub use payable::PayableInvoice;
pub use readable::LightningNetwork;
pub(super) use readable::looks_like_invoice;

#[cfg(test)]
mod tests;
