//! Planning and application of changes of a customer (customers 2.10).

use causeway_domain::CurrencyCode;
use causeway_domain::contact::ContactChannel;
use causeway_domain::customers::{CustomerType, is_identity_locked};
use causeway_domain::date::Date;
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::Owner;
use causeway_store::customers::{self, Consent, CustomerRecord, Profile};
use causeway_store::platforms::Environment;
use causeway_store::{Tx, contact_codes, internal_accounts};
use causeway_wire::customers::{Customer, CustomerUpdateRequest, EndUserTermsConsent};
use causeway_wire::{Constraint, Email, FieldError, Phone, UmaAddress};

use super::policy::Policy;
use super::{
    contact, currencies, errors, fields, identity, owners, profile, readiness, terms, uma, verification,
};
use crate::internal_accounts::{FundingPolicy, is_transactable, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// A checked change, with the customer before and after it.
pub(super) struct CustomerChange {
    pub(super) before: CustomerRecord,
    pub(super) after: CustomerRecord,
    policy: Policy,
    /// Channels that must be confirmed again.
    unconfirmed: Vec<ContactChannel>,
    takes_address: bool,
    currencies: Option<currencies::CurrencyChange>,
}

/// Checks a change completely. The customer's row stays locked until the transaction ends.
pub(super) fn plan(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    request: &CustomerUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<CustomerChange, ApiError> {
    let found = customers::lock(tx, context.platform, id)?;
    let before = found.filter(|customer| !customer.is_deleted).ok_or_else(errors::not_found)?;
    let sent = SharedFields::of(request);
    let policy = Policy::load(tx, context)?;
    let mut after = before.clone();
    let checked = change_data(tx, context, &policy, &mut after, request, errors)?;
    errors.refuse()?;
    check_identity(context, &policy, &before, &after, checked.is_number_changed)?;
    if checked.consent.is_some() {
        after.doc.consent = checked.consent;
    }
    let unconfirmed = contact::change(&mut after.doc, sent.email, sent.phone);
    let takes_address = change_uma_address(tx, context, &policy, &mut after, checked.uma_local)?;
    let currencies = match sent.currencies {
        None => None,
        Some(named) => {
            readiness::check_provider_fields(&policy.settings, &after, named)?;
            let change = currencies::plan(tx, context, &policy, &after, named)?;
            after.currencies.clone_from(&change.currencies);
            Some(change)
        }
    };
    Ok(CustomerChange { before, after, policy, unconfirmed, takes_address, currencies })
}

/// Applies a change that was checked in the same transaction.
pub(super) fn apply_change(
    tx: &mut Tx<'_>,
    context: &Context,
    planned: CustomerChange,
) -> Result<Customer, ApiError> {
    let CustomerChange { before, mut after, policy, unconfirmed, takes_address, currencies } = planned;
    for channel in unconfirmed {
        contact_codes::void(tx, context.platform, after.id, channel)?;
    }
    if takes_address {
        customers::uma::reserve(tx, context.platform, &after.uma_local, after.id)?;
    }
    write(tx, context, &policy, &before, &mut after)?;
    if let Some(change) = currencies {
        currencies::apply(tx, context, &policy, &after, change)?;
    }
    verification::refresh(tx, context, &after)?;
    owners::show(tx, context.platform, &after, &policy.uma_domain)
}

impl FieldChecks for CustomerUpdateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        let sent = SharedFields::of(self);
        if sent.email.is_some() && sent.phone.is_some() {
            let message = "cannot be sent together with the other one; change one contact after the other";
            errors.push("email", message);
            errors.push("phoneNumber", message);
        }
    }
}

/// The fields that both customer types share.
struct SharedFields<'a> {
    currencies: Option<&'a [CurrencyCode]>,
    email: Option<&'a Email>,
    phone: Option<&'a Phone>,
    uma_address: Option<&'a UmaAddress>,
    consent: Option<&'a EndUserTermsConsent>,
}

macro_rules! sent {
    ($request:expr) => {
        Self {
            currencies: $request.currencies.as_deref(),
            email: $request.email.as_ref(),
            phone: $request.phone_number.as_ref(),
            uma_address: $request.uma_address.as_ref(),
            consent: $request.end_user_terms_consent.as_ref(),
        }
    };
}

impl<'a> SharedFields<'a> {
    fn of(request: &'a CustomerUpdateRequest) -> Self {
        match request {
            CustomerUpdateRequest::Individual(request) => sent!(request),
            CustomerUpdateRequest::Business(request) => sent!(request),
        }
    }
}

/// Fields parsed during the checks.
struct ParsedFields {
    is_number_changed: bool,
    consent: Option<Consent>,
    uma_local: Option<String>,
}

