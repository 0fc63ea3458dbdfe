//! The parts of a customer's export that no platform can read as a list: factors, Travel Rule data, reveals of cards,
//! invitations, and the actions of operators.

use std::convert::identity;

use causeway_domain::ids::{CustomerId, Id, TransactionId};
use causeway_store::audit::{self, Filter};
use causeway_store::payments::{self, PaymentRecord, Walk, WalkBy};
use causeway_store::{Tx, card_reveals, invitations, uma_travel_rules};
use serde_json::{Value, json};
use uuid::Uuid;

use super::list_page::{ListPage, list_page, page, whole};
use super::{Answer, OperatorError};
use crate::runtime::context::Context;
use crate::sca;
use crate::uma::travel_rule;

/// Items of a list per transaction.
pub(super) const PAGE: u32 = 100;

/// Some items of a section.
#[derive(Default)]
pub(super) struct Items {
    pub(super) items: Vec<Value>,
    /// `None` after the last items of the section.
    pub(super) next: Option<String>,
}

impl Items {
    /// Returns a page of items that are read by their order: after a full page, more may follow `last`.
    fn page(items: Vec<Value>, last: Option<String>) -> Self {
        let is_full = u32::try_from(items.len()).is_ok_and(|count| count >= PAGE);
        Self { items, next: last.filter(|_| is_full) }
    }
}

/// Reads the factors and trusted beneficiaries of the customer.
pub(super) fn strong_authentication(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    _: Option<String>,
) -> Answer<Items> {
    Ok(Items { items: sca::factors(tx, context, customer)?, next: None })
}

/// Reads the Travel Rule data of the customer's payments, a page of payments at a time.
pub(super) fn travel_rule_data(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    cursor: Option<String>,
) -> Answer<Items> {
    let walk = Walk { by: WalkBy::Party(customer.uuid()), from: None, to: None };
    let asked = page(PAGE, cursor.as_deref())?;
    let found = payments::walk(tx, context.platform, &walk, context.now, &asked)?;
    let ListPage { rows, next, .. } = list_page(whole(found), PAGE, PaymentRecord::position, identity);
    let ids: Vec<TransactionId> = rows.iter().map(|payment| payment.id).collect();
    let mut items = Vec::new();
    for record in uma_travel_rules::among(tx, context.platform, &ids)? {
        let data = travel_rule::open(&context.app.keys(), context.platform, &record);
        let data = data.map_err(OperatorError::defect)?;
        let content = data.content.expose();
        let text = |_| Value::from(String::from_utf8_lossy(content));
        items.push(json!({
            "transactionId": record.transaction,
            "format": data.format,
            "storedAt": record.stored_at,
            "content": serde_json::from_slice(content).unwrap_or_else(text),
        }));
    }
    Ok(Items { items, next })
}

/// Reads the reveals of the numbers of the customer's cards.
pub(super) fn reveals(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    cursor: Option<String>,
) -> Answer<Items> {
    let after = cursor.and_then(|cursor| Uuid::try_parse(&cursor).ok());
    let found = card_reveals::of_customer(tx, context.platform, customer, after, PAGE)?;
    let last = found.last().map(|reveal| reveal.id.to_string());
    let items = found.iter().map(|reveal| {
        json!({ "cardId": reveal.card, "tokenId": reveal.token, "address": reveal.address, "at": reveal.at })
    });
    Ok(Items::page(items.collect(), last))
}

/// Reads the invitations that the customer has created.
pub(super) fn invitations(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    cursor: Option<String>,
) -> Answer<Items> {
    let after = cursor.unwrap_or_default();
    let found = invitations::of_inviter(tx, context.platform, customer, &after, PAGE)?;
    let last = found.last().map(|invitation| invitation.code.clone());
    let items = found.iter().map(|invitation| {
        let doc = &invitation.doc;
        json!({
            "code": invitation.code,
            "status": invitation.status.as_str(),
            "url": doc.url,
            "inviterUmaAddress": doc.inviter_uma,
            "inviteeUmaAddress": doc.invitee_uma,
            "firstName": doc.first_name,
            "amount": doc.amount,
            "createdAt": invitation.created_at,
            "expiresAt": invitation.expires_at,
            "claimedAt": doc.claimed_at,
        })
    });
    Ok(Items::page(items.collect(), last))
}

/// Reads the actions of operators about the customer, newest first, without the names and the reasons of operators.
pub(super) fn operator_actions(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    cursor: Option<String>,
) -> Answer<Items> {
    let filter = Filter {
        subject: Some(customer.to_string()),
        platform: Some(context.platform),
        before: cursor.and_then(|cursor| cursor.parse().ok()),
        ..Filter::default()
    };
    let found = audit::list(tx, &filter, i64::from(PAGE))?;
    let last = found.last().map(|entry| entry.seq.to_string());
    let items = found.iter().map(|entry| {
        json!({ "at": entry.at, "action": entry.action, "about": entry.about, "channel": entry.channel })
    });
    Ok(Items::page(items.collect(), last))
}
