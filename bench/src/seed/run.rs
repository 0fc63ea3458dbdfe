//! The run of a seed: it opens the store in a data folder, and fills it.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use causeway::config::{Config, Layers, LocationFlags, ServeFlags};
use causeway::wiring::{self, AssembledService, Role};
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_service::platforms::{self as platform_rules, NewPlatform};
use causeway_service::runtime::app::App;
use causeway_service::runtime::upkeep;
use causeway_store::platforms::{self, Environment};
use causeway_testing::seed::{Seed, SeedPart};

use super::options::SeedOptions;
use crate::error::Result;

/// Name of the platform that gets the rows.
pub(super) const NAME: &str = "Seed";

/// Number of rows of a part between two lines of progress.
const LINE: u64 = 20_000;

/// Fills the store in a data folder, without a server on it, and seals its ledger.
pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let options = SeedOptions::read(arguments)?;
    let location = LocationFlags {
        data: Some(options.data.clone()),
        database: options.database.clone(),
        ..LocationFlags::default()
    };
    let layers = Layers::collect(&location, &ServeFlags::default()).map_err(|error| error.to_string())?;
    let config = Config::load(layers).map_err(|error| error.to_string())?;
    config.data.create()?;
    let lock = config.data.lock().map_err(|error| error.to_string())?;
    let assembled =
        wiring::assemble(&config, Role::Command, &lock).await.map_err(|error| error.to_string())?;
    let AssembledService { app, .. } = assembled;
    let platform = platform(&app).await?;
    let seed =
        Seed { platform, customers: options.customers, payments: options.payments, ids: app.ids.clone() };
    let begin = Instant::now();
    let filled = seed.fill(&app.store, |part, rows| report_part(begin, part, rows)).await;
    filled.map_err(|error| format!("{error}; a platform is filled once: seed a new folder or database"))?;
    note(begin, "the ledger is being sealed");
    upkeep::seal_ledger(&app).await.map_err(|error| error.to_string())?;
    app.store.close();
    note(begin, "done");
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} customers and {} payments on platform {platform}",
        options.customers, options.payments
    )?;
    Ok(())
}

/// Returns the platform of this name, or makes it.
async fn platform(app: &Arc<App>) -> Result<PlatformId> {
    let of_rule = Arc::clone(app);
    let made = app.store.write(&[], move |tx| {
        if let Some(known) = platforms::list(tx)?.into_iter().find(|platform| platform.name == NAME) {
            return Ok(known.id);
        }
        let new = NewPlatform {
            environment: Environment::Sandbox,
            name: NAME.to_owned(),
            regulated: Some(false),
            default_region: None,
            uma_domain: None,
            currencies: vec![CurrencyCode::USD, CurrencyCode::USDB],
            credentials: None,
        };
        platform_rules::create(tx, &of_rule, &new).map(|created| created.platform.id)
    });
    Ok(made.await.map_err(|error| error.message)?)
}

/// Writes the progress of a part now and then, and its end.
fn report_part(begin: Instant, part: &SeedPart, rows: u64) {
    if rows == part.rows || rows.is_multiple_of(LINE) {
        note(begin, &format!("{rows} of {} {}", part.rows, part.name));
    }
}

/// Writes a line to the standard error, with the time since the beginning.
fn note(begin: Instant, text: &str) {
    // Progress cannot be shown if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{:>5} s  {text}", begin.elapsed().as_secs());
}
