//! The cases by name.

/// A case to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// An authenticated `GET /customers/{id}` on SQLite.
    Customer,
    /// Funding of many accounts on SQLite.
    Funding,
    /// Funding of one account on SQLite.
    FundingHot,
    /// Funding of many accounts on PostgreSQL.
    FundingPostgres,
    /// Funding of one account on PostgreSQL.
    FundingPostgresHot,
    /// Execution of quotes of many accounts on SQLite.
    Execute,
    /// Execution of quotes of many accounts on PostgreSQL.
    ExecutePostgres,
    /// Execution of quotes of one account on PostgreSQL.
    ExecutePostgresHot,
    /// Card authorization decisions on SQLite.
    Decisions,
    /// Card authorization decisions on PostgreSQL.
    DecisionsPostgres,
    /// Execution of quotes from accounts in many currencies.
    Currencies,
    /// Payments in a store with many payments, on SQLite.
    Stored,
    /// Complete payments, to their last webhook, on SQLite.
    Life,
    /// Complete payments, to their last webhook, on PostgreSQL.
    LifePostgres,
    /// Statements and bytes of a payment, on PostgreSQL.
    Cost,
    /// Restart time and memory.
    Start,
    /// Execution of quotes from wallets compared with fiat accounts, and logins, on SQLite.
    Wallets,
    /// Webhooks to a receiver on loopback.
    Webhooks,
    /// Webhooks beside hanging endpoints, on SQLite.
    Hanging,
    /// Webhooks beside hanging endpoints, on PostgreSQL.
    HangingPostgres,
    /// Requests beside another platform's slow bodies, on SQLite.
    SlowBodies,
    /// Requests beside another platform's slow bodies, on PostgreSQL.
    SlowBodiesPostgres,
    /// Reads, funding and executions compared with an earlier version, on SQLite.
    Versions,
    /// Reads, funding and executions compared with an earlier version, on PostgreSQL.
    VersionsPostgres,
}

impl Case {
    /// All cases, in the order of measurement.
    pub(crate) const ALL: &[Self] = &[
        Self::Start,
        Self::Customer,
        Self::Funding,
        Self::FundingHot,
        Self::FundingPostgres,
        Self::FundingPostgresHot,
        Self::Execute,
        Self::ExecutePostgres,
        Self::ExecutePostgresHot,
        Self::Decisions,
        Self::DecisionsPostgres,
        Self::Currencies,
        Self::Stored,
        Self::Life,
        Self::LifePostgres,
        Self::Cost,
        Self::Wallets,
        Self::Webhooks,
        Self::Hanging,
        Self::HangingPostgres,
        Self::SlowBodies,
        Self::SlowBodiesPostgres,
        Self::Versions,
        Self::VersionsPostgres,
    ];

    /// Returns `true` if the case needs the program of an earlier version.
    pub(crate) const fn compares_versions(self) -> bool {
        matches!(self, Self::Versions | Self::VersionsPostgres)
    }

    /// Returns the name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Funding => "funding",
            Self::FundingHot => "funding-hot",
            Self::FundingPostgres => "funding-postgres",
            Self::FundingPostgresHot => "funding-postgres-hot",
            Self::Execute => "execute",
            Self::ExecutePostgres => "execute-postgres",
            Self::ExecutePostgresHot => "execute-postgres-hot",
            Self::Decisions => "decisions",
            Self::DecisionsPostgres => "decisions-postgres",
            Self::Currencies => "currencies",
            Self::Stored => "stored",
            Self::Life => "life",
            Self::LifePostgres => "life-postgres",
            Self::Cost => "cost",
            Self::Start => "start",
            Self::Wallets => "wallets",
            Self::Webhooks => "webhooks",
            Self::Hanging => "hanging",
            Self::HangingPostgres => "hanging-postgres",
            Self::SlowBodies => "slow-bodies",
            Self::SlowBodiesPostgres => "slow-bodies-postgres",
            Self::Versions => "versions",
            Self::VersionsPostgres => "versions-postgres",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|case| case.name() == name)
    }
}
