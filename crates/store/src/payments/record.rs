//! A payment as it is stored.

use causeway_domain::ids::{CustomerId, Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::lifecycle::Phase;
use causeway_domain::payments::{TransactionStatus, TransactionType};
use causeway_domain::{Revision, Time};
use serde::Serialize;
use uuid::Uuid;

use super::state::PaymentState;
use super::terms::PaymentTerms;
use crate::database::listing::Position;
use crate::database::terms::Terms;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// A movement of money. Only its status, its state and the time of its last change are ever rewritten.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentRecord {
    /// Its id.
    pub id: TransactionId,
    /// Towards the platform's side or away from it.
    pub kind: TransactionType,
    /// Written by [`PaymentRecord::apply`] alone.
    pub(super) status: TransactionStatus,
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
    /// Written by [`PaymentRecord::apply`] and [`PaymentRecord::note`] alone.
    pub(super) state: PaymentState,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

impl PaymentRecord {
    /// Makes a payment that is not stored yet.
    #[must_use]
    pub fn new(new: NewPayment) -> Self {
        let NewPayment {
            id,
            kind,
            customer,
            platform_customer_id,
            recipient,
            quote,
            reference,
            terms,
            state,
            created_at,
        } = new;
        let status = state.phase.status();
        let updated_at = Revision::created(created_at);
        Self {
            id,
            kind,
            status,
            customer,
            platform_customer_id,
            recipient,
            quote,
            reference,
            terms,
            state,
            created_at,
            updated_at,
        }
    }

    /// Returns the status that clients see.
    #[must_use]
    pub const fn status(&self) -> TransactionStatus {
        self.status
    }

    /// Returns what has become of it beside its status.
    #[must_use]
    pub const fn state(&self) -> &PaymentState {
        &self.state
    }

    /// Returns where it stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns since when it stands where it stands.
    #[must_use]
    pub fn since(&self) -> Time {
        self.state.history.last().map_or(self.created_at, |moment| moment.at)
    }

    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// A payment as it is created, for [`PaymentRecord::new`].
#[derive(Debug, Clone, PartialEq)]
pub struct NewPayment {
    /// Its id.
    pub id: TransactionId,
    /// Towards the platform's side or away from it.
    pub kind: TransactionType,
    /// On whose behalf; `None`: the platform's own.
    pub customer: Option<CustomerId>,
    /// The platform's own identifier for the same party.
    pub platform_customer_id: String,
    /// The customer whose external account a platform's own payment goes to.
    pub recipient: Option<CustomerId>,
    /// The quote that priced it; `None` if it was started otherwise.
    pub quote: Option<QuoteId>,
    /// The reference that travels with the money.
    pub reference: Option<String>,
    /// Its terms, which never change.
    pub terms: PaymentTerms,
    /// The state that it begins with.
    pub state: PaymentState,
    /// The instant of its creation, and of its last change until then.
    pub created_at: Time,
}

/// What is authenticated of a payment beside its terms.
#[derive(Serialize)]
struct Columns<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    customer: Option<Uuid>,
    platform_customer: &'a str,
    recipient: Option<Uuid>,
    quote: Option<Uuid>,
    reference: Option<&'a str>,
    created_at: i64,
}

/// What is authenticated of a payment: all of it that never changes. `document` is its terms as they are stored.
pub(super) fn terms_of(
    platform: PlatformId,
    record: &PaymentRecord,
    document: String,
) -> Result<Terms, Error> {
    let PaymentRecord {
        id,
        kind,
        customer,
        platform_customer_id,
        recipient,
        quote,
        reference,
        created_at,
        status: _,
        terms: _,
        state: _,
        updated_at: _,
    } = record;
    let columns = json_text(&Columns {
        kind: kind.as_str(),
        customer: customer.map(Id::uuid),
        platform_customer: platform_customer_id,
        recipient: recipient.map(Id::uuid),
        quote: quote.map(Id::uuid),
        reference: reference.as_deref(),
        created_at: created_at.millis(),
    })?;
    Ok(Terms { table: "payment", key: "transaction_id", platform, id: id.uuid().into(), columns, document })
}

/// What a payment is read from, in the order in which it is read, with the status that it is to have.
pub(crate) fn columns(status: &str) -> String {
    format!(
        "payment.terms, payment.transaction_id, payment.type, {status} AS status, payment.customer_id, \
         payment.platform_customer_id, payment.recipient_customer_id, payment.quote_id, payment.reference, \
         payment.state, payment.created_at, payment.updated_at, payment.mac AS payment_mac"
    )
}

/// A payment that this service wrote; nothing is decided by any other.
pub(crate) fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<PaymentRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// A payment as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(PaymentRecord, Terms, Vec<u8>), Error> {
    let (text, typed) = row.document("terms")?;
    let record = with_terms(platform, row, typed)?;
    let terms = terms_of(platform, &record, text)?;
    Ok((record, terms, row.get("payment_mac")?))
}

/// Reads a payment without checking its code, for operators' exports.
pub(super) fn read_unchecked(platform: PlatformId) -> impl Fn(&Row<'_>) -> Result<PaymentRecord, Error> {
    move |row| with_terms(platform, row, row.json("terms")?)
}

fn with_terms(platform: PlatformId, row: &Row<'_>, terms: PaymentTerms) -> Result<PaymentRecord, Error> {
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
        terms,
        state: row.json("state")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}
