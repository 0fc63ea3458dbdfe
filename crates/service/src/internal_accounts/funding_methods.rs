//! Further funding methods of an account (money 3.4): by SWIFT, if a bank collects payments from abroad, and
//! with stablecoins, if the operator lets accounts in US dollars take them. They are set up after the account
//! has become usable, and announced.

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::customers::{self, Profile};
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::internal_accounts::{self, FundingInstruction, InternalAccountRecord, LockedAccount};
use causeway_store::{Error, Tx, platforms};

use super::announce;
use super::policy::FundingPolicy;
use crate::ports::{Coordinates, FundingMethod};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work};
use crate::runtime::settings::Settings;

/// Account type in the instructions for SWIFT.
const SWIFT_ACCOUNT: &str = "SWIFT_ACCOUNT";

/// Schedules the job that adds further methods to an account that has become usable, if it gets any.
pub(super) fn schedule(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    account: &InternalAccountRecord,
) -> Result<(), ApiError> {
    if is_complete(funding, account) {
        return Ok(());
    }
    let work = Work::AddFundingMethods { account: account.id };
    jobs::schedule(tx, context, &work, &account.id, context.now)
}

/// Adds the further methods to an account.
pub async fn run(job: &ClaimedJob, account: InternalAccountId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let funding = FundingPolicy::of(&Settings::of(tx, context)?)?;
        let mut locked = internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
        complete(tx, context, &funding, &mut locked)?;
        Ok(Next::Done)
    })
    .await
}

/// Adds the methods that an account lacks, and announces them if it is active. The caller must hold the
/// account's row lock.
pub(super) fn complete(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    locked: &mut LockedAccount,
) -> Result<(), ApiError> {
    // An account that was closed meanwhile gets none.
    if !has_any(&locked.account) || is_complete(funding, &locked.account) {
        return Ok(());
    }
    let added = create_lacking(tx, context, funding, &locked.account)?;
    let target = FundingTarget::Account(locked.account.id);
    let identifiers: Vec<_> = added
        .iter()
        .flat_map(|coordinates| &coordinates.identifiers)
        .map(|one| (target, one.clone()))
        .collect();
    funding_identifiers::record(tx, context.platform, &identifiers)?;
    let methods = added.into_iter().flat_map(|coordinates| coordinates.methods).collect();
    locked.account.doc.funding.extend(instructions(methods));
    internal_accounts::update(tx, context.platform, locked, context.now)?;
    match locked.account.doc.state.status() {
        InternalAccountStatus::Active => announce::funding(tx, context, locked),
        _ => Ok(()),
    }
}

/// Returns `true` if the account has methods, so that others can be added.
pub(super) fn has_any(account: &InternalAccountRecord) -> bool {
    account.doc.state.status() != InternalAccountStatus::Closed && !account.doc.funding.is_empty()
}

/// Converts funding methods to their stored form.
pub(crate) fn instructions(methods: Vec<FundingMethod>) -> Vec<FundingInstruction> {
    let stored =
        |method: FundingMethod| FundingInstruction { details: method.details.0, notes: method.notes };
    methods.into_iter().map(stored).collect()
}

fn is_complete(funding: &FundingPolicy, account: &InternalAccountRecord) -> bool {
    !lacks_swift(funding, account) && !lacks_stablecoins(funding, account)
}

fn lacks_swift(funding: &FundingPolicy, account: &InternalAccountRecord) -> bool {
    funding.bank_abroad(account.currency).is_some() && !shows(account, "accountType", SWIFT_ACCOUNT)
}

fn lacks_stablecoins(funding: &FundingPolicy, account: &InternalAccountRecord) -> bool {
    funding.stablecoins(account.currency).iter().any(|code| !shows(account, "assetType", code.as_str()))
}

/// Returns `true` if one of the methods has this member.
fn shows(account: &InternalAccountRecord, name: &str, value: &str) -> bool {
    let mut methods = account.doc.funding.iter();
    methods.any(|method| method.details.get(name).and_then(serde_json::Value::as_str) == Some(value))
}

/// Creates the methods that an account lacks.
fn create_lacking(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    account: &InternalAccountRecord,
) -> Result<Vec<Coordinates>, Error> {
    let funding_port = &context.app.ports.of(context.environment).funding;
    let mut added = Vec::new();
    if let Some(bank) = funding.bank_abroad(account.currency).filter(|_| lacks_swift(funding, account)) {
        added.push(funding_port.coordinates_abroad(
            bank,
            &find_holder_name(tx, context, account)?,
            context.ids(),
        ));
    }
    let stablecoins = funding.stablecoins(account.currency).iter();
    for code in stablecoins.filter(|code| !shows(account, "assetType", code.as_str())) {
        added.push(funding_port.coordinates(*code, None, context.ids()));
    }
    Ok(added)
}

/// Returns the name of the account's owner for a bank abroad.
fn find_holder_name(
    tx: &mut Tx<'_>,
    context: &Context,
    account: &InternalAccountRecord,
) -> Result<String, Error> {
    let Some(customer) = account.customer else {
        return Ok(platforms::get(tx, context.platform)?.name);
    };
    let customer = customers::find(tx, context.platform, customer)?.ok_or(Error::Missing)?;
    Ok(match customer.doc.profile {
        Profile::Individual(person) => person.full_name.unwrap_or(customer.platform_customer_id),
        Profile::Business(company) => company.legal_name,
    })
}
