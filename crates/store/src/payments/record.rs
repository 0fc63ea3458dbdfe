//! Stored form of payments.

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::lifecycle::Phase;
use causeway_domain::payments::{TransactionStatus, TransactionType};
use causeway_domain::{Revision, Time};
use serde::Serialize;
use uuid::Uuid;

use super::state::PaymentState;
use super::terms::{PaymentTerms, Side};
use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// A movement of money. Only its status, its state and `updated_at` are ever rewritten.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentRecord {
    pub id: TransactionId,
    /// Incoming or outgoing, as seen by the platform.
    pub kind: TransactionType,
    /// Written only by [`PaymentRecord::apply`].
    pub(super) status: TransactionStatus,
    /// The customer on whose behalf the payment is made, or `None` if the platform pays for itself.
    pub customer: Option<CustomerId>,
    /// The platform's own id of that party.
    pub platform_customer_id: String,
    /// For a platform's own payment to a customer's external account: that customer.
    pub recipient: Option<CustomerId>,
    /// The quote that priced it, or `None` if it has no quote.
    pub quote: Option<QuoteId>,
    /// Payment reference, sent along with the money.
    pub reference: Option<String>,
    pub terms: PaymentTerms,
    /// Written only by [`PaymentRecord::apply`] and [`PaymentRecord::note`].
    pub(super) state: PaymentState,
    pub created_at: Time,
    pub updated_at: Revision,
}

impl PaymentRecord {
    /// Creates a payment that is not stored yet.
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

    /// Returns the status as seen by clients.
    #[must_use]
    pub const fn status(&self) -> TransactionStatus {
        self.status
    }

    /// Returns the state: the progress of the payment besides its status.
    #[must_use]
    pub const fn state(&self) -> &PaymentState {
        &self.state
    }

    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns `true` for each hash that the state has: of the transfer that brought the money, of the one by which it
    /// arrived, and of the settlement.
    #[must_use]
    pub const fn has_hashes(&self) -> [bool; 3] {
        let PaymentState { funding, on_chain, settlement, .. } = &self.state;
        let is_funded = matches!(funding, Some(funding) if funding.on_chain.is_some());
        [is_funded, on_chain.is_some(), settlement.is_some()]
    }

    /// Returns the time of the last change of phase or refund, or of the creation if there was none.
    #[must_use]
    pub fn since(&self) -> Time {
        self.state.history.last().map_or(self.created_at, |moment| moment.at)
    }

    /// Returns the rail that pays the payment out, or the one that brought it; `None` if it has neither.
    #[must_use]
    pub fn rail(&self) -> Option<PaymentRail> {
        let brought = match &self.terms.source {
            Side::Funding { originator, .. } => originator.rail,
            Side::Account { .. } | Side::Uma { .. } => None,
        };
        self.terms.rail.map(|chosen| chosen.rail).or(brought)
    }

    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// The data of a new payment, for [`PaymentRecord::new`].
#[derive(Debug, Clone, PartialEq)]
pub struct NewPayment {
    pub id: TransactionId,
    /// Incoming or outgoing, as seen by the platform.
    pub kind: TransactionType,
    /// The customer on whose behalf the payment is made, or `None` if the platform pays for itself.
    pub customer: Option<CustomerId>,
    /// The platform's own id of that party.
    pub platform_customer_id: String,
    /// For a platform's own payment to a customer's external account: that customer.
    pub recipient: Option<CustomerId>,
    /// The quote that priced it, or `None` if it has no quote.
    pub quote: Option<QuoteId>,
    /// Payment reference, sent along with the money.
    pub reference: Option<String>,
    /// Immutable.
    pub terms: PaymentTerms,
    /// Initial state.
    pub state: PaymentState,
    /// Also the first value of `updated_at`.
    pub created_at: Time,
}

/// Authenticated columns of a payment besides its terms.
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

/// Returns the authenticated columns: all immutable ones. `document` is the terms as stored.
pub(super) fn terms_of(
    platform: PlatformId,
    record: &PaymentRecord,
    document: String,
) -> Result<AuthenticatedColumns, Error> {
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
    Ok(AuthenticatedColumns {
        table: "payment",
        key: "transaction_id",
        platform,
        id: id.uuid().into(),
        columns,
        document,
    })
}

/// The rows of payments, each with its progress.
pub(crate) const BOTH_ROWS: &str = "payment JOIN payment_state \
    ON payment_state.platform_id = payment.platform_id \
    AND payment_state.transaction_id = payment.transaction_id";

/// The status as stored.
pub(crate) const STATUS: &str = "payment_state.status";

/// Returns the columns of a payment in the order in which they are read, with the SQL expression `status` for
/// its status.
pub(crate) fn columns(status: &str) -> String {
    format!(
        "payment.terms, payment.transaction_id, payment.type, {status} AS status, payment.customer_id, \
         payment.platform_customer_id, payment.recipient_customer_id, payment.quote_id, payment.reference, \
         payment_state.state, payment.created_at, payment_state.updated_at, payment.mac AS payment_mac"
    )
}

/// Returns a row reader that verifies the MAC of each payment.
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

/// Reads a payment as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(PaymentRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, typed) = row.document("terms")?;
    let record = with_terms(platform, row, typed)?;
    let terms = terms_of(platform, &record, text)?;
    Ok((record, terms, row.get("payment_mac")?))
}

/// Reads a payment without verifying its MAC, for operators' exports.
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
