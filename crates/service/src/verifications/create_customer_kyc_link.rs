//! `POST /customers/{customerId}/kyc-link` (customers 6).

use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use causeway_wire::table::CreateCustomerKycLink;
use causeway_wire::verifications::{KycLinkCreateRequest, KycLinkResponse, KycProvider};

use super::link;
use crate::customers::{get_live, verification};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::instant;
use crate::runtime::outbound::{Scheme, Target, TargetError};

/// Creates a link to the hosted page, at the address by which the caller reached the service.
///
/// # Errors
/// The same as [`apply`].
pub async fn handler(call: Call<CreateCustomerKycLink>) -> Result<Answer, ApiError> {
    let id = call.id()?;
    let origin = call.origin.clone();
    let body = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| apply(tx, context, id, &body, &origin);
    Ok(call.write_secret(&[], write).await)
}

/// Creates a link to the hosted page of a customer's verification. `origin` is the base of its address,
/// unless the deployment configures another.
///
/// # Errors
/// `INVALID_INPUT`; `USER_NOT_FOUND`; `CONFLICT` while contact data is to be confirmed.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    request: &KycLinkCreateRequest,
    origin: &str,
) -> Result<KycLinkResponse, ApiError> {
    let customer = get_live(tx, context.platform, id)?;
    verification::check_contact_for_page(&customer)?;
    let redirect_uri = request.redirect_uri.clone().map(Into::into);
    let (code, record) = link::issue(tx, context, id, redirect_uri)?;
    let policy = &context.app.ports.of(context.environment).verification;
    Ok(KycLinkResponse {
        kyc_url: link::page_url(tx, context, origin, &code)?.into(),
        expires_at: instant(record.expires_at),
        provider: KycProvider::Sumsub,
        token: policy.page_token(context.ids()).map(Into::into),
    })
}

impl FieldChecks for KycLinkCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let Some(sent) = self.redirect_uri.as_ref().filter(|_| errors.has_no_error("redirectUri")) else {
            return;
        };
        match sent.as_str().parse::<Target>() {
            Err(error) => errors.push("redirectUri", TargetError::to_string(&error)),
            Ok(target) if !is_allowed(&target, context.environment) => {
                errors.push("redirectUri", "must be an https URL, or an http URL to a loopback host");
            }
            Ok(_) => {}
        }
    }
}

/// Returns `true` if the page may redirect a browser to this address.
fn is_allowed(target: &Target, environment: Environment) -> bool {
    target.scheme() == Scheme::Https || environment == Environment::Sandbox || target.host().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_leads_to_this_machine_only_but_in_the_sandbox() {
        let allowed = |url: &str, environment| is_allowed(&url.parse::<Target>().unwrap(), environment);
        for url in
            ["https://app.example.com/done", "http://localhost:3000/", "http://127.0.0.1/", "http://[::1]/"]
        {
            assert!(allowed(url, Environment::Production), "{url}");
        }
        assert!(!allowed("http://app.example.com/", Environment::Production));
        assert!(!allowed("http://10.0.0.1/", Environment::Production));
        assert!(allowed("http://app.example.com/", Environment::Sandbox));
    }
}
