//! Reading the settings that hold.

use causeway_domain::ids::PlatformId;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, settings as rows};

use super::{Deployment, Settings};
use crate::runtime::app::App;
use crate::runtime::context::Context;

impl Settings {
    /// Gives what holds for a platform: as this process has read it before, where the transaction has seen that it
    /// still holds; else reads it, in one query.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn of_platform(
        tx: &mut Tx<'_>,
        app: &App,
        platform: PlatformId,
        environment: Environment,
    ) -> Result<Self, causeway_store::Error> {
        if let Some(kept) = app.settings.find(tx, platform) {
            return Ok(kept);
        }
        let rows = rows::effective(tx, platform)?;
        let settings = Self::from_rows(rows, &app.deployment, environment);
        app.settings.keep(platform, tx.version_to_keep(platform), settings.clone());
        Ok(settings)
    }

    /// Gives what holds for the platform of a change.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn of(tx: &mut Tx<'_>, context: &Context) -> Result<Self, causeway_store::Error> {
        Self::of_platform(tx, &context.app, context.platform, context.environment)
    }

    /// Reads what holds for the deployment where no platform says otherwise. Defaults that depend on the
    /// environment are those of production platforms.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn of_deployment(tx: &mut Tx<'_>, deployment: &Deployment) -> Result<Self, causeway_store::Error> {
        let rows = rows::list(tx, rows::Scope::Deployment)?;
        Ok(Self::from_rows(rows, deployment, Environment::Production))
    }
}
