//! The run of a seed: it opens the store in a data folder, and fills it.

use std::io::Write;
use std::sync::Arc;

use causeway::config::{Config, Layers, LocationFlags, ServeFlags};
use causeway::wiring::{self, AssembledService, Role};
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_service::platforms::{self as platform_rules, NewPlatform};
use causeway_service::runtime::app::App;
use causeway_store::platforms::{self, Environment};
use causeway_store::{Error, Tx, customers, external_accounts, payments};

use super::options::SeedOptions;
use super::rows::Rows;
use crate::error::Result;

/// Number of customers, or of payments, in one transaction.
const AT_ONCE: u64 = 2_000;

/// Name of the platform that gets the rows.
const NAME: &str = "Seed";

/// Fills the store in a data folder, without a server on it.
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
    let rows = Rows { platform, customers: options.customers };
    fill(&app, rows, options.customers, customer).await?;
    fill(&app, rows, options.payments, payment).await?;
    app.store.close();
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
            currencies: vec![CurrencyCode::USD, CurrencyCode::EUR],
            credentials: None,
        };
        platform_rules::create(tx, &of_rule, &new).map(|created| created.platform.id)
    });
    Ok(made.await.map_err(|error| error.message)?)
}

/// Adds the rows with one number.
type Addition = fn(&mut Tx<'_>, Rows, u64) -> std::result::Result<(), Error>;

/// Adds `count` rows in large transactions.
async fn fill(app: &Arc<App>, rows: Rows, count: u64, add: Addition) -> Result<()> {
    let mut begin = 0;
    while begin < count {
        let end = count.min(begin + AT_ONCE);
        let write = app.store.write(&[], move |tx| (begin..end).try_for_each(|number| add(tx, rows, number)));
        write.await.map_err(|error: Error| error.to_string())?;
        begin = end;
    }
    Ok(())
}

fn customer(tx: &mut Tx<'_>, rows: Rows, number: u64) -> std::result::Result<(), Error> {
    customers::insert(tx, rows.platform, &rows.customer(number))?;
    external_accounts::insert(tx, rows.platform, &rows.external_account(number))
}

fn payment(tx: &mut Tx<'_>, rows: Rows, number: u64) -> std::result::Result<(), Error> {
    payments::insert(tx, rows.platform, &rows.payment(number))
}
