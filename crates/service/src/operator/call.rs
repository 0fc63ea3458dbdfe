//! A call of an action: its operator, its platform, and the transaction in which it runs.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use serde::Serialize;

use super::audit_entry::AuditEntry;
use super::permission::Permission;
use super::{OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A call of an action.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) app: Arc<App>,
    pub(super) audit: AuditEntry,
    pub(super) platform: PlatformChoice,
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

    /// Changes one platform, in one transaction with the audit row.
    pub(super) async fn change<T, F>(self, mut apply: F) -> Result<T, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Context) -> Result<T, OperatorError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let run = move |tx: &mut Tx<'_>| {
            let platform = self.platform.find(tx)?;
            let done = apply(tx, &Context::of_service(&self.app, &platform, tx.wall()))
                .map_err(|error| self.platform.explain(tx, error))?;
            self.audit.record(tx, Some(platform.id), &done)?;
            Ok(done)
        };
        app.store.write(&[], run).await
    }

    /// Changes the deployment, or the platform that `apply` returns, in one transaction with the audit row.
    pub(super) async fn change_deployment<T, F>(self, mut apply: F) -> Result<T, OperatorError>
    where
        T: Serialize + Send + 'static,
        F: FnMut(&mut Tx<'_>, &Self) -> Result<(Option<PlatformId>, T), OperatorError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let run = move |tx: &mut Tx<'_>| {
            let (platform, done) = apply(tx, &self)?;
            self.audit.record(tx, platform, &done)?;
            Ok(done)
        };
        app.store.write(&[], run).await
    }
}
