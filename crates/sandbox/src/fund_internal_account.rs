//! `POST /sandbox/internal-accounts/{accountId}/fund` (money 13.2): money out of nothing, as if somebody had
//! paid it in.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType, reference_of};
use causeway_domain::postings;
use causeway_service::internal_accounts::account_not_active;
use causeway_service::runtime::http::{Answer, Call};
use causeway_service::runtime::ledger::{self, Reason};
use causeway_service::transactions::announce;
use causeway_service::{ApiError, Context};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::transactions::{Side, TransactionDoc, TransactionRecord};
use causeway_store::{Error, Prefetch, Tx, customers, internal_accounts as accounts, transactions};
use causeway_wire::internal_accounts::InternalAccount;
use causeway_wire::table::SandboxFundInternalAccount;

/// Puts money into an internal account of the platform or of one of its customers.
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
    let mut held = found.ok_or_else(|| ApiError::not_found::<InternalAccountId>())?;
    check_active(&held)?;
    let amount = Amount::new(amount, held.account.currency);
    let deposit = deposit(tx, context, &held, amount)?;
    transactions::insert(tx, context.platform, &deposit)?;
    announce::status(tx, context, &deposit)?;
    let reason = Reason { transaction: deposit.id, quote: None };
    let posting = postings::sandbox_funded(id, amount);
    let told = ledger::book(tx, context, posting, reason, std::slice::from_mut(&mut held))?;
    Ok(told.into_iter().next().ok_or(Error::Missing)?)
}

fn check_active(held: &LockedAccount) -> Result<(), ApiError> {
    match held.account.doc.state.status() {
        InternalAccountStatus::Active => Ok(()),
        status => Err(account_not_active("receiving", status.as_str())),
    }
}

/// The incoming payment that a real deposit would have been.
fn deposit(
    tx: &mut Tx<'_>,
    context: &Context,
    held: &LockedAccount,
    amount: Amount,
) -> Result<TransactionRecord, ApiError> {
    let customer = held.account.customer;
    let own_id = match customer {
        // Not held: the account is, and a customer that is being deleted needs it.
        Some(id) => customers::own_id(tx, context.platform, id)?.ok_or(Error::Missing)?,
        None => context.platform.to_string(),
    };
    let id: TransactionId = context.id();
    let source = Side::Funding { customer, currency: amount.currency };
    let destination =
        Side::Account { account: AccountRef::Internal(held.account.id), currency: amount.currency };
    Ok(TransactionRecord {
        id,
        kind: TransactionType::Incoming,
        status: TransactionStatus::Completed,
        customer,
        platform_customer_id: own_id,
        recipient: None,
        quote: None,
        reference: Some(funding_reference(&held.account).unwrap_or_else(|| reference_of(id))),
        doc: TransactionDoc {
            received: Some(amount),
            description: Some("Internal account funding".to_owned()),
            settled_at: Some(context.now),
            ..TransactionDoc::between(Direction::Credit, source, destination)
        },
        created_at: context.now,
        updated_at: context.now,
    })
}

/// The reference that a payer of this account would have sent; none where the account's coordinates need none.
fn funding_reference(account: &InternalAccountRecord) -> Option<String> {
    let mut texts = account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    texts.next().map(ToOwned::to_owned)
}
