//! Writing the payment of a transfer.

use causeway_domain::payments::TransactionStatus;
use causeway_store::Tx;
use causeway_store::payments::{self, PaymentRecord};

use crate::payments::announce;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Whether a payment is written now, or was written down for its platform to approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Now,
    Before,
}

impl Written {
    /// Writes the payment and announces it. That it is pending is announced once.
    pub(super) fn put(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        payment: &PaymentRecord,
    ) -> Result<(), ApiError> {
        match self {
            Self::Now => payments::insert(tx, context.platform, payment)?,
            Self::Before => payments::update(tx, context.platform, payment)?,
        }
        if self == Self::Before && payment.status == TransactionStatus::Pending {
            return Ok(());
        }
        announce::status(tx, context, payment)
    }
}
