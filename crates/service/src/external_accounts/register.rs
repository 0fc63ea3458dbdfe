//! Registration of an external account, for a customer or for the platform (money 4.2, 4.4).

use causeway_domain::Revision;
use causeway_domain::external_accounts::{self as rules, Opening};
use causeway_domain::ids::ExternalAccountId;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::{Tx, vasps};
use causeway_wire::external_accounts::{
    BeneficiaryVerificationStatus, ExternalAccount, ExternalAccountCreateRequest, Naming, OwnershipType,
};

use super::account_request::AccountRequest;
use super::{errors, render};
use crate::customers;
use crate::discoveries;
use crate::payments::incoming::deposit;
use crate::ports::{NameCheckAnswer, NameQuery, RailError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::jobs::{self, Work};
use crate::runtime::settings::{COUNTERPARTY_REQUIREMENTS, Settings};

/// An account to register, with the bank's answer about the holder's name.
pub(crate) struct NewAccount {
    request: AccountRequest,
    name_check: Option<NameCheckAnswer>,
}

/// Makes all checks that precede the write; the bank is asked last.
pub(crate) async fn gather(
    context: &Context,
    request: &ExternalAccountCreateRequest,
) -> Result<NewAccount, ApiError> {
    let account_request = AccountRequest::read(request)?;
    find_customer(context, &account_request).await?;
    let world = context.app.ports.of(context.environment);
    let is_strict = world.account_checks.are_strict();
    account_request.check(is_strict)?;
    if is_strict {
        check_directory(context, &account_request).await?;
    }
    let name_check = ask_name_check(world, &account_request).await?;
    Ok(NewAccount { request: account_request, name_check })
}

/// Adds errors for members that the schema does not catch.
pub(super) fn find_faults(
    context: &Context,
    request: &ExternalAccountCreateRequest,
    errors: &mut FieldErrors,
) {
    // An unknown type is an error of the shape.
    if let Ok(account_request) = AccountRequest::read(request) {
        let is_strict = context.app.ports.of(context.environment).account_checks.are_strict();
        account_request.find_faults(is_strict, errors);
        let needs = context.offers.needs_of(context.platform, account_request.row.account_type);
        account_request.find_missing(&needs, errors);
    }
}

async fn find_customer(context: &Context, request: &AccountRequest) -> Result<(), ApiError> {
    let Some(customer) = request.customer else { return Ok(()) };
    let platform = context.platform;
    context.app.store.read(move |tx| customers::peek_live(tx, platform, customer).map(|_| ())).await
}

/// Checks that a named bank or provider is in the directory, if there is one for such accounts (money 4.2).
async fn check_directory(context: &Context, request: &AccountRequest) -> Result<(), ApiError> {
    let (environment, details, currency) =
        (context.environment, request.details().clone(), request.currency()?);
    let look_up = move |tx: &mut Tx<'_>| discoveries::unlisted_member(tx, environment, &details, currency);
    match context.app.store.read(look_up).await? {
        Some(member) => Err(errors::not_in_directory(&format!("accountInfo.{member}"))),
        None => Ok(()),
    }
}

/// Asks the bank or mobile money provider about the holder's name; wallets have no such check (money 4.4).
async fn ask_name_check(
    world: &World,
    request: &AccountRequest,
) -> Result<Option<NameCheckAnswer>, ApiError> {
    let holder = request.holder.as_ref().filter(|_| request.row.holder.naming == Naming::Needed);
    let Some(holder) = holder else { return Ok(None) };
    let query = NameQuery { identifier: request.identifier().to_owned(), name: holder.name().to_owned() };
    match world.name_check.check(&query).await {
        Ok(NameCheckAnswer::InvalidAccount) => Err(errors::no_such_account()),
        Ok(answer) => Ok(Some(answer)),
        Err(RailError::NotAvailable) => Ok(Some(NameCheckAnswer::Unsupported)),
        Err(RailError::Unclear) => Err(errors::name_check_gave_no_answer()),
    }
}

/// Registers an account after the checks of [`gather`].
pub(crate) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    new: &NewAccount,
) -> Result<ExternalAccount, ApiError> {
    let NewAccount { request, name_check } = new;
    let platform = context.platform;
    let has_requirements = Settings::of(tx, context)?.get(&COUNTERPARTY_REQUIREMENTS)?;
    hold_customer(tx, context, request)?;
    check_ownership(tx, context, request, has_requirements)?;
    let fingerprint = request.fingerprint();
    if let Some(twin) = external_accounts::find_live_twin(tx, platform, request.customer, &fingerprint)? {
        return Err(errors::duplicate(twin));
    }
    let mut doc = request.doc();
    doc.beneficiary_verification = name_check.as_ref().map(verification_status);
    doc.verified_name = name_check.as_ref().and_then(verified_name);
    let opening = opening(context, request, has_requirements);
    let record = ExternalAccountRecord {
        id: context.id::<ExternalAccountId>(),
        customer: request.customer,
        currency: request.currency()?,
        account_type: request.row.account_type.to_owned(),
        status: rules::created(opening),
        fingerprint,
        is_deleted: false,
        is_default_deposit: request.is_default_deposit,
        doc,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    external_accounts::insert(tx, platform, &record)?;
    if opening == Opening::Screened {
        let work = Work::ScreenAccount { account: record.id };
        jobs::schedule(tx, context, &work, &record.id, context.now)?;
    }
    if has_requirements && request.is_wallet() {
        deposit::reconsider(tx, context, request.customer)?;
    }
    render::external_account(&record)
}

/// Holds the customer until the transaction ends. If the account becomes the default for deposits to the UMA
/// address, locks the customer and clears the previous default.
fn hold_customer(tx: &mut Tx<'_>, context: &Context, request: &AccountRequest) -> Result<(), ApiError> {
    match (request.customer, request.is_default_deposit) {
        (None, false) => Ok(()),
        (None, true) => {
            Err(errors::no_default_deposit("only a customer's account can take deposits to a UMA address"))
        }
        (Some(_), true) if request.is_invoice() => {
            Err(errors::no_default_deposit("an invoice is paid once and cannot take deposits"))
        }
        (Some(customer), false) => customers::get_live(tx, context.platform, customer).map(|_| ()),
        (Some(customer), true) => {
            customers::lock_live(tx, context.platform, customer)?;
            Ok(external_accounts::clear_default_deposit(tx, context.platform, customer, context.now)?)
        }
    }
}

/// Checks the statements about a wallet's owner, on platforms that must know their counterparties, and about
/// the wallet's provider on all platforms.
fn check_ownership(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &AccountRequest,
    has_requirements: bool,
) -> Result<(), ApiError> {
    if has_requirements && request.is_self_custody() && request.ownership.is_none() {
        return Err(errors::ownership_not_said());
    }
    let is_strangers = request.ownership == Some(OwnershipType::ThirdParty);
    if has_requirements && request.is_wallet() && is_strangers && request.holder.is_none() {
        return Err(errors::owner_not_named());
    }
    match request.vasp() {
        Some(name) if !vasps::is_listed(tx, context.environment, name)? => Err(errors::unknown_vasp()),
        Some(_) | None => Ok(()),
    }
}

/// Returns the initial step of the account: a bank account is screened first if the checks are strict (money
/// 4.1).
fn opening(context: &Context, request: &AccountRequest, has_requirements: bool) -> Opening {
    let is_own = request.ownership == Some(OwnershipType::FirstParty);
    if has_requirements && request.is_self_custody() && is_own {
        return Opening::OwnershipToProve;
    }
    let is_strict = context.app.ports.of(context.environment).account_checks.are_strict();
    let is_held_by_bank = request.row.holder.naming == Naming::Needed;
    if is_strict && is_held_by_bank { Opening::Screened } else { Opening::Unscreened }
}

const fn verification_status(answer: &NameCheckAnswer) -> BeneficiaryVerificationStatus {
    use BeneficiaryVerificationStatus as Status;
    match answer {
        NameCheckAnswer::Matched(_) => Status::Matched,
        NameCheckAnswer::PartialMatch(_) => Status::PartialMatch,
        NameCheckAnswer::NotMatched | NameCheckAnswer::InvalidAccount => Status::NotMatched,
        NameCheckAnswer::Pending => Status::Pending,
        NameCheckAnswer::Unsupported => Status::Unsupported,
        NameCheckAnswer::CheckedByReceivingInstitution => Status::CheckedByReceivingFi,
    }
}

fn verified_name(answer: &NameCheckAnswer) -> Option<String> {
    match answer {
        NameCheckAnswer::Matched(name) | NameCheckAnswer::PartialMatch(name) => Some(name.clone()),
        NameCheckAnswer::NotMatched
        | NameCheckAnswer::Pending
        | NameCheckAnswer::Unsupported
        | NameCheckAnswer::CheckedByReceivingInstitution
        | NameCheckAnswer::InvalidAccount => None,
    }
}
