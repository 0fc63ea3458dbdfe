//! The start of a payment that a quote has priced: its dependencies are read under locks, and its parties
//! checked.

use causeway_domain::Time;
use causeway_domain::ids::AccountRef;
use causeway_domain::payments::lifecycle::OutgoingEvent;
use causeway_store::customers::{self as customer_rows, CustomerRecord};
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::payments::{ConversionTerms, PaymentRecord, PaymentTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::{Error, Tx};

use super::account::{Account, check_payer, check_ready};
use super::authorization::{self, Authorization};
use super::errors;
use crate::customers;
use crate::payments::checks::accounts::{self, check_active};
use crate::payments::checks::precheck::PrecheckResult;
use crate::payments::checks::{invoice, required_party_data, volume};
use crate::payments::intake::StartOutcome;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::outgoing::start;
use crate::payments::{insufficient_balance, invoice_paid};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;
use crate::sca::{self, LockedPayer};

/// The parties and settings that a payment's execution depends on.
pub(super) struct ExecutionContext {
    /// The paying customer, row-locked against changes.
    payer: Option<CustomerRecord>,
    /// The row-locked payer, if strong authentication applies to it.
    pub(super) sca: Option<LockedPayer>,
    /// The row-locked internal accounts whose balances change.
    pub(super) accounts: Vec<LockedAccount>,
    external_source: Option<ExternalAccountRecord>,
    external_destination: Option<ExternalAccountRecord>,
    /// Another payment pays the invoice.
    is_paid_already: bool,
    pub(super) settings: Settings,
}

impl ExecutionContext {
    pub(super) fn find(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Self, Error> {
        let platform = context.platform;
        let terms = &payment.terms;
        let external = |tx: &mut Tx<'_>, account| match account {
            Some(AccountRef::External(id)) => external_accounts::find(tx, platform, id),
            Some(AccountRef::Internal(_)) | None => Ok(None),
        };
        let settings = Settings::of(tx, context)?;
        let payer = payment.customer.map(|id| customer_rows::hold(tx, platform, id)).transpose()?.flatten();
        Ok(Self {
            sca: sca::lock_payer(tx, platform, &settings, payer.as_ref())?,
            payer,
            accounts: internal_accounts::lock_all(tx, platform, &accounts::changed(terms))?,
            external_source: external(tx, terms.source.account())?,
            external_destination: external(tx, terms.destination.account())?,
            is_paid_already: invoice::is_paid(tx, context, terms.invoice.as_ref())?,
            settings,
        })
    }

    /// Checks that all parties can still take part in the payment.
    pub(super) fn check(&self, payment: &PaymentRecord, now: Time) -> Result<(), ApiError> {
        let payer = match payment.customer {
            Some(_) => Some(customers::live(self.payer.as_ref())?),
            None => None,
        };
        let terms = &payment.terms;
        if let Some(destination) = terms.destination.account() {
            let destination = self.account(destination, &self.external_destination)?;
            destination.ok_or_else(errors::destination_deleted)?.check_usable(now)?;
            if self.is_paid_already {
                return Err(invoice_paid());
            }
        }
        let conversion = terms.conversion.ok_or(Error::Missing)?;
        if let Some(account) = conversion.platform_fee_account {
            check_active("platform fee", accounts::locked(&self.accounts, account)?)?;
        }
        match terms.source.account() {
            Some(source) => {
                let source = self.account(source, &self.external_source)?;
                check_payer(&self.settings, &source.ok_or_else(errors::source_deleted)?, payer)?;
            }
            None => self.check_paying_in(terms, payer)?,
        }
        required_party_data::check_payer(&self.settings, payer, conversion.sending)
    }

    fn check_paying_in(&self, terms: &PaymentTerms, payer: Option<&CustomerRecord>) -> Result<(), ApiError> {
        check_ready(&self.settings, payer)?;
        match terms.funding.as_ref().and_then(|funding| funding.account) {
            Some(account) => check_active("source", accounts::locked(&self.accounts, account)?),
            None => Ok(()),
        }
    }

    /// Returns an account of the payment, or `None` if it was deleted.
    fn account(
        &self,
        account: AccountRef,
        external: &Option<ExternalAccountRecord>,
    ) -> Result<Option<Account>, Error> {
        Ok(match account {
            AccountRef::Internal(id) => {
                Some(Account::Internal(Box::new(accounts::locked(&self.accounts, id)?.clone())))
            }
            AccountRef::External(_) => {
                let account = external.as_ref().ok_or(Error::Missing)?;
                (!account.is_deleted).then(|| Account::External(Box::new(account.clone())))
            }
        })
    }
}

/// The conditions of a payment's start.
pub(super) struct LaunchConditions<'a> {
    pub(super) settings: &'a Settings,
    pub(super) needed: Authorization,
    pub(super) precheck: PrecheckResult,
}

/// Starts a payment, unless the outside world objects, or its customer has to authorize it first. `held` are
/// the row-locked accounts whose balances change.
pub(super) fn launch(
    tx: &mut Tx<'_>,
    context: &Context,
    conditions: LaunchConditions<'_>,
    quote: &QuoteRecord,
    locked: &mut LockedPayment,
    accounts: &mut [LockedAccount],
) -> Result<StartOutcome, ApiError> {
    let LaunchConditions { settings, needed, precheck } = conditions;
    let conversion = locked.payment.terms.conversion.ok_or(Error::Missing)?;
    let challenged = match needed {
        Authorization::NotNeeded => None,
        Authorization::OfCustomer(payer, factor) => {
            volume::check(tx, context, settings, conversion.total(), conversion.receiving)?;
            payer.must_authorize(context, &locked.payment.terms)?.then_some((payer, factor))
        }
    };
    match (precheck, challenged) {
        (PrecheckResult::Ready, Some((payer, factor))) => {
            check_limits(tx, context, settings, locked, &conversion, accounts)?;
            authorization::ask(tx, context, &payer, factor, quote, locked)?;
            Ok(StartOutcome::Started)
        }
        (PrecheckResult::Ready, None) => {
            volume::count(tx, context, settings, conversion.total(), conversion.receiving)?;
            start::start(tx, context, locked, accounts)?;
            Ok(StartOutcome::Started)
        }
        (PrecheckResult::RateRefused, _) => {
            check_limits(tx, context, settings, locked, &conversion, accounts)?;
            locked.apply(tx, context, OutgoingEvent::RateRefused)?;
            Ok(StartOutcome::RateRefused)
        }
        (PrecheckResult::NotOffered, _) => {
            check_limits(tx, context, settings, locked, &conversion, accounts)?;
            Err(errors::not_offered("A rail for this payment"))
        }
        (PrecheckResult::NoAnswer(whose), _) => {
            check_limits(tx, context, settings, locked, &conversion, accounts)?;
            Err(errors::no_answer(whose))
        }
    }
}

/// Checks volume and balance as the start of the payment would: their errors come before the answers of the
/// outside world.
fn check_limits(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    locked: &LockedPayment,
    conversion: &ConversionTerms,
    accounts: &[LockedAccount],
) -> Result<(), ApiError> {
    volume::check(tx, context, settings, conversion.total(), conversion.receiving)?;
    let terms = &locked.payment.terms;
    if let (Some(AccountRef::Internal(source)), Some(total)) = (terms.source.account(), terms.sent) {
        let available = accounts::locked(accounts, source)?.balance.available;
        if available < total.minor {
            return Err(insufficient_balance(available, total));
        }
    }
    Ok(())
}
