//! `POST /sandbox/internal-accounts/{accountId}/fund` (money 13.2): credits simulated money to an account, as
//! if it had been paid in.

use causeway_domain::Amount;
use causeway_domain::ids::InternalAccountId;
use causeway_service::payments::incoming::deposit;
use causeway_service::ports::{Funds, IncomingMoney};
use causeway_service::runtime::http::{Answer, Call};
use causeway_service::{ApiError, Context};
use causeway_store::internal_accounts::{self as accounts, InternalAccountRecord};
use causeway_store::payments::Originator;
use causeway_store::{Prefetch, Tx};
use causeway_wire::internal_accounts::InternalAccount;
use causeway_wire::table::SandboxFundInternalAccount;

/// Funds an internal account of the platform or of one of its customers.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_AMOUNT`; `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE`.
pub async fn handler(call: Call<SandboxFundInternalAccount>) -> Result<Answer, ApiError> {
    let id: InternalAccountId = call.id()?;
    let amount: i64 = call.body.amount.into();
    let platform = call.caller.platform;
    let prefetch =
        Prefetch::of_accounts(&[id]).and_reads(move |tx| accounts::lock(tx, platform, id).map(drop));
    Ok(call.write(prefetch, move |tx, context| apply(tx, context, id, amount)).await)
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
    amount: i64,
) -> Result<InternalAccount, ApiError> {
    let found = accounts::lock(tx, context.platform, id)?;
    let mut held = found.ok_or_else(ApiError::not_found::<InternalAccountId>)?;
    let money = incoming_money(&held.account, amount);
    deposit::settle(tx, context, &money, &mut held)
}

/// Builds the partner's report of a payment into this account.
fn incoming_money(account: &InternalAccountRecord, amount: i64) -> IncomingMoney {
    // The reference that a payer of this account would send; `None` if its coordinates need none.
    let mut references = account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    IncomingMoney {
        amount: Amount::new(amount, account.currency),
        funds: Funds::Minted,
        originator: Originator::default(),
        reference: references.next().map(ToOwned::to_owned),
        description: Some("Internal account funding".to_owned()),
        on_chain: None,
    }
}
