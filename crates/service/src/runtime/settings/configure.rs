//! A deployment's settings, from the configuration of its process and from the database.

use std::collections::BTreeMap;

use causeway_store::Tx;
use serde_json::Value;

use super::registry::{
    DEVELOPMENT_MODE, OIDC_MAX_AGE_SECONDS, OIDC_SKEW_SECONDS, RATE_LIMIT_BURST, RATE_LIMIT_PER_SECOND,
    SESSION_SECONDS, STABLECOIN_PROVIDER_TIMEOUT_SECONDS, STABLECOIN_PROVIDER_TOKEN_URL,
    STABLECOIN_PROVIDER_URL, UMA_SERVICE_HOST,
};
use super::{Deployment, InvalidValue, RequestRate, Settings, WalletTimes};
use crate::runtime::api_error::ApiError;

impl Deployment {
    /// Builds a deployment without stored settings, from a process configured with these values by setting
    /// name. Each was read by its setting (`AnySetting::read_text`).
    #[must_use]
    pub fn new(pinned: BTreeMap<&'static str, Value>) -> Self {
        let fallback = RequestRate { per_second: 100, burst: 200 };
        let bare = Self {
            rate_limit: fallback,
            development_mode: false,
            uma_service_host: "uma.localhost".to_owned(),
            stablecoin_provider_url: None,
            stablecoin_provider_token_url: None,
            stablecoin_provider_timeout_seconds: 10,
            wallet_times: WalletTimes::default(),
            serves_production: true,
            requires_durable_commits: false,
            is_behind_proxy: false,
            is_local: true,
            console: None,
            pinned,
        };
        let settings = Settings::of_process(&bare);
        bare.with(&settings).unwrap_or(bare)
    }

    /// Applies the settings stored in the database. Settings that take effect at a start are read here.
    ///
    /// # Errors
    /// A stored value that its setting does not accept.
    pub fn with_stored(&self, tx: &mut Tx<'_>) -> Result<Self, ApiError> {
        let settings = Settings::of_deployment(tx, self)?;
        Ok(self.with(&settings)?)
    }

    fn with(&self, settings: &Settings) -> Result<Self, InvalidValue> {
        Ok(Self {
            rate_limit: RequestRate {
                per_second: settings.get(&RATE_LIMIT_PER_SECOND)?,
                burst: settings.get(&RATE_LIMIT_BURST)?,
            },
            development_mode: settings.get(&DEVELOPMENT_MODE)?,
            uma_service_host: settings.get(&UMA_SERVICE_HOST)?,
            stablecoin_provider_url: settings.get(&STABLECOIN_PROVIDER_URL)?,
            stablecoin_provider_token_url: settings.get(&STABLECOIN_PROVIDER_TOKEN_URL)?,
            stablecoin_provider_timeout_seconds: settings.get(&STABLECOIN_PROVIDER_TIMEOUT_SECONDS)?,
            wallet_times: WalletTimes {
                session: settings.get(&SESSION_SECONDS)?,
                token_age: settings.get(&OIDC_MAX_AGE_SECONDS)?,
                token_skew: settings.get(&OIDC_SKEW_SECONDS)?,
            },
            serves_production: self.serves_production,
            requires_durable_commits: self.requires_durable_commits,
            is_behind_proxy: self.is_behind_proxy,
            is_local: self.is_local,
            console: self.console.clone(),
            pinned: self.pinned.clone(),
        })
    }
}

impl Default for Deployment {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_uses_its_configured_settings() {
        let default = Deployment::default();
        assert_eq!(default.rate_limit, RequestRate { per_second: 100, burst: 200 });
        let off = Deployment::new(BTreeMap::from([("rate_limit_per_second", 0.into())]));
        assert_eq!(off.rate_limit, RequestRate { per_second: 0, burst: 200 });
    }
}
