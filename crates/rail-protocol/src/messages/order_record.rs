//! The record of an order (rails 7.3).

use causeway_vocabulary::ids::TransactionId;

use crate::shape::{Location, MessageError, messages};
use crate::signing::ContentDigest;
use crate::values::{
    BeneficiaryVerificationStatus, CryptoNetwork, Id128, Money, Notice, OpenValue, OrderKind, OrderReason,
    OrderState, RecordRevision, Text, Timestamp,
};

messages! {
    /// The record of an order (rails 7.3).
    pub struct OrderRecord checks is_consistent {
        transaction_id: TransactionId = "transactionId",
        kind: OrderKind = "kind",
        /// Digest of the submit's body; `null` only in a tombstone.
        order_digest: Option<ContentDigest> = "orderDigest",
        /// Amount of the submit; `null` only in a tombstone.
        amount: Option<Money> = "amount",
        /// An unknown state counts as `IN_DOUBT`.
        state: OpenValue<OrderState> = "state",
        /// Begins at 1 and rises with every change.
        revision: RecordRevision = "revision",
        /// Reason of a failure or a return. An unknown or missing one counts as `OTHER`.
        reason: Option<OpenValue<OrderReason>> = "reason",
        /// The partner's code, for operators.
        partner_code: Option<Notice> = "partnerCode",
        /// The partner's words, for operators.
        partner_text: Option<Notice> = "partnerText",
        /// The partner's id of the order.
        partner_reference: Option<Id128> = "partnerReference",
        /// Time from which the next status request makes sense.
        ask_at: Option<Timestamp> = "askAt",
        expected_settlement_at: Option<Timestamp> = "expectedSettlementAt",
        settled_at: Option<Timestamp> = "settledAt",
        /// Amount that came back; set in `RETURNED` and only there, in the currency of `amount`.
        returned_amount: Option<Money> = "returnedAmount",
        /// The transfer, if it went over a chain.
        on_chain: Option<OnChainTransfer> = "onChain",
        /// The partner's comparison of the payee's name.
        payee_verification: Option<PayeeVerification> = "payeeVerification",
        /// Documents of the partner that the adapter keeps.
        evidence: Option<Vec<EvidenceReference>> = "evidence",
        /// Time of the last change.
        changed_at: Timestamp = "updatedAt",
    }

    /// A transfer on a chain.
    pub struct OnChainTransfer {
        network: OpenValue<CryptoNetwork> = "network",
        /// Hash of the transfer.
        hash: Id128 = "hash",
    }

    /// A comparison of a payee's name with the holder of the account.
    pub struct PayeeVerification {
        outcome: OpenValue<BeneficiaryVerificationStatus> = "outcome",
        /// Name of the holder, if the bank told it.
        name: Option<Text> = "name",
        at: Timestamp = "at",
    }

    /// A document of the partner that the adapter keeps.
    pub struct EvidenceReference {
        /// Kind of the document, such as `pain.002`.
        kind: Id128 = "type",
        id: Id128 = "id",
        digest: ContentDigest = "digest",
    }
}

impl OrderRecord {
    /// Returns the state; an unknown one is `IN_DOUBT` (rails 4).
    #[must_use]
    pub fn state(&self) -> OrderState {
        self.state.known().unwrap_or(OrderState::InDoubt)
    }

    /// Returns the reason; an unknown or missing one is `OTHER` (rails 4, 7.5).
    #[must_use]
    pub fn reason(&self) -> OrderReason {
        self.reason.as_ref().and_then(OpenValue::known).unwrap_or(OrderReason::Other)
    }

    /// Returns `true` for the record of an id that was cancelled before the adapter had its order (rails 7.7).
    #[must_use]
    pub const fn is_tombstone(&self) -> bool {
        self.order_digest.is_none()
    }

    /// Returns `true` if both records say the same, as two with one revision must. `askAt` is no part of the
    /// content (rails 7.3).
    #[must_use]
    pub fn has_content_of(&self, other: &Self) -> bool {
        let same_ask_at = Self { ask_at: other.ask_at, ..self.clone() };
        same_ask_at == *other
    }

    /// Returns the part that did not come back with a return, or `None` if nothing is missing (rails 13).
    #[must_use]
    pub fn shortfall(&self) -> Option<Money> {
        self.amount.as_ref()?.minus(self.returned_amount.as_ref()?)
    }
}

fn is_consistent(record: &OrderRecord, at: &Location<'_>) -> Result<(), MessageError> {
    let refuse = |member: &str, rule: &str| Err(Location::Member(at, member).error(rule));
    let state = record.state.known();
    if record.amount.is_none() != record.order_digest.is_none() {
        return refuse("amount", "must be null with `orderDigest`, and only with it");
    }
    if record.is_tombstone() && state != Some(OrderState::Cancelled) {
        return refuse("orderDigest", "must not be null unless `state` is CANCELLED");
    }
    let is_returned = state == Some(OrderState::Returned);
    let may_have_returned = is_returned || state.is_none();
    match &record.returned_amount {
        None if is_returned => refuse("returnedAmount", "is missing: `state` is RETURNED"),
        Some(_) if !may_have_returned => refuse("returnedAmount", "must be null unless `state` is RETURNED"),
        Some(back) if record.amount.as_ref().is_none_or(|amount| amount.currency != back.currency) => {
            refuse("returnedAmount", "must have the currency of `amount`")
        }
        Some(_) | None => Ok(()),
    }
}
