//! Refunds, as a platform's backend learns of them: the balances that it counts on change.

use causeway_domain::ids::QuoteId;
use causeway_domain::refunds::RefundStatus;
use causeway_store::quotes::{self, QuoteDoc};
use causeway_store::{Error, transactions};

use super::learn::{credit, credit_source};
use crate::broken::Holds;
use crate::world::World;

/// Takes in every refund that has come to its end since the last look.
pub(super) fn follow(world: &mut World) -> Holds {
    for number in 0..world.tenants.len() {
        for (id, doc, ended) in ends(world, number)? {
            let Some(known) = world.tenants[number].quotes.get_mut(&id) else { continue };
            let before = known.refund.replace(ended);
            take_in(world, number, &doc, before, ended)?;
        }
    }
    Ok(())
}

/// The refunds of executed quotes whose end is not what it was.
fn ends(world: &World, number: usize) -> Holds<Vec<(QuoteId, QuoteDoc, RefundStatus)>> {
    let tenant = &world.tenants[number];
    let platform = tenant.id;
    let open = tenant.quotes.iter().filter(|(_, quote)| quote.is_executed);
    let open: Vec<_> = open.map(|(id, quote)| (*id, quote.transaction, quote.refund)).collect();
    world.read(move |tx| {
        let mut ended = Vec::new();
        for (id, transaction, before) in &open {
            let payment = transactions::find(tx, platform, *transaction)?.ok_or(Error::Missing)?;
            let now = payment.doc.refund.map(|refund| refund.status);
            let Some(now) = now.filter(|now| *now != RefundStatus::Pending && Some(*now) != *before) else {
                continue;
            };
            let quote = quotes::find(tx, platform, *id)?.ok_or(Error::Missing)?;
            ended.push((*id, quote.doc, now));
        }
        Ok(ended)
    })
}

fn take_in(
    world: &mut World,
    number: usize,
    doc: &QuoteDoc,
    before: Option<RefundStatus>,
    ended: RefundStatus,
) -> Holds {
    // The conversion is undone either way, the platform's fee with it.
    if before.is_none()
        && let Some(account) = doc.platform_fee_account
    {
        credit(world, number, account, -doc.price.platform_fee)?;
    }
    if ended == RefundStatus::Completed {
        credit_source(world, number, doc, doc.price.total_sending)?;
    }
    Ok(())
}
