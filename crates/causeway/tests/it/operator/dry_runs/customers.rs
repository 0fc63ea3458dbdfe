//! Accounts, customers and verifications that operators decide about.

use causeway_domain::ids::{InternalAccountId, PlatformId, VerificationId};
use causeway_domain::internal_accounts::InternalAccountState;
use causeway_domain::verifications::VerificationState;
use causeway_store::{Error, Tx, internal_accounts, verifications};
use serde_json::{Value, json};

use super::super::acting::{act, with};
use super::case::{CaseEnd, Cases};
use crate::customers::walks::person;
use crate::harness::{Platform, Service};
use crate::payments::scene::{Scene, text};
use crate::verifications::verification::{complete_details, submit, upload};

/// Name of a person about whom the sandbox leaves the decision to an operator.
const UNDECIDED: &str = "Jane Doe 001";

/// Creates a customer with an account in dollars who waits for a decision.
async fn waiting_customer(platform: &Platform) -> Value {
    person(platform, json!({ "fullName": UNDECIDED, "currencies": ["USD"] })).await
}

/// Adds internal accounts.
pub(super) async fn add_accounts(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    let add = json!({ "currency": "USD", "customer": scene.alice["id"] });
    let empty = act(service, "account add", with(platform, add)).await.json["account"].clone();
    let frozen = platform.own_account("EUR").await;
    act(service, "account freeze", with(platform, json!({ "account": frozen }))).await;
    let lacking = platform.own_account("USD").await;
    let failed = failed_account(service, platform).await;
    // The setting adds funding methods to accounts in dollars.
    let setting = json!({ "name": "stablecoin_deposits_on_usd", "value": "on" });
    act(service, "setting set", setting).await;
    for (action, account) in [
        ("account freeze", json!(scene.usd)),
        ("account release", json!(frozen)),
        ("account close", empty),
        ("account instruct", json!(lacking)),
        ("account retry", failed),
    ] {
        cases.add_on(platform, action, json!({ "account": account }), CaseEnd::Done);
    }
    cases.add_on(platform, "account add", json!({ "currency": "EUR" }), CaseEnd::Done);
}

/// Returns an account of an approved customer that could not be provisioned. The store writes its state, because no
/// partner of this service fails to provision an account.
async fn failed_account(service: &Service, platform: &Platform) -> Value {
    let customer = waiting_customer(platform).await;
    let account = platform.account_of(&customer, "USD").await;
    platform.settled().await;
    let owner = platform.id;
    let id: InternalAccountId = account.parse().expect("an account");
    let write = move |tx: &mut Tx<'_>| {
        let mut locked = internal_accounts::lock(tx, owner, id)?.expect("the account");
        locked.account.doc.state = InternalAccountState::Failed;
        let at = locked.balance.updated_at.time();
        internal_accounts::update(tx, owner, &mut locked, at)
    };
    service.app().store.write::<_, Error, _>(&[], write).await.expect("the state can be written");
    act(service, "customer approve", with(platform, json!({ "customer": customer["id"] }))).await;
    json!(account)
}

/// Adds customers.
pub(super) async fn add_customers(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    let held = platform.customer(&["USD"]).await["id"].clone();
    act(service, "customer hold", with(platform, json!({ "customer": held }))).await;
    let rejected = platform.customer(&["USD"]).await["id"].clone();
    let waiting = waiting_customer(platform).await["id"].clone();
    platform.settled().await;
    for (action, customer) in [
        ("customer approve", waiting),
        ("customer release", held),
        ("customer hold", scene.alice["id"].clone()),
        ("customer reject", rejected),
    ] {
        cases.add_on(platform, action, json!({ "customer": customer }), CaseEnd::Done);
    }
}

/// Adds verifications that wait for a reviewer, and one that is in progress.
pub(super) async fn add_verifications(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    for action in ["verification approve", "verification reject"] {
        let arguments = json!({ "verification": submitted(platform).await });
        cases.add_on(platform, action, arguments, CaseEnd::Done);
    }
    let returned = json!({ "verification": submitted(platform).await, "errors": ["INVALID_FIELD=fullName"] });
    cases.add_on(platform, "verification return", returned, CaseEnd::Done);
    let in_progress = submitted(platform).await;
    set_in_progress(service, platform.id, &in_progress).await;
    let arguments = json!({ "verification": in_progress });
    cases.add_on(platform, "verification review", arguments, CaseEnd::Done);
}

/// Submits a new customer, and returns the id of the verification.
async fn submitted(platform: &Platform) -> Value {
    let mut details = complete_details();
    details["fullName"] = json!(UNDECIDED);
    let customer = person(platform, details).await;
    upload(platform, &customer, "PASSPORT", None).await;
    let verification = submit(platform, &customer).await.expect(200);
    assert_eq!(verification["verificationStatus"], "PENDING_MANUAL_REVIEW");
    verification["id"].clone()
}

/// Writes that a verification is in progress at a provider. No provider of this service leaves it so: a complete
/// submission is decided or under review at once.
async fn set_in_progress(service: &Service, platform: PlatformId, verification: &Value) {
    let id: VerificationId = text(verification).parse().expect("a verification");
    let write = move |tx: &mut Tx<'_>| {
        let mut record = verifications::find(tx, platform, id)?.expect("the verification");
        record.doc.state = VerificationState::InProgress;
        verifications::update(tx, platform, &record)
    };
    service.app().store.write::<_, Error, _>(&[], write).await.expect("the state can be written");
}
