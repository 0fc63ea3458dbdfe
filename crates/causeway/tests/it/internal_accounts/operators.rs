//! Operators' changes of accounts (money 3.2).

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;
use causeway_service::runtime::context::Context;
use causeway_service::{ApiError, internal_accounts};
use causeway_store::Tx;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::platforms::Environment;
use causeway_testing::wait::PATIENCE;
use serde_json::json;

use crate::harness::{Platform, Service, journey};

type Operation = fn(&mut Tx<'_>, &Context, InternalAccountId) -> Result<LockedAccount, ApiError>;

/// Applies an operator's function to an account. Returns the status, or the code of the refusal as an error.
async fn operate(
    service: &Service,
    platform: &Platform,
    account: &str,
    operation: Operation,
) -> Result<String, String> {
    let app = Arc::clone(service.app());
    let id = platform.id;
    let account: InternalAccountId = account.parse().unwrap();
    let write = service.app().store.write(&[], move |tx| {
        let context = Context::read(tx, &app, id)?;
        operation(tx, &context, account)
    });
    let done = write.await.map_err(|refusal: ApiError| refusal.code.as_str().to_owned())?;
    Ok(done.account.doc.state.status().to_string())
}

journey! {
    /// Checks that a frozen account takes no money until it is released, and that only an empty account
    /// closes.
    async fn freeze_release_close(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        let before = platform.get("/customers/internal-accounts?currency=USD").send().await.expect(200);
        let funded = platform.fund(&account, 500).await;
        let moved = funded["updatedAt"].as_str() > before["data"][0]["updatedAt"].as_str();
        assert!(moved, "money that moves is a change: {funded}");
        let after = platform.get("/customers/internal-accounts?currency=USD").send().await.expect(200);
        assert_eq!(after["data"][0], funded);
        let receiver = platform.receiver().await;

        let done = |operation: Operation| operate(service, &platform, &account, operation);
        assert_eq!(done(internal_accounts::freeze).await.as_deref(), Ok("FROZEN"));
        let event = receiver.wait_for_event("INTERNAL_ACCOUNT.STATUS_UPDATED").await.json();
        assert_eq!((&event["data"]["id"], &event["data"]["status"]), (&json!(account), &json!("FROZEN")));
        assert_eq!(event["data"]["balance"]["amount"], 500);

        let fund = format!("/sandbox/internal-accounts/{account}/fund");
        let error = platform.post(&fund).json(&json!({ "amount": 1 })).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "ACCOUNT_NOT_ACTIVE");

        assert_eq!(done(internal_accounts::freeze).await, Err("CONFLICT".to_owned()));
        assert_eq!(done(internal_accounts::retry).await, Err("CONFLICT".to_owned()));
        assert_eq!(done(internal_accounts::close).await, Err("CONFLICT".to_owned()), "there is money in it");
        assert_eq!(done(internal_accounts::release).await.as_deref(), Ok("ACTIVE"));
        platform.fund(&account, 1).await;

        let empty = platform.account_of(&customer, "USDB").await;
        assert_eq!(operate(service, &platform, &empty, internal_accounts::close).await.as_deref(), Ok("CLOSED"));
        assert_eq!(operate(service, &platform, &empty, internal_accounts::close).await, Err("CONFLICT".to_owned()));
        let changes = |all: &[causeway_testing::receiver::ReceivedRequest]| {
            all.iter().filter(|one| one.event() == "INTERNAL_ACCOUNT.STATUS_UPDATED").count()
        };
        receiver.wait_for("three changes of status", PATIENCE, |all| changes(all) >= 3).await;

        let unknown = "InternalAccount:01980000-0000-7000-8000-000000000000";
        let unknown_account = operate(service, &platform, unknown, internal_accounts::freeze).await;
        assert_eq!(unknown_account, Err("REFERENCE_NOT_FOUND".to_owned()));
    }
}

journey! {
    /// Checks that a further account is added behind the first, which stays the default.
    async fn further_account(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let first = platform.own_account("USD").await;
        let add = |currency: CurrencyCode| {
            let app = Arc::clone(service.app());
            let id = platform.id;
            service.app().store.write(&[], move |tx| {
                let context = Context::read(tx, &app, id)?;
                internal_accounts::add(tx, &context, Owner::Platform(id), currency)
            })
        };

        let added = add(CurrencyCode::USD).await.map_err(|refusal: ApiError| refusal.message).unwrap();
        assert_eq!((added.account.ordinal, added.account.doc.funding.is_empty()), (1, false));
        let listed = platform.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["data"][1]["id"]), (&json!(first), &json!(added.account.id)));

        let none = add(CurrencyCode::EUR).await.map_err(|refusal: ApiError| refusal.code.as_str());
        assert_eq!(none.map(|_| ()), Err("CONFLICT"));
    }
}
