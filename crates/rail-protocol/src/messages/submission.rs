//! Submits: the orders that the service sends (rails 7.2).

use causeway_vocabulary::ids::TransactionId;
use serde_json::{Value, json};

use super::party::{CollectionAuthorization, Deposit, ExternalAccount, Originator};
use crate::limits::ORDER_BODY;
use crate::shape::{Definitions, Location, MessageError, Shape, member, messages, top_level};
use crate::values::{Id128, Money, OrderKind, References, Text, Timestamp};

messages! {
    /// A payout.
    pub struct PayoutSubmission checks is_payout {
        /// Id of the order.
        transaction_id: TransactionId = "transactionId",
        /// `PAYOUT`.
        kind: OrderKind = "kind",
        /// A corridor of the capabilities.
        corridor: Id128 = "corridor",
        /// A rail account of the capabilities.
        account: Id128 = "account",
        amount: Money = "amount",
        /// Rail of the interface, such as `SEPA_INSTANT`; `null` if the account type has none.
        rail: Option<Id128> = "rail",
        destination: ExternalAccount = "destination",
        originator: Originator = "originator",
        references: References = "references",
        /// Forwarded to the receiver's bank.
        remittance_information: Option<Text> = "remittanceInformation",
        purpose_of_payment: Option<Text> = "purposeOfPayment",
        ordered_at: Timestamp = "orderedAt",
    }

    /// A direct debit.
    pub struct CollectionSubmission checks is_collection {
        /// Id of the order.
        transaction_id: TransactionId = "transactionId",
        /// `COLLECTION`.
        kind: OrderKind = "kind",
        /// A corridor of the capabilities.
        corridor: Id128 = "corridor",
        /// A rail account of the capabilities.
        account: Id128 = "account",
        amount: Money = "amount",
        /// Rail of the interface, such as `ACH`; `null` if the account type has none.
        rail: Option<Id128> = "rail",
        /// The debited account.
        source: ExternalAccount = "source",
        authorization: CollectionAuthorization = "authorization",
        originator: Originator = "originator",
        references: References = "references",
        /// Forwarded to the debited account's bank.
        remittance_information: Option<Text> = "remittanceInformation",
        purpose_of_payment: Option<Text> = "purposeOfPayment",
        ordered_at: Timestamp = "orderedAt",
    }

    /// A refund of money paid in.
    pub struct RefundSubmission checks is_refund {
        /// Id of the order.
        transaction_id: TransactionId = "transactionId",
        /// `REFUND`.
        kind: OrderKind = "kind",
        /// `null`: a refund takes the way of its deposit.
        corridor: Option<Id128> = "corridor",
        /// The rail account that received the deposit.
        account: Id128 = "account",
        amount: Money = "amount",
        /// Rail of the deposit; `null` if it is not known.
        rail: Option<Id128> = "rail",
        deposit: Deposit = "deposit",
        originator: Originator = "originator",
        references: References = "references",
        /// Forwarded to the payer's bank.
        remittance_information: Option<Text> = "remittanceInformation",
        purpose_of_payment: Option<Text> = "purposeOfPayment",
        ordered_at: Timestamp = "orderedAt",
    }
}

/// The body of a submit (rails 7.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
    /// A payout.
    Payout(Box<PayoutSubmission>),
    /// A direct debit.
    Collection(Box<CollectionSubmission>),
    /// A refund of money paid in.
    Refund(Box<RefundSubmission>),
}

/// Returns a member that all kinds have.
macro_rules! of_any {
    ($submission:expr, $member:ident) => {
        match $submission {
            Submission::Payout(order) => &order.$member,
            Submission::Collection(order) => &order.$member,
            Submission::Refund(order) => &order.$member,
        }
    };
}

impl Submission {
    /// Returns the id of the order.
    #[must_use]
    pub fn transaction_id(&self) -> TransactionId {
        *of_any!(self, transaction_id)
    }

