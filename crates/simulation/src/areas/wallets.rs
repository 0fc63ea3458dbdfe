use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpTarget};
use causeway_wallet_crypto::{ClientPublicKey, PrivateKey, PublicKey};
use causeway_wire::table::{Operation, Wallets};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, text};
use crate::requests::Request;
use crate::violation::{CheckResult, Violation};
use crate::world::World;

/// Maximum number of requests per platform that await a signature.
const SIGNED: usize = 40;

/// The headers of a signed request.
const SIGNATURE: [&str; 2] = ["Request-Id", "Svc-Wallet-Signature"];

/// A point on the curve P-256, compressed.
const KEY: &str = "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

impl Area for Wallets {
    fn weight(&self) -> u32 {
        match self {
            Self::ListAuthCredentials | Self::ChallengeAuthCredential | Self::VerifyAuthCredential => 6,
            Self::CreateAuthCredential | Self::ListAuthSessions => 4,
            Self::RevokeAuthCredential | Self::RefreshAuthSession | Self::RevokeAuthSession => 3,
            Self::CreateDelegatedKey => 8,
            Self::ListDelegatedKeys | Self::GetDelegatedKeyById | Self::RevokeDelegatedKey => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Wallets(*self);
        match self {
            Self::ListAuthCredentials | Self::ListAuthSessions => {
                Some(caller.request(operation).query("accountId", caller.wallet_account()?))
            }
            Self::ChallengeAuthCredential => {
                let body = if caller.rng.percent(50) { json!({}) } else { json!({ "clientPublicKey": KEY }) };
                Some(caller.request(operation).of(credential(caller)?).json(body))
            }
            Self::CreateAuthCredential => {
                signed_or(caller, operation, || Some(caller.request(operation).json(new_credential(caller)?)))
            }
            Self::VerifyAuthCredential => signed_or(caller, operation, || login(caller, operation)),
            Self::RevokeAuthCredential => {
                signed_or(caller, operation, || Some(caller.request(operation).of(credential(caller)?)))
            }
            Self::RefreshAuthSession => signed_or(caller, operation, || {
                let body = json!({ "clientPublicKey": KEY });
                Some(caller.request(operation).of(session(caller)?).json(body))
            }),
            Self::RevokeAuthSession => {
                signed_or(caller, operation, || Some(caller.request(operation).of(session(caller)?)))
            }
            Self::CreateDelegatedKey => signed_or(caller, operation, || {
                let card = caller.rng.pick(&caller.tenant.cards)?;
                let wallet = caller.rng.pick(&card.sources)?;
                let body = json!({ "cardId": card.id, "internalAccountId": wallet, "nickname": "key" });
                Some(caller.request(operation).json(body))
            }),
            Self::ListDelegatedKeys => {
                Some(caller.request(operation).query("accountId", caller.wallet_account()?))
            }
            Self::GetDelegatedKeyById | Self::RevokeDelegatedKey => {
                Some(caller.request(operation).of(caller.rng.pick(&caller.tenant.keys)?))
            }
        }
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        learn_challenge(world, request, body);
        let tenant = &mut world.tenants[request.tenant];
        match self {
            Self::ListAuthCredentials | Self::ListAuthSessions => {
                let account = request.query.split_once('=').map(|(_, id)| id.parse()).transpose()?;
                let Some(wallet) = account.and_then(|account| tenant.wallets.get_mut(&account)) else {
                    return Ok(());
                };
                let all = body["data"].as_array().into_iter().flatten();
                if matches!(self, Self::ListAuthSessions) {
                    wallet.sessions =
                        all.map(|one| text(one, "id").map(str::to_owned)).collect::<CheckResult<_>>()?;
                } else {
                    let both = |one: &Value| Ok((text(one, "id")?.to_owned(), text(one, "type")?.to_owned()));
                    wallet.credentials = all.map(both).collect::<CheckResult<_>>()?;
                }
            }
            Self::ChallengeAuthCredential => {
                let account = text(body, "accountId")?.parse()?;
                if let (Some(wallet), Some(bundle)) =
                    (tenant.wallets.get_mut(&account), body["otpEncryptionTargetBundle"].as_str())
                {
                    wallet.bundles.insert(text(body, "id")?.to_owned(), bundle.to_owned());
                }
            }
            Self::CreateDelegatedKey => {
                if body["status"] == "ACTIVE" {
                    tenant.keys.push(text(body, "id")?.to_owned());
                }
            }
            Self::CreateAuthCredential
            | Self::VerifyAuthCredential
            | Self::ListDelegatedKeys
            | Self::GetDelegatedKeyById
            | Self::RevokeDelegatedKey
            | Self::RevokeAuthCredential
            | Self::RefreshAuthSession
            | Self::RevokeAuthSession => {}
        }
        Ok(())
    }
}

/// Returns the public key of the device that all end users share.
pub(super) fn device() -> Option<PublicKey> {
    PrivateKey::derive([7; 32]).ok().map(|key| key.public_key())
}

/// Picks a request of this operation that awaited its signature, now signed; `None` sometimes, or if there is
/// none.
pub(super) fn signed(caller: &Caller<'_>, operation: Operation) -> Option<Request> {
    let waiting: Vec<&Request> =
        caller.tenant.signed.iter().filter(|request| request.operation == operation).collect();
    let request = caller.rng.pick(&waiting).copied()?;
    caller.rng.percent(70).then(|| request.clone())
}

/// Picks such a signed request, or builds a first one.
pub(super) fn signed_or(
    caller: &Caller<'_>,
    operation: Operation,
    first: impl FnOnce() -> Option<Request>,
) -> Option<Request> {
    signed(caller, operation).or_else(first)
}

/// Stores the request together with the signature that its response asks for.
pub(super) fn learn_challenge(world: &mut World, request: &Request, body: &Value) {
    let Some(id) = body["requestId"].as_str().filter(|_| body["payloadToSign"].is_string()) else { return };
    let rng = world.rng();
    // A request that was signed before gets new signature headers.
    let mut signed = request.clone();
    signed.headers.retain(|(name, _)| !SIGNATURE.contains(name));
    let signed = signed.header(SIGNATURE[0], id).header(SIGNATURE[1], "sandbox-valid-signature");
    let all = &mut world.tenants[request.tenant].signed;
    if all.len() < SIGNED {
        all.push(signed);
    } else {
        all[rng.index(SIGNED)] = signed;
    }
}

fn credential(caller: &Caller<'_>) -> Option<String> {
    let all: Vec<&String> =
        caller.tenant.wallets.values().flat_map(|wallet| &wallet.credentials).map(|(id, _)| id).collect();
    caller.rng.pick(&all).map(|id| (*id).clone())
}

fn session(caller: &Caller<'_>) -> Option<String> {
    let all: Vec<&String> = caller.tenant.wallets.values().flat_map(|wallet| &wallet.sessions).collect();
    caller.rng.pick(&all).map(|id| (*id).clone())
}

fn new_credential(caller: &Caller<'_>) -> Option<Value> {
    let account = caller.wallet_account()?;
    let kind = caller.rng.pick(&["EMAIL_OTP", "SMS_OTP", "OAUTH", "OAUTH"])?;
    let mut body = json!({ "type": kind, "accountId": account });
    if *kind == "OAUTH" {
        body["oidcToken"] = token(caller, None).into();
    }
    Some(body)
}

/// Builds a fresh OIDC token of one of a few users.
fn token(caller: &Caller<'_>, nonce: Option<String>) -> String {
    let now = caller.now.millis() / 1_000;
    let claims = json!({
        "iss": "https://accounts.google.com", "aud": "app", "sub": format!("user-{}", caller.rng.between(0, 3)),
        "iat": now, "exp": now + 600, "nonce": nonce,
    });
    let encode = |text: String| {
        use base64::Engine;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text)
    };
    format!("{}.{}.signature", encode(json!({ "alg": "none" }).to_string()), encode(claims.to_string()))
}

