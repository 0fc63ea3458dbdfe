//! The payment record of money that comes in without a request, or is debited by a third party (money 3.5).

use causeway_domain::ids::{AccountRef, CustomerId, TransactionId};
use causeway_domain::payments::lifecycle::DepositPhase;
use causeway_domain::payments::{Direction, TransactionType, credited_amount, reference_of};
use causeway_domain::{Amount, Time};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The owner and destination of incoming money.
pub(in crate::payments) struct DepositTerms {
    /// `None` if the platform itself owns the account.
    pub(in crate::payments) customer: Option<CustomerId>,
    pub(in crate::payments) destination: Side,
    /// In the destination's currency.
    pub(in crate::payments) credited: Amount,
    /// Expected settlement; `None` on an instant rail.
    pub(in crate::payments) settles_at: Option<Time>,
}

impl DepositTerms {
    /// Describes money for an account, in its currency or in another one that it takes.
    pub(in crate::payments) fn account(account: &LockedAccount, sent: Amount) -> Result<Self, Error> {
        let currency = account.account.currency;
        let destination = Side::Account { account: AccountRef::Internal(account.account.id), currency };
        let credited = credited_amount(sent, currency).ok_or(Error::Missing)?;
        Ok(Self { customer: account.account.customer, destination, credited, settles_at: None })
    }
}

/// Builds the payment of money into or out of an account. It is not stored yet. The caller must hold the
/// account's row lock.
pub(in crate::payments) fn record(
    tx: &mut Tx<'_>,
    context: &Context,
    direction: Direction,
    money: &IncomingMoney,
    deposit_terms: DepositTerms,
) -> Result<LockedPayment, ApiError> {
    let DepositTerms { customer, destination, credited, settles_at } = deposit_terms;
    let own_id = match customer {
        // The customer is not locked: the account is, and the deletion of a customer needs the account.
        Some(id) => customers::own_id(tx, context.platform, id)?.ok_or(Error::Missing)?,
        None => context.platform.to_string(),
    };
    let id: TransactionId = context.id();
    let currency = money.amount.currency;
    let source = Side::Funding { customer, currency, originator: money.originator.clone() };
    Ok(LockedPayment::new(PaymentRecord::new(NewPayment {
        id,
        kind: TransactionType::Incoming,
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
        state: PaymentState { settles_at, ..PaymentState::new(DepositPhase::Expected.into()) },
        created_at: context.now,
    })))
}
