//! Who acts, and the transaction in which it happens.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::audit::{self, NewAudit};
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx};
use serde::Serialize;
use serde_json::Value;

use super::{Action, Channel, Export, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::http::Context;

/// Somebody who operates the service.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The name that goes into the audit trail.
    pub actor: String,
    /// Why they do it, in their words; may be empty.
    pub reason: String,
}

/// What an action leaves in the audit trail.
#[derive(Debug, Clone)]
pub(super) struct AuditEntry {
    actor: String,
    reason: String,
    action: String,
    detail: Value,
}

impl Operator {
    /// An operator of this name, as far as it is known, who came through this channel.
    #[must_use]
    pub fn new(name: Option<&str>, channel: Channel, reason: Option<String>) -> Self {
        let name: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(64).collect();
        let name = if name.is_empty() { "somebody" } else { &name };
        Self { actor: format!("{name} ({channel})"), reason: reason.unwrap_or_default() }
    }

    /// Changes one platform, in one transaction with the audit row.
    ///
    /// # Errors
    /// What `apply` says; when there is no such platform; whatever the database refuses.
    pub(super) async fn change<A: Action, T, F>(
        &self,
        app: &Arc<App>,
        action: &A,
        choice: &PlatformChoice,
        mut apply: F,
    ) -> Result<T, OperatorError>
    where
        T: Send + 'static,
        F: FnMut(&mut Tx<'_>, &Context) -> Result<T, OperatorError> + Send + 'static,
    {
        let (audit_entry, choice, shared) = (self.audit_entry(action)?, choice.clone(), Arc::clone(app));
        let run = move |tx: &mut Tx<'_>| {
            let platform = choice.find(tx)?;
            let done = apply(tx, &context(&shared, &platform, tx))?;
            audit_entry.record(tx, Some(platform.id))?;
            Ok(done)
        };
        app.store.write(&[], run).await
    }

    /// Changes the deployment, in one transaction with the audit row.
    ///
    /// # Errors
    /// What `apply` says; whatever the database refuses.
    pub(super) async fn change_deployment<A: Action, T, F>(
        &self,
        app: &Arc<App>,
        action: &A,
        mut apply: F,
    ) -> Result<T, OperatorError>
    where
        T: Send + 'static,
        F: FnMut(&mut Tx<'_>) -> Result<T, OperatorError> + Send + 'static,
    {
        let audit_entry = self.audit_entry(action)?;
        let run = move |tx: &mut Tx<'_>| {
            let done = apply(tx)?;
            audit_entry.record(tx, None)?;
            Ok(done)
        };
        app.store.write(&[], run).await
    }

    /// Finds the platform of an export and leaves the audit row: what leaves the service is a audit_entry too.
    ///
    /// # Errors
    /// When there is no such platform; whatever the database refuses.
    pub(super) async fn begin_export<E: Export>(
        &self,
        app: &App,
        export: &E,
        choice: &PlatformChoice,
    ) -> Result<PlatformId, OperatorError> {
        let (audit_entry, choice) = (self.deed_named(E::NOUN, E::VERB, export)?, choice.clone());
        let run = move |tx: &mut Tx<'_>| {
            let platform = choice.find(tx)?.id;
            audit_entry.record(tx, Some(platform))?;
            Ok::<_, OperatorError>(platform)
        };
        app.store.write(&[], run).await
    }

    /// The audit row of an action, for transactions of another form.
    pub(super) fn audit_entry<A: Action>(&self, action: &A) -> Result<AuditEntry, OperatorError> {
        self.deed_named(A::NOUN, A::VERB, action)
    }

    fn deed_named(
        &self,
        noun: &str,
        verb: &str,
        detail: &impl Serialize,
    ) -> Result<AuditEntry, OperatorError> {
        Ok(AuditEntry {
            actor: self.actor.clone(),
            reason: self.reason.clone(),
            action: format!("{noun} {verb}"),
            detail: serde_json::to_value(detail).map_err(OperatorError::defect)?,
        })
    }
}

impl AuditEntry {
    /// Writes the audit row.
    pub(super) fn record(&self, tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Result<(), Error> {
        let row = NewAudit {
            platform,
            actor: &self.actor,
            action: &self.action,
            reason: &self.reason,
            detail: &self.detail,
        };
        audit::insert(tx, &row)
    }
}

/// What an action on a platform needs to know of it.
pub(super) fn context(app: &Arc<App>, platform: &PlatformRecord, tx: &Tx<'_>) -> Context {
    Context::of_service(app, platform, tx.wall())
}
