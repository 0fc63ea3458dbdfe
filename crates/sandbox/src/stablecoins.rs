//! The simulated stablecoin provider (stablecoins 9): it stores the orders that it accepted and progresses on
//! the platform's clock.

use causeway_domain::Time;
use causeway_domain::ids::{Id, StablecoinOperationId};
use causeway_domain::stablecoins::{
    ProviderReport, StablecoinFailureReason as Reason, StablecoinIssuanceStatus as Status,
    StablecoinOperationType, StablecoinSourceType, TokenAmount,
};
use causeway_service::ports::{
    NextPoll, OrderAnswer, ProviderError, ProviderLogin, ProviderOrder, ProviderToken, ProviderTransfer,
    StablecoinProvider, TokenAnswer, TokenQuery,
};
use causeway_service::runtime::hex;
use causeway_store::sandbox_stablecoins::{self as memory, SandboxTransfer};
use causeway_store::stablecoins::Instructions;
use causeway_store::{Error, Store, Tx};
use futures_util::future::{BoxFuture, FutureExt, ready};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::faults::PartnerFaults;
use crate::magic::{
    ClientScenario, SETTLEMENT, TokenScenario, bank_debit_scenario, bank_payout_scenario, client_scenario,
    gives_no_answer, token_scenario, wallet_scenario,
};

/// Decimals of simulated tokens.
const DECIMALS: u8 = 6;
/// The provider's initial balance of a registered token: a million tokens.
const BALANCE: TokenAmount = TokenAmount::new(1_000_000_000_000);
/// Time from acceptance to processing, for orders that need no funding.
const BEGINNING: std::time::Duration = std::time::Duration::from_millis(250);
/// Time until a slow order is settled, and until a registered token is provisioned.
const SLOW: std::time::Duration = std::time::Duration::from_secs(30);

const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// A stablecoin provider that acts by the last three characters of client ids, tokens and accounts.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedProvider {
    store: Store,
    faults: PartnerFaults,
}

/// The final report of a transfer, and its pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ending {
    report: ProviderReport,
    is_slow: bool,
}

const DONE: Ending = Ending { report: ProviderReport::Complete, is_slow: false };

const fn failing(reason: Reason, is_slow: bool) -> Ending {
    Ending { report: ProviderReport::Failed(reason), is_slow }
}

impl SimulatedProvider {
    pub(crate) const fn new(store: Store, faults: PartnerFaults) -> Self {
        Self { store, faults }
    }

    async fn submit_order(&self, order: &ProviderOrder) -> Result<OrderAnswer, ProviderError> {
        check_credentials(&order.login)?;
        if order.description.as_deref().is_some_and(gives_no_answer)
            || self.faults.precheck(order.platform).is_err()
        {
            return Err(ProviderError::NotExecuted);
        }
        let asked = order.clone();
        let remember = move |tx: &mut Tx<'_>| record_submission(tx, &asked);
        let transfer: Result<SandboxTransfer, Error> = self.store.write(&[], remember).await;
        if self.faults.loses_this_answer(order.platform) {
            return Err(ProviderError::OutcomeUnknown);
        }
        let transfer = transfer.map_err(|_| ProviderError::OutcomeUnknown)?;
        Ok(OrderAnswer::Accepted(describe(order, &transfer)))
    }

    async fn look_up(&self, order: &ProviderOrder) -> Result<Option<ProviderTransfer>, ProviderError> {
        check_credentials(&order.login)?;
        self.faults.precheck(order.platform).map_err(|_| ProviderError::OutcomeUnknown)?;
        self.change(order, |_, _| {}).await
    }

    /// Changes a stored transfer and returns its new state. From this point, tokens of a failed burn are back
    /// in the balance.
    async fn change(
        &self,
        order: &ProviderOrder,
        change: fn(&mut SandboxTransfer, Time),
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let asked = order.clone();
        let write = move |tx: &mut Tx<'_>| {
            let Some(mut transfer) = memory::lock(tx, asked.platform, asked.operation)? else {
                return Ok(None);
            };
            change(&mut transfer, asked.now);
            credit_failed_burn(tx, &asked, &mut transfer)?;
            memory::update(tx, asked.platform, asked.operation, &transfer)?;
            Ok(Some(transfer))
        };
        let found: Result<Option<SandboxTransfer>, Error> = self.store.write(&[], write).await;
        Ok(found.map_err(|_| ProviderError::OutcomeUnknown)?.map(|transfer| describe(order, &transfer)))
    }
}

