//! UMA invoices: requests for a payment that the receiver hands out (uma 10).

mod fields;
mod signed;
mod tlv;

pub use fields::{InvoiceCurrency, UmaInvoice};
pub use signed::{SignedUmaInvoice, UmaInvoiceError};

#[cfg(test)]
mod tests;
