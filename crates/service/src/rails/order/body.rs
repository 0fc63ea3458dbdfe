//! The bytes of orders (rails 7.2): written once, stored, and sent as they are stored.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_rail_protocol::messages::{
    CollectionAuthorization, CollectionSubmission, ExternalAccount, Originator, OriginatorAddress,
    PayoutSubmission, Submission,
};
use causeway_rail_protocol::orders::SubmissionBytes;
use causeway_rail_protocol::values::{
    AccountInfo, CustomerType, Id128, MinorUnits, Money, OrderKind, References, Text, TextMembers, Timestamp,
};
use causeway_store::customers::PostalAddress;
use unicode_normalization::UnicodeNormalization;

use super::new_order::NewOrder;
use crate::ports::{DebitOrder, OrderParty, PayoutDestination, PayoutOrder};
use crate::runtime::rails::ChosenRoute;

/// The error for an order that the protocol cannot express.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnwritableOrder {
    /// The payer is not known: the offers did not want it when the order was built. It is known the next time.
    NoOriginator,
    /// The corridor is gone since the route was chosen.
    NoCorridor,
    /// The value of this member can never be sent.
    Member(&'static str),
}

/// Writes the bytes of an order. They are a function of the payment, its parties and its route.
pub(super) fn submission(
    order: &NewOrder,
    route: &ChosenRoute,
    references: References,
) -> Result<SubmissionBytes, UnwritableOrder> {
    let submission = match order {
        NewOrder::Payout(payout) => {
            Submission::Payout(Box::new(payout_submission(order, payout, route, references)?))
        }
        NewOrder::Collection(debit) => {
            Submission::Collection(Box::new(collection_submission(order, debit, route, references)?))
        }
    };
    Ok(SubmissionBytes::new(&submission))
}

fn payout_submission(
    order: &NewOrder,
    payout: &PayoutOrder,
    route: &ChosenRoute,
    references: References,
) -> Result<PayoutSubmission, UnwritableOrder> {
    let corridor = route.corridor().ok_or(UnwritableOrder::NoCorridor)?;
    Ok(PayoutSubmission {
        transaction_id: payout.transaction,
        kind: OrderKind::Payout,
        corridor: corridor.corridor.clone(),
        account: corridor.account.clone(),
        amount: money(order)?,
        rail: corridor.rail.clone(),
        destination: external_account(&payout.destination)?,
        originator: originator(order.originator())?,
        references,
        remittance_information: optional(payout.remittance_information.as_deref(), "remittanceInformation")?,
        purpose_of_payment: optional(payout.purpose_of_payment.as_deref(), "purposeOfPayment")?,
        ordered_at: timestamp(payout.ordered_at, "orderedAt")?,
    })
}

fn collection_submission(
    order: &NewOrder,
    debit: &DebitOrder,
    route: &ChosenRoute,
    references: References,
) -> Result<CollectionSubmission, UnwritableOrder> {
    let corridor = route.corridor().ok_or(UnwritableOrder::NoCorridor)?;
    let authorization = CollectionAuthorization {
        reference: debit.authorization.reference,
        given_at: timestamp(debit.authorization.given_at, "givenAt")?,
    };
    Ok(CollectionSubmission {
        transaction_id: debit.transaction,
        kind: OrderKind::Collection,
        corridor: corridor.corridor.clone(),
        account: corridor.account.clone(),
        amount: money(order)?,
        rail: corridor.rail.clone(),
        source: external_account(&debit.source)?,
        authorization,
        originator: originator(order.originator())?,
        references,
        remittance_information: None,
        purpose_of_payment: None,
        ordered_at: timestamp(debit.ordered_at, "orderedAt")?,
    })
}

fn money(order: &NewOrder) -> Result<Money, UnwritableOrder> {
    let amount = order.amount();
    let units = u64::try_from(amount.minor).ok().and_then(|minor| MinorUnits::new(minor).ok());
    let units = units.ok_or(UnwritableOrder::Member("amount"))?;
    Ok(Money { amount: units, currency: amount.currency })
}

/// Writes an external account. Version 1.0 of the protocol has no name check (rails 11).
fn external_account(account: &PayoutDestination) -> Result<ExternalAccount, UnwritableOrder> {
    let method: BTreeMap<String, String> = account.rail_details.iter().cloned().collect();
    Ok(ExternalAccount {
        external_account_id: account.id,
        account_type: id(&account.account_type, "accountType")?,
        method: TextMembers(method),
        account_info: AccountInfo(account.account_info.clone()),
        payee_verification: None,
    })
}

fn originator(party: Option<&OrderParty>) -> Result<Originator, UnwritableOrder> {
    let party = party.ok_or(UnwritableOrder::NoOriginator)?;
    let kind = if party.is_business { CustomerType::Business } else { CustomerType::Individual };
    Ok(Originator {
        kind,
        name: optional(Some(&party.name), "originator.name")?,
        reference: party.reference.parse().map_err(|_| UnwritableOrder::Member("originator.reference"))?,
        address: party.address.as_ref().map(address).transpose()?,
    })
}

fn address(address: &PostalAddress) -> Result<OriginatorAddress, UnwritableOrder> {
    let line1 = optional(Some(&address.line1), "originator.address.line1")?;
    Ok(OriginatorAddress {
        line1: line1.ok_or(UnwritableOrder::Member("originator.address.line1"))?,
        line2: optional(address.line2.as_deref(), "originator.address.line2")?,
        city: optional(address.city.as_deref(), "originator.address.city")?,
        state: optional(address.state.as_deref(), "originator.address.state")?,
        postal_code: optional(Some(&address.postal_code), "originator.address.postalCode")?,
        country: address.country,
    })
}

/// Writes a text in its composed form; an empty one is `None`. No part of a text is ever dropped.
fn optional(text: Option<&str>, member: &'static str) -> Result<Option<Text>, UnwritableOrder> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let composed: String = text.nfc().collect();
    composed.parse().map(Some).map_err(|_| UnwritableOrder::Member(member))
}

fn id(text: &str, member: &'static str) -> Result<Id128, UnwritableOrder> {
    text.parse().map_err(|_| UnwritableOrder::Member(member))
}

fn timestamp(at: Time, member: &'static str) -> Result<Timestamp, UnwritableOrder> {
    Timestamp::from_millis(at.millis()).map_err(|_| UnwritableOrder::Member(member))
}
