//! A platform in a few facts.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformConfigId, PlatformId};
use causeway_store::platforms::{Environment, PlatformRecord};
use serde::Serialize;

/// What operators see of a platform at a glance.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// Its id as an owner.
    pub platform: PlatformId,
    /// The id of its configuration.
    pub config: PlatformConfigId,
    /// The operator's name for it.
    pub name: String,
    /// Sandbox or production.
    pub environment: Environment,
    /// Whether its credentials are refused.
    pub is_disabled: bool,
    /// The host name of its UMA addresses.
    pub uma_domain: Option<String>,
    /// Where its events are sent.
    pub webhook_endpoint: Option<String>,
    /// The codes of its currencies.
    pub currencies: Vec<String>,
    /// When it was made.
    pub created_at: Time,
}

impl From<PlatformRecord> for Summary {
    fn from(platform: PlatformRecord) -> Self {
        Self {
            platform: platform.id,
            config: platform.id.config(),
            name: platform.name,
            environment: platform.environment,
            is_disabled: platform.is_disabled,
            uma_domain: platform.uma_domain,
            webhook_endpoint: platform.webhook_endpoint,
            currencies: platform.doc.currencies.iter().map(|entry| entry.currency.to_string()).collect(),
            created_at: platform.created_at,
        }
    }
}

impl Summary {
    /// Whether credentials are taken, in a word.
    pub(super) const fn state(&self) -> &'static str {
        if self.is_disabled { "disabled" } else { "enabled" }
    }
}
