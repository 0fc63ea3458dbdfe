//! Prechecks.

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{CorridorCapabilities, PrecheckRequest, PrecheckResponse};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{MinorUnits, Money, OrderKind, PrecheckMode, TextMembers};

use crate::feed::{items_behind, newest};
use crate::kit::{Kit, message};
use crate::verdict::{CaseResult, expect, not_tried};

pub(crate) async fn out_of_range(kit: &Kit) -> CaseResult {
    let before = newest(kit).await?;
    let mut is_tried = false;
    let capabilities = kit.capabilities().await?;
    for kind in [OrderKind::Payout, OrderKind::Collection] {
        let asked = |corridor: &&CorridorCapabilities| corridor.precheck == PrecheckMode::Remote;
        for corridor in capabilities.corridors(kind).iter().filter(asked) {
            for amount in outside(corridor) {
                is_tried = true;
                let answer = ask(kit, kind, corridor, amount).await?;
                expect(!answer.available, || {
                    format!("{} says that {} is available", corridor.corridor, amount.get())
                })?;
            }
            // Its answer depends on the hour; its form does not.
            ask(kit, kind, corridor, corridor.minimum).await?;
        }
    }
    if !is_tried {
        return Err(not_tried("no corridor with the precheck REMOTE has an amount out of its range"));
    }
    let items = items_behind(kit, before.sequence).await?;
    let is_new = items.iter().filter_map(|item| item.order.as_ref()).any(|record| record.revision.get() == 1);
    expect(!is_new, || "a precheck has stored an order".to_owned())
}

/// Returns the amounts next to the range of a corridor.
fn outside(corridor: &CorridorCapabilities) -> Vec<MinorUnits> {
    let below = corridor.minimum.get().checked_sub(1).and_then(|amount| MinorUnits::new(amount).ok());
    let above = MinorUnits::new(corridor.maximum.get() + 1).ok();
    [below, above].into_iter().flatten().collect()
}

async fn ask(
    kit: &Kit,
    kind: OrderKind,
    corridor: &CorridorCapabilities,
    amount: MinorUnits,
) -> CaseResult<PrecheckResponse> {
    let request = PrecheckRequest {
        amount: Money { amount, currency: corridor.currency },
        corridor: corridor.corridor.clone(),
        account_type: corridor.account_type.clone(),
        country: None,
        bank: TextMembers::default(),
    };
    message(&kit.insist(Call::Precheck(kind), request.to_json().as_bytes()).await?, 200)
}
