//! The settings that hold for one platform, or for the deployment.

use std::collections::BTreeMap;

use causeway_domain::ids::PlatformId;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, settings as rows};
use serde::Serialize;
use serde_json::Value;

use super::Deployment;
use crate::runtime::context::Context;

/// Who says what a setting is; the later in this list, the stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Nobody: what the service was made with.
    Default,
    /// `setting set` without a platform.
    Deployment,
    /// The configuration of this process: an environment variable or its file.
    Process,
    /// `setting set` for this platform.
    Platform,
}

/// What holds for one platform, or for the deployment where no platform is meant.
#[derive(Debug, Clone)]
pub struct Settings {
    environment: Environment,
    said: BTreeMap<String, (Origin, Value)>,
}

impl Settings {
    /// Reads what holds for a platform, in one query.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn of_platform(
        tx: &mut Tx<'_>,
        deployment: &Deployment,
        platform: PlatformId,
        environment: Environment,
    ) -> Result<Self, causeway_store::Error> {
        let rows = rows::effective(tx, platform)?;
        Ok(Self::from_rows(rows, deployment, environment))
    }

    /// Reads what holds for the platform of a change.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn of(tx: &mut Tx<'_>, context: &Context) -> Result<Self, causeway_store::Error> {
        Self::of_platform(tx, &context.app.deployment, context.platform, context.environment)
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

    /// Reads what holds before the database is open.
    pub(super) fn of_process(deployment: &Deployment) -> Self {
        Self::from_rows(Vec::new(), deployment, Environment::Production)
    }

    fn from_rows(rows: Vec<rows::SettingRecord>, deployment: &Deployment, environment: Environment) -> Self {
        let mut settings = Self { environment, said: BTreeMap::new() };
        for row in rows {
            let origin = match row.scope {
                rows::Scope::Deployment => Origin::Deployment,
                rows::Scope::Platform(_) => Origin::Platform,
            };
            settings.say(&row.name, origin, row.value);
        }
        for (name, value) in deployment.pinned() {
            settings.say(name, Origin::Process, value.clone());
        }
        settings
    }

    fn say(&mut self, name: &str, origin: Origin, value: Value) {
        if self.origin_of(name) <= origin {
            self.said.insert(name.to_owned(), (origin, value));
        }
    }

    /// What was said of a setting, if anybody said anything.
    pub(super) fn said(&self, name: &str) -> Option<&Value> {
        self.said.get(name).map(|(_, value)| value)
    }

    pub(super) fn origin_of(&self, name: &str) -> Origin {
        self.said.get(name).map_or(Origin::Default, |(origin, _)| *origin)
    }

    /// The environment whose defaults hold.
    #[must_use]
    pub const fn environment(&self) -> Environment {
        self.environment
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Time;
    use causeway_domain::ids::Id;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::runtime::settings::{END_USER_TERMS_REQUIRED, REGULATED};

    fn row(platform: Option<u128>, name: &str, value: Value) -> rows::SettingRecord {
        let scope = match platform {
            None => rows::Scope::Deployment,
            Some(number) => rows::Scope::Platform(PlatformId::from_uuid(Uuid::from_u128(number))),
        };
        rows::SettingRecord { scope, name: name.to_owned(), value, updated_at: Time::from_millis(0) }
    }

    fn settings(rows: Vec<rows::SettingRecord>, pinned: &[(&'static str, Value)]) -> Settings {
        let deployment = Deployment::new(pinned.iter().cloned().collect());
        Settings::from_rows(rows, &deployment, Environment::Production)
    }

    #[test]
    fn precedence_is_platform_process_deployment() {
        let all = vec![
            row(Some(1), "default_region", json!("FR")),
            row(None, "default_region", json!("DE")),
            row(None, "regulated", json!(false)),
        ];
        let found = settings(all, &[("default_region", json!("IT")), ("regulated", json!(true))]);
        assert_eq!(found.get(&crate::runtime::settings::DEFAULT_REGION).unwrap().as_str(), "FR");
        assert_eq!(found.origin(&crate::runtime::settings::DEFAULT_REGION), Origin::Platform);
        assert_eq!((found.get(&REGULATED), found.origin(&REGULATED)), (Ok(true), Origin::Process));
        assert_eq!(settings(Vec::new(), &[]).origin(&REGULATED), Origin::Default);
    }

    #[test]
    fn terms_are_required_of_unregulated_production_platforms() {
        assert_eq!(settings(Vec::new(), &[]).get(&END_USER_TERMS_REQUIRED), Ok(true));
        let regulated = settings(vec![row(Some(1), "regulated", json!(true))], &[]);
        assert_eq!(regulated.get(&END_USER_TERMS_REQUIRED), Ok(false));
        let off = settings(vec![row(Some(1), "end_user_terms_required", json!(false))], &[]);
        assert_eq!(off.get(&END_USER_TERMS_REQUIRED), Ok(false));
        let sandbox = Settings::from_rows(Vec::new(), &Deployment::default(), Environment::Sandbox);
        assert_eq!(sandbox.get(&END_USER_TERMS_REQUIRED), Ok(false));
    }

    #[test]
    fn a_stored_value_that_no_longer_fits_is_an_error() {
        let broken = settings(vec![row(None, "regulated", json!("maybe"))], &[]);
        assert_eq!(broken.get(&REGULATED).unwrap_err().name, "regulated");
    }
}
