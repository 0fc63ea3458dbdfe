//! Amounts and texts at their bounds.

use causeway_rail_protocol::messages::OrderAnswer;
use causeway_rail_protocol::values::{OrderReason, OrderState, TestScenario};

use crate::draft::{OrderDraft, new_transaction};
use crate::kit::{Kit, message};
use crate::verdict::{CaseResult, expect, failed, not_tried};

/// Letters that a bank's character set may lack.
const LETTERS: &str = "ß ł 漢";

pub(crate) async fn amounts(kit: &Kit) -> CaseResult {
    let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
    let corridor = draft.corridor.clone().ok_or_else(|| failed("the order has no corridor"))?;
    for amount in [corridor.minimum, corridor.maximum] {
        let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
        let order = OrderDraft { amount: Some(amount), ..draft }.write(kit).await?;
        kit.submit(&order).await?;
        kit.reach(&order, &[OrderState::Settled]).await?;
    }
    Ok(())
}

/// Sends texts with letters of several scripts: one that fits, and one that is a character too long. What is not carried
/// whole must be refused.
pub(crate) async fn remittance(kit: &Kit) -> CaseResult {
    let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
    let corridor = draft.corridor.as_ref().ok_or_else(|| failed("the order has no corridor"))?;
    let maximum = corridor.remittance_maximum.map_or(0, |maximum| maximum.get());
    let maximum = usize::try_from(maximum).map_err(|error| failed(error.to_string()))?;
    if maximum == 0 {
        return Err(not_tried("the corridor carries no remittance information"));
    }
    let fitting: String = LETTERS.chars().cycle().take(maximum).collect();
    let fitting = fitting.trim_end().to_owned();
    let order = OrderDraft { text: Some(fitting), ..draft.clone() }.write(kit).await?;
    kit.submit(&order).await?;
    let record = kit.reach(&order, &[OrderState::Settled, OrderState::Failed]).await?;
    expect(record.state() == OrderState::Settled || record.reason() == OrderReason::InvalidFormat, || {
        format!("a text of {maximum} characters has failed with {}", record.reason())
    })?;

    let text: String = "漢".repeat(maximum + 1);
    let transaction = new_transaction(kit);
    let long = OrderDraft { text: Some(text), transaction, ..draft }.write(kit).await?;
    let answer = kit.insist(long.submit_call(), long.bytes()).await?;
    if (400..500).contains(&answer.status) {
        return Ok(());
    }
    kit.remember(&long);
    message::<OrderAnswer>(&answer, 200)?;
    let record = kit.reach(&long, &[OrderState::Settled, OrderState::Failed]).await?;
    expect(record.state() == OrderState::Failed, || {
        format!("a text of {} characters was taken, and the corridor carries {maximum}", maximum + 1)
    })
}
