//! Passkeys of operators at the console (conventions 2.1): each is authenticated by a keyed hash, and is for one person.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use causeway_store::Tx;
use causeway_store::console_passkeys::{self, ConsolePasskeyDoc, ConsolePasskeyRecord};
use causeway_wallet_crypto::webauthn::{Assertion, CoseKey, RegisteredPasskey, Registration, RelyingParty};
use sha2::{Digest, Sha256};

use super::OperatorError;
use super::console_challenge::{ChallengeTerms, RedeemedChallenge, issue, redeem};
use super::console_person::ConsolePerson;
use super::console_site::PasskeySite;
use super::secret_text::SecretText;
use crate::runtime::app::App;
use crate::runtime::keys::{Keyring, Purpose, Secret};

/// A request to a browser to use one of the passkeys of a person.
#[derive(Debug)]
pub struct PasskeyRequest {
    /// The challenge for the form: an id, a point, and the characters that the authenticator signs.
    pub challenge: Secret<String>,
    /// Id of the relying party.
    pub relying_party: String,
    /// Ids of the passkeys, in base64url.
    pub credentials: Vec<String>,
}

/// The fields of a form with the use of a passkey; binary ones in base64url.
#[derive(Debug, Clone)]
pub struct PasskeyAssertion {
    /// The challenge as the form had it.
    pub challenge: String,
    pub credential: String,
    /// From the browser.
    pub client_data: String,
    /// From the authenticator.
    pub authenticator_data: String,
    pub signature: String,
}

/// The fields of a form with a new passkey; binary ones in base64url.
#[derive(Debug, Clone)]
pub struct PasskeyRegistration {
    /// The challenge as the form had it.
    pub challenge: String,
    pub credential: String,
    /// From the browser.
    pub client_data: String,
    /// From the authenticator.
    pub attestation: String,
}

/// The person who uses a passkey, the page, and the purpose.
pub(super) struct PasskeyUse<'a> {
    pub(super) person: &'a ConsolePerson,
    /// `None` for an address at which browsers have no passkeys.
    pub(super) site: Option<&'a PasskeySite>,
    pub(super) terms: ChallengeTerms,
}

impl PasskeyUse<'_> {
    /// Asks for a passkey of the person; `None` if the person has none.
    ///
    /// # Errors
    /// If the passkeys of the person are for other pages.
    pub(super) fn request(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
    ) -> Result<Option<PasskeyRequest>, OperatorError> {
        let passkeys = of_person(tx, self.person)?;
        if passkeys.is_empty() {
            return Ok(None);
        }
        let host = self.site.map(|site| site.host.as_str());
        let fitting = passkeys.iter().filter(|passkey| Some(passkey.doc.relying_party.as_str()) == host);
        let credentials: Vec<String> = fitting.map(|passkey| BASE64URL.encode(&passkey.credential)).collect();
        let Some(host) = host.filter(|_| !credentials.is_empty()) else {
            return Err(of_another_page(&passkeys));
        };
        let challenge = Secret::new(issue(tx, app, self.terms, None)?.expose());
        Ok(Some(PasskeyRequest { challenge, relying_party: host.to_owned(), credentials }))
    }

    /// Checks the use of a passkey, and records it. Uses up the challenge, and returns `false` if any part is wrong.
    pub(super) fn accept(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        sent: &PasskeyAssertion,
    ) -> Result<bool, OperatorError> {
        let Some(RedeemedChallenge { text: challenge, .. }) = redeem(tx, app, &sent.challenge, self.terms)?
        else {
            return Ok(false);
        };
        let Some(site) = self.site else { return Ok(false) };
        let keys = app.keys();
        let is_sent = |passkey: &ConsolePasskeyRecord| {
            BASE64URL.encode(&passkey.credential) == sent.credential && is_authentic(&keys, passkey)
        };
        let Some(mut passkey) = of_person(tx, self.person)?.into_iter().find(is_sent) else {
            return Ok(false);
        };
        let Some(sign_count) = new_count(&passkey, site, &challenge, sent) else { return Ok(false) };
        passkey.sign_count = sign_count;
        passkey.hash = hash(&keys, &passkey);
        console_passkeys::mark_used(tx, &passkey)?;
        Ok(true)
    }

    /// Checks a new passkey and returns it, unsaved; `None` if any part is wrong. Uses up the challenge.
    pub(super) fn new_passkey(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        sent: &PasskeyRegistration,
    ) -> Result<Option<ConsolePasskeyRecord>, OperatorError> {
        let Some(RedeemedChallenge { text: challenge, .. }) = redeem(tx, app, &sent.challenge, self.terms)?
        else {
            return Ok(None);
        };
        let registration = Registration {
            challenge: &BASE64URL.encode(challenge.secret.expose()),
            credential_id: &sent.credential,
            client_data_json: &sent.client_data,
            attestation_object: &sent.attestation,
        };
        let (Ok(new), Some(site)) = (registration.check(), self.site) else { return Ok(None) };
        if !site.is_origin(&new.origin) || new.relying_party.id.as_ref() != Some(&site.host) {
            return Ok(None);
        }
        let now = tx.wall();
        let mut passkey = ConsolePasskeyRecord {
            id: app.ids.uuid(now),
            uid: self.person.uid,
            name: self.person.name.clone(),
            credential: new.credential_id,
            doc: ConsolePasskeyDoc {
                key: BASE64URL.encode(new.key.as_bytes()),
                relying_party: site.host.clone(),
            },
            sign_count: new.sign_count,
            created_at: now,
            used_at: None,
            hash: Vec::new(),
        };
        passkey.hash = hash(&app.keys(), &passkey);
        Ok(Some(passkey))
    }
}