    /// Returns the kind of the order, which decides about its path.
    #[must_use]
    pub fn kind(&self) -> OrderKind {
        *of_any!(self, kind)
    }

    /// Returns the amount.
    #[must_use]
    pub fn amount(&self) -> &Money {
        of_any!(self, amount)
    }

    /// Returns the rail account.
    #[must_use]
    pub fn account(&self) -> &Id128 {
        of_any!(self, account)
    }

    /// Returns the party on whose behalf money moves.
    #[must_use]
    pub fn originator(&self) -> &Originator {
        of_any!(self, originator)
    }

    /// Returns the references.
    #[must_use]
    pub fn references(&self) -> &References {
        of_any!(self, references)
    }

    /// Returns the account that is paid to or debited, or `None` for a refund.
    #[must_use]
    pub fn external_account(&self) -> Option<&ExternalAccount> {
        match self {
            Self::Payout(order) => Some(&order.destination),
            Self::Collection(order) => Some(&order.source),
            Self::Refund(_) => None,
        }
    }
}

fn is_payout(order: &PayoutSubmission, at: &Location<'_>) -> Result<(), MessageError> {
    fits(order.kind, OrderKind::Payout, at)?;
    carries(&order.references, order.kind, order.transaction_id, at)
}

fn is_collection(order: &CollectionSubmission, at: &Location<'_>) -> Result<(), MessageError> {
    fits(order.kind, OrderKind::Collection, at)?;
    carries(&order.references, order.kind, order.transaction_id, at)
}

fn is_refund(order: &RefundSubmission, at: &Location<'_>) -> Result<(), MessageError> {
    fits(order.kind, OrderKind::Refund, at)?;
    carries(&order.references, order.kind, order.transaction_id, at)
}

fn fits(kind: OrderKind, expected: OrderKind, at: &Location<'_>) -> Result<(), MessageError> {
    if kind == expected {
        return Ok(());
    }
    Err(Location::Member(at, "kind").error(format!("must be {expected}")))
}

/// Checks that the end-to-end id is that of the order.
fn carries(
    references: &References,
    kind: OrderKind,
    transaction: TransactionId,
    at: &Location<'_>,
) -> Result<(), MessageError> {
    let id = references.end_to_end_id;
    if id.kind == kind && id.transaction == transaction {
        return Ok(());
    }
    let references = Location::Member(at, "references");
    let rule = "must be the letter of `kind` and the digits of `transactionId`";
    Err(Location::Member(&references, "endToEndId").error(rule))
}

impl Shape for Submission {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        Ok(match member::<OrderKind>(at.object(value)?, "kind", at)? {
            OrderKind::Payout => Self::Payout(Shape::read(value, at)?),
            OrderKind::Collection => Self::Collection(Shape::read(value, at)?),
            OrderKind::Refund => Self::Refund(Shape::read(value, at)?),
        })
    }

    fn write(&self) -> Value {
        match self {
            Self::Payout(order) => order.write(),
            Self::Collection(order) => order.write(),
            Self::Refund(order) => order.write(),
        }
    }

    fn schema(definitions: &mut Definitions) -> Value {
        definitions.define("Submission", |definitions| {
            let kinds = [
                (OrderKind::Payout, PayoutSubmission::schema(definitions)),
                (OrderKind::Collection, CollectionSubmission::schema(definitions)),
                (OrderKind::Refund, RefundSubmission::schema(definitions)),
            ];
            let mapping: Value =
                kinds.iter().map(|(kind, schema)| (kind.to_string(), schema["$ref"].clone())).collect();
            let kinds = kinds.map(|(kind, schema)| {
                json!({ "allOf": [schema, { "properties": { "kind": { "const": kind.as_str() } } }] })
            });
            json!({
                "description": "An order.",
                "oneOf": kinds,
                "discriminator": { "propertyName": "kind", "mapping": mapping },
            })
        })
    }
}

top_level! {
    Submission: ORDER_BODY;
}
