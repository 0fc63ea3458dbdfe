//! The current destination of a platform's events, and their signature.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, platforms};

use super::endpoint::EndpointRule;
use super::keys;
use crate::runtime::app::App;
use crate::runtime::settings::{Settings, WEBHOOK_PRIVATE_HOSTS_ALLOWED, WEBHOOK_SIGNATURE_JSON};
use crate::runtime::webhook_endpoint::{Signer, WebhookEndpoint};

/// The destination of a platform's events.
#[derive(Debug, Clone)]
pub(super) enum Route {
    /// The platform has no endpoint.
    None,
    /// An obstacle that concerns this platform only and may be removed.
    Blocked(Obstacle),
    To(Arc<WebhookEndpoint>),
}

/// An obstacle that keeps a platform's events from being sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The row of the platform was not written by this service.
    PlatformNotAuthentic,
    /// The endpoint was allowed when it was set, and no longer is.
    EndpointForbidden,
    /// A stored setting is not valid.
    SettingInvalid,
    /// There is no signing key, or it cannot be decrypted.
    KeyUnusable,
}

impl Route {
    /// Returns the route of a platform's events: from this process's cache if the transaction has verified
    /// that it is current and its key still signs; otherwise it is read. Obstacles are not cached: they may be
    /// removed without a trace.
    pub(super) fn find(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<Self, Error> {
        let cached = app.webhook_endpoints.find(tx, platform);
        if let Some(endpoint) = cached.filter(|endpoint| endpoint.signer.signs_at(tx.wall())) {
            return Ok(Self::To(endpoint));
        }
        let version = tx.version_to_keep(platform);
        let route = Self::read(tx, app, platform)?;
        if let Self::To(endpoint) = &route {
            app.webhook_endpoints.keep(platform, version, Arc::clone(endpoint));
        }
        Ok(route)
    }

    fn read(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<Self, Error> {
        let record = match platforms::get(tx, platform) {
            Err(Error::NotAuthentic(_)) => return Ok(Self::Blocked(Obstacle::PlatformNotAuthentic)),
            found => found?,
        };
        let Some(url) = record.webhook_endpoint else { return Ok(Self::None) };
        let settings = Settings::of_platform(tx, app, platform, record.environment)?;
        let private_hosts = settings.get(&WEBHOOK_PRIVATE_HOSTS_ALLOWED);
        let (Ok(private_hosts), Ok(as_json)) = (private_hosts, settings.get(&WEBHOOK_SIGNATURE_JSON)) else {
            return Ok(Self::Blocked(Obstacle::SettingInvalid));
        };
        let rule = EndpointRule::new(record.environment, private_hosts);
        let Ok(target) = rule.parse(&url) else { return Ok(Self::Blocked(Obstacle::EndpointForbidden)) };
        let Some(keys::SigningKey { id: key_id, key, until }) = keys::find_signing_key(tx, app, platform)?
        else {
            return Ok(Self::Blocked(Obstacle::KeyUnusable));
        };
        let signer = Signer { key, key_id, until, as_json };
        Ok(Self::To(Arc::new(WebhookEndpoint { target, reach: rule.reach(), signer })))
    }
}

impl Obstacle {
    /// Returns the name shown to operators.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::PlatformNotAuthentic => "PLATFORM_NOT_AUTHENTIC",
            Self::EndpointForbidden => "ENDPOINT_FORBIDDEN",
            Self::SettingInvalid => "SETTING_INVALID",
            Self::KeyUnusable => "KEY_UNUSABLE",
        }
    }
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for Obstacle {}
