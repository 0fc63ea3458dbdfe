//! Invoices between two platforms of one deployment (uma 7, the internal layer).

use std::fmt;
use std::str::FromStr;

use crate::ids::{PlatformId, TransactionId};

/// The prefix of the internal layer. No other layer's pay request begins with it.
const LAYER: &str = "internal:";

/// The receiver's payment, to be paid exactly as recorded. The text form is opaque to other parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InternalInvoice {
    /// The receiver's platform.
    pub platform: PlatformId,
    /// The receiver's payment.
    pub transaction: TransactionId,
}

/// A text that is not an internal invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotInternal;

impl fmt::Display for InternalInvoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{LAYER}{}/{}", self.platform, self.transaction)
    }
}

impl FromStr for InternalInvoice {
    type Err = NotInternal;

    fn from_str(text: &str) -> Result<Self, NotInternal> {
        let ids = text.strip_prefix(LAYER).and_then(|rest| rest.split_once('/'));
        let (platform, transaction) = ids.ok_or(NotInternal)?;
        match (platform.parse(), transaction.parse()) {
            (Ok(platform), Ok(transaction)) => Ok(Self { platform, transaction }),
            _ => Err(NotInternal),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;

    #[test]
    fn a_written_invoice_is_read_back_unchanged() {
        let invoice = InternalInvoice {
            platform: PlatformId::from_uuid(Uuid::from_u128(1)),
            transaction: TransactionId::from_uuid(Uuid::from_u128(2)),
        };
        let text = invoice.to_string();
        assert!(text.starts_with("internal:"), "{text}");
        assert_eq!(text.parse(), Ok(invoice));
        for other in
            ["", "internal:", "sandbox:$success.usd@sandbox.uma.test:5", &text[..text.len() - 1], &text[9..]]
        {
            assert_eq!(other.parse::<InternalInvoice>(), Err(NotInternal), "{other}");
        }
    }
}
