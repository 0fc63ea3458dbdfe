//! An internal account as it is shown: in lists, in answers and in events.

use causeway_domain::Amount;
use causeway_domain::money::CurrencyCode;
use causeway_store::internal_accounts::{FundingInstruction, InternalAccountRecord, LockedAccount};
use causeway_store::ledger::Balance;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::internal_accounts::InternalAccount;
use causeway_wire::money::CurrencyAmount;
use causeway_wire::payment_instructions::{InstructionDetails, PaymentInstructions};

use crate::runtime::api_error::ApiError;
use crate::runtime::money;

/// The account as it is shown, with what it holds.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored account that cannot be shown, which would be a defect of ours.
pub fn internal_account(held: &LockedAccount) -> Result<InternalAccount, ApiError> {
    with_balance(&held.account, &held.balance)
}

/// The account as it is shown while it holds this: for events about a posting that has just been booked.
///
/// # Errors
/// As [`internal_account`].
pub fn with_balance(account: &InternalAccountRecord, balance: &Balance) -> Result<InternalAccount, ApiError> {
    let is_platforms = account.customer.is_none();
    Ok(InternalAccount {
        id: account.id,
        customer_id: account.customer,
        kind: account.account_type,
        status: account.doc.state.status(),
        balance: amount(i128::from(balance.available), account.currency)?,
        total_balance: amount(balance.total(), account.currency)?,
        funding_payment_instructions: instructions(&account.doc.funding, is_platforms),
        private_enabled: account.doc.private_enabled,
        created_at: money::instant(account.created_at),
        // A moved balance is a change of the account too.
        updated_at: money::instant(balance.updated_at),
    })
}

fn amount(minor: i128, currency: CurrencyCode) -> Result<CurrencyAmount, ApiError> {
    let minor = i64::try_from(minor).map_err(ApiError::internal)?;
    money::amount(Amount::new(minor, currency))
}

/// Ways to pay in as they are shown; whether they lead to the platform itself.
pub(crate) fn instructions(methods: &[FundingInstruction], is_platforms: bool) -> Vec<PaymentInstructions> {
    methods.iter().map(|method| instruction(method, is_platforms)).collect()
}

fn instruction(way: &FundingInstruction, is_platforms: bool) -> PaymentInstructions {
    PaymentInstructions {
        instructions_notes: Some(way.notes.clone()),
        is_platform_account: Some(is_platforms),
        account_or_wallet_info: InstructionDetails(AccountDetails(way.details.clone())),
    }
}
