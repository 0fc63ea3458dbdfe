//! What one process was configured with: settings that it holds against everything stored for the deployment.

use std::collections::BTreeMap;

use serde_json::Value;

/// The general request rate of each token (conventions 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestRate {
    /// Requests per second in the long run; 0 for no limit.
    pub per_second: u32,
    /// Requests at once; 0 for no limit.
    pub burst: u32,
}

/// How long the keeper of the wallets' keys believes who signs in (wallet 4.6, 5), in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalletTimes {
    /// A session.
    pub session: u32,
    /// How old an identity token may be.
    pub token_age: u32,
    /// How far its issuer's clock may be ahead.
    pub token_skew: u32,
}

impl Default for WalletTimes {
    fn default() -> Self {
        Self { session: 900, token_age: 60, token_skew: 5 }
    }
}

/// Settings of the deployment as one process sees them.
#[derive(Debug, Clone)]
pub struct Deployment {
    /// The general request rate of each token.
    pub rate_limit: RequestRate,
    /// Whether plain HTTP is fine.
    pub development_mode: bool,
    /// The service's own host name for UMA addresses of platforms without a domain.
    pub uma_service_host: String,
    /// Where the provider of stablecoins is reached, if anywhere.
    pub stablecoin_provider_url: Option<String>,
    /// Where it gives access tokens.
    pub stablecoin_provider_token_url: Option<String>,
    /// How long it may take for one answer, in seconds.
    pub stablecoin_provider_timeout_seconds: u32,
    /// How long who signs in to a wallet is believed.
    pub wallet_times: WalletTimes,
    /// Whether this process may serve production platforms: not while it takes their secrets over plain HTTP.
    pub serves_production: bool,
    /// Whether production platforms need a database that acknowledges no commit before it is on disk.
    pub requires_durable_commits: bool,
    /// Whether a proxy in front speaks TLS to callers.
    pub is_behind_proxy: bool,
    /// Whether the process listens on loopback addresses only.
    pub is_local: bool,
    pub(super) pinned: BTreeMap<&'static str, Value>,
}

impl Deployment {
    /// The values that this process was configured with, by the name of their setting.
    #[must_use]
    pub const fn pinned(&self) -> &BTreeMap<&'static str, Value> {
        &self.pinned
    }
}
