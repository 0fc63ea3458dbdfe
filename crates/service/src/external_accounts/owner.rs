//! Ownership of external accounts by path: customers' accounts, or the platform's own (money 4.1). Neither
//! path shows the other's.

use causeway_domain::ids::ExternalAccountId;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::{Tx, ownership_challenges};
use causeway_wire::external_accounts::ExternalAccount;

use super::{errors, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::sca;

/// The kind of owner of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Customer,
    Platform,
}

impl Owner {
    fn of(record: &ExternalAccountRecord) -> Self {
        if record.customer.is_some() { Self::Customer } else { Self::Platform }
    }

    /// Returns the account if it is live and has this kind of owner.
    pub(super) fn live(
        self,
        found: Option<ExternalAccountRecord>,
    ) -> Result<ExternalAccountRecord, ApiError> {
        let live = found.filter(|record| !record.is_deleted && Self::of(record) == self);
        live.ok_or_else(errors::not_found)
    }

    /// Renders a live account of this kind of owner.
    pub(super) fn show(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        id: ExternalAccountId,
    ) -> Result<ExternalAccount, ApiError> {
        let found = external_accounts::find(tx, context.platform, id)?;
        let known = found.filter(|record| context.principal.knows(record.customer));
        render::external_account(&self.live(known)?)
    }

    /// Locks a live account of this kind of owner.
    pub(super) fn lock(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        id: ExternalAccountId,
    ) -> Result<ExternalAccountRecord, ApiError> {
        let found = external_accounts::lock(tx, context.platform, id)?;
        self.live(found.filter(|record| context.principal.knows(record.customer)))
    }

    /// Deletes a live account of this kind of owner. The row is kept for the payments that name it, takes no
    /// new ones, and the account may be registered again.
    pub(super) fn delete(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        id: ExternalAccountId,
    ) -> Result<(), ApiError> {
        // Lock order: the customer's authentication profile before the account.
        let found = external_accounts::find(tx, context.platform, id)?;
        let known = self.live(found.filter(|record| context.principal.knows(record.customer)))?;
        if let Some(customer) = known.customer {
            sca::check_deletable(tx, context, customer, id)?;
        }
        let mut record = self.lock(tx, context, id)?;
        ownership_challenges::remove(tx, context.platform, id)?;
        record.is_deleted = true;
        record.is_default_deposit = false;
        record.updated_at.advance(context.now);
        Ok(external_accounts::update(tx, context.platform, &record)?)
    }
}
