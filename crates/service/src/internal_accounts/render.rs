//! The API view of an internal account: in lists, in responses and in events.

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

/// Renders the account with its balance.
///
/// # Errors
/// `INTERNAL_ERROR` for a stored account that cannot be rendered, which would be a defect of the service.
pub fn internal_account(locked: &LockedAccount) -> Result<InternalAccount, ApiError> {
    with_balance(&locked.account, &locked.balance)
}

/// Renders the account with a given balance: for events about a posting that has just been booked.
///
/// # Errors
/// The same as [`internal_account`].
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
        // A changed balance is a change of the account too.
        updated_at: money::instant(balance.updated_at),
    })
}

fn amount(minor: i128, currency: CurrencyCode) -> Result<CurrencyAmount, ApiError> {
    let minor = i64::try_from(minor).map_err(ApiError::internal)?;
    money::amount(Amount::new(minor, currency))
}

/// Renders funding methods; `is_platforms` marks the platform's own account.
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
