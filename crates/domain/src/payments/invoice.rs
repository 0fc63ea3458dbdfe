//! What one platform of a deployment has another one pay (uma 7, the internal layer).

use std::fmt;
use std::str::FromStr;

use crate::ids::{PlatformId, TransactionId};

/// The layer that it is for; no other layer's pay request begins like this.
const LAYER: &str = "internal:";

/// The receiver's payment, which is paid as it stands. Its text form is opaque to everybody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InternalInvoice {
    /// Whose the receiver is.
    pub platform: PlatformId,
    /// The receiver's payment.
    pub transaction: TransactionId,
}

/// A text that is no such invoice.
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
        let named = text.strip_prefix(LAYER).and_then(|rest| rest.split_once('/')).ok_or(NotInternal)?;
        let (platform, transaction) = (named.0.parse(), named.1.parse());
        match (platform, transaction) {
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
    fn an_invoice_reads_as_it_is_written() {
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
