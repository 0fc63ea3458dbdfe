//! `deposit debit`: a third party debits an account by the coordinates that it is paid by (money 3.5).

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::payments::{Direction, IncomingFailure, TransactionStatus};
use causeway_domain::{Amount, postings};
use causeway_store::payments::{Failure, Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts, payments};

use super::push::rails;
use super::record::{For, record};
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::accounts::is_active;
use crate::payments::{announce, errors};
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lets a third party debit an account. One that does not hold enough, or is not active, makes it fail: nothing is posted.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive, or an account that ACH does not reach.
pub fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    account: InternalAccountId,
    minor: i64,
) -> Result<PaymentRecord, ApiError> {
    let found = internal_accounts::lock(tx, context.platform, account)?;
    let mut held = found.ok_or_else(errors::account_not_found)?;
    if minor < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    if !rails(&held.account).contains(&PaymentRail::Ach) {
        return Err(ApiError::field("account", "cannot be debited: it has no coordinates for ACH"));
    }
    let amount = Amount::new(minor, held.account.currency);
    let is_covered = is_active(&held) && held.balance.available >= minor;
    let status = if is_covered { TransactionStatus::Completed } else { TransactionStatus::Failed };
    let whose = For::account(&held, amount)?;
    let mut payment = record(tx, context, (Direction::Debit, status), &money(amount), whose)?;
    if !is_covered {
        payment.state.failure = Some(Failure::Incoming(IncomingFailure::CollectionFailed));
    }
    payments::insert(tx, context.platform, &payment)?;
    announce::status(tx, context, &payment)?;
    if is_covered {
        let debited = postings::account_debited(account, amount);
        ledger::book(tx, context, debited, Reason::of(&payment), std::slice::from_mut(&mut held))?;
    }
    Ok(payment)
}

fn money(amount: Amount) -> IncomingMoney {
    IncomingMoney {
        amount,
        funds: Funds::Received,
        originator: Originator { rail: Some(PaymentRail::Ach), ..Originator::default() },
        reference: None,
        description: None,
        on_chain: None,
    }
}
