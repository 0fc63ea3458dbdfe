//! Grants to users of the operator socket and to operator tokens, as stored: each is authenticated by a keyed
//! hash, so that a row that the service has not written grants nothing.

use causeway_domain::ids::{Id, OperatorTokenId, PlatformId};
use causeway_store::Tx;
use causeway_store::operators::{self, OperatorTokenRecord, OperatorUserRecord};
use causeway_store::settings::Scope;

use super::grant::Grant;
use super::secret_text::SecretText;
use super::{OperatorError, permission};
use crate::runtime::app::App;
use crate::runtime::keys::{Keyring, Purpose};

/// The name of the token that follows from the root key, in the audit trail.
pub(super) const DERIVED_TOKEN: &str = "operator.token";

/// The identity and the grant of a token.
pub(super) struct TokenGrant {
    pub(super) id: OperatorTokenId,
    pub(super) name: String,
    pub(super) grant: Grant,
}

/// Returns the stored form of a grant's extent.
pub(super) fn scope(platform: Option<PlatformId>) -> Scope {
    platform.map_or(Scope::Deployment, Scope::Platform)
}

/// Returns the platform of a grant; `None` for the deployment.
pub(super) const fn platform(scope: Scope) -> Option<PlatformId> {
    match scope {
        Scope::Deployment => None,
        Scope::Platform(platform) => Some(platform),
    }
}

fn scope_bytes(scope: Scope) -> Vec<u8> {
    platform(scope).map(|platform| platform.uuid().as_bytes().to_vec()).unwrap_or_default()
}

/// Returns the parts of a user's grant that its hash covers.
fn user_parts(user: &OperatorUserRecord) -> [Vec<u8>; 4] {
    [
        user.uid.to_be_bytes().to_vec(),
        scope_bytes(user.scope),
        user.name.clone().into_bytes(),
        user.roles.clone().into_bytes(),
    ]
}

/// Returns the hash of a user's grant.
pub(super) fn hash_of_user(keys: &Keyring, user: &OperatorUserRecord) -> Vec<u8> {
    keys.keyed_hash(Purpose::OperatorUsers, &user_parts(user).each_ref().map(Vec::as_slice))
}

/// Returns the parts of a token that its hash covers; the secret is the first.
fn token_parts(text: &SecretText, token: &OperatorTokenRecord) -> [Vec<u8>; 6] {
    [
        text.secret.expose().clone().into_bytes(),
        token.id.uuid().as_bytes().to_vec(),
        scope_bytes(token.scope),
        token.name.clone().into_bytes(),
        token.roles.clone().into_bytes(),
        token.expires_at.millis().to_be_bytes().to_vec(),
    ]
}

/// Returns the hash of a token.
pub(super) fn hash_of_token(keys: &Keyring, text: &SecretText, token: &OperatorTokenRecord) -> Vec<u8> {
    keys.keyed_hash(Purpose::OperatorTokens, &token_parts(text, token).each_ref().map(Vec::as_slice))
}

/// Returns the grant to a system user, which is empty for an unknown one.
pub(super) fn grant_of_user(tx: &mut Tx<'_>, app: &App, uid: u32) -> Result<Grant, OperatorError> {
    Ok(grant_of(app, &operators::grants_of_user(tx, uid)?))
}

/// Returns the grant to a system user as [`grant_of_user`], if the user still has this name.
pub(super) fn grant_of_named_user(
    tx: &mut Tx<'_>,
    app: &App,
    uid: u32,
    name: &str,
) -> Result<Grant, OperatorError> {
    let mut users = operators::grants_of_user(tx, uid)?;
    users.retain(|user| user.name == name);
    Ok(grant_of(app, &users))
}

/// Returns the sum of the grants that this service has written.
fn grant_of(app: &App, users: &[OperatorUserRecord]) -> Grant {
    let keys = app.keys();
    let mut grant = Grant::default();
    for user in users {
        let parts = user_parts(user);
        let parts = parts.each_ref().map(Vec::as_slice);
        if !keys.keyed_hash_fits(Purpose::OperatorUsers, &parts, Some(&user.hash[..])) {
            tracing::warn!(
                uid = user.uid,
                name = user.name,
                "ignored roles of a user that are not authentic"
            );
            continue;
        }
        let roles = permission::parse(&user.roles).unwrap_or_default();
        grant.add(&roles, platform(user.scope));
    }
    grant
}

/// Returns the grant of a token, or `None` if it does not exist or has expired. The comparison takes constant
/// time.
pub(super) fn grant_of_token(
    tx: &mut Tx<'_>,
    app: &App,
    sent: &str,
) -> Result<Option<TokenGrant>, OperatorError> {
    let Some(text) = SecretText::parse(sent) else { return Ok(None) };
    let Some(token) = operators::find_token(tx, OperatorTokenId::from_uuid(text.id))? else {
        return Ok(None);
    };
    let parts = token_parts(&text, &token);
    let parts = parts.each_ref().map(Vec::as_slice);
    let fits = app.keys().keyed_hash_fits(Purpose::OperatorTokens, &parts, Some(&token.secret_hash[..]));
    if !fits || token.expires_at <= tx.wall() {
        return Ok(None);
    }
    let roles = permission::parse(&token.roles).unwrap_or_default();
    Ok(Some(TokenGrant { id: token.id, name: token.name, grant: Grant::of(&roles, platform(token.scope)) }))
}

