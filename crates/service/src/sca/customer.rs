//! A customer under strong authentication, with its authentication profile (agents B).

use causeway_domain::ids::{AccountRef, CustomerId, ExternalAccountId};
use causeway_domain::sca::ScaFactor;
use causeway_store::customers::{ContactStatus, CustomerRecord};
use causeway_store::payments::PaymentTerms;
use causeway_store::sca::EncryptedProfile;
use causeway_store::{Tx, sca};

use super::profile::{self, Profile};
use super::{applies, errors};
use crate::customers::{get_live, peek_live};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// A customer to whom strong authentication applies.
#[derive(Clone)]
pub(crate) struct ScaCustomer {
    pub(super) customer: CustomerRecord,
    pub(super) profile: Profile,
}

impl ScaCustomer {
    /// Finds a customer for a read operation.
    ///
    /// # Errors
    /// `USER_NOT_FOUND`; `CONFLICT` if strong authentication does not apply.
    pub(super) fn find(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<Self, ApiError> {
        let customer = peek_live(tx, context.platform, id)?;
        applies::check(tx, context, &customer)?;
        let encrypted = sca::find(tx, context.platform, id)?;
        Self::open(context, customer, encrypted.as_ref())
    }

    /// Locks the authentication profile of a customer.
    ///
    /// # Errors
    /// The same as [`ScaCustomer::find`].
    pub(super) fn lock(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<Self, ApiError> {
        let customer = get_live(tx, context.platform, id)?;
        Self::lock_of(tx, context, customer)
    }

    /// Locks the authentication profile of a customer that is held.
    ///
    /// # Errors
    /// `CONFLICT` if strong authentication does not apply.
    pub(super) fn lock_of(
        tx: &mut Tx<'_>,
        context: &Context,
        customer: CustomerRecord,
    ) -> Result<Self, ApiError> {
        applies::check(tx, context, &customer)?;
        sca::insert_if_missing(tx, context.platform, customer.id)?;
        let encrypted = sca::lock(tx, context.platform, customer.id)?;
        Self::open(context, customer, encrypted.as_ref())
    }

    pub(super) fn open(
        context: &Context,
        customer: CustomerRecord,
        encrypted: Option<&EncryptedProfile>,
    ) -> Result<Self, ApiError> {
        let profile = encrypted.map(|encrypted| profile::decrypt(&context.app, encrypted)).transpose()?;
        Ok(Self { customer, profile: profile.unwrap_or_default() })
    }

    /// Stores the profile. The caller must hold the profile's row lock.
    pub(crate) fn save(&self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        let encrypted = profile::encrypt(&context.app, self.customer.id, &self.profile)?;
        Ok(sca::update(tx, context.platform, &encrypted)?)
    }

    /// Checks that the customer is not locked out.
    ///
    /// # Errors
    /// `ACCOUNT_LOCKED`.
    pub(crate) fn check_unlocked(&self, context: &Context) -> Result<(), ApiError> {
        self.profile.attempts.check(context.now).map_err(errors::locked)
    }

    /// Checks that the customer is logged in.
    ///
    /// # Errors
    /// `SCA_SESSION_REQUIRED`.
    pub(crate) fn check_session(&self, context: &Context) -> Result<(), ApiError> {
        let live = self.profile.session_expires_at.is_some_and(|end| context.now < end);
        if live { Ok(()) } else { Err(errors::session_required()) }
    }

    pub(crate) fn count_failure(&mut self, context: &Context) {
        self.profile.attempts.count(context.now);
    }

    /// Returns `true` if the holder of an external account is trusted.
    pub(super) fn trusts(&self, account: ExternalAccountId) -> bool {
        self.profile.trusted.contains(&account)
    }

    /// Returns `true` if these terms pay a trusted beneficiary.
    pub(crate) fn trusts_payee(&self, terms: &PaymentTerms) -> bool {
        match terms.destination.account() {
            Some(AccountRef::External(account)) => self.trusts(account),
            Some(AccountRef::Internal(_)) | None => false,
        }
    }

    /// Returns `true` if the customer has to authorize a payment on these terms by a challenge.
    ///
    /// # Errors
    /// `SCA_SESSION_REQUIRED`.
    pub(crate) fn must_authorize(&self, context: &Context, terms: &PaymentTerms) -> Result<bool, ApiError> {
        self.check_session(context)?;
        Ok(!self.trusts_payee(terms))
    }

    pub(crate) fn has(&self, factor: ScaFactor) -> bool {
        match factor {
            ScaFactor::SmsOtp => verified_phone(&self.customer).is_some(),
            ScaFactor::Totp => self.profile.totp.is_some(),
            ScaFactor::Passkey => self.profile.passkey.is_some(),
        }
    }

    /// Refuses a factor that the customer does not have.
    ///
    /// # Errors
    /// `INVALID_INPUT`.
    pub(crate) fn check_has(&self, field: &str, factor: ScaFactor) -> Result<(), ApiError> {
        if self.has(factor) { Ok(()) } else { Err(errors::not_enrolled(field, factor)) }
    }
}

/// Returns the verified number that codes are sent to; `None` if it is not verified, also if numbers need no
/// verification (agents B1).
pub(super) fn verified_phone(customer: &CustomerRecord) -> Option<&str> {
    let status = customer.doc.contact_verification.and_then(|channels| channels.phone);
    customer.doc.phone_number.as_deref().filter(|_| status == Some(ContactStatus::Verified))
}
