//! An attacker with all rights on the database, who knows every format and lacks the root key, cannot have
//! anything paid or debited.

use std::collections::BTreeSet;

use causeway_domain::ids::{AccountRef, ExternalAccountId, Id, PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_store::payments::{self, PaymentState};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Tx, Value as Bound, params};
use serde_json::{Value, json};

use super::forging::forged as forged_payment;
use super::scene::{Scene, text, transfer};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, act_as_predicted, with};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    nothing_forged_is_paid(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    nothing_forged_is_paid(Setup::Postgres).await;
}

async fn nothing_forged_is_paid(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let genuine = attack.forge(setup).await;
    attack.run().await;
    assert_eq!(attack.instructed().await, BTreeSet::from([attack.untouched]), "the others are stopped");

    let alerts = attack.alerts().await;
    let stopped: BTreeSet<String> = attack.forged.iter().map(|(_, payment)| payment.to_string()).collect();
    assert_eq!(alerts.keys().cloned().collect::<BTreeSet<_>>(), stopped);

    let verdict = act(&attack.service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    let faults = verdict.json["faults"].to_string();
    for name in [ForgedPart::Terms, ForgedPart::Started, ForgedPart::Unposted]
        .map(|one| attack.payment(one).to_string())
    {
        assert!(faults.contains(&name), "{name} is not named: {faults}");
    }

    for account in [genuine.account, attack.copied_account] {
        assert!(faults.contains(&account.to_string()), "{account} is not named: {faults}");
    }

    // The row is repaired, and the operator runs the command from the alert.
    let payment = attack.payment(ForgedPart::Details);
    attack.write_details(genuine.account, genuine.details).await;
    let retry = alerts[&payment.to_string()]["job"].clone();
    act_as_predicted(&attack.service, "jobs retry", with(&attack.scene.platform, json!({ "job": retry })))
        .await;
    attack.run().await;
    assert_eq!(attack.instructed().await, BTreeSet::from([attack.untouched, payment]));
    attack.service.stop_background().await;
}

/// The part of a payment that is forged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ForgedPart {
    /// Details of the destination account.
    Details,
    /// Details of the destination account, replaced by those of another account with their authentication
    /// code.
    Copied,
    /// The destination account in the payment terms.
    Terms,
    /// Details of the debited account.
    Debited,
    /// The state: it claims that the payment was executed.
    Started,
    /// The postings: they are deleted.
    Unposted,
}

/// Payments that wait for their rails.
struct Attack {
    service: Service,
    scene: Scene,
    forged: Vec<(ForgedPart, TransactionId)>,
    untouched: TransactionId,
    /// Destination of the untouched payment.
    own_account: ExternalAccountId,
    copied_account: ExternalAccountId,
    accounts: Vec<(ForgedPart, ExternalAccountId)>,
}

/// The original details of an account.
struct OriginalDetails {
    account: ExternalAccountId,
    details: Value,
}

impl Attack {
    async fn begin(setup: Setup) -> Self {
        let service = Service::start_without_jobs(setup).await;
        let scene = Scene::new(&service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let mut forged = Vec::new();
        let mut accounts = Vec::new();
        let outgoing = [
            ForgedPart::Details,
            ForgedPart::Copied,
            ForgedPart::Terms,
            ForgedPart::Unposted,
            ForgedPart::Started,
        ];
        for (one, number) in outgoing.into_iter().zip(1..) {
            let account = scene.platform.euro_account(&scene.alice, &iban(number)).await;
            let quote = scene.quote(&account, 1_000).await;
            if one != ForgedPart::Started {
                scene.execute(&quote).send().await.expect(200);
            }
            forged.push((one, id(&quote["transactionId"])));
            accounts.push((one, id(&json!(account))));
        }

        let source = dollar_account(&scene).await;
        let own = scene.platform.euro_account(&scene.alice, &iban(0)).await;
        let body = transfer(&source, &own, "SENDING", 1_000);
        let debit = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&debit).send().await.expect(200);
        forged.push((ForgedPart::Debited, id(&debit["transactionId"])));
        accounts.push((ForgedPart::Debited, id(&json!(source))));

        let quote = scene.quote(&own, 1_000).await;
        scene.execute(&quote).send().await.expect(200);
        let copied_account = accounts[1].1;
        let untouched = id(&quote["transactionId"]);
        let own_account = id(&json!(own));
        Self { service, scene, forged, untouched, own_account, copied_account, accounts }
    }

    fn payment(&self, of: ForgedPart) -> TransactionId {
        self.forged.iter().find(|(one, _)| *one == of).unwrap().1
    }

    fn account(&self, of: ForgedPart) -> ExternalAccountId {
        self.accounts.iter().find(|(one, _)| *one == of).unwrap().1
    }

    /// Rewrites all rows and returns the original details of the first account.
    async fn forge(&self, setup: Setup) -> OriginalDetails {
        self.write(move |tx| unguard(tx, setup)).await;
        let platform = self.scene.platform.id;
        let account = self.account(ForgedPart::Details);
        let details = self.details(account).await;
        for one in [ForgedPart::Details, ForgedPart::Debited] {
            let rewritten = self.details(self.account(one)).await.to_string();
            let rewritten = rewritten.replace(&iban(1), &iban(9)).replace("000123456111", "000999999111");
            self.write_details(self.account(one), serde_json::from_str(&rewritten).unwrap()).await;
        }

        let from = self.own_account;
        let to = self.copied_account;
        self.write(move |tx| {
            tx.execute(
                "UPDATE external_account SET (doc, mac) = (SELECT o.doc, o.mac FROM external_account o
                     WHERE o.platform_id = $1 AND o.account_id = $2)
                 WHERE platform_id = $1 AND account_id = $3",
                params![platform, from, to],
            )
        })
        .await;

