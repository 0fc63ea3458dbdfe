//! Capabilities of an adapter (rails 6).

use std::collections::BTreeSet;

use causeway_vocabulary::CurrencyCode;

use super::corridor::CorridorCapabilities;
use crate::limits::{PAGE_BODY, PAGE_ITEMS};
use crate::shape::{Location, MessageError, messages, top_level};
use crate::values::{
    AccountInfo, AdapterMode, Id128, Limit, Memory, Notice, OpenValue, OrderKind, RailService, ReferenceKind,
    TestScenario, TextMembers,
};

messages! {
    /// Capabilities of an adapter (rails 6).
    pub struct Capabilities checks is_consistent {
        /// Versions that the adapter speaks, such as `1.0`.
        protocol: Vec<Id128> = "protocol",
        adapter: AdapterInfo = "adapter",
        mode: AdapterMode = "mode",
        memory: Memory = "memory",
        services: Vec<OpenValue<RailService>> = "services",
        /// Accounts at the partner.
        accounts: Vec<RailAccount> = "accounts",
        payouts: Vec<CorridorCapabilities> = "payouts",
        collections: Vec<CorridorCapabilities> = "collections",
        limits: AdapterLimits = "limits",
        /// `true` if the adapter pushes its feed items.
        push: bool = "push",
        /// `null` if the adapter knows nothing of statements.
        statements: Option<StatementCapabilities> = "statements",
        /// Test destinations by scenario, as `accountInfo`; `null` if there are none (rails 18).
        test_scenarios: Option<TestDestinations> = "testScenarios",
    }

    /// Name and version of an adapter, for operators.
    pub struct AdapterInfo {
        name: Notice = "name",
        version: Notice = "version",
    }

    /// An account at the partner.
    pub struct RailAccount {
        /// The adapter's name of the account.
        id: Id128 = "id",
        currency: CurrencyCode = "currency",
        /// Decimals of the currency's smallest unit, as the registry has them.
        decimals: Limit = "decimals",
        /// Such as `{"iban": "DE89…"}`.
        identifiers: TextMembers = "identifiers",
    }

    /// Rates that the service keeps to; `null` means without a limit.
    pub struct AdapterLimits {
        requests_per_second: Option<Limit> = "requestsPerSecond",
        /// Number of requests at once.
        concurrency: Option<Limit> = "concurrency",
        /// Number of items of a feed page.
        page: Option<Limit> = "page",
    }

    /// Statements as far as payouts depend on them.
    pub struct StatementCapabilities {
        /// References of an order that come back on statements.
        carries: Vec<OpenValue<ReferenceKind>> = "carries",
    }

    /// Test destinations: `accountInfo` by scenario.
    pub struct TestDestinations {
        settles: Option<AccountInfo> = "SETTLES",
        refused: Option<AccountInfo> = "REFUSED",
        account_invalid: Option<AccountInfo> = "ACCOUNT_INVALID",
        fails_late: Option<AccountInfo> = "FAILS_LATE",
        returned: Option<AccountInfo> = "RETURNED",
        slow: Option<AccountInfo> = "SLOW",
        cancellable: Option<AccountInfo> = "CANCELLABLE",
        partner_silent: Option<AccountInfo> = "PARTNER_SILENT",
    }
}

impl AdapterLimits {
    /// Returns the number of items to ask for in a feed page, from 1 to 500 (rails 8.1).
    #[must_use]
    pub fn page_items(&self) -> u32 {
        let declared = self.page.and_then(|page| u32::try_from(page.get()).ok());
        declared.unwrap_or(PAGE_ITEMS).clamp(1, PAGE_ITEMS)
    }
}

/// Major version of the protocol; the paths begin with it (rails 4).
const MAJOR: &str = "1";
/// Minor versions of this crate (rails 4).
const MINORS: &[&str] = &["0"];

impl Capabilities {
    /// Returns the highest minor version that both sides speak, such as `1.0`, or `None` without a common one
    /// (rails 4).
    #[must_use]
    pub fn common_version(&self) -> Option<String> {
        let versions = MINORS.iter().rev().map(|minor| format!("{MAJOR}.{minor}"));
        versions.into_iter().find(|version| self.protocol.iter().any(|theirs| theirs.as_str() == version))
    }

    /// Returns `true` if the adapter offers the service.
    #[must_use]
    pub fn offers(&self, service: RailService) -> bool {
        self.services.iter().any(|offered| offered.known() == Some(service))
    }

    /// Returns the corridors of a kind; refunds have none.
    #[must_use]
    pub fn corridors(&self, kind: OrderKind) -> &[CorridorCapabilities] {
        match kind {
            OrderKind::Payout => &self.payouts,
            OrderKind::Collection => &self.collections,
            OrderKind::Refund => &[],
        }
    }

    /// Returns a corridor by its name.
    #[must_use]
    pub fn corridor(&self, kind: OrderKind, name: &str) -> Option<&CorridorCapabilities> {
        self.corridors(kind).iter().find(|corridor| corridor.corridor.as_str() == name)
    }

    /// Returns an account by its id.
    #[must_use]
    pub fn account(&self, id: &str) -> Option<&RailAccount> {
        self.accounts.iter().find(|account| account.id.as_str() == id)
    }

    /// Returns the test destination of a scenario (rails 18).
    #[must_use]
    pub fn test_destination(&self, scenario: TestScenario) -> Option<&AccountInfo> {
        let destinations = self.test_scenarios.as_ref()?;
        let destination = match scenario {
            TestScenario::Settles => &destinations.settles,
            TestScenario::Refused => &destinations.refused,
            TestScenario::AccountInvalid => &destinations.account_invalid,
            TestScenario::FailsLate => &destinations.fails_late,
            TestScenario::Returned => &destinations.returned,
            TestScenario::Slow => &destinations.slow,
            TestScenario::Cancellable => &destinations.cancellable,
            TestScenario::PartnerSilent => &destinations.partner_silent,
        };
        destination.as_ref()
    }
}

fn is_consistent(capabilities: &Capabilities, at: &Location<'_>) -> Result<(), MessageError> {
    let accounts = Location::Member(at, "accounts");
    are_unique(capabilities.accounts.iter().map(|account| &account.id), "id", &accounts)?;
    for (name, corridors) in [("payouts", &capabilities.payouts), ("collections", &capabilities.collections)]
    {
        let list = Location::Member(at, name);
        are_unique(corridors.iter().map(|corridor| &corridor.corridor), "corridor", &list)?;
        for (index, corridor) in corridors.iter().enumerate() {
            has_account(corridor, capabilities, &Location::Item(&list, index))?;
        }
    }
    Ok(())
}

fn are_unique<'a>(
    names: impl Iterator<Item = &'a Id128>,
    member: &str,
    list: &Location<'_>,
) -> Result<(), MessageError> {
    let mut known = BTreeSet::new();
    for (index, name) in names.enumerate() {
        if !known.insert(name) {
            return Err(
                Location::Member(&Location::Item(list, index), member).error("must be unique in its list")
            );
        }
    }
    Ok(())
}

fn has_account(
    corridor: &CorridorCapabilities,
    capabilities: &Capabilities,
    at: &Location<'_>,
) -> Result<(), MessageError> {
    let Some(account) = capabilities.account(corridor.account.as_str()) else {
        return Err(Location::Member(at, "account").error("must be the id of one of `accounts`"));
    };
    if account.currency == corridor.currency {
        return Ok(());
    }
    Err(Location::Member(at, "currency").error("must be the currency of `account`"))
}

top_level! {
    Capabilities: PAGE_BODY;
}
