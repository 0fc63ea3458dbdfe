//! Accounts in production: screening, decisions of operators, and the details without which no payment is
//! made (money 4.1, 4.3).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::wait::{self, PATIENCE};
use serde_json::{Value, json};

use super::walks::{PLATFORMS, account, delete, dollars, for_customer, path, register};
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, expect_error, rows, with};

async fn status(platform: &Platform, account: &Value) -> String {
    let account = platform.get(&path(PLATFORMS, account)).send().await.expect(200);
    account["status"].as_str().expect("a status").to_owned()
}

/// Returns an account in dollars of a holder whom the screening of the tests knows.
fn held_by(name: &str, number: &str) -> Value {
    let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": name });
    let members = json!({ "accountNumber": number, "routingNumber": "021000021", "beneficiary": holder });
    account("USD_ACCOUNT", "USD", &members)
}

journey! {
    /// Checks that a new bank account waits for its screening, which decides or leaves the decision to an
    /// operator.
    async fn screening(service) {
        let platform = service.platform(Environment::Production).await;
        for (number, (name, expected, events)) in [
            ("Clean Person", "ACTIVE", 1),
            ("Dubious Person", "UNDER_REVIEW", 1),
            ("Refused Person", "INACTIVE", 1),
            ("Late Person", "ACTIVE", 1),
            ("Erika Musterfrau", "PENDING", 0),
        ]
        .into_iter()
        .enumerate()
        {
            let account = register(&platform, &held_by(name, &number.to_string())).await;
            assert_eq!(account["status"], "PENDING");

            wait::until("the screening", PATIENCE, || async {
                let status = status(&platform, &account).await;
                if status == expected { Ok(()) } else { Err(format!("{name} is {status}")) }
            })
            .await;
            platform.settled().await;
            assert_eq!(status(&platform, &account).await, expected, "the status does not change");

            let about = with(&platform, json!({ "resource": account["id"] }));
            let deliveries = rows(service, "webhook list", about).await;
            assert_eq!(deliveries.as_array().expect("a list").len(), events, "{deliveries}");
            assert!(events == 0 || deliveries[0]["event_type"] == "EXTERNAL_ACCOUNT.STATUS_UPDATED", "{deliveries}");
        }
    }
}

journey! {
    /// Checks that accounts wait in the list and in the inbox until an operator decides, whether their screening leaves
    /// the decision to a person or there is none, and that the inbox leads to a look before the decision.
    async fn accounts_wait_for_an_operator(service) {
        let platform = service.platform(Environment::Production).await;
        let pending = register(&platform, &held_by("Erika Musterfrau", "1")).await;
        let dubious = register(&platform, &held_by("Dubious Person", "2")).await;
        register(&platform, &held_by("Clean Person", "3")).await;
        let deleted = register(&platform, &held_by("Dubious Holder", "4")).await;
        platform.settled().await;
        platform.delete(&path(PLATFORMS, &deleted)).send().await.expect(204);
        let waiting = async |action: &str, arguments: Value, member: &str| {
            let found = rows(service, action, with(&platform, arguments)).await;
            let ids: Vec<Value> = found.as_array().expect("rows").iter().map(|row| row[member].clone()).collect();
            ids
        };
        let all = [pending["id"].clone(), dubious["id"].clone()];
        let newest_first = [dubious["id"].clone(), pending["id"].clone()];
        let of_kind = json!({ "kind": "EXTERNAL_ACCOUNT" });
        assert_eq!(waiting("external-account list", json!({ "waiting": true }), "account").await, newest_first);
        assert_eq!(waiting("inbox list", of_kind.clone(), "id").await, all);
        assert_eq!(waiting("external-account list", json!({ "status": "PENDING" }), "account").await, all[..1]);

        for row in rows(service, "inbox list", with(&platform, of_kind.clone())).await.as_array().expect("rows") {
            assert_eq!(row["next"], format!("causeway external-account show {}", row["id"].as_str().expect("an id")));
            let shown = act(service, "external-account show", json!({ "account": row["id"] })).await.json;
            let enable = format!("causeway external-account enable {} --reason TEXT", row["id"].as_str().expect("an id"));
            assert!(shown["commands"].as_array().expect("commands").contains(&json!(enable)), "{shown}");
            assert!(shown["unusable"].as_str().is_some_and(|reason| reason.contains(&enable)), "{shown}");
        }
        act(service, "external-account enable", json!({ "account": pending["id"] })).await;
        assert_eq!(waiting("inbox list", of_kind.clone(), "id").await, all[1..]);
        act(service, "external-account disable", json!({ "account": dubious["id"] })).await;
        assert_eq!(waiting("inbox list", of_kind, "id").await, [Value::Null; 0]);
        assert_eq!(waiting("external-account list", json!({ "waiting": true }), "account").await, [Value::Null; 0]);
    }
}

