//! The page that an invitation leads to (customers 9).

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::country::Country;
use causeway_domain::invitations::InvitationStatus;
use causeway_store::Tx;
use causeway_store::platforms::Environment;

use crate::invitations::find::{CurrentInvitation, find_in};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::settings::{INVITATIONS, Settings};

/// The content of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationPage {
    /// The display name of the inviting platform.
    pub platform: String,
    /// The URL of the platform's logo.
    pub logo: Option<String>,
    /// The countries in which it accepts customers; empty for all countries.
    pub countries: Vec<Country>,
    /// The UMA address of the inviting customer.
    pub inviter_uma: String,
    /// The first name of the invited person.
    pub first_name: Option<String>,
    /// The promised amount.
    pub amount: Option<Amount>,
    pub status: InvitationStatus,
    /// The URL of the platform's onboarding for the invited person.
    pub onboarding_url: String,
}

/// Returns the page of an invitation; `None` for an unknown code, and if its platform does not invite any
/// more.
pub async fn invitation(app: &Arc<App>, code: &str) -> Result<Option<InvitationPage>, ApiError> {
    let _permit = app.request_permits.take()?;
    let shared = Arc::clone(app);
    let code = code.to_owned();
    app.store.read(move |tx| read(tx, &shared, &code)).await
}

fn read(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<Option<InvitationPage>, ApiError> {
    // A code is unique in its environment, and the URL does not name the environment.
    for environment in [Environment::Production, Environment::Sandbox] {
        if let Some(found) = find_in(tx, app, environment, code)? {
            return page(tx, found);
        }
    }
    Ok(None)
}

fn page(tx: &mut Tx<'_>, invitation: CurrentInvitation) -> Result<Option<InvitationPage>, ApiError> {
    let CurrentInvitation { record, status, creator } = invitation;
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
