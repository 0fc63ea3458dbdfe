//! The dispatch of the chosen cases.

use super::{
    Case, cost, currencies, customer, decisions, executions, funding, hanging, life, slow_bodies, start,
    stored, versions, wallets, webhooks,
};
use crate::error::Result;
use crate::options::Options;
use crate::report::Pairs;

/// Measures all chosen cases.
pub(crate) async fn run(options: &Options) -> Result<()> {
    Pairs::head()?;
    for case in &options.cases {
        match case {
            Case::Customer => customer::run(options).await?,
            Case::Funding => funding::on_sqlite(options, false).await?,
            Case::FundingHot => funding::on_sqlite(options, true).await?,
            Case::FundingPostgres => funding::on_postgres(options, false).await?,
            Case::FundingPostgresHot => funding::on_postgres(options, true).await?,
            Case::Execute => executions::on_sqlite(options).await?,
            Case::ExecutePostgres => executions::on_postgres(options, false).await?,
            Case::ExecutePostgresHot => executions::on_postgres(options, true).await?,
            Case::Decisions => decisions::on_sqlite(options).await?,
            Case::DecisionsPostgres => decisions::on_postgres(options).await?,
            Case::Currencies => currencies::run(options).await?,
            Case::Stored => stored::run(options).await?,
            Case::Life => life::on_sqlite(options).await?,
            Case::LifePostgres => life::on_postgres(options).await?,
            Case::Cost => cost::run(options).await?,
            Case::Start => start::run(options).await?,
            Case::Wallets => wallets::run(options).await?,
            Case::Webhooks => webhooks::run(options).await?,
            Case::Hanging => hanging::on_sqlite(options).await?,
            Case::HangingPostgres => hanging::on_postgres(options).await?,
            Case::SlowBodies => slow_bodies::on_sqlite(options).await?,
            Case::SlowBodiesPostgres => slow_bodies::on_postgres(options).await?,
            Case::Versions => versions::on_sqlite(options).await?,
            Case::VersionsPostgres => versions::on_postgres(options).await?,
        }
    }
    Ok(())
}
