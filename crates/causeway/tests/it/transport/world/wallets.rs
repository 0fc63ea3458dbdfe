use std::sync::atomic::Ordering;

use causeway_wire::table::{Operation, Wallets};
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE_OR_TRANSACT, Resource, VIEW, World, cards};
use crate::harness::Platform;
use crate::transport::call::Call;
use crate::wallets::passkeys::{authenticator, registration};

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "AuthMethod",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.wallet.credential,
    }),
    shown: |world| {
        let account = world.wallet.account.as_str().expect("a wallet");
        ["credentials", "sessions"].map(|list| format!("/auth/{list}?accountId={account}")).to_vec()
    },
    filters: |_| Vec::new(),
};

pub(super) const SESSIONS: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Session",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.wallet.credential,
    }),
    shown: |_| Vec::new(),
    filters: |_| Vec::new(),
};

pub(super) const DELEGATED_KEYS: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "DelegatedKey",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.key["id"],
    }),
    shown: |world| {
        let account = world.wallet.account.as_str().expect("a wallet");
        vec![format!("/auth/delegated-keys?accountId={account}")]
    },
    filters: |_| Vec::new(),
};

/// A point of the curve.
const KEY: &str = "026b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

/// A wallet with its email credential.
#[derive(Clone)]
pub(in crate::transport) struct Wallet {
    pub(in crate::transport) account: Value,
    pub(in crate::transport) credential: Value,
    /// Id of the owner.
    pub(in crate::transport) customer: Value,
}

impl Wallet {
    /// Creates the wallet of a new customer, who has a telephone number too.
    pub(super) async fn make(platform: &Platform) -> Self {
        let body = json!({
            "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "email": "jane@example.com",
            "phoneNumber": "+14155550123", "currencies": ["USD"],
        });
        let customer = platform.post("/customers").json(&body).send().await.expect(201);
        let account = json!(platform.account_of(&customer, "USDB").await);
        let path = format!("/auth/credentials?accountId={}", account.as_str().expect("a wallet"));
        let credential = platform.get(&path).send().await.expect(200)["data"][0]["id"].take();
        Self { account, credential, customer: customer["id"].clone() }
    }
}

pub(super) fn needed(operation: Wallets) -> &'static [&'static str] {
    match operation {
        Wallets::ListAuthCredentials
        | Wallets::ListAuthSessions
        | Wallets::ListDelegatedKeys
        | Wallets::GetDelegatedKeyById => VIEW,
        Wallets::CreateAuthCredential
        | Wallets::ChallengeAuthCredential
        | Wallets::VerifyAuthCredential
        | Wallets::RevokeAuthCredential
        | Wallets::RefreshAuthSession
        | Wallets::RevokeAuthSession
        | Wallets::CreateDelegatedKey
        | Wallets::RevokeDelegatedKey => MANAGE_OR_TRANSACT,
    }
}

pub(super) async fn complete(operation: Wallets, world: &World, call: Call) -> Call {
    let account = world.wallet.account.as_str().expect("a wallet");
    match operation {
        Wallets::ListAuthCredentials | Wallets::ListAuthSessions | Wallets::ListDelegatedKeys => {
            return call.query("accountId", account);
        }
        Wallets::GetDelegatedKeyById => return call.at(&world.key["id"]),
        Wallets::RevokeDelegatedKey => return call.at(&cards::key(world).await["id"]),
        Wallets::CreateDelegatedKey => {
            let card = cards::without_key(world).await;
            return cards::signed_once(world, cards::ask_for_key(world, &card)).await;
        }
        _ => {}
    }
    let wallet = wallet(world).await;
    match operation {
        Wallets::ListAuthCredentials
        | Wallets::ListAuthSessions
        | Wallets::ListDelegatedKeys
        | Wallets::GetDelegatedKeyById
        | Wallets::RevokeDelegatedKey
        | Wallets::CreateDelegatedKey => call,
        Wallets::CreateAuthCredential => {
            let call = call.body(json!({ "type": "SMS_OTP", "accountId": wallet.account }));
            challenged(world, call).await
        }
        Wallets::ChallengeAuthCredential => call.at(&wallet.credential).body(json!({})),
        Wallets::VerifyAuthCredential => {
            let passkey = passkey(world, &wallet).await;
            with_passkey_challenge(world, &passkey, call.at(&passkey).body(example(operation))).await
        }
        Wallets::RevokeAuthCredential => {
            let passkey = passkey(world, &wallet).await;
            challenged(world, call.at(&passkey)).await
        }
        Wallets::RefreshAuthSession => {
            let session = session(world, &wallet).await;
            challenged(world, call.at(&session).body(example(operation))).await
        }
        Wallets::RevokeAuthSession => {
            let session = session(world, &wallet).await;
            challenged(world, call.at(&session)).await
        }
    }
}

fn example(operation: Wallets) -> Value {
    operation.row().body.and_then(|body| body.example).expect("an example")()
}

/// Returns the world's wallet the first time, and new ones after that, because each call uses up a resource.
pub(super) async fn wallet(world: &World) -> Wallet {
    if world.is_wallet_used.swap(true, Ordering::Relaxed) {
        return Wallet::make(&world.platform).await;
    }
    world.wallet.clone()
}

/// Sends the call and adds the signature that its challenge asks for.
pub(super) async fn challenged(world: &World, call: Call) -> Call {
    let challenge = call.by(world.platform.client()).send().await.expect(202);
    call.answering(&challenge["requestId"]).signed()
}

/// Answers a new challenge of a passkey.
async fn with_passkey_challenge(world: &World, passkey: &Value, call: Call) -> Call {
    let path = format!("/auth/credentials/{}/challenge", passkey.as_str().expect("a passkey"));
    let challenge =
        world.platform.post(&path).json(&json!({ "clientPublicKey": KEY })).send().await.expect(200);
    call.answering(&challenge["requestId"])
}

/// Adds a passkey to the wallet and returns its id.
async fn passkey(world: &World, wallet: &Wallet) -> Value {
    let mut body = registration(&authenticator());
    body["accountId"] = wallet.account.clone();
    let call = Call::of(Operation::Wallets(Wallets::CreateAuthCredential)).body(body);
    let call = challenged(world, call).await;
    call.by(world.platform.client()).send().await.expect(201)["id"].take()
}

/// Opens a session of the wallet and returns its id.
async fn session(world: &World, wallet: &Wallet) -> Value {
    let passkey = passkey(world, wallet).await;
    let verify = Wallets::VerifyAuthCredential;
    let call = Call::of(Operation::Wallets(verify)).at(&passkey).body(example(verify));
    let call = with_passkey_challenge(world, &passkey, call).await;
    call.by(world.platform.client()).send().await.expect(200)["id"].take()
}