/// Checks the name of a user or a token: letters, digits, dots, hyphens and underscores, and not the name of the token
/// that follows from the root key.
pub(super) fn check_name(name: &str) -> Result<(), OperatorError> {
    if name == DERIVED_TOKEN {
        let message = format!("{DERIVED_TOKEN} is the name of the token that follows from the root key");
        return Err(OperatorError::invalid(message).remedy("choose another name"));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    if (1..=64).contains(&name.len()) && name.chars().all(is_part) && !name.starts_with(['.', '-']) {
        return Ok(());
    }
    let message =
        "a name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with none of . and -";
    Err(OperatorError::invalid(message))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_store::Error;

    use super::*;
    use crate::fixture::{Fixture, START};
    use crate::operator::Role;

    const DAY: Duration = Duration::from_secs(86_400);

    async fn found(fixture: &Fixture, sent: &str) -> Option<Grant> {
        let app = fixture.app.clone();
        let sent = sent.to_owned();
        let read = move |tx: &mut Tx<'_>| grant_of_token(tx, &app, &sent);
        fixture.app.store.read(read).await.unwrap().map(|token| token.grant)
    }

    async fn put(fixture: &Fixture, token: &OperatorTokenRecord) {
        let token = token.clone();
        let write = move |tx: &mut Tx<'_>| {
            tx.execute("DELETE FROM operator_token", &[])?;
            operators::insert_token(tx, &token)
        };
        fixture.app.store.write::<_, Error, _>(&[], write).await.unwrap();
    }

    #[tokio::test]
    async fn a_token_is_accepted_as_it_was_created_and_until_it_expires() {
        let fixture = Fixture::new().await;
        let text = SecretText::generate(&fixture.app, fixture.app.ids.uuid(START));
        let mut token = OperatorTokenRecord {
            id: OperatorTokenId::from_uuid(text.id),
            scope: Scope::Deployment,
            name: "grafana".to_owned(),
            roles: "viewer".to_owned(),
            created_at: START,
            expires_at: START.plus(DAY),
            secret_hash: Vec::new(),
        };
        token.secret_hash = hash_of_token(&fixture.app.keys(), &text, &token);
        put(&fixture, &token).await;
        let sent = text.expose();
        let viewer = Some(Grant::of(&[Role::Viewer], None));
        assert_eq!(found(&fixture, &sent).await, viewer);
        let other_secret = SecretText::generate(&fixture.app, text.id).expose();
        let other_id = SecretText::generate(&fixture.app, fixture.app.ids.uuid(START)).expose();
        for wrong in ["", ".", &sent[1..], &other_secret, &other_id] {
            assert_eq!(found(&fixture, wrong).await, None, "{wrong}");
        }
        for forged in [
            OperatorTokenRecord { roles: "viewer,admin".to_owned(), ..token.clone() },
            OperatorTokenRecord { scope: Scope::Platform(fixture.platform), ..token.clone() },
            OperatorTokenRecord { name: "ada".to_owned(), ..token.clone() },
            OperatorTokenRecord { expires_at: START.plus(2 * DAY), ..token.clone() },
        ] {
            put(&fixture, &forged).await;
            assert_eq!(found(&fixture, &sent).await, None, "{forged:?}");
        }
        put(&fixture, &token).await;
        assert_eq!(found(&fixture, &sent).await, viewer);
        fixture.clock.advance(DAY);
        assert_eq!(found(&fixture, &sent).await, None, "it has expired");
    }

    #[tokio::test]
    async fn a_forged_grant_to_a_user_gives_nothing() {
        let fixture = Fixture::new().await;
        let app = fixture.app.clone();
        let mut user = OperatorUserRecord {
            uid: 1000,
            scope: Scope::Platform(fixture.platform),
            name: "ada".to_owned(),
            roles: "support".to_owned(),
            created_at: START,
            hash: Vec::new(),
        };
        user.hash = hash_of_user(&app.keys(), &user);
        let forged =
            OperatorUserRecord { scope: Scope::Deployment, roles: "admin".to_owned(), ..user.clone() };
        let write = move |tx: &mut Tx<'_>| {
            operators::set_user(tx, &user)?;
            operators::set_user(tx, &forged)?;
            Ok((grant_of_user(tx, &app, 1000)?, grant_of_user(tx, &app, 1001)?))
        };
        let (known, unknown) = fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap();
        assert_eq!(known, Grant::of(&[Role::Support], Some(fixture.platform)));
        assert_eq!(unknown, Grant::default());
    }

    #[test]
    fn names_are_those_of_files() {
        for good in ["ada", "grafana-2", "A.b_c"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", DERIVED_TOKEN, "-x", ".x", "a/b", "a b", "ä", &"x".repeat(65)] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
