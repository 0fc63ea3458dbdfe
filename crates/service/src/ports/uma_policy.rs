//! The UMA providers that platforms may deal with (uma 12).

/// A provider, from the point of view of one platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UmaProviderEntry<'a> {
    /// The part of its addresses after the `@`, in lower case.
    pub domain: &'a str,
    /// `true` for a platform of the same environment in this deployment.
    pub is_local: bool,
    /// The operator's decision for the platform; `None` if there is none.
    pub decision: Option<bool>,
}

/// The operator's rules for the whole deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaRules {
    /// Domains with addresses that the sandbox simulates.
    pub sandbox_domains: Vec<String>,
    /// `true` if a provider without a decision is allowed.
    pub allows_undecided: bool,
}

/// A policy for UMA providers; pure.
pub trait UmaPolicy: Send + Sync {
    /// Returns `true` if the platform may pay the provider's addresses and be paid from them.
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool;
}

/// The policy that follows the operator's decision, or the setting if there is none.
#[derive(Debug, Clone, Copy)]
pub struct AllowList;

impl UmaPolicy for AllowList {
    fn allows(&self, provider: UmaProviderEntry<'_>, rules: &UmaRules) -> bool {
        provider.decision.unwrap_or(rules.allows_undecided)
    }
}
