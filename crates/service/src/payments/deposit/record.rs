//! The payment that shows money which comes in without a request, or is debited by a third party (money 3.5).

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, CustomerId, TransactionId};
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType, credited_for, reference_of};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers};

use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// For whom money comes in, and where it goes.
pub(super) struct For {
    /// None: the platform itself.
    pub(super) customer: Option<CustomerId>,
    pub(super) destination: Side,
    /// What arrives there.
    pub(super) credited: Amount,
}

impl For {
    /// Money for an account, in its currency or in one that it takes beside it.
    pub(super) fn account(held: &LockedAccount, sent: Amount) -> Result<Self, Error> {
        let currency = held.account.currency;
        let destination = Side::Account { account: AccountRef::Internal(held.account.id), currency };
        let credited = credited_for(sent, currency).ok_or(Error::Missing)?;
        Ok(Self { customer: held.account.customer, destination, credited })
    }
}

/// The payment of money that goes into an account, which is locked, or out of it, as it begins.
pub(super) fn record(
    tx: &mut Tx<'_>,
    context: &Context,
    (direction, status): (Direction, TransactionStatus),
    money: &IncomingMoney,
    whose: For,
) -> Result<PaymentRecord, ApiError> {
    let For { customer, destination, credited } = whose;
    let own_id = match customer {
        // Not held: the account is, and a customer that is being deleted needs it.
        Some(id) => customers::own_id(tx, context.platform, id)?.ok_or(Error::Missing)?,
        None => context.platform.to_string(),
    };
    let id: TransactionId = context.id();
    let currency = money.amount.currency;
    let source = Side::Funding { customer, currency, originator: money.originator.clone() };
    let is_settled = status == TransactionStatus::Completed;
    Ok(PaymentRecord {
        id,
        kind: TransactionType::Incoming,
        status,
        customer,
        platform_customer_id: own_id,
        recipient: None,
        quote: None,
        reference: Some(money.reference.clone().unwrap_or_else(|| reference_of(id))),
        terms: PaymentTerms {
            sent: (money.amount != credited).then_some(money.amount),
            received: Some(credited),
            description: money.description.clone(),
            on_chain: money.on_chain.clone(),
            ..PaymentTerms::between(direction, source, destination)
        },
        state: if is_settled { PaymentState::settled(context.now) } else { PaymentState::NEW },
        created_at: context.now,
        updated_at: context.now,
    })
}
