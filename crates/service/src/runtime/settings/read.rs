//! Reading effective settings.

use causeway_domain::ids::PlatformId;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, settings as rows};

use super::{Deployment, Settings};
use crate::runtime::app::App;
use crate::runtime::context::Context;

impl Settings {
    /// Returns the settings of a platform: from this process's cache, if the transaction has seen that it is
    /// current, otherwise from the database in one query.
    pub fn of_platform(
        tx: &mut Tx<'_>,
        app: &App,
        platform: PlatformId,
        environment: Environment,
    ) -> Result<Self, causeway_store::Error> {
        if let Some(cached) = app.settings.find(tx, platform) {
            return Ok(cached);
        }
        let rows = rows::effective(tx, platform)?;
        let settings = Self::from_rows(rows, &app.deployment, environment);
        app.settings.keep(platform, tx.version_to_keep(platform), settings.clone());
        Ok(settings)
    }

    /// Returns the settings of the context's platform.
    pub fn of(tx: &mut Tx<'_>, context: &Context) -> Result<Self, causeway_store::Error> {
        Self::of_platform(tx, &context.app, context.platform, context.environment)
    }

    /// Reads the deployment's settings, which apply unless a platform overrides them. Defaults that depend on
    /// the environment are those of production platforms.
    pub fn of_deployment(tx: &mut Tx<'_>, deployment: &Deployment) -> Result<Self, causeway_store::Error> {
        let rows = rows::list(tx, rows::Scope::Deployment)?;
        Ok(Self::from_rows(rows, deployment, Environment::Production))
    }
}
