//! Operations on wallets' credentials, sessions and delegated keys. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::example::{CARD, WALLET};
use super::row::operations;
use crate::delegated_keys::{DelegatedKey, DelegatedKeyCreateRequest, DelegatedKeyFilter};
use crate::endpoint::Endpoint;
use crate::wallets::{
    AuthCredentialChallenge, AuthCredentialChallengeRequest, AuthCredentialCreateRequest,
    AuthCredentialVerifyRequest, AuthMethod, AuthMethodResponse, AuthSession, AuthSessionRefreshRequest,
    SignedRequestChallenge, WalletFilter,
};

operations! {
    /// Credentials and sessions with which end users authorize debits of their wallets.
    ///
    /// The signature of a session authorizes a debit of the wallet's balance, or a change of the wallet.
    Wallets tagged "Embedded Wallet Auth";

    /// Adds a credential to a wallet.
    ///
    /// The first credential of a wallet needs no signature. For any other, a session of the wallet must sign:
    /// the first response is 202 with a payload to sign, and the request is repeated with the signature.
    CreateAuthCredential = Post "/auth/credentials", ManageOrTransact, headers WalletSignature RequestId,
        body AuthCredentialCreateRequest = json!({ "type": "SMS_OTP", "accountId": WALLET })
        => 201 one AuthMethodResponse, or 202 SignedRequestChallenge | 404;

    /// Lists the credentials of a wallet, oldest first.
    ListAuthCredentials = Get "/auth/credentials", Any, query WalletFilter = json!({ "accountId": WALLET })
        => 200 list AuthMethod;

    /// Starts a login: sends a code, or returns a challenge for a passkey.
    ///
    /// Fails with 400 for a credential of type `OAUTH`, which needs no challenge.
    ChallengeAuthCredential = Post "/auth/credentials/{id}/challenge", ManageOrTransact,
        optional AuthCredentialChallengeRequest => 200 one AuthCredentialChallenge;

    /// Opens a session.
    ///
    /// For a login by code, the first response is 202 with a token. The private key that belongs to the
    /// public key in the encrypted bundle must sign the token, and the request is repeated with the
    /// signature. For a login by passkey, the `requestId` of the challenge is sent as `Request-Id`.
    VerifyAuthCredential = Post "/auth/credentials/{id}/verify", ManageOrTransact,
        headers WalletSignature RequestId, body AuthCredentialVerifyRequest = assertion_example()
        => 200 one AuthSession, or 202 SignedRequestChallenge;

    /// Revokes a credential and its sessions.
    ///
    /// A session of another credential must sign: the first response is 202 with a payload to sign, and the
    /// request is repeated with the signature. Fails with 400 if it is the only credential of the wallet.
    RevokeAuthCredential = Delete "/auth/credentials/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Lists the active sessions of a wallet, newest first.
    ListAuthSessions = Get "/auth/sessions", Any, query WalletFilter = json!({ "accountId": WALLET })
        => 200 list AuthSession;

    /// Opens a new session that continues an active one.
    ///
    /// The active session must sign: the first response is 202 with a payload to sign, and the request is
    /// repeated with the signature. It stays valid until it expires.
    RefreshAuthSession = Post "/auth/sessions/{id}/refresh", ManageOrTransact, headers WalletSignature RequestId,
        body AuthSessionRefreshRequest = json!({ "clientPublicKey": KEY })
        => 201 one AuthSession, or 202 SignedRequestChallenge;

    /// Ends a session.
    ///
    /// A session of the wallet must sign; it can be the session itself. The first response is 202 with a
    /// payload to sign, and the request is repeated with the signature.
    RevokeAuthSession = Delete "/auth/sessions/{id}", ManageOrTransact, headers WalletSignature RequestId
        => 204, or 202 SignedRequestChallenge;

    /// Creates a delegated key, which signs for a wallet when a card that it funds is used.
    ///
    /// The request is sent three times with the same body. The first two responses are 202, each with a
    /// payload for a session of the wallet to sign: first for the key, then for its policy. Each signature is
    /// sent with the next request. Fails with 409 if the card is closed, or if the wallet and the card
    /// already have an active key.
    CreateDelegatedKey = Post "/auth/delegated-keys", ManageOrTransact, headers WalletSignature RequestId,
        body DelegatedKeyCreateRequest
        = json!({ "cardId": CARD, "internalAccountId": WALLET, "nickname": "Card payments" })
        => 201 one DelegatedKey, or 202 SignedRequestChallenge | 404 409;

    /// Lists the delegated keys of a wallet, or of one funding source of a card, newest first.
    ListDelegatedKeys = Get "/auth/delegated-keys", Any, query DelegatedKeyFilter = json!({ "accountId": WALLET })
        => 200 list DelegatedKey;

    /// Returns a delegated key.
    GetDelegatedKeyById = Get "/auth/delegated-keys/{id}", Any => 200 one DelegatedKey;

    /// Revokes a delegated key.
    ///
    /// No signature is needed. Fails with 400 if the key is not `ACTIVE`.
    RevokeDelegatedKey = Delete "/auth/delegated-keys/{id}", ManageOrTransact => 204 | 400;
}

/// A point on the curve P-256.
const KEY: &str = "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

/// Returns a passkey answer that the sandbox accepts.
fn assertion_example() -> Value {
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
