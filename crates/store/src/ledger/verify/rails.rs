//! Orders to rails against their payments, and movements of cash against the booked lines (rails 19.3).

use std::collections::BTreeSet;

use causeway_domain::ids::{JournalId, TransactionId};
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_rail_protocol::values::OrderKind;
use uuid::Uuid;

use super::payments::with_keys;
use super::report::FaultKind;
use super::scope::{Page, Span, between};
use super::{Scope, Source, behind};
use crate::ledger::sum;
use crate::rails::cash::order_kind;
use crate::{Error, Value};

/// An order, as far as its payment and its cash are looked up.
struct OrderKey {
    transaction: TransactionId,
    kind: OrderKind,
    /// `false` for a tombstone.
    has_rail: bool,
}

/// Reports payouts and collections whose payment is gone, and lines of their cash without movements.
pub(super) fn orders(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (behind, values) = behind(scope.platform, "order_id", after);
    let sql = format!(
        "SELECT order_id, transaction_id, kind, rail_id FROM rail_order WHERE platform_id = $1 {behind}
         ORDER BY order_id LIMIT {}",
        scope.limit
    );
    let Page { rows, last } = scope.page(Source::new("rail_order", &["order_id"]), &sql, &values, |row| {
        let has_rail = row.get::<Option<Uuid>>("rail_id")?.is_some();
        Ok(OrderKey { transaction: row.get("transaction_id")?, kind: row.parsed("kind")?, has_rail })
    })?;
    let ids: BTreeSet<TransactionId> = rows.iter().map(|order| order.transaction).collect();
    let ids: Vec<Value<'_>> = ids.into_iter().map(Value::from).collect();
    let source = Source::new("payment", &["transaction_id"]);
    let paid = with_keys(scope, source, "type", &ids, |row| row.get::<TransactionId>("transaction_id"))?;
    let paid: BTreeSet<TransactionId> = paid.into_iter().collect();
    for OrderKey { transaction, kind, .. } in &rows {
        if *kind != OrderKind::Refund && !paid.contains(transaction) {
            let detail = format!("has an order to a rail, its {kind}, but the payment is gone");
            scope.add(FaultKind::PaymentMissing, transaction, detail);
        }
    }
    find_lines_without_movement(scope, &rows, &ids)?;
    Ok(last)
}

/// Reports the lines of cash that orders of this page have moved and that have no movement.
fn find_lines_without_movement(
    scope: &mut Scope<'_, '_>,
    page: &[OrderKey],
    ids: &[Value<'_>],
) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    let places: Vec<String> = (2..ids.len() + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT e.journal_id, e.line, e.transaction_id, e.kind FROM ledger_entry e
         WHERE e.platform_id = $1 AND e.transaction_id IN ({}) AND e.code = '{}'
             AND NOT EXISTS (SELECT 1 FROM cash_movement m WHERE m.platform_id = e.platform_id
                 AND m.journal_id = e.journal_id AND m.line = e.line)",
        places.join(", "),
        AccountCode::Cash
    );
    let values: Vec<Value<'_>> =
        std::iter::once(Value::from(scope.platform)).chain(ids.iter().cloned()).collect();
    let source = Source::new("ledger_entry", &["journal_id", "line"]);
    // Unknown kinds are reported with the blocks. Without an order, SQLite uses the index of transactions.
    let mut lines = scope.rows(source, &sql, &values, |row| {
        let kind: Option<PostingKind> = row.get::<String>("kind")?.parse().ok();
        Ok((row.get::<TransactionId>("transaction_id")?, kind))
    })?;
    lines.sort();
    for (transaction, posting) in lines {
        let moved_by = posting.and_then(order_kind);
        let has_moved = |order: &OrderKey| {
            order.has_rail && order.transaction == transaction && moved_by == Some(order.kind)
        };
        if page.iter().any(has_moved) {
            let detail = "has a line of cash without the movement at its rail account";
            scope.add(FaultKind::PaymentDiffers, transaction, detail);
        }
    }
    Ok(())
}

/// Reports movements that do not add up to their line of cash, and those of a rail account whose order is gone.
pub(super) fn movements(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (behind, values) = behind(scope.platform, "journal_id", after);
    let sql = format!(
        "SELECT DISTINCT journal_id FROM cash_movement WHERE platform_id = $1 {behind}
         ORDER BY journal_id LIMIT {}",
        scope.limit
    );
    let source = Source::new("cash_movement", &["journal_id"]);
    let last = scope.page(source, &sql, &values, |_| Ok(()))?.last;
    if last.is_some() {
        compare_lines(scope, Span { after, last })?;
        find_movements_without_order(scope, Span { after, last })?;
    }
    Ok(last)
}

/// Compares the movements of a range of journals with the lines of cash.
fn compare_lines(scope: &mut Scope<'_, '_>, span: Span) -> Result<(), Error> {
    let (which, values, _) = between(scope.platform, "m.journal_id", span, scope.limit);
    let sql = format!(
        "SELECT m.journal_id, m.line, e.amount, {} FROM cash_movement m LEFT JOIN ledger_entry e
             ON e.platform_id = m.platform_id AND e.journal_id = m.journal_id AND e.line = m.line
             AND e.code = '{}' AND e.currency = m.currency AND e.transaction_id = m.transaction_id
         WHERE m.platform_id = $1 {which} GROUP BY m.journal_id, m.line, m.currency, m.transaction_id, e.amount
         ORDER BY m.journal_id, m.line",
        sum::columns("m.amount"),
        AccountCode::Cash
    );
    let source = Source::new("cash_movement", &["journal_id", "line"]);
    let lines = scope.rows(source, &sql, &values, |row| {
        let booked = row.get::<Option<i64>>("amount")?.map(i128::from);
        Ok((row.get::<JournalId>("journal_id")?, booked == Some(sum::read(row)?)))
    })?;
    for (journal, _) in lines.into_iter().filter(|(_, adds_up)| !adds_up) {
        let detail = "has cash movements that do not add up to its line of cash";
        scope.add(FaultKind::PaymentDiffers, journal, detail);
    }
    Ok(())
}

/// Reports the movements of a range of journals at a rail account without the order that has moved the money.
fn find_movements_without_order(scope: &mut Scope<'_, '_>, span: Span) -> Result<(), Error> {
    let (which, values, _) = between(scope.platform, "m.journal_id", span, scope.limit);
    let sql = format!(
        "SELECT m.transaction_id FROM cash_movement m
         WHERE m.platform_id = $1 {which} AND m.account_id IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM rail_order o WHERE o.platform_id = m.platform_id
                 AND o.transaction_id = m.transaction_id AND o.account_id = m.account_id)
         ORDER BY m.journal_id, m.line, m.part"
    );
    let source = Source::new("cash_movement", &["transaction_id"]);
    for id in scope.rows(source, &sql, &values, |row| row.get::<TransactionId>("transaction_id"))? {
        scope.add(FaultKind::PaymentDiffers, id, "has moved cash at a rail account, but its order is gone");
    }
    Ok(())
}