journey! {
    /// Checks that operators decide about accounts without a screening, and change the status of others
    /// later.
    async fn operators(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = register(&platform, &for_customer(&customer, dollars("000123456789"))).await;
        receiver.forget();

        let named = || with(&platform, json!({ "account": account["id"] }));
        expect_error(service, "external-account enable", named(), Kind::Refused).await;
        for (verb, expected) in [
            ("review", "UNDER_REVIEW"),
            ("enable", "ACTIVE"),
            ("disable", "INACTIVE"),
            ("enable", "ACTIVE"),
            ("review", "UNDER_REVIEW"),
            ("disable", "INACTIVE"),
        ] {
            let done = act(service, &format!("external-account {verb}"), named()).await;
            assert_eq!((&done.json["status"], &done.json["customer"]), (&json!(expected), &customer["id"]));
            assert!(!done.json.to_string().contains("000123456789"), "operators need no account numbers: {}", done.json);
        }

        expect_error(service, "external-account review", named(), Kind::Refused).await;
        expect_error(service, "external-account disable", named(), Kind::Refused).await;

        let requests = receiver.wait_for("six changes of status", PATIENCE, |all| all.len() >= 6).await;
        let last = requests.iter().map(|event| event.json()).find(|event| event["data"]["status"] == "INACTIVE");
        let last = last.expect("an inactive account");
        assert_eq!((&last["type"], &last["data"]["id"]), (&json!("EXTERNAL_ACCOUNT.STATUS_UPDATED"), &account["id"]));
        assert_eq!(last["data"]["accountInfo"], account["accountInfo"], "the full account");

        delete(&platform, &account).send().await.expect(204);
        expect_error(service, "external-account enable", named(), Kind::NotFound).await;

        let production = service.platform(Environment::Production).await;
        let pending_account = register(&production, &dollars("000123456789")).await;
        let done = act(service, "external-account enable", with(&production, json!({ "account": pending_account["id"] }))).await;
        assert_eq!(done.json["status"], "ACTIVE");
        expect_error(service, "external-account enable", with(&platform, json!({ "account": pending_account["id"] })), Kind::NotFound).await;
    }
}

journey! {
    /// Checks that an account is paid only if it is active and enough is known of its holder.
    async fn paying(service) {
        let platform = service.platform(Environment::Production).await;
        let source = platform.own_account("USD").await;
        for receiving in ["EUR", "BTC", "INR"] {
            act(service, "rate set", json!({ "sending": "USD", "receiving": receiving, "rate": "0.5", "confirm": "0.5" })).await;
        }

        let quote = async |account: &Value, purpose: Option<&str>| {
            let body = json!({
                "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "ACCOUNT", "accountId": account["id"] },
                "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 100_000, "purposeOfPayment": purpose,
            });
            platform.post("/quotes").json(&body).send().await
        };
        let enable = async |account: &Value| {
            act(service, "external-account enable", with(&platform, json!({ "account": account["id"] }))).await;
        };
        let known = |mut holder: Value| {
            holder["address"] = json!({ "line1": "1 Main Street", "city": "Town", "postalCode": "10000", "country": "DE" });
            holder
        };
        let euro = |iban: &str, holder: Value| account("EUR_ACCOUNT", "EUR", &json!({ "iban": iban, "beneficiary": holder }));

        let company = json!({ "beneficiaryType": "BUSINESS", "legalName": "Muster AG" });
        let new_account = register(&platform, &euro("DE89370400440532013000", company.clone())).await;
        let waits = quote(&new_account, None).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(waits["details"]["reason"], "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        enable(&new_account).await;
        let lacking = quote(&new_account, None).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        let all = ["address.line1", "address.city", "address.postalCode", "address.country", "registrationNumber"];
        assert_eq!(lacking["details"]["missingFields"], json!(all.map(|path| format!("beneficiary.{path}"))));

        let mut registered = known(company);
        registered["registrationNumber"] = json!("HRB 1");
        let new_account = register(&platform, &euro("GB82WEST12345698765432", registered)).await;
        enable(&new_account).await;

        // All details are known; this deployment only has no rail.
        quote(&new_account, None).await.expect_error(501, "NOT_IMPLEMENTED");

        let india = account("INR_ACCOUNT", "INR", &json!({ "vpa": "user@upi" }));
        let account = register(&platform, &india).await;
        enable(&account).await;
        let lacking = quote(&account, None).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(lacking["details"]["missingFields"], json!(["purposeOfPayment"]));
        quote(&account, Some("GIFT")).await.expect_error(501, "NOT_IMPLEMENTED");
    }
}
