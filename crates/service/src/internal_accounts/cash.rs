//! The rail accounts of booked cash (rails 19.3): each line of cash gets movements, whose amounts add up to it.

use causeway_domain::Amount;
use causeway_domain::ids::TransactionId;
use causeway_domain::postings::{LedgerAccount, Leg, Posting, PostingKind};
use causeway_rail_protocol::values::OrderKind;
use causeway_store::ledger::PostedJournal;
use causeway_store::rails::{CashMovementRecord, OrderName, cash};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use crate::runtime::context::Context;

/// Records the movements of the cash in postings that have just been booked. An order is stored before its payment
/// is booked as settled, so its rail account is known.
pub(super) fn book(
    tx: &mut Tx<'_>,
    context: &Context,
    postings: &[Posting],
    posted: &[PostedJournal],
    transaction: TransactionId,
) -> Result<(), Error> {
    let mut accounts = RailAccounts { transaction, last: None };
    let mut movements = Vec::new();
    for (posting, booked) in postings.iter().zip(posted) {
        let lines = posting.legs().iter().zip(0_i64..);
        for (leg, line) in lines.filter(|(leg, _)| leg.account == LedgerAccount::Cash) {
            let account = accounts.of(tx, context, posting.kind())?;
            for (portion, part) in portions(posting, leg, account).zip(0_i64..) {
                movements.push(CashMovementRecord {
                    id: context.ids().uuid(context.now),
                    journal: booked.journal,
                    line,
                    part,
                    transaction,
                    account: portion.account,
                    amount: portion.amount,
                    created_at: context.now,
                });
            }
        }
    }
    cash::insert(tx, context.platform, &movements)
}

/// The rail accounts of a payment's orders.
struct RailAccounts {
    transaction: TransactionId,
    /// The last account that was looked up: consecutive postings are mostly about one order.
    last: Option<(OrderKind, Option<Uuid>)>,
}

impl RailAccounts {
    /// Returns the rail account of the order that a posting is about; `None` if it is about none, or no rail
    /// has the order.
    fn of(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        posting: PostingKind,
    ) -> Result<Option<Uuid>, Error> {
        let Some(kind) = cash::order_kind(posting) else { return Ok(None) };
        if let Some((_, account)) = self.last.filter(|(last, _)| *last == kind) {
            return Ok(account);
        }
        let name = OrderName { transaction: self.transaction, kind };
        let account = cash::account_for(tx, context.platform, name)?;
        self.last = Some((kind, account));
        Ok(account)
    }
}

/// A part of a line of cash. Credits are positive.
struct Portion {
    account: Option<Uuid>,
    amount: Amount,
}

/// Divides a line of cash. The rail account has the amount of the order; a network's or counterparty's fee that
/// is booked in the same line is not part of it.
fn portions(posting: &Posting, leg: &Leg, account: Option<Uuid>) -> impl Iterator<Item = Portion> + use<> {
    let Amount { minor: whole, currency } = leg.amount;
    let in_flight = posting
        .legs()
        .iter()
        .find(|other| other.account == LedgerAccount::PayoutsInFlight && other.amount.currency == currency);
    let own = match (account, in_flight) {
        (Some(_), Some(in_flight)) => in_flight.amount.minor.saturating_neg(),
        (Some(_), None) | (None, _) => whole,
    };
    let of_order = Portion { account, amount: Amount::new(own, currency) };
    let rest = Portion { account: None, amount: Amount::new(whole.saturating_sub(own), currency) };
    [of_order, rest].into_iter().filter(|portion| portion.amount.minor != 0)
}
