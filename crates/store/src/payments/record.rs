//! A payment as it is stored.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::{TransactionStatus, TransactionType};
use uuid::Uuid;

use super::state::PaymentState;
use super::terms::PaymentTerms;
use crate::database::listing::Position;
use crate::{Error, Row};

/// A movement of money. Only its status, its state and the time of its last change are ever rewritten.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentRecord {
    /// Its id.
    pub id: TransactionId,
    /// Towards the platform's side or away from it.
    pub kind: TransactionType,
    /// Where it stands.
    pub status: TransactionStatus,
    /// On whose behalf; none: the platform's own.
    pub customer: Option<CustomerId>,
    /// The platform's own identifier for the same party.
    pub platform_customer_id: String,
    /// The customer whose external account a platform's own payment goes to.
    pub recipient: Option<CustomerId>,
    /// The quote that priced it; none where it was started otherwise.
    pub quote: Option<QuoteId>,
    /// The reference that travels with the money.
    pub reference: Option<String>,
    /// What it is.
    pub terms: PaymentTerms,
    /// What has become of it.
    pub state: PaymentState,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

impl PaymentRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// What a payment is read from, with the status that it is to have.
pub(crate) fn columns(status: &str) -> String {
    format!(
        "payment.transaction_id, payment.type, {status} AS status, payment.customer_id, \
         payment.platform_customer_id, payment.recipient_customer_id, payment.quote_id, payment.reference, \
         payment.terms, payment.state, payment.created_at, payment.updated_at"
    )
}

pub(crate) fn read(platform: PlatformId) -> impl Fn(&Row<'_>) -> Result<PaymentRecord, Error> {
    move |row| {
        let party: Uuid = row.get("customer_id")?;
        Ok(PaymentRecord {
            id: row.get("transaction_id")?,
            kind: row.parsed("type")?,
            status: row.parsed("status")?,
            customer: (party != platform.uuid()).then(|| CustomerId::from_uuid(party)),
            platform_customer_id: row.get("platform_customer_id")?,
            recipient: row.get("recipient_customer_id")?,
            quote: row.get("quote_id")?,
            reference: row.get("reference")?,
            terms: row.json("terms")?,
            state: row.json("state")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
