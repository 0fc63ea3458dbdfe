//! `POST /customers` (customers 2.2).

use causeway_domain::CurrencyCode;
use causeway_domain::Revision;
use causeway_domain::country::Country;
use causeway_domain::customers::{
    CustomerType, Decision, RegionRequest, ResolvedRegion, created, customer_accounts,
    generated_platform_customer_id, resolve,
};
use causeway_domain::date::Date;
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::Owner;
use causeway_store::Tx;
use causeway_store::customers::{self, Consent, ContactChannels, CustomerDoc, CustomerRecord, Profile};
use causeway_wire::customers::{
    BusinessCreateRequest, Customer, CustomerCreateRequest, EndUserTermsConsent, IndividualCreateRequest,
};

use super::policy::Policy;
use super::{contact, currencies, errors, fields, identity, profile, readiness, render, status, terms, uma};
use crate::internal_accounts::{FundingPolicy, InitialState, is_transactable, provision};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Creates a customer with its UMA address and an internal account per currency, all in one transaction.
///
/// # Errors
/// `INVALID_INPUT`, `MISSING_MANDATORY_USER_INFO`, `INVALID_UMA_ADDRESS`, `UMA_ADDRESS_EXISTS`,
/// `INVALID_CURRENCY`, `END_USER_TERMS_VERSION_NOT_FOUND`, `CONFLICT`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &CustomerCreateRequest,
    errors: &mut FieldErrors,
) -> Result<Customer, ApiError> {
    create(tx, context, &CustomerFields::from(request), errors)
}

/// Creates a customer from a row of an imported file (customers 3.1). A company may lack its tax number, and
/// no column holds the day of its incorporation; the request contains placeholders for both.
///
/// # Errors
/// The same as [`apply`].
pub(crate) fn import(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &CustomerCreateRequest,
    has_tax_id: bool,
    errors: &mut FieldErrors,
) -> Result<Customer, ApiError> {
    create(tx, context, &CustomerFields::from_row(context, request, has_tax_id, errors), errors)
}

/// Names that are unique among the platform's customers.
pub(crate) struct UniqueNames {
    /// The platform's own identifier; `None` if one would be generated.
    pub(crate) own_id: Option<String>,
    /// The local part of the UMA address.
    pub(crate) uma_local: String,
    uma_domain: String,
}

impl UniqueNames {
    /// Refuses the identifier as for a stored customer, but without the id of its holder, which does not
    /// exist in a dry run.
    pub(crate) fn own_id_taken(&self) -> ApiError {
        errors::own_id_taken(None)
    }

    /// Refuses the UMA address as for a stored customer.
    pub(crate) fn uma_taken(&self) -> ApiError {
        errors::uma_address_taken(&self.uma_local, &self.uma_domain)
    }
}

/// Checks a row of an imported file as [`import`] does, and creates nothing.
///
/// # Errors
/// The same as [`apply`].
pub(crate) fn dry_run(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &CustomerCreateRequest,
    has_tax_id: bool,
    errors: &mut FieldErrors,
) -> Result<UniqueNames, ApiError> {
    let fields = CustomerFields::from_row(context, request, has_tax_id, errors);
    let policy = Policy::load(tx, context)?;
    let customer = check_and_plan(tx, context, &policy, &fields, errors)?;
    let uma_domain = policy.uma_domain;
    Ok(UniqueNames { own_id: fields.platform_customer_id, uma_local: customer.uma_local, uma_domain })
}

fn create(
    tx: &mut Tx<'_>,
    context: &Context,
    fields: &CustomerFields,
    errors: &mut FieldErrors,
) -> Result<Customer, ApiError> {
    let policy = Policy::load(tx, context)?;
    let customer = check_and_plan(tx, context, &policy, fields, errors)?;
    store(tx, context, &policy, &customer)
}

/// Returns the customer that would be stored, after all checks.
fn check_and_plan(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    fields: &CustomerFields,
    errors: &mut FieldErrors,
) -> Result<CustomerRecord, ApiError> {
    let checked = check_fields(tx, context, policy, fields, errors)?;
    errors.refuse()?;
    let customer = plan(context, policy, fields, checked)?;
    if let Some(channels) = customer.doc.contact_verification {
        contact::check_present(&customer.doc, channels)?;
    }
    check_provider_fields(policy, fields, &customer)?;
    check_free(tx, context, policy, fields, &customer)?;
    Ok(customer)
}

