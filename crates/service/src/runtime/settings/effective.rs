//! The effective settings of a platform or the deployment, with their origins.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_store::platforms::Environment;
use causeway_store::settings as rows;
use serde::Serialize;
use serde_json::Value;

use super::Deployment;

/// The origin of a setting's value; later variants take precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The default.
    Default,
    /// `setting set` without a platform.
    Deployment,
    /// The configuration of this process: an environment variable or its file.
    Process,
    /// `setting set` for this platform.
    Platform,
}

/// The effective settings of one platform, or of the deployment.
#[derive(Debug, Clone)]
pub struct Settings {
    environment: Environment,
    is_local: bool,
    is_behind_proxy: bool,
    explicit: Arc<ExplicitValues>,
}

impl Settings {
    /// Builds the settings that apply before the database is open.
    pub(super) fn of_process(deployment: &Deployment) -> Self {
        Self::from_rows(Vec::new(), deployment, Environment::Production)
    }

    pub(super) fn from_rows(
        rows: Vec<rows::SettingRecord>,
        deployment: &Deployment,
        environment: Environment,
    ) -> Self {
        let mut explicit = ExplicitValues::new();
        for row in rows {
            let origin = match row.scope {
                rows::Scope::Deployment => Origin::Deployment,
                rows::Scope::Platform(_) => Origin::Platform,
            };
            set_explicit(&mut explicit, &row.name, origin, row.value);
        }
        for (name, value) in deployment.pinned() {
            set_explicit(&mut explicit, name, Origin::Process, value.clone());
        }
        Self {
            environment,
            is_local: deployment.is_local,
            is_behind_proxy: deployment.is_behind_proxy,
            explicit: Arc::new(explicit),
        }
    }

    /// Returns the explicit value of a setting, or `None` if only its default applies.
    pub(super) fn explicit(&self, name: &str) -> Option<&Value> {
        self.explicit.get(name).map(|(_, value)| value)
    }

    pub(super) fn origin_of(&self, name: &str) -> Origin {
        origin_in(&self.explicit, name)
    }

    /// Returns `true` if the process listens on loopback addresses only, and no proxy forwards requests of others to it.
    /// Some defaults depend on it.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        self.is_local && !self.is_behind_proxy
    }

    /// Returns the environment whose defaults apply.
    #[must_use]
    pub const fn environment(&self) -> Environment {
        self.environment
    }
}

/// Explicit values by setting name, with their origins.
type ExplicitValues = BTreeMap<String, (Origin, Value)>;

fn set_explicit(explicit: &mut ExplicitValues, name: &str, origin: Origin, value: Value) {
    if origin_in(explicit, name) <= origin {
        explicit.insert(name.to_owned(), (origin, value));
    }
}

fn origin_in(explicit: &ExplicitValues, name: &str) -> Origin {
    explicit.get(name).map_or(Origin::Default, |(origin, _)| *origin)
}

#[cfg(test)]
mod tests {
    use causeway_domain::Time;
    use causeway_domain::ids::{Id, PlatformId};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::runtime::settings::{
        END_USER_TERMS_REQUIRED, REGULATED, UMA_LOCAL_HOSTS_ALLOWED, WEBHOOK_PRIVATE_HOSTS_ALLOWED,
    };

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
    fn webhooks_may_go_to_private_addresses_by_default_only_where_the_service_is_private() {
        let of = |is_local, rows| {
            let deployment = Deployment { is_local, ..Deployment::default() };
            Settings::from_rows(rows, &deployment, Environment::Sandbox).get(&WEBHOOK_PRIVATE_HOSTS_ALLOWED)
        };
        assert_eq!((of(true, Vec::new()), of(false, Vec::new())), (Ok(true), Ok(false)));
        let proxied = Deployment { is_local: true, is_behind_proxy: true, ..Deployment::default() };
        let proxied = Settings::from_rows(Vec::new(), &proxied, Environment::Sandbox);
        assert_eq!(proxied.get(&WEBHOOK_PRIVATE_HOSTS_ALLOWED), Ok(false));
        let explicit = |value: bool| vec![row(None, "webhook_private_hosts_allowed", json!(value))];
        assert_eq!((of(true, explicit(false)), of(false, explicit(true))), (Ok(false), Ok(true)));
    }

    #[test]
    fn local_uma_hosts_are_called_by_default_only_where_no_proxy_forwards_to_the_service() {
        let of = |is_local, is_behind_proxy| {
            let deployment = Deployment { is_local, is_behind_proxy, ..Deployment::default() };
            let settings = Settings::from_rows(Vec::new(), &deployment, Environment::Sandbox);
            settings.get(&UMA_LOCAL_HOSTS_ALLOWED)
        };
        assert_eq!(of(true, false), Ok(true));
        for (is_local, is_behind_proxy) in [(true, true), (false, false), (false, true)] {
            assert_eq!(of(is_local, is_behind_proxy), Ok(false));
        }
    }

    #[test]
    fn a_stored_value_that_no_longer_fits_is_an_error() {
        let broken = settings(vec![row(None, "regulated", json!("maybe"))], &[]);
        assert_eq!(broken.get(&REGULATED).unwrap_err().name, "regulated");
    }
}
