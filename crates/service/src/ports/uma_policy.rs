//! With which UMA providers platforms may deal (uma 12).

/// A provider, as the question comes up for one platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UmaProviderEntry<'a> {
    /// What stands behind the `@` of its addresses, in lower case.
    pub domain: &'a str,
    /// Whether it is a platform of the same environment in this deployment.
    pub is_local: bool,
    /// What an operator has decided for the platform; none: nothing.
    pub decision: Option<bool>,
}

/// What the operator says for the whole deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaRules {
    /// Domains whose addresses the sandbox simulates.
    pub sandbox_domains: Vec<String>,
    /// Whether a provider is allowed about which nothing was decided.
    pub allows_undecided: bool,
}

/// A policy; pure.
pub trait UmaPolicy: Send + Sync {
    /// Whether the platform may pay the provider's addresses and be paid from them.
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool;
}

/// An operator decides, and the setting where none has.
#[derive(Debug, Clone, Copy)]
pub struct AllowList;

impl UmaPolicy for AllowList {
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool {
        provider.decision.unwrap_or(rules.allows_undecided)
    }
}