/// Stores a transfer, or counts another submission of a known one. A transfer that is paid from the
/// provider's own balance is taken from it at once.
fn record_submission(tx: &mut Tx<'_>, order: &ProviderOrder) -> Result<SandboxTransfer, Error> {
    if let Some(mut known) = memory::lock(tx, order.platform, order.operation)? {
        known.submissions += 1;
        memory::update(tx, order.platform, order.operation, &known)?;
        return Ok(known);
    }
    let mut is_short = false;
    if order.source == StablecoinSourceType::ProviderInternalBalance {
        let balance = memory::lock_balance(tx, order.platform, order.stablecoin)?.unwrap_or(BALANCE);
        match balance.units().checked_sub(order.amount.units()) {
            Some(left) => memory::put_balance(tx, order.platform, order.stablecoin, TokenAmount::new(left))?,
            None => is_short = true,
        }
    }
    let transfer = SandboxTransfer {
        accepted_at: order.now,
        submissions: 1,
        funded_at: (!needs_funding(order)).then_some(order.now),
        canceled_at: None,
        is_short,
        is_settled: false,
    };
    memory::insert(tx, order.platform, order.operation, &transfer)?;
    Ok(transfer)
}

/// Returns the tokens of a failed burn to the provider's balance if the provider had received them
/// (stablecoins 8).
fn credit_failed_burn(
    tx: &mut Tx<'_>,
    order: &ProviderOrder,
    transfer: &mut SandboxTransfer,
) -> Result<(), Error> {
    let has_failed = matches!(report_of(order, transfer, order.now).0, ProviderReport::Failed(_));
    let has_come = transfer.funded_at.is_some() && !transfer.is_short;
    if order.operation_type != StablecoinOperationType::Burn
        || !has_failed
        || !has_come
        || transfer.is_settled
    {
        return Ok(());
    }
    let balance = memory::lock_balance(tx, order.platform, order.stablecoin)?.unwrap_or(BALANCE);
    let back = balance.units().saturating_add(order.amount.units());
    memory::put_balance(tx, order.platform, order.stablecoin, TokenAmount::new(back))?;
    transfer.is_settled = true;
    Ok(())
}

const fn needs_funding(order: &ProviderOrder) -> bool {
    matches!(order.source, StablecoinSourceType::Wire | StablecoinSourceType::ExternalAccount)
}

/// Returns the ending of a funded transfer; if several things go wrong, a failure of the funding side takes
/// precedence.
fn ending(order: &ProviderOrder, transfer: &SandboxTransfer) -> Ending {
    if transfer.is_short {
        return failing(Reason::InsufficientFunds, false);
    }
    if let Some(debited) = &order.debited
        && let Some((reason, is_slow)) = bank_debit_scenario(&debited.identifier)
    {
        return failing(reason, is_slow);
    }
    let destination = &order.destination.identifier;
    let scenario = match order.operation_type {
        StablecoinOperationType::Mint => wallet_scenario(destination),
        StablecoinOperationType::Burn => bank_payout_scenario(destination),
    };
    scenario.map_or(DONE, |(reason, is_slow)| failing(reason, is_slow))
}

/// Returns the state of a transfer and the time of its next change.
fn report_of(order: &ProviderOrder, transfer: &SandboxTransfer, now: Time) -> (ProviderReport, NextPoll) {
    if transfer.canceled_at.is_some() {
        return (ProviderReport::Failed(Reason::ProviderTransferCanceled), NextPoll::Never);
    }
    let Some(funded_at) = transfer.funded_at else { return (ProviderReport::AwaitingFunds, NextPoll::Never) };
    let ending = ending(order, transfer);
    let begins_at = if needs_funding(order) { funded_at } else { funded_at.plus(BEGINNING) };
    let ends_at = funded_at.plus(if ending.is_slow { SLOW } else { SETTLEMENT });
    if now < begins_at {
        (ProviderReport::Pending, NextPoll::At(begins_at))
    } else if now < ends_at {
        (ProviderReport::Processing, NextPoll::At(ends_at))
    } else {
        (ending.report, NextPoll::Never)
    }
}

fn describe(order: &ProviderOrder, transfer: &SandboxTransfer) -> ProviderTransfer {
    let (report, ask) = report_of(order, transfer, order.now);
    let status = match report {
        ProviderReport::AwaitingFunds | ProviderReport::Pending => "pending",
        ProviderReport::Processing => "processing",
        ProviderReport::Complete => "complete",
        ProviderReport::Failed(Reason::ProviderTransferCanceled) => "canceled",
        ProviderReport::Failed(_) => "failed",
    };
    ProviderTransfer {
        id: format!("sbx-{}", order.operation.uuid().simple()),
        report,
        status: status.to_owned(),
        instructions: instructions(order),
        ask,
    }
}

/// Returns the funding instructions, the same at every call, or `None` if no funds have to be sent.
fn instructions(order: &ProviderOrder) -> Option<Instructions> {
    let members = match order.source {
        StablecoinSourceType::Wire => wire_instructions(order),
        StablecoinSourceType::ExternalAccount => json!({
            "rail": order.network,
            "network": order.network,
            "address": deposit_address(order.operation),
            "valueType": order.token,
        }),
        StablecoinSourceType::AchDebit
        | StablecoinSourceType::SameDayAchDebit
        | StablecoinSourceType::SvcInternalAccount
        | StablecoinSourceType::ProviderInternalBalance => return None,
    };
    members.as_object().cloned()
}

