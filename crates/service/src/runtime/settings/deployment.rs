//! The configuration of one process: it overrides everything stored for the deployment.

use std::collections::BTreeMap;

use serde_json::Value;

/// The general request rate of each token and agent (conventions 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestRate {
    /// Long-term rate; 0 for no limit.
    pub per_second: u32,
    /// Requests at once; 0 for no limit.
    pub burst: u32,
}

/// Validity times of sign-ins at the key service (wallet 4.6, 5), in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalletTimes {
    /// Lifetime of a session.
    pub session: u32,
    /// Maximum age of an identity token.
    pub token_age: u32,
    /// Maximum lead of the issuer's clock.
    pub token_skew: u32,
}

impl Default for WalletTimes {
    fn default() -> Self {
        Self { session: 900, token_age: 60, token_skew: 5 }
    }
}

/// The listener that serves the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsoleListener {
    /// That of the API.
    Public,
    /// That of the operator API.
    Admin,
}

/// The address at which operators reach the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsolePlace {
    pub listener: ConsoleListener,
    /// Scheme, host and port.
    pub origin: String,
}

/// The settings of the deployment as one process sees them.
#[derive(Debug, Clone)]
pub struct Deployment {
    /// For each token and agent.
    pub rate_limit: RequestRate,
    /// Allows plain HTTP.
    pub development_mode: bool,
    /// The service's own host name, for UMA addresses of platforms without a domain.
    pub uma_service_host: String,
    /// Address of the stablecoin provider, if there is one.
    pub stablecoin_provider_url: Option<String>,
    /// Endpoint for the provider's access tokens.
    pub stablecoin_provider_token_url: Option<String>,
    /// Timeout for one answer, in seconds.
    pub stablecoin_provider_timeout_seconds: u32,
    pub wallet_times: WalletTimes,
    /// `false` while the process takes production platforms' secrets over plain HTTP.
    pub serves_production: bool,
    /// Production platforms need a database that acknowledges no commit before it is on disk.
    pub requires_durable_commits: bool,
    /// A proxy in front terminates TLS.
    pub is_behind_proxy: bool,
    /// The process listens on loopback addresses only.
    pub is_local: bool,
    /// `None` if there is no console.
    pub console: Option<ConsolePlace>,
    pub(super) pinned: BTreeMap<&'static str, Value>,
}

impl Deployment {
    /// Returns the values that this process was configured with, by setting name.
    #[must_use]
    pub const fn pinned(&self) -> &BTreeMap<&'static str, Value> {
        &self.pinned
    }
}
