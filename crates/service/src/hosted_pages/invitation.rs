//! The page that an invitation leads to (customers 9).

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::country::Country;
use causeway_domain::invitations::InvitationStatus;
use causeway_store::Tx;
use causeway_store::platforms::Environment;

use crate::invitations::find::{Found, find_in};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::settings::{INVITATIONS, Settings};

/// What the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationPage {
    /// What the platform that invites calls itself.
    pub platform: String,
    /// The address of its logo.
    pub logo: Option<String>,
    /// Where it takes customers; none for everywhere.
    pub countries: Vec<Country>,
    /// The UMA address of the customer who invites.
    pub inviter_uma: String,
    /// The first name of the one who is invited.
    pub first_name: Option<String>,
    /// What is promised.
    pub amount: Option<Amount>,
    /// Where it stands.
    pub status: InvitationStatus,
    /// Where the one who is invited becomes a customer.
    pub onboarding_url: String,
}

/// The page of an invitation; none for a code of none, and where its platform does not invite any more.
///
/// # Errors
/// Those of the database.
pub async fn invitation(app: &Arc<App>, code: &str) -> Result<Option<InvitationPage>, ApiError> {
    let _place = app.places.take()?;
    let (shared, code) = (Arc::clone(app), code.to_owned());
    app.store.read(move |tx| read(tx, &shared, &code)).await
}

fn read(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<Option<InvitationPage>, ApiError> {
    // A code is unique in its environment, and the address does not name it.
    for environment in [Environment::Production, Environment::Sandbox] {
        if let Some(found) = find_in(tx, app, environment, code)? {
            return page(tx, found);
        }
    }
    Ok(None)
}

fn page(tx: &mut Tx<'_>, found: Found) -> Result<Option<InvitationPage>, ApiError> {
    let Found { record, status, creator } = found;
    let Some(settings) = Settings::of(tx, &creator)?.get(&INVITATIONS)? else { return Ok(None) };
    let separator = if settings.onboarding_url.contains('?') { '&' } else { '?' };
    Ok(Some(InvitationPage {
        platform: settings.display_name,
        logo: settings.logo,
        countries: settings.countries,
        onboarding_url: format!("{}{separator}code={}", settings.onboarding_url, record.code),
        inviter_uma: record.doc.inviter_uma,
        first_name: record.doc.first_name,
        amount: record.doc.amount.map(Into::into),
        status,
    }))
}