        let payment = self.payment(ForgedPart::Terms);
        let old = AccountRef::External(self.account(ForgedPart::Terms)).to_string();
        let terms = self.read_json("SELECT terms AS doc FROM payment WHERE transaction_id = $1", payment);
        let terms = terms.await.to_string().replace(&old, &self.own_account.to_string());
        let terms: Value = serde_json::from_str(&terms).unwrap();
        self.write(move |tx| {
            let sql = "UPDATE payment SET terms = $3 WHERE platform_id = $1 AND transaction_id = $2";
            tx.execute(sql, params![platform, payment, Bound::doc(&terms)?])
        })
        .await;

        let started = self.payment(ForgedPart::Started);
        let unposted = self.payment(ForgedPart::Unposted);
        self.write(move |tx| start(tx, platform, started, payment)).await;
        self.write(move |tx| {
            tx.execute(
                "DELETE FROM ledger_entry WHERE platform_id = $1 AND transaction_id = $2 AND code = 'PO'",
                params![platform, unposted],
            )
        })
        .await;
        OriginalDetails { account, details }
    }

    async fn details(&self, account: ExternalAccountId) -> Value {
        self.read_json("SELECT doc FROM external_account WHERE account_id = $1", account).await
    }

    async fn write_details(&self, account: ExternalAccountId, details: Value) {
        let platform = self.scene.platform.id;
        self.write(move |tx| {
            let sql = "UPDATE external_account SET doc = $3 WHERE platform_id = $1 AND account_id = $2";
            tx.execute(sql, params![platform, account, Bound::doc(&details)?])
        })
        .await;
    }

    async fn read_json(&self, sql: &'static str, key: impl Into<Bound<'static>>) -> Value {
        let key = [key.into()];
        let read = self.service.app().store.read(move |tx| tx.query_one(sql, &key, |row| row.json("doc")));
        read.await.map_err(|error: Error| error).unwrap()
    }

    async fn write(&self, write: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) {
        self.service.app().store.write(&[], write).await.unwrap();
    }

    async fn run(&self) {
        self.scene.run_due(&self.service).await;
    }

    /// Returns the payments about which a rail has received an order.
    async fn instructed(&self) -> BTreeSet<TransactionId> {
        let platform = self.scene.platform.id;
        let list = move |tx: &mut Tx<'_>| {
            let mut all = sandbox_orders::list(tx, SandboxRail::Payouts, platform)?;
            all.extend(sandbox_orders::list(tx, SandboxRail::Debits, platform)?);
            Ok(all)
        };
        let orders: Result<Vec<SandboxOrder>, Error> = self.service.app().store.read(list).await;
        orders.unwrap().iter().filter(|order| order.submissions > 0).map(|order| order.transaction).collect()
    }

    /// Returns the details of the open alerts about stopped payments, by payment.
    async fn alerts(&self) -> std::collections::BTreeMap<String, Value> {
        let alerts = act(&self.service, "alert list", json!({})).await.json;
        let stopped =
            alerts.as_array().unwrap().iter().filter(|alert| alert["kind"] == "PAYMENT_NOT_AUTHENTIC");
        stopped.map(|alert| (text(&alert["subject"]).to_owned(), alert["detail"].clone())).collect()
    }
}

fn iban(number: u32) -> String {
    format!("DE8937040044053201{number}000")
}

fn id<T: Id>(of: &Value) -> T {
    text(of).parse().unwrap()
}

async fn dollar_account(scene: &Scene) -> String {
    let account = json!({ "currency": "USD", "accountInfo": {
        "accountType": "USD_ACCOUNT", "accountNumber": "000123456111", "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" } } });
    let account = scene.platform.post("/platform/external-accounts").json(&account).send().await.expect(201);
    text(&account["id"]).to_owned()
}

/// Makes a payment look executed and queues its payout; `like` is a payment that was executed.
fn start(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: TransactionId,
    like: TransactionId,
) -> Result<(), Error> {
    let offered = payments::find(tx, platform, payment)?.expect("a payment");
    let state = PaymentState { phase: OutgoingPhase::Sent.into(), ..offered.state().clone() };
    payments::update(tx, platform, &forged_payment(offered, state))?;
    let work = json!({ "v": 1, "work": { "kind": "SUBMIT_PAYOUT", "transaction": payment } });
    tx.execute(
        "INSERT INTO job (platform_id, job_id, kind, resource, state, due_at, attempts, fence, payload, created_at,
             scheduled_at)
         SELECT platform_id, $3, kind, $4, state, due_at, 0, 0, $5, created_at, scheduled_at FROM job
         WHERE platform_id = $1 AND resource = $2 AND kind = 'SUBMIT_PAYOUT'",
        params![platform, like.to_string(), payment, payment.to_string(), Bound::doc(&work)?],
    )
}

/// Drops the triggers that keep rows from being changed.
fn unguard(tx: &mut Tx<'_>, setup: Setup) -> Result<(), Error> {
    let triggers: &[&str] = match setup {
        Setup::Sqlite => &["payment_terms_kept", "external_account_terms_kept", "ledger_entry_kept_d"],
        Setup::Postgres | Setup::TwoProcesses => &[
            "payment_terms_kept ON payment",
            "external_account_terms_kept ON external_account",
            "ledger_entry_kept ON ledger_entry",
        ],
    };
    triggers.iter().try_for_each(|trigger| tx.execute(&format!("DROP TRIGGER {trigger}"), &[]))
}