impl FieldChecks for CustomerCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let CustomerFields { profile, identifier, .. } = CustomerFields::from(self);
        fields::check(errors, &profile, identifier.as_deref(), Date::of(context.now));
    }
}

/// The fields of a request, shared by both customer types.
struct CustomerFields {
    platform_customer_id: Option<String>,
    region: Option<Country>,
    currencies: Option<Vec<CurrencyCode>>,
    email: Option<String>,
    phone_number: Option<String>,
    uma_address: Option<String>,
    consent: Option<EndUserTermsConsent>,
    profile: Profile,
    identifier: Option<String>,
}

impl CustomerFields {
    /// Reads a row of an imported file and checks its fields. A company may lack the fields that no column
    /// holds.
    fn from_row(
        context: &Context,
        request: &CustomerCreateRequest,
        has_tax_id: bool,
        errors: &mut FieldErrors,
    ) -> Self {
        let mut fields = Self::from(request);
        if let Profile::Business(company) = &mut fields.profile {
            company.incorporated_on = None;
            company.tax_id = company.tax_id.take().filter(|_| has_tax_id);
        }
        fields::check(errors, &fields.profile, None, Date::of(context.now));
        fields
    }
}

impl From<&CustomerCreateRequest> for CustomerFields {
    fn from(request: &CustomerCreateRequest) -> Self {
        match request {
            CustomerCreateRequest::Individual(sent) => Self::individual(sent),
            CustomerCreateRequest::Business(sent) => Self::business(sent),
        }
    }
}

/// Reads the fields that both types share.
macro_rules! shared_fields {
    ($sent:expr, $profile:expr, $identifier:expr) => {
        Self {
            platform_customer_id: $sent.platform_customer_id.clone().map(Into::into),
            region: $sent.region,
            currencies: $sent.currencies.clone(),
            email: $sent.email.clone().map(Into::into),
            phone_number: $sent.phone_number.clone().map(Into::into),
            uma_address: $sent.uma_address.clone().map(Into::into),
            consent: $sent.end_user_terms_consent.clone(),
            profile: $profile,
            identifier: $identifier,
        }
    };
}

impl CustomerFields {
    fn individual(sent: &IndividualCreateRequest) -> Self {
        let identifier = sent.identifier.clone().map(Into::into);
        shared_fields!(sent, Profile::Individual(Box::new(profile::new_individual(sent))), identifier)
    }

    fn business(sent: &BusinessCreateRequest) -> Self {
        shared_fields!(sent, Profile::Business(Box::new(profile::new_business(sent))), None)
    }

    /// Returns the country in which the customer lives or is registered.
    fn residence(&self) -> Option<Country> {
        match &self.profile {
            Profile::Individual(person) => person.address.as_ref().map(|address| address.country),
            Profile::Business(company) => {
                company.address.as_ref().map(|address| address.country).or(company.country)
            }
        }
    }
}

/// Fields parsed during the checks.
struct ParsedFields {
    consent: Option<Consent>,
    uma_local: Option<String>,
}

/// Checks the fields against the platform's configuration and the terms of service.
fn check_fields(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    fields: &CustomerFields,
    errors: &mut FieldErrors,
) -> Result<ParsedFields, ApiError> {
    currencies::check_supported(errors, policy, fields.currencies.as_deref());
    let address = fields.uma_address.as_deref();
    let uma_local = address.and_then(|address| uma::local_part(errors, address, &policy.uma_domain));
    Ok(ParsedFields { consent: terms::check(tx, context, fields.consent.as_ref(), errors)?, uma_local })
}

