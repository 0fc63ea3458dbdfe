//! The process is killed while wallets sign in, sign, pay, and change their credentials: everything can be
//! repeated, no effect happens twice, and no wallet is lost (wallet 3.5). All operations that a wallet signs
//! are among them, each with its requests one after the other.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::http::{Client, Request, Response};
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use causeway_wallet_crypto::{PublicKey, WalletExport};
use serde_json::{Value, json};
use uuid::Uuid;

use super::device::{Device, encrypt_code, literal, text};
use crate::life::load::{work_and_kill, work_off};
use crate::life::process::{Folder, Server};

/// Kills on each engine, unless [`KILLS_VARIABLE`] sets another number.
const KILLS: usize = 2;
/// Environment variable with the number of kills; `cargo xtask kill` sets it.
const KILLS_VARIABLE: &str = "CAUSEWAY_KILLS";
/// Wallets, each worked on by one caller at a time.
const WALLETS: usize = 5;
/// Steps that are completed between two kills.
const BETWEEN_KILLS: usize = 12;
/// Initial balance of each wallet, and amount of each payment, in millionths of a USDB.
const FUNDS: i64 = 1_000_000_000;
const PAID: i64 = 1_000_000;
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_loses_a_wallet_sqlite() {
    walk(&[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_loses_a_wallet_postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let root = format!("1:{}", "5a".repeat(32));
    let wallets = keys_of_wallets();
    let variables = [("SVC_DATABASE", &database.url), ("SVC_ROOT_KEY", &root), ("SVC_WALLET_KEYS", &wallets)];
    walk(&variables.map(|(name, value)| (name, value.as_str()))).await;
}

fn keys_of_wallets() -> String {
    format!("SANDBOX:{},PRODUCTION:{}", "1b".repeat(32), "2c".repeat(32))
}

fn kills() -> usize {
    std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"))
}

async fn walk(variables: &[(&str, &str)]) {
    let folder = Folder::new();
    let start = || {
        let mut serve = folder.serve();
        serve.envs(variables.iter().copied()).env("SVC_RATE_LIMIT_PER_SECOND", "0");
        Server::start(serve)
    };
    let mut server = start();
    let mut api = server.api();
    let mut wallets = Vec::new();
    for number in 0..WALLETS {
        wallets.push(Wallet::new(&api, number).await);
    }

    let idle = Mutex::new(IdleWallets { free: wallets, ended: 0 });
    let target = kills() * BETWEEN_KILLS;
    for kill in 1..=kills() {
        let is_enough = || idle.lock().unwrap().ended >= kill * BETWEEN_KILLS;
        work_and_kill(&mut server, || advance_one(&api, &idle, target), is_enough).await;
        server = start();
        api = api.at(&server.base_url());
    }

    let target = target + WALLETS;
    let remaining = || target.saturating_sub(idle.lock().unwrap().ended);
    work_off(PATIENCE, || advance_one(&api, &idle, target), remaining).await;

    for mut wallet in idle.into_inner().unwrap().free {
        wallet.audit(&api).await;
        wallet.check_revocations(&api, &folder.data().join("wallet-tombstones")).await;
    }
    server.stop();
}

/// The wallets that no caller is working on, and the number of completed steps.
struct IdleWallets {
    free: Vec<Wallet>,
    ended: usize,
}

/// Takes a wallet one step further; `false` if enough steps are completed, or if the process does not answer.
async fn advance_one(api: &Client, idle: &Mutex<IdleWallets>, target: usize) -> bool {
    let taken = {
        let mut idle = idle.lock().unwrap();
        if idle.ended >= target || idle.free.is_empty() { None } else { Some(idle.free.remove(0)) }
    };
    let Some(mut wallet) = taken else { return false };
    let done = wallet.step(api).await;
    let mut idle = idle.lock().unwrap();
    idle.free.push(wallet);
    idle.ended += usize::from(done.is_some());
    done.is_some()
}

/// A wallet, as its platform and its user know it.
struct Wallet {
    customer: String,
    account: String,
    credential: String,
    /// The user's bank account.
    bank: String,
    /// A card that it funds.
    card: String,
    /// Completed payments, and the quote whose execution was not answered yet.
    paid: i64,
    executing: Option<String>,
    /// The words, once they were exported.
    words: Option<String>,
    steps: usize,
    /// Number of the last credential by identity that was added, or may have been.
    identity: usize,
}

impl Wallet {
    async fn new(api: &Client, number: usize) -> Self {
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Grace Hopper", "currencies": ["USD"],
            "email": format!("grace{number}@example.com") });
        let customer = api.post("/customers").json(&person).send().await.expect(201);
        let customer = text(&customer["id"]).to_owned();
        let path = format!("/customers/internal-accounts?customerId={customer}&type=EMBEDDED_WALLET");
        let account = text(&api.get(&path).send().await.expect(200)["data"][0]["id"]).to_owned();
        let path = format!("/auth/credentials?accountId={account}");
        let credential = text(&api.get(&path).send().await.expect(200)["data"][0]["id"]).to_owned();
        let path = format!("/sandbox/internal-accounts/{account}/fund");
        api.post(&path).json(&json!({ "amount": FUNDS })).idempotency_key("funds").send().await.expect(200);
        let bank = json!({
            "customerId": customer, "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT", "accountNumber": "000123456111", "routingNumber": "021000021",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Grace Hopper" },
            },
        });
        let bank = api.post("/customers/external-accounts").json(&bank).send().await.expect(201);
        let card = json!({ "cardholderId": customer, "form": "VIRTUAL", "fundingSources": [account] });
        let card = api.post("/cards").json(&card).send().await.expect(201);
        Self {
            bank: text(&bank["id"]).to_owned(),
            card: text(&card["id"]).to_owned(),
            customer,
            account,
            credential,
            paid: 0,
            executing: None,
            words: None,
            // Each wallet begins with another step.
            steps: number,
            identity: 0,
        }
    }

    /// Takes the next step; one whose answer was lost is begun again. `None` if the process does not answer.
    async fn step(&mut self, api: &Client) -> Option<()> {
        self.steps += 1;
        match self.steps % 7 {
            0 => self.export(api).await,
            1 => self.sign_in_and_out(api).await,
            2 => self.set_private(api).await,
            3 => self.change_contact(api).await,
            4 => self.withdraw(api).await,
            5 => self.delegate(api).await,
            _ => self.add_and_revoke(api).await,
        }
    }

    /// Pays to the user's bank account, once, however often that is requested.
    async fn withdraw(&mut self, api: &Client) -> Option<()> {
        self.finish_withdrawal(api).await?;
        let body = json!({
            "source": { "sourceType": "ACCOUNT", "accountId": self.account },
            "destination": { "destinationType": "ACCOUNT", "accountId": self.bank },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": PAID,
        });
        let quote = send(api.post("/quotes").json(&body)).await?.expect(201);
        self.executing = Some(text(&quote["id"]).to_owned());
        self.finish_withdrawal(api).await
    }

    /// Executes the open quote, again under the same key if the response was lost.
    async fn finish_withdrawal(&mut self, api: &Client) -> Option<()> {
        let Some(quote) = &self.executing else { return Some(()) };
        let execute = api.post(&format!("/quotes/{quote}/execute")).idempotency_key(quote);
        send(execute.header("Svc-Wallet-Signature", "sandbox-valid-signature")).await?.expect(200);
        self.paid += 1;
        self.executing = None;
        Some(())
    }

    /// Returns the active keys that sign for the wallet's card.
    async fn active_keys(&self, api: &Client) -> Option<Vec<String>> {
        let listed =
            send(api.get(&format!("/auth/delegated-keys?accountId={}", self.account))).await?.expect(200);
        let is_active = |key: &&Value| key["status"] == "ACTIVE";
        let active = listed["data"].as_array().unwrap().iter().filter(is_active);
        Some(active.map(|key| text(&key["id"]).to_owned()).collect())
    }

    /// Creates a key for the card, by three requests, and revokes it. One whose answer was lost may have
    /// become active.
    async fn delegate(&self, api: &Client) -> Option<()> {
        let keys = self.active_keys(api).await?;
        assert!(keys.len() <= 1, "{keys:?}");
        for key in keys {
            send(api.delete(&format!("/auth/delegated-keys/{key}"))).await?.expect(204);
        }
        let body = json!({ "cardId": self.card, "internalAccountId": self.account, "nickname": "k" });
        let request = || api.post("/auth/delegated-keys").json(&body);
        let first = send(request()).await?.expect(202);
        let second = send(literal(request(), &first)).await?.expect(202);
        let key = send(literal(request(), &second)).await?.expect(201);
        send(api.delete(&format!("/auth/delegated-keys/{}", text(&key["id"])))).await?.expect(204);
        Some(())
    }

    /// Logs in by code, refreshes the session, and ends both sessions.
    async fn sign_in_and_out(&self, api: &Client) -> Option<()> {
        let device = Device::new();
        let path = format!("/auth/credentials/{}/challenge", self.credential);
        let challenge = send(api.post(&path)).await?;
        if challenge.status == 429 {
            return Some(());
        }
        let encrypted =
            encrypt_code(text(&challenge.expect(200)["otpEncryptionTargetBundle"]), "000000", &device);
        let path = format!("/auth/credentials/{}/verify", self.credential);
        let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": encrypted });
        let challenge = send(api.post(&path).json(&body)).await?.expect(202);
        let session = send(device.answer(api.post(&path).json(&body), &challenge)).await?.expect(200);
        let next = Device::new();
        let path = format!("/auth/sessions/{}/refresh", text(&session["id"]));
        let refresh = || api.post(&path).json(&json!({ "clientPublicKey": next.compressed() }));
        let after = signed(&device, refresh).await?.expect(201);
        for (ended, by) in [(&session, &device), (&after, &next)] {
            let path = format!("/auth/sessions/{}", text(&ended["id"]));
            signed(by, || api.delete(&path)).await?.expect(204);
        }
        Some(())
    }

    async fn set_private(&self, api: &Client) -> Option<()> {
        let path = format!("/internal-accounts/{}", self.account);
        let is_private = self.steps.is_multiple_of(2);
        let request = || api.patch(&path).json(&json!({ "privateEnabled": is_private }));
        let done = by_literal(request).await?.expect(200);
        assert_eq!(done["privateEnabled"], is_private);
        Some(())
    }

    /// Changes the contact to and fro; customer and credential always have the same one.
    async fn change_contact(&self, api: &Client) -> Option<()> {
        let path = format!("/customers/{}", self.customer);
        let email = format!("{}.{}@example.com", self.customer.replace(':', "."), self.steps);
        let request = || api.patch(&path).json(&json!({ "customerType": "INDIVIDUAL", "email": email }));
        let done = by_literal(request).await?.expect(200);
        assert_eq!(done["email"], email);
        Some(())
    }

    /// Adds a credential by identity, which exists once, and revokes it.
    async fn add_and_revoke(&mut self, api: &Client) -> Option<()> {
        self.identity += 1;
        let subject = format!("{}-{}", self.account, self.identity);
        let claims = super::device::claims(&subject, 0);
        let body =
            json!({ "type": "OAUTH", "accountId": self.account, "oidcToken": super::device::token(&claims) });
        let added = by_literal(|| api.post("/auth/credentials").json(&body)).await?.expect(201);
        let path = format!("/auth/credentials/{}", text(&added["id"]));
        by_literal(|| api.delete(&path)).await?.expect(204);
        Some(())
    }

    /// Exports the words, which are the same each time.
    async fn export(&mut self, api: &Client) -> Option<()> {
        let taker = Device::new();
        let path = format!("/internal-accounts/{}/export", self.account);
        let request = || api.post(&path).json(&json!({ "clientPublicKey": taker.uncompressed() }));
        let challenge = send(request()).await?.expect(202);
        let done = send(literal(request(), &challenge)).await?.expect(200);
        let payload: Value = serde_json::from_str(text(&challenge["payloadToSign"])).unwrap();
        let organization = text(&payload["organizationId"]);
        let bundle = text(&done["encryptedWalletCredentials"]);
        let words =
            WalletExport::open(bundle, &taker.0, organization, None::<&PublicKey>).expect("twelve words");
        let words = words.expose().to_owned();
        assert_eq!(*self.words.get_or_insert_with(|| words.clone()), words, "another wallet's words");
        Some(())
    }

    /// Checks that customer and credential agree, that no identity exists twice, that the words are
    /// unchanged, and that each payment was made once.
    async fn audit(&mut self, api: &Client) {
        self.finish_withdrawal(api).await.expect("an answer");
        let path = format!("/customers/internal-accounts?customerId={}&type=EMBEDDED_WALLET", self.customer);
        let account = api.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["balance"]["amount"], FUNDS - self.paid * PAID, "{} payments", self.paid);
        self.delegate(api).await.expect("an answer");
        let customer = api.get(&format!("/customers/{}", self.customer)).send().await.expect(200);
        let path = format!("/auth/credentials?accountId={}", self.account);
        let credentials = api.get(&path).send().await.expect(200)["data"].as_array().unwrap().clone();
        let mut names: Vec<&str> = credentials.iter().map(|one| text(&one["nickname"])).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{credentials:?}");
        let mail = credentials.iter().find(|one| one["type"] == "EMAIL_OTP").expect("the first credential");
        assert_eq!(mail["nickname"], customer["email"]);
        self.export(api).await.expect("an answer");
        self.sign_in_and_out(api).await.expect("an answer");
    }

    /// Checks that each revoked key of the card is in the tombstone file: a job adds it if the process has
    /// died before.
    async fn check_revocations(&self, api: &Client, file: &Path) {
        let path = format!("/auth/delegated-keys?accountId={}", self.account);
        let listed = api.get(&path).send().await.expect(200);
        let keys = listed["data"].as_array().unwrap().iter().filter(|key| key["status"] == "REVOKED");
        let revoked: Vec<Uuid> =
            keys.map(|key| text(&key["id"]).trim_start_matches("DelegatedKey:").parse().unwrap()).collect();
        assert!(!revoked.is_empty(), "{listed}");
        wait::until("what was revoked is in the file", PATIENCE, || async {
            let bytes = fs::read(file).unwrap();
            let entries: HashSet<&[u8]> = bytes.chunks(16).collect();
            let missing = revoked.iter().filter(|id| !entries.contains(&id.as_bytes()[..])).count();
            if missing == 0 { Ok(()) } else { Err(missing) }
        })
        .await;
    }
}

/// Returns the response, or `None` if the process is gone.
async fn send(request: Request) -> Option<Response> {
    request.try_send().await.ok()
}

async fn signed(device: &Device, request: impl Fn() -> Request) -> Option<Response> {
    let challenge = send(request()).await?.expect(202);
    send(device.answer(request(), &challenge)).await
}

async fn by_literal(request: impl Fn() -> Request) -> Option<Response> {
    let challenge = send(request()).await?.expect(202);
    send(literal(request(), &challenge)).await
}