fn wire_instructions(order: &ProviderOrder) -> serde_json::Value {
    let number = u128::from_be_bytes(*order.operation.uuid().as_bytes());
    json!({
        "rail": "WIRE",
        "beneficiaryName": "Sandbox Stablecoins Inc",
        "beneficiaryAddress": "1 Sandbox Street, Des Moines, IA 50309",
        "bankName": "Sandbox Bank",
        "bankAddress": "2 Sandbox Street, Des Moines, IA 50309",
        // The low bits of an id are the random ones.
        "accountNumber": format!("{:017}", number % 100_000_000_000_000_000),
        "routingNumber": "110000000",
        "reference": format!("SBX{}", hex::encode(order.operation.uuid().as_bytes()).to_ascii_uppercase()),
        "amount": order.cents.to_string(),
        "currency": order.base_currency,
    })
}

/// Derives the operation's own address: `spark1` and 58 characters.
fn deposit_address(operation: StablecoinOperationId) -> String {
    let half = |number: u8| Sha256::new().chain_update(operation.uuid()).chain_update([number]).finalize();
    let bytes = [half(0), half(1)].concat();
    let letters = bytes.iter().take(58).map(|byte| char::from(BECH32[usize::from(byte % 32)]));
    format!("spark1{}", letters.collect::<String>())
}

/// Checks that linked credentials still work.
fn check_credentials(login: &ProviderLogin) -> Result<(), ProviderError> {
    match client_scenario(&login.client_id) {
        ClientScenario::Rejected | ClientScenario::RejectedLater => Err(ProviderError::CredentialsRejected),
        ClientScenario::RevokedLater => Err(ProviderError::Revoked),
        ClientScenario::NoAccount | ClientScenario::TwoAccounts | ClientScenario::OneAccount => Ok(()),
    }
}

fn accounts(login: &ProviderLogin, account_id: Option<&str>) -> Result<Vec<String>, ProviderError> {
    let client = &login.client_id;
    let digest = hex::encode(&Sha256::digest(client.as_bytes()));
    let account = |number: u8| format!("sbx-{}-{number}", &digest[..12]);
    Ok(match client_scenario(client) {
        ClientScenario::Rejected => return Err(ProviderError::CredentialsRejected),
        ClientScenario::NoAccount => Vec::new(),
        ClientScenario::TwoAccounts => vec![account(1), account(2)],
        ClientScenario::OneAccount | ClientScenario::RejectedLater | ClientScenario::RevokedLater => {
            let requested = account_id.map(str::to_owned);
            [account(1)]
                .into_iter()
                .filter(|one| Some(one) != requested.as_ref())
                .chain(requested.clone())
                .collect()
        }
    })
}

fn token(query: &TokenQuery) -> TokenAnswer {
    let Some(scenario) = token_scenario(&query.token) else { return TokenAnswer::Unknown };
    let built_at = query.registered_at.unwrap_or(query.now).plus(SLOW);
    let (status, ask) = match scenario {
        TokenScenario::Fixed(status) => (status, NextPoll::Never),
        TokenScenario::BecomesProvisioned if query.now >= built_at => (Status::Provisioned, NextPoll::Never),
        TokenScenario::BecomesProvisioned => (Status::Provisioning, NextPoll::At(built_at)),
    };
    TokenAnswer::Found(ProviderToken {
        name: format!("{} Dollar", query.token),
        symbol: query.token.clone(),
        base_currency: "USD".to_owned(),
        decimals: DECIMALS,
        status,
        ask,
    })
}

impl StablecoinProvider for SimulatedProvider {
    fn accounts<'a>(
        &'a self,
        login: &'a ProviderLogin,
        account_id: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, ProviderError>> {
        let answer = self.faults.precheck_everywhere().map_err(|_| ProviderError::NotExecuted);
        ready(answer.and_then(|()| accounts(login, account_id))).boxed()
    }

    fn token<'a>(&'a self, query: &'a TokenQuery) -> BoxFuture<'a, Result<TokenAnswer, ProviderError>> {
        let answer = self.faults.precheck_everywhere().map_err(|_| ProviderError::NotExecuted);
        ready(answer.and_then(|()| check_credentials(&query.login)).map(|()| token(query))).boxed()
    }

    fn submit<'a>(&'a self, order: &'a ProviderOrder) -> BoxFuture<'a, Result<OrderAnswer, ProviderError>> {
        self.submit_order(order).boxed()
    }

    fn status<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        self.look_up(order).boxed()
    }

    fn cancel<'a>(
        &'a self,
        order: &'a ProviderOrder,
    ) -> BoxFuture<'a, Result<Option<ProviderTransfer>, ProviderError>> {
        let cancel = |transfer: &mut SandboxTransfer, at: Time| {
            if transfer.funded_at.is_none() {
                transfer.canceled_at = transfer.canceled_at.or(Some(at));
            }
        };
        async move { self.change(order, cancel).await }.boxed()
    }
}
