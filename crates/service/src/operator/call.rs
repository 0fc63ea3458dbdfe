//! A call of an action: its operator, its platform, and the transaction in which it runs.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Effects, Preview, Tx};
use serde::Serialize;
use serde_json::Value;

use super::audit_entry::AuditEntry;
use super::foreign_rows::mark;
use super::permission::Permission;
use super::seen::SeenVersion;
use super::{Kind, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A call of an action.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) app: Arc<App>,
    pub(super) audit: AuditEntry,
    pub(super) platform: PlatformChoice,
    /// `true` if nothing may be changed.
    pub(super) is_dry_run: bool,
    /// `None` if the caller names no version.
    pub(super) seen: Option<SeenVersion>,
    /// The command that shows the resource of a change; `None` if it has none.
    pub(super) show: Option<String>,
}

/// The outcome of a change, or of its dry run.
pub(super) struct ChangeOutcome<T> {
    pub(super) result: T,
    /// The effects that the change would have; `None` if it was made.
    pub(super) effects: Option<Effects>,
}

impl Call {
    /// Returns `true` if the caller has a permission for a platform; for the deployment if it is `None`.
    pub(super) fn may(&self, permission: Permission, platform: Option<PlatformId>) -> bool {
        self.audit.caller.may(permission, platform)
    }

    /// Finds the platform that the arguments name; `None` if they name none, which means the deployment.
    pub(super) fn chosen_platform(&self, tx: &mut Tx<'_>) -> Result<Option<PlatformId>, OperatorError> {
        match self.platform.platform {
            Some(_) => Ok(Some(self.platform.find(tx)?.id)),
            None => Ok(None),
        }
    }

    /// Reads in a transaction, without an audit row.
    pub(super) async fn read<T, F>(self, mut read: F) -> Result<T, OperatorError>
    where
        T: Send + 'static,
        F: FnMut(&mut Tx<'_>, &Self) -> Result<T, OperatorError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        app.store.read(move |tx| read(tx, &self).map_err(|error| self.platform.explain(tx, error))).await
    }

    /// Reads data that is only shown, as [`Self::read`]. A row that this service did not write is marked, and does not
    /// hide the others. A list without rows is an error if an id among its filters does not exist: only then is the id
    /// looked up, so that other lists cost nothing more.
    pub(super) async fn look<T, F>(self, mut read: F) -> Result<Value, OperatorError>
    where
        T: Serialize + 'static,
        F: FnMut(&mut Tx<'_>, &Self) -> Result<T, OperatorError> + Send + 'static,
    {
        let look = move |tx: &mut Tx<'_>, call: &Self| {
            let (found, foreign) = tx.read_foreign(|tx| read(tx, call));
            let shown = mark(serde_json::to_value(found?).map_err(OperatorError::defect)?, &foreign)?;
            if has_no_rows(&shown) {
                call.platform.check_ids(tx)?;
            }
            Ok(shown)
        };
        self.read(look).await
    }

    /// Changes one platform, in one transaction with the audit row.
    pub(super) async fn change<T, F>(self, apply: F) -> Result<T, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Context) -> Result<T, OperatorError> + Send + 'static,
    {
        Ok(self.change_or_preview(apply).await?.result)
    }

    /// Changes one platform as [`Self::change`], or only reports the effects if the caller wants a dry run.
    pub(super) async fn change_or_preview<T, F>(self, mut apply: F) -> Result<ChangeOutcome<T>, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Context) -> Result<T, OperatorError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let is_dry_run = self.is_dry_run;
        let run = move |tx: &mut Tx<'_>| {
            let platform = self.platform.find(tx)?;
            if let Some(seen) = self.seen {
                seen.check(tx, platform.id, &self.audit.detail)?;
            }
            let done = apply(tx, &Context::of_service(&self.app, &platform, tx.wall()))
                .map_err(|error| self.with_show(self.platform.explain(tx, error)))?;
            self.audit.record(tx, Some(platform.id), &done)?;
            Ok(done)
        };
        write_or_preview(&app, is_dry_run, run).await
    }

    /// Adds the command that shows the resource to a refusal by its state.
    fn with_show(&self, error: OperatorError) -> OperatorError {
        match &self.show {
            Some(command) if error.kind == Kind::Refused && error.remedy.is_none() => {
                error.remedy(format!("see what its state allows: {command}"))
            }
            _ => error,
        }
    }

    /// Changes the deployment, or the platform that `apply` returns, in one transaction with the audit row.
    pub(super) async fn change_deployment<T, F>(self, apply: F) -> Result<T, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Self) -> Result<(Option<PlatformId>, T), OperatorError> + Send + 'static,
    {
        Ok(self.change_deployment_or_preview(apply).await?.result)
    }

    /// Changes as [`Self::change_deployment`], or only reports the effects if the caller wants a dry run.
    pub(super) async fn change_deployment_or_preview<T, F>(
        self,
        mut apply: F,
    ) -> Result<ChangeOutcome<T>, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Self) -> Result<(Option<PlatformId>, T), OperatorError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let is_dry_run = self.is_dry_run;
        let run = move |tx: &mut Tx<'_>| {
            let (platform, done) = apply(tx, &self)?;
            self.audit.record(tx, platform, &done)?;
            Ok(done)
        };
        write_or_preview(&app, is_dry_run, run).await
    }
}

/// Returns `true` for a list without rows, or a page without any.
fn has_no_rows(shown: &Value) -> bool {
    shown.as_array().or_else(|| shown["rows"].as_array()).is_some_and(Vec::is_empty)
}

/// Runs a change in a transaction, which a dry run undoes.
async fn write_or_preview<T, F>(
    app: &App,
    is_dry_run: bool,
    run: F,
) -> Result<ChangeOutcome<T>, OperatorError>
where
    T: Send + 'static,
    F: FnMut(&mut Tx<'_>) -> Result<T, OperatorError> + Send + 'static,
{
    if is_dry_run {
        let Preview { result, effects } = app.store.preview(run).await?;
        return Ok(ChangeOutcome { result, effects: Some(effects) });
    }
    Ok(ChangeOutcome { result: app.store.write(&[], run).await?, effects: None })
}
