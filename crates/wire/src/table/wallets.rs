use serde_json::{Value, json};

use super::Operation;
use super::example::{CARD, WALLET};
use super::row::operations;
use crate::delegated_keys::{DelegatedKey, DelegatedKeyCreateRequest, DelegatedKeyFilter};
use crate::endpoint::Endpoint;
use crate::wallets::{
    AuthCredentialChallenge, AuthCredentialChallengeRequest, AuthCredentialCreateRequest,
    AuthCredentialVerifyRequest, AuthMethod, AuthMethodResponse, AuthSession, AuthSessionRefreshRequest,
    OfWallet, SignedRequestChallenge,
};

operations! {
    /// Credentials and sessions with which end users authorize debits of their wallets.
    ///
    /// A wallet's signature authorizes a debit of the ledger, or a change of the wallet.
    Wallets tagged "Embedded Wallet Auth";

    /// Adds a credential to a wallet.
    ///
    /// If the wallet already has a credential, the first response is 202 with a payload for the wallet to
    /// sign. The request is then repeated with the signature.
    CreateAuthCredential = Post "/auth/credentials", ManageOrTransact, headers WalletSignature RequestId,
        body AuthCredentialCreateRequest = json!({ "type": "SMS_OTP", "accountId": WALLET })
        => 201 one AuthMethodResponse, or 202 SignedRequestChallenge | 404;

    /// Lists the credentials of a wallet, oldest first.
    ListAuthCredentials = Get "/auth/credentials", Any, query OfWallet = json!({ "accountId": WALLET })
        => 200 list AuthMethod;

    /// Starts a login: sends a code, or returns a challenge for a passkey.
    ChallengeAuthCredential = Post "/auth/credentials/{id}/challenge", ManageOrTransact,
        optional AuthCredentialChallengeRequest => 200 one AuthCredentialChallenge;

    /// Opens a session.
    ///
    /// For a login by code, the first response is 202 with a token to sign by the key in the bundle; the
    /// request is then repeated with the signature. A login by passkey sends its challenge's id as
    /// `Request-Id`.
    VerifyAuthCredential = Post "/auth/credentials/{id}/verify", ManageOrTransact,
        headers WalletSignature RequestId, body AuthCredentialVerifyRequest = assertion()
        => 200 one AuthSession, or 202 SignedRequestChallenge;

    /// Revokes a credential and its sessions. A session of another credential signs the request.
    RevokeAuthCredential = Delete "/auth/credentials/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Lists the active sessions of a wallet, newest first.
    ListAuthSessions = Get "/auth/sessions", Any, query OfWallet = json!({ "accountId": WALLET })
        => 200 list AuthSession;

    /// Opens a session that continues another one, which signs the request.
    RefreshAuthSession = Post "/auth/sessions/{id}/refresh", ManageOrTransact, headers WalletSignature RequestId,
        body AuthSessionRefreshRequest = json!({ "clientPublicKey": KEY })
        => 201 one AuthSession, or 202 SignedRequestChallenge;

    /// Ends a session. Any session of the wallet signs the request.
    RevokeAuthSession = Delete "/auth/sessions/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Creates a delegated key, which signs for a wallet when one of its cards is used.
    ///
    /// The wallet signs two payloads, each of a 202 response: one for the key and one for its policy. All
    /// three requests have the same body.
    CreateDelegatedKey = Post "/auth/delegated-keys", ManageOrTransact, headers WalletSignature RequestId,
        body DelegatedKeyCreateRequest
        = json!({ "cardId": CARD, "internalAccountId": WALLET, "nickname": "Card payments" })
        => 201 one DelegatedKey, or 202 SignedRequestChallenge | 404 409;

    /// Lists the delegated keys of a wallet or of one funding source of a card, newest first.
    ListDelegatedKeys = Get "/auth/delegated-keys", Any, query DelegatedKeyFilter = json!({ "accountId": WALLET })
        => 200 list DelegatedKey;

    /// Returns a delegated key.
    GetDelegatedKeyById = Get "/auth/delegated-keys/{id}", Any => 200 one DelegatedKey;

    /// Revokes a delegated key. No signature of the wallet is needed.
    RevokeDelegatedKey = Delete "/auth/delegated-keys/{id}", ManageOrTransact => 204 | 400;
}

/// A point on the curve P-256.
const KEY: &str = "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

/// Returns a passkey answer that the sandbox accepts.
fn assertion() -> Value {
    json!({
        "type": "PASSKEY",
        "assertion": {
            "credentialId": "AAECAwQFBgcICQoLDA0ODw",
            "clientDataJson": "e30",
            "authenticatorData": "AAAA",
            "signature": "sandbox-valid-passkey-signature",
        },
    })
}
