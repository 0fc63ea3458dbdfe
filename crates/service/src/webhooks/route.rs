//! Where the events of a platform go at this moment, and how they are signed.

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, USER_AGENT};
use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, platforms};

use super::endpoint::EndpointRule;
use crate::runtime::app::App;
use crate::runtime::keys::WebhookKey;
use crate::runtime::outbound::{Reach, Target};
use crate::runtime::settings::{Settings, WEBHOOK_PRIVATE_HOSTS_ALLOWED, WEBHOOK_SIGNATURE_JSON};

const SIGNATURE: HeaderName = HeaderName::from_static("x-svc-signature");
const AGENT: HeaderValue = HeaderValue::from_static("svc-webhooks/2025-10-13");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Where the events of a platform go.
#[derive(Debug, Clone)]
pub(super) enum Route {
    /// Nowhere: the platform has no endpoint.
    None,
    /// Nowhere: something is in the way that concerns this platform only and may be mended.
    Blocked(Obstacle),
    /// To an endpoint.
    To(Box<Endpoint>),
}

/// What keeps a platform's events from being sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The endpoint was allowed when it was set, and is not any more.
    EndpointForbidden,
    /// A stored setting is none that the service takes.
    SettingInvalid,
    /// There is no key to sign with, or it does not open.
    KeyUnusable,
}

/// An endpoint with all that a request to it needs.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    pub(super) target: Target,
    pub(super) reach: Reach,
    pub(super) signer: Signer,
}

/// Makes signatures for one platform.
#[derive(Debug, Clone)]
pub(super) struct Signer {
    pub(super) key: WebhookKey,
    /// The form of the header's value (conventions 11.3).
    pub(super) as_json: bool,
}

impl Route {
    /// Reads where the events of a platform go.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) fn read(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<Self, Error> {
        let record = platforms::get(tx, platform)?;
        let Some(url) = record.webhook_endpoint else { return Ok(Self::None) };
        let settings = Settings::of_platform(tx, &app.deployment, platform, record.environment)?;
        let private_hosts = settings.get(&WEBHOOK_PRIVATE_HOSTS_ALLOWED);
        let (Ok(private_hosts), Ok(as_json)) = (private_hosts, settings.get(&WEBHOOK_SIGNATURE_JSON)) else {
            return Ok(Self::Blocked(Obstacle::SettingInvalid));
        };
        let rule = EndpointRule::new(record.environment, private_hosts);
        let Ok(target) = rule.parse(&url) else { return Ok(Self::Blocked(Obstacle::EndpointForbidden)) };
        let Some(key) = app.signing_keys.current(tx, &app.keys(), platform)? else {
            return Ok(Self::Blocked(Obstacle::KeyUnusable));
        };
        let signer = Signer { key, as_json };
        Ok(Self::To(Box::new(Endpoint { target, reach: rule.reach(), signer })))
    }
}

impl Obstacle {
    /// The name that operators see.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
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

impl Signer {
    /// The headers of a delivery of these bytes (conventions 11.2).
    pub(super) fn headers(&self, body: &[u8]) -> HeaderMap {
        let signature = self.key.sign(body);
        let value = if self.as_json { format!(r#"{{"v":"1","s":"{signature}"}}"#) } else { signature };
        let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, JSON), (USER_AGENT, AGENT)]);
        // Base64 and this JSON are visible ASCII, so the value is always one.
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(SIGNATURE, value);
        }
        headers
    }
}
