//! Challenges for passkeys, and one-time addresses: each is for one purpose and one session or link, and is used once
//! (conventions 2.1).

use std::time::Duration;

use causeway_store::Tx;
use causeway_store::console_challenges::{self, ConsoleChallengeRecord};
use uuid::Uuid;

use super::OperatorError;
use super::secret_text::SecretText;
use crate::runtime::app::App;
use crate::runtime::keys::Purpose;

/// Life of a challenge for a passkey.
const LIFETIME: Duration = Duration::from_mins(5);
/// Life of the address of a document.
pub(super) const DOCUMENT_LIFETIME: Duration = Duration::from_mins(1);

/// The use that a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChallengePurpose {
    /// The second step of a sign-in.
    SignIn,
    /// The confirmation within a session.
    StepUp,
    /// The registration of a new passkey.
    Registration,
    /// The address of a document.
    Document,
}

/// The use that a challenge is for, with the session or the link that it is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChallengeTerms {
    pub(super) purpose: ChallengePurpose,
    pub(super) bound_to: Uuid,
}

/// A challenge that was used.
pub(super) struct RedeemedChallenge {
    pub(super) text: SecretText,
    /// The text that was stored with it.
    pub(super) subject: Option<String>,
}

impl ChallengePurpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::StepUp => "step-up",
            Self::Registration => "registration",
            Self::Document => "document",
        }
    }

    const fn lifetime(self) -> Duration {
        match self {
            Self::SignIn | Self::StepUp | Self::Registration => LIFETIME,
            Self::Document => DOCUMENT_LIFETIME,
        }
    }
}

/// Issues a challenge, and stores a text with it. An authenticator signs the characters of its secret.
pub(super) fn issue(
    tx: &mut Tx<'_>,
    app: &App,
    terms: ChallengeTerms,
    subject: Option<String>,
) -> Result<SecretText, OperatorError> {
    let now = tx.wall();
    let text = SecretText::generate(app, app.ids.uuid(now));
    let mut challenge = ConsoleChallengeRecord {
        id: text.id,
        bound_to: terms.bound_to,
        purpose: terms.purpose.as_str().to_owned(),
        subject,
        expires_at: now.plus(terms.purpose.lifetime()),
        secret_hash: Vec::new(),
    };
    let parts = parts(&text, &challenge);
    challenge.secret_hash =
        app.keys().keyed_hash(Purpose::ConsoleSignIn, &parts.each_ref().map(Vec::as_slice));
    console_challenges::insert(tx, &challenge)?;
    Ok(text)
}

/// Takes a challenge, so that it is used once; `None` if it is unknown, used or expired, or was issued for other terms.
/// The comparison takes constant time.
pub(super) fn redeem(
    tx: &mut Tx<'_>,
    app: &App,
    sent: &str,
    terms: ChallengeTerms,
) -> Result<Option<RedeemedChallenge>, OperatorError> {
    let Some(text) = SecretText::parse(sent) else { return Ok(None) };
    let Some(challenge) = console_challenges::take(tx, text.id)? else { return Ok(None) };
    let parts = parts(&text, &challenge);
    let parts = parts.each_ref().map(Vec::as_slice);
    let is_authentic =
        app.keys().keyed_hash_fits(Purpose::ConsoleSignIn, &parts, Some(&challenge.secret_hash[..]));
    let is_for_terms = challenge.bound_to == terms.bound_to && challenge.purpose == terms.purpose.as_str();
    let is_right = is_authentic && is_for_terms && tx.wall() < challenge.expires_at;
    Ok(is_right.then_some(RedeemedChallenge { text, subject: challenge.subject }))
}

/// Returns the parts of a challenge that its hash covers; the secret is the first.
fn parts(text: &SecretText, challenge: &ConsoleChallengeRecord) -> [Vec<u8>; 6] {
    [
        text.secret.expose().clone().into_bytes(),
        challenge.id.as_bytes().to_vec(),
        challenge.bound_to.as_bytes().to_vec(),
        challenge.purpose.clone().into_bytes(),
        challenge.subject.clone().unwrap_or_default().into_bytes(),
        challenge.expires_at.millis().to_be_bytes().to_vec(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    const TERMS: ChallengeTerms =
        ChallengeTerms { purpose: ChallengePurpose::StepUp, bound_to: Uuid::from_u128(7) };

    async fn issued(fixture: &Fixture) -> String {
        let app = fixture.app.clone();
        let write = move |tx: &mut Tx<'_>| issue(tx, &app, TERMS, None);
        fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap().expose()
    }

    async fn is_redeemed(fixture: &Fixture, sent: &str, terms: ChallengeTerms) -> bool {
        let app = fixture.app.clone();
        let sent = sent.to_owned();
        let write = move |tx: &mut Tx<'_>| redeem(tx, &app, &sent, terms);
        fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap().is_some()
    }

    #[tokio::test]
    async fn a_challenge_is_used_once_within_five_minutes() {
        let fixture = Fixture::new().await;
        let challenge = issued(&fixture).await;
        assert!(is_redeemed(&fixture, &challenge, TERMS).await);
        assert!(!is_redeemed(&fixture, &challenge, TERMS).await, "it was used");
        let late = issued(&fixture).await;
        fixture.clock.advance(LIFETIME);
        assert!(!is_redeemed(&fixture, &late, TERMS).await, "it has expired");
    }

    #[tokio::test]
    async fn a_challenge_is_for_one_purpose_and_one_session() {
        let fixture = Fixture::new().await;
        let other_purpose = ChallengeTerms { purpose: ChallengePurpose::SignIn, ..TERMS };
        let other_session = ChallengeTerms { bound_to: Uuid::from_u128(8), ..TERMS };
        for terms in [other_purpose, other_session] {
            let challenge = issued(&fixture).await;
            assert!(!is_redeemed(&fixture, &challenge, terms).await, "{terms:?}");
        }
        let challenge = issued(&fixture).await;
        let (id, _) = challenge.split_once('.').unwrap();
        assert!(!is_redeemed(&fixture, &format!("{id}.{}", "0".repeat(64)), TERMS).await);
        assert!(!is_redeemed(&fixture, &challenge, TERMS).await, "a wrong answer has used it up");
    }
}