/// Returns the passkeys of a person. One that the service has not written is among them, so that it is asked for, and
/// cannot be used.
pub(super) fn of_person(
    tx: &mut Tx<'_>,
    person: &ConsolePerson,
) -> Result<Vec<ConsolePasskeyRecord>, OperatorError> {
    Ok(console_passkeys::of_person(tx, person.uid, &person.name)?)
}

/// Returns the counter of a passkey after this use; `None` if any part of the use is wrong.
fn new_count(
    passkey: &ConsolePasskeyRecord,
    site: &PasskeySite,
    challenge: &SecretText,
    sent: &PasskeyAssertion,
) -> Option<u32> {
    let assertion = Assertion {
        credential_id: &sent.credential,
        client_data_json: &sent.client_data,
        authenticator_data: &sent.authenticator_data,
        signature: &sent.signature,
    };
    let origin = assertion.origin().filter(|origin| site.is_origin(origin))?;
    let key = CoseKey::parse(&BASE64URL.decode(&passkey.doc.key).ok()?)?;
    let host = &passkey.doc.relying_party;
    let relying_party = RelyingParty { id_hash: Sha256::digest(host).into(), id: Some(host.clone()) };
    let registered = RegisteredPasskey {
        credential_id: &passkey.credential,
        key: &key,
        sign_count: passkey.sign_count,
        relying_party: &relying_party,
        origin: &origin,
    };
    assertion.check(&registered, challenge.secret.expose()).ok()
}

/// Returns the error about passkeys that browsers do not have at this page.
fn of_another_page(passkeys: &[ConsolePasskeyRecord]) -> OperatorError {
    let mut hosts: Vec<&str> = passkeys.iter().map(|passkey| passkey.doc.relying_party.as_str()).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let hosts = hosts.join(" or ");
    OperatorError::refused(format!("your passkeys are for {hosts}, and not for the host of this page"))
        .remedy(format!(
            "open the console at {hosts}; if the passkeys are lost, an administrator removes them: \
             causeway console remove-passkey PASSKEY --reason REASON"
        ))
}

fn is_authentic(keys: &Keyring, passkey: &ConsolePasskeyRecord) -> bool {
    let parts = parts(passkey);
    let parts = parts.each_ref().map(Vec::as_slice);
    keys.keyed_hash_fits(Purpose::ConsoleSignIn, &parts, Some(&passkey.hash[..]))
}

fn hash(keys: &Keyring, passkey: &ConsolePasskeyRecord) -> Vec<u8> {
    keys.keyed_hash(Purpose::ConsoleSignIn, &parts(passkey).each_ref().map(Vec::as_slice))
}

/// Returns the parts of a passkey that its hash covers.
fn parts(passkey: &ConsolePasskeyRecord) -> [Vec<u8>; 7] {
    let [uid, name] = ConsolePerson { uid: passkey.uid, name: passkey.name.clone() }.parts();
    [
        passkey.id.as_bytes().to_vec(),
        uid,
        name,
        passkey.credential.clone(),
        passkey.doc.key.clone().into_bytes(),
        passkey.doc.relying_party.clone().into_bytes(),
        passkey.sign_count.to_be_bytes().to_vec(),
    ]
}
