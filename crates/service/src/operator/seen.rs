//! The version of a resource that an operator has seen. An action about a resource that has changed since is
//! refused.

use causeway_domain::Time;
use causeway_domain::ids::{
    CardId, CardTransactionId, CustomerId, ExternalAccountId, Id, InternalAccountId, PlatformId,
    StablecoinId, StablecoinOperationId, TransactionId, VerificationId,
};
use causeway_store::{
    Error, Tx, card_transactions, cards, customers, external_accounts, internal_accounts, payments,
    stablecoins, unmatched_deposits, verifications,
};
use serde_json::Value;

use super::OperatorError;

/// The noun of commands that take a customer for its open verification, whose version counts.
const VERIFICATION: &str = "verification";

/// The version that the operator has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SeenVersion {
    pub(super) version: Time,
    /// The argument that names the resource.
    pub(super) argument: &'static str,
    /// The noun of the command that shows it.
    pub(super) noun: &'static str,
}

/// The present state of a resource.
struct PresentState {
    /// Instant of the last change, which rises with each change.
    version: Time,
    status: String,
}

impl PresentState {
    fn new(version: impl Into<Time>, status: &str) -> Self {
        Self { version: version.into(), status: status.to_owned() }
    }
}

impl SeenVersion {
    /// Checks that the resource has not changed since. Its row is locked, so that it cannot change before the
    /// action, in the order of docs/internals/locks.md. If it does not exist, the action itself refuses.
    ///
    /// # Errors
    /// If it has changed.
    pub(super) fn check(
        &self,
        tx: &mut Tx<'_>,
        platform: PlatformId,
        arguments: &Value,
    ) -> Result<(), OperatorError> {
        let id = arguments[self.argument].as_str().unwrap_or_default();
        let present = match self.noun {
            VERIFICATION if id.parse::<CustomerId>().is_ok() => {
                lock_open_verification(tx, platform, parse(id)?)?
            }
            _ => lock(tx, platform, id)?,
        };
        let Some(present) = present else { return Ok(()) };
        let PresentState { version, status } = present;
        if version == self.version {
            return Ok(());
        }
        let message = format!(
            "{id} has changed: you have seen version {}, and it is {status} in version {version} now",
            self.version
        );
        Err(OperatorError::refused(message)
            .remedy(format!("show it again, then decide: causeway {} show {id}", self.noun)))
    }
}

/// Locks the row of a resource and returns its present state, or `None` if the platform has no such resource.
fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: &str) -> Result<Option<PresentState>, OperatorError> {
    let kind = id.split_once(':').map_or(id, |(kind, _)| kind);
    Ok(match kind {
        TransactionId::TYPE_NAME => lock_payment(tx, platform, parse(id)?)?,
        CustomerId::TYPE_NAME => customers::lock(tx, platform, parse(id)?)?
            .map(|found| PresentState::new(found.updated_at, found.doc.verification.status().as_str())),
        InternalAccountId::TYPE_NAME => lock_account(tx, platform, parse(id)?)?,
        ExternalAccountId::TYPE_NAME => external_accounts::lock(tx, platform, parse(id)?)?
            .map(|found| PresentState::new(found.updated_at, found.status.as_str())),
        CardId::TYPE_NAME => cards::lock(tx, platform, parse(id)?)?
            .map(|found| PresentState::new(found.updated_at, found.phase.state().as_str())),
        CardTransactionId::TYPE_NAME => lock_card_transaction(tx, platform, parse(id)?)?,
        VerificationId::TYPE_NAME => lock_verification(tx, platform, parse(id)?)?,
        StablecoinId::TYPE_NAME => stablecoins::lock(tx, platform, parse(id)?)?
            .map(|found| PresentState::new(found.updated_at, found.service_status.as_str())),
        StablecoinOperationId::TYPE_NAME => lock_operation(tx, platform, parse(id)?)?,
        _ => return Err(OperatorError::invalid(format!("{id} has no version"))),
    })
}

fn parse<I: Id>(id: &str) -> Result<I, OperatorError> {
    id.parse().map_err(|_| OperatorError::invalid(format!("{id} is not an id")))
}

/// Locks a payment, or the unmatched deposit with this id.
fn lock_payment(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PresentState>, Error> {
    if let Some(found) = payments::lock_replaceable(tx, platform, id)? {
        return Ok(Some(PresentState::new(found.updated_at, found.status().as_str())));
    }
    let found = unmatched_deposits::lock(tx, platform, id)?;
    Ok(found.map(|found| PresentState::new(found.updated_at, found.status.as_str())))
}

/// Locks an internal account behind its customer.
fn lock_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: InternalAccountId,
) -> Result<Option<PresentState>, Error> {
    let found = internal_accounts::find(tx, platform, id)?;
    if let Some(customer) = found.and_then(|found| found.account.customer) {
        customers::hold(tx, platform, customer)?;
    }
    let found = internal_accounts::lock(tx, platform, id)?;
    Ok(found
        .map(|found| PresentState::new(found.balance.updated_at, found.account.doc.state.status().as_str())))
}

/// Locks a card transaction behind its card.
fn lock_card_transaction(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CardTransactionId,
) -> Result<Option<PresentState>, Error> {
    let Some(found) = card_transactions::find(tx, platform, id)? else { return Ok(None) };
    cards::lock(tx, platform, found.card)?;
    let found = card_transactions::lock(tx, platform, id)?;
    Ok(found.map(|found| PresentState::new(found.updated_at, found.status.as_str())))
}

/// Locks the customer of a verification, under whose lock it changes.
fn lock_verification(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: VerificationId,
) -> Result<Option<PresentState>, Error> {
    let Some(found) = verifications::find(tx, platform, id)? else { return Ok(None) };
    customers::lock(tx, platform, found.customer)?;
    let found = verifications::find(tx, platform, id)?;
    Ok(found.map(|found| PresentState::new(found.updated_at, found.doc.state.status().as_str())))
}

/// Locks a customer with its open verification.
fn lock_open_verification(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<PresentState>, Error> {
    match verifications::find_open(tx, platform, customer)? {
        Some(open) => lock_verification(tx, platform, open.id),
        None => Ok(None),
    }
}

/// Locks a mint or burn behind its preview.
fn lock_operation(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinOperationId,
) -> Result<Option<PresentState>, Error> {
    let Some(found) = stablecoins::find_operation(tx, platform, id)? else { return Ok(None) };
    if let Some(quote) = found.quote {
        stablecoins::lock_quote(tx, platform, quote)?;
    }
    let found = stablecoins::lock_operation(tx, platform, id)?;
    Ok(found.map(|found| PresentState::new(found.updated_at, found.state.status().as_str())))
}
