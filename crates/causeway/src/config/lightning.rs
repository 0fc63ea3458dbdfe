//! The adapters of the Lightning nodes: one for production platforms, and one on regtest for the sandbox.

use super::Layers;
use super::signed_service::{SignedService, SignedServiceSettings};

/// The adapters of both environments.
#[derive(Debug, Clone)]
pub struct LightningNodes {
    /// `None` if production platforms do not use Lightning.
    pub production: Option<SignedService>,
    /// `None` if sandbox platforms do not use Lightning.
    pub sandbox: Option<SignedService>,
}

const PRODUCTION: SignedServiceSettings = SignedServiceSettings {
    url: "lightning_url",
    secret: "lightning_secret",
    previous_secret: "lightning_secret_previous",
    private_hosts_allowed: "lightning_private_hosts_allowed",
    service: "an adapter",
};

const SANDBOX: SignedServiceSettings = SignedServiceSettings {
    url: "sandbox_lightning_url",
    secret: "sandbox_lightning_secret",
    previous_secret: "sandbox_lightning_secret_previous",
    private_hosts_allowed: "sandbox_lightning_private_hosts_allowed",
    service: "an adapter",
};

/// Takes the adapters from the layers.
pub(super) fn lightning_nodes(from: &mut Layers) -> LightningNodes {
    LightningNodes { production: PRODUCTION.take(from), sandbox: SANDBOX.take(from) }
}

/// Returns the names of the secret settings of this module.
pub(super) fn secrets() -> impl Iterator<Item = &'static str> {
    [PRODUCTION, SANDBOX].into_iter().flat_map(|node| node.secrets())
}