/// Builds the customer to be stored.
fn plan(
    context: &Context,
    policy: &Policy,
    fields: &CustomerFields,
    checked: ParsedFields,
) -> Result<CustomerRecord, ApiError> {
    let id: CustomerId = context.id();
    let resolved = resolve_region(policy, fields)?;
    let channels = policy.contact_channels(resolved.region)?;
    let mut profile = fields.profile.clone();
    if let (Profile::Individual(person), Some(number)) = (&mut profile, &fields.identifier) {
        person.encrypted_identifier = Some(identity::encrypt(&context.app, id, number)?);
    }
    let own_id = fields.platform_customer_id.clone();
    let doc = CustomerDoc {
        v: CustomerDoc::VERSION,
        verification: created(
            customer_type(&profile),
            policy.is_regulated,
            decision(context, &profile, channels),
        ),
        email: fields.email.clone(),
        phone_number: fields.phone_number.clone(),
        consent: checked.consent,
        contact_verification: channels,
        name_at_creation: full_name(&profile).map(str::to_owned),
        awaits_outcome: channels.is_some() && customer_type(&profile) == CustomerType::Individual,
        profile,
    };
    Ok(CustomerRecord {
        id,
        platform_customer_id: own_id.unwrap_or_else(|| generated_platform_customer_id(context.ids().bytes())),
        region: resolved.region,
        currencies: resolved.currencies,
        uma_local: checked.uma_local.unwrap_or_else(|| uma::generated(context)),
        is_deleted: false,
        doc,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    })
}

fn resolve_region(policy: &Policy, fields: &CustomerFields) -> Result<ResolvedRegion, ApiError> {
    let region_request = RegionRequest {
        currencies: fields.currencies.as_deref(),
        region: fields.region,
        residence: fields.residence(),
    };
    resolve(region_request, &policy.offers, policy.default_region).map_err(errors::unresolved)
}

/// Returns the identity policy's decision about a new individual. The policy is not asked while contact data
/// must be confirmed first (customers 5.1).
fn decision(context: &Context, profile: &Profile, channels: Option<ContactChannels>) -> Decision {
    match (profile, channels) {
        (Profile::Individual(person), None) => {
            let policy = &context.app.ports.of(context.environment).verification;
            policy.individual_at_creation(person.full_name.as_deref())
        }
        (Profile::Individual(_), Some(_)) | (Profile::Business(_), _) => Decision::Open,
    }
}

const fn customer_type(profile: &Profile) -> CustomerType {
    match profile {
        Profile::Individual(_) => CustomerType::Individual,
        Profile::Business(_) => CustomerType::Business,
    }
}

fn full_name(profile: &Profile) -> Option<&str> {
    match profile {
        Profile::Individual(person) => person.full_name.as_deref(),
        Profile::Business(_) => None,
    }
}

/// Checks the fields that the providers of the named currencies require; for other currencies they are
/// checked on first use.
fn check_provider_fields(
    policy: &Policy,
    fields: &CustomerFields,
    customer: &CustomerRecord,
) -> Result<(), ApiError> {
    let named = fields.currencies.as_deref().unwrap_or_default();
    readiness::check_provider_fields(&policy.settings, customer, named)
}

/// Checks that identifier and address are free. If a concurrent transaction takes them, a unique key fails,
/// and the rerun of this transaction finds them taken.
fn check_free(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    fields: &CustomerFields,
    customer: &CustomerRecord,
) -> Result<(), ApiError> {
    if let Some(own_id) = &fields.platform_customer_id
        && let Some(holder) = customers::find_active_by_own_id(tx, context.platform, own_id)?
    {
        return Err(errors::own_id_taken(Some(holder)));
    }
    if fields.uma_address.is_some() {
        uma::check_free(tx, context.platform, &customer.uma_local, customer.id, &policy.uma_domain)?;
    }
    Ok(())
}

fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    customer: &CustomerRecord,
) -> Result<Customer, ApiError> {
    customers::insert(tx, context.platform, customer)?;
    customers::uma::reserve(tx, context.platform, &customer.uma_local, customer.id)?;
    if let Some(consent) = &customer.doc.consent {
        terms::record(tx, context, customer.id, consent)?;
    }
    let view = render::customer(customer, &[], &policy.uma_domain)?;
    status::announce(tx, context, customer, &view)?;
    let accounts = customer_accounts(&customer.currencies, &policy.supported);
    let is_ready = is_transactable(&policy.settings, customer)?;
    let start = if is_ready { InitialState::Usable } else { InitialState::Pending };
    let funding = FundingPolicy::of(&policy.settings)?;
    provision(tx, context, &funding, Owner::Customer(customer.id), &accounts, start)?;
    Ok(view)
}