/// Builds the first request of a login: with the one-time code of a challenged credential, otherwise with an
/// OIDC token.
fn login(caller: &Caller<'_>, operation: Operation) -> Option<Request> {
    let challenged: Vec<(&String, &String)> =
        caller.tenant.wallets.values().flat_map(|wallet| &wallet.bundles).collect();
    if let Some((credential, bundle)) = caller.rng.pick(&challenged).filter(|_| caller.rng.percent(70)) {
        let code = if caller.rng.percent(90) { "000000" } else { "123456" };
        let encrypted = encrypt_code(bundle, code).ok()?;
        let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": encrypted });
        return Some(caller.request(operation).of(credential).json(body));
    }
    let nonce = ClientPublicKey::parse(KEY).ok()?.nonce();
    let body = json!({ "type": "OAUTH", "oidcToken": token(caller, Some(nonce)), "clientPublicKey": KEY });
    Some(caller.request(operation).of(credential(caller)?).json(body))
}

/// Encrypts a one-time code as a device does.
fn encrypt_code(bundle: &str, code: &str) -> CheckResult<String> {
    let outer: Value = serde_json::from_str(bundle)?;
    let broken = || Violation(format!("not a bundle: {bundle}"));
    let signer = PublicKey::from_hex(text(&outer, "enclaveQuorumPublic")?).map_err(|_| broken())?;
    let target = OtpTarget::read(bundle, &signer).ok_or_else(broken)?;
    let code = OtpCode::new(code.to_owned());
    let encrypted =
        OtpBundle::seal(&target.key, &code, &device().ok_or_else(broken)?, [9; 32]).map_err(|_| broken())?;
    Ok(encrypted.to_json())
}