/// Copies the sent data of the person or company, and checks the outcome.
fn change_data(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    after: &mut CustomerRecord,
    request: &CustomerUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<ParsedFields, ApiError> {
    let sent = SharedFields::of(request);
    let identification = match change_profile(context, after, request)? {
        Ok(changed) => {
            fields::check(errors, &after.doc.profile, changed.number.as_deref(), Date::of(context.now));
            changed
        }
        Err(other_type) => {
            errors.add(other_type);
            Identification::default()
        }
    };
    currencies::check_supported(errors, policy, sent.currencies);
    let address = sent.uma_address.map(UmaAddress::as_str);
    Ok(ParsedFields {
        is_number_changed: identification.is_changed,
        consent: terms::check(tx, context, sent.consent, errors)?,
        uma_local: address.and_then(|address| uma::local_part(errors, address, &policy.uma_domain)),
    })
}

/// Refuses to change data that an approval has locked.
fn check_identity(
    context: &Context,
    policy: &Policy,
    before: &CustomerRecord,
    after: &CustomerRecord,
    is_number_changed: bool,
) -> Result<(), ApiError> {
    let is_production = context.environment == Environment::Production;
    let status = before.doc.verification.status();
    if !is_identity_locked(is_production, policy.is_regulated, status) {
        return Ok(());
    }
    let changed = identity::changed_fields(&before.doc.profile, &after.doc.profile, is_number_changed);
    if changed.is_empty() { Ok(()) } else { Err(errors::identity_locked(changed, status)) }
}

/// The identification number that belongs to a profile after the change.
#[derive(Default)]
struct Identification {
    number: Option<String>,
    is_changed: bool,
}

fn change_profile(
    context: &Context,
    after: &mut CustomerRecord,
    request: &CustomerUpdateRequest,
) -> Result<Result<Identification, FieldError>, ApiError> {
    match (request, &mut after.doc.profile) {
        (CustomerUpdateRequest::Individual(request), Profile::Individual(person)) => {
            profile::change_individual(person, request);
            let encrypted = person.encrypted_identifier.as_deref();
            let stored = encrypted
                .map(|encrypted| identity::decrypt(&context.app, after.id, encrypted))
                .transpose()?;
            let sent = request.identifier.as_ref().map(|number| number.as_str().to_owned());
            let is_changed = sent.is_some() && sent != stored;
            if let (Some(number), true) = (&sent, is_changed) {
                person.encrypted_identifier = Some(identity::encrypt(&context.app, after.id, number)?);
            }
            Ok(Ok(Identification { number: sent.or(stored), is_changed }))
        }
        (CustomerUpdateRequest::Business(request), Profile::Business(company)) => {
            profile::change_business(company, request);
            Ok(Ok(Identification::default()))
        }
        (CustomerUpdateRequest::Individual(_), Profile::Business(_)) => {
            Ok(Err(other_type(CustomerType::Business)))
        }
        (CustomerUpdateRequest::Business(_), Profile::Individual(_)) => {
            Ok(Err(other_type(CustomerType::Individual)))
        }
    }
}

fn other_type(stored: CustomerType) -> FieldError {
    let constraint = Constraint::Enum(vec![stored.as_str().to_owned()]);
    FieldError::new("customerType", "must be the type that the customer has").constraint(constraint)
}

/// Sets a new UMA address, if it is free. Returns `true` if it must be reserved, because the customer never
/// held it before.
fn change_uma_address(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    after: &mut CustomerRecord,
    requested: Option<String>,
) -> Result<bool, ApiError> {
    let Some(local_part) = requested.filter(|local_part| *local_part != after.uma_local) else {
        return Ok(false);
    };
    let is_its_own = uma::check_free(tx, context.platform, &local_part, after.id, &policy.uma_domain)?;
    after.uma_local = local_part;
    Ok(!is_its_own)
}

/// Stores the changes, and activates the accounts if only the consent was missing.
fn write(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    before: &CustomerRecord,
    after: &mut CustomerRecord,
) -> Result<(), ApiError> {
    if after == before {
        return Ok(());
    }
    after.updated_at.advance(context.now);
    customers::update(tx, context.platform, after)?;
    customers::replace_terms(tx, context.platform, before, after)?;
    if let Some(consent) = after.doc.consent.as_ref().filter(|_| after.doc.consent != before.doc.consent) {
        terms::record(tx, context, after.id, consent)?;
    }
    let was_ready = is_transactable(&policy.settings, before)?;
    if !was_ready && is_transactable(&policy.settings, after)? {
        let owner = Owner::Customer(after.id);
        let mut accounts = internal_accounts::lock_by_owner(tx, context.platform, owner)?;
        let funding = FundingPolicy::of(&policy.settings)?;
        lifecycle::activate(tx, context, &funding, &mut accounts)?;
    }
    Ok(())
}
