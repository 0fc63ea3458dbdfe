//! Invitations over HTTP (customers 9).

use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_store::Error;
use causeway_store::platforms::Environment;
use causeway_store::settings::{Scope, set};
use causeway_testing::http::{Client, Response};
use serde_json::{Value, json};

use super::walks::{fields, path};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::export_person;

async fn create(platform: &Platform, body: &Value) -> Response {
    platform.post("/invitations").json(body).send().await
}

fn at(invitation: &Value) -> String {
    format!("/invitations/{}", invitation["code"].as_str().expect("an invitation"))
}

async fn claim(platform: &Platform, invitation: &Value, invitee: &Value) -> Response {
    let body = json!({ "inviteeUma": invitee["umaAddress"] });
    platform.post(&format!("{}/claim", at(invitation))).json(&body).send().await
}

async fn cancel(platform: &Platform, invitation: &Value) -> Response {
    platform.post(&format!("{}/cancel", at(invitation))).send().await
}

async fn store_setting(service: &Service, scope: Scope, name: &'static str, value: Value) {
    let write = service.app().store.write::<_, Error, _>(&[], move |tx| set(tx, scope, name, &value));
    write.await.unwrap();
}

/// Returns the balances of all accounts of a platform's customers.
async fn balances(platform: &Platform) -> Vec<Value> {
    let accounts = platform.get("/customers/internal-accounts").send().await.expect(200);
    accounts["data"].as_array().unwrap().iter().map(|account| account["totalBalance"].clone()).collect()
}

journey! {
    /// Checks creation, the claim from another platform, a second claim and a late cancellation; cancellation
    /// by either platform; expiry; an unknown code; missing settings.
    async fn customers_k20_invitations(service) {
        let one = service.platform(Environment::Sandbox).await;
        let two = service.platform(Environment::Sandbox).await;
        let receiver = one.receiver().await;
        let inviter = one.customer(&["USD"]).await;
        let invitee = two.customer(&["USD"]).await;
        let before = (balances(&one).await, balances(&two).await);

        let body = json!({ "inviterUma": inviter["umaAddress"], "firstName": "Ada", "amountToSend": 5000 });
        let invitation = create(&one, &body).await.expect(201);
        assert_eq!((&invitation["status"], &invitation["inviterUma"], &invitation["firstName"]), (&json!("PENDING"), &inviter["umaAddress"], &json!("Ada")));
        assert_eq!((&invitation["amountToSend"]["amount"], &invitation["amountToSend"]["currency"]["code"]), (&json!(5000), &json!("USD")));
        let code = invitation["code"].as_str().unwrap();
        assert!(code.len() == 10 && code.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()));
        assert!(invitation["url"].as_str().unwrap().ends_with(&format!("/i/{code}")), "{invitation}");
        assert_eq!(two.get(&at(&invitation)).send().await.expect(200), invitation);

        let claimed = claim(&two, &invitation, &invitee).await.expect(200);
        assert_eq!((&claimed["status"], &claimed["inviteeUma"]), (&json!("CLAIMED"), &invitee["umaAddress"]));
        assert!(claimed["claimedAt"].is_string(), "{claimed}");
        let event = receiver.wait_for_event("INVITATION.CLAIMED").await;
        assert_eq!(event.json()["data"], claimed);
        claim(&two, &invitation, &invitee).await.expect_error(400, "INVITATION_ALREADY_CLAIMED");
        let error = cancel(&one, &invitation).await.expect_error(400, "INVITATION_ALREADY_CLAIMED");
        assert_eq!(error["details"], json!({ "status": "CLAIMED", "inviteeUma": invitee["umaAddress"] }));

        let other = create(&one, &body).await.expect(201);
        cancel(&two, &other).await.expect_error(403, "FORBIDDEN");
        assert_eq!(cancel(&one, &other).await.expect(200)["status"], "CANCELLED");
        for again in [claim(&two, &other, &invitee).await, cancel(&one, &other).await] {
            again.expect_error(400, "INVITATION_CANCELLED");
        }

        one.freeze().await;
        let now = create(&one, &body).await.expect(201)["createdAt"].as_str().unwrap().parse::<causeway_domain::Time>().unwrap();
        let expiring = |seconds| {
            let mut body = body.clone();
            body["expiresAt"] = json!(now.plus(Duration::from_secs(seconds)).to_string());
            body
        };

        let error = create(&one, &expiring(0)).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["expiresAt"]);
        let short = create(&one, &expiring(1)).await.expect(201);

        one.advance(Duration::from_secs(1)).await;
        for reader in [&one, &two] {
            assert_eq!(reader.get(&at(&short)).send().await.expect(200)["status"], "EXPIRED");
        }
        for error in [claim(&two, &short, &invitee).await, cancel(&one, &short).await] {
            let details = error.expect_error(400, "INVALID_INPUT")["details"].clone();
            assert_eq!(details, json!({ "status": "EXPIRED", "expiresAt": short["expiresAt"] }));
        }

        let unknown = json!({ "code": "nobodyhas1" });
        one.get(&at(&unknown)).send().await.expect_error(404, "INVITATION_NOT_FOUND");
        claim(&two, &unknown, &invitee).await.expect_error(404, "INVITATION_NOT_FOUND");
        cancel(&one, &unknown).await.expect_error(404, "INVITATION_NOT_FOUND");
        assert_eq!((balances(&one).await, balances(&two).await), before);

        let bare = service.platform(Environment::Production).await;
        let customer = bare.post("/customers").json(&json!({ "customerType": "INDIVIDUAL" })).send().await.expect(201);
        let body = json!({ "inviterUma": customer["umaAddress"] });
        create(&bare, &body).await.expect_error(400, "INVITATIONS_NOT_CONFIGURED");
        bare.get(&at(&invitation)).send().await.expect_error(404, "INVITATION_NOT_FOUND");
        set_up(service, bare.id).await;
        let invitation = create(&bare, &body).await.expect(201);
        assert!(invitation["url"].as_str().unwrap().starts_with("https://pay.example.com/i/"), "{invitation}");
        assert!(invitation.get("amountToSend").is_none() && invitation.get("expiresAt").is_none(), "{invitation}");
    }
}

/// Stores the settings without which a production platform cannot invite.
async fn set_up(service: &Service, platform: PlatformId) {
    let value = json!({ "display_name": "Pay", "onboarding_url": "https://pay.example.com/join" });
    store_setting(service, Scope::Platform(platform), "invitations", value).await;
    store_setting(service, Scope::Deployment, "invite_base_url", json!("https://pay.example.com/")).await;
}

journey! {
    async fn inviter_and_invitee_must_be_customers(service) {
        let one = service.platform(Environment::Sandbox).await;
        let two = service.platform(Environment::Sandbox).await;
        let inviter = one.customer(&["USD"]).await;
        let invitee = two.customer(&["USD"]).await;
        for wrong in [&invitee["umaAddress"], &json!("$nobody@example.com"), &json!("jane")] {
            create(&one, &json!({ "inviterUma": wrong })).await.expect_error(400, "INVALID_UMA_ADDRESS");
        }

        let body_with = |amount: Value| json!({ "inviterUma": inviter["umaAddress"], "amountToSend": amount });
        for wrong in [json!(0), json!(-1), json!(1.5), json!("5")] {
            create(&one, &body_with(wrong)).await.expect_error(400, "INVALID_AMOUNT");
        }
        create(&one, &body_with(json!(100_000_000_001_i64))).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        let invitation = create(&one, &body_with(json!(100_000_000_000_i64))).await.expect(201);

        for wrong in [&inviter, &json!({ "umaAddress": "$x" })] {
            claim(&two, &invitation, wrong).await.expect_error(400, "INVALID_UMA_ADDRESS");
        }
        let error = claim(&one, &invitation, &inviter).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["inviteeUma"]);
        let shouted = json!({ "umaAddress": invitee["umaAddress"].as_str().unwrap().to_uppercase() });
        assert_eq!(claim(&two, &invitation, &shouted).await.expect(200)["inviteeUma"], invitee["umaAddress"]);

        let open = create(&one, &body_with(json!(1))).await.expect(201);
        one.delete(&path(&inviter)).send().await.expect(200);
        assert_eq!(one.get(&at(&open)).send().await.expect(200)["status"], "CANCELLED");
        assert_eq!(one.get(&at(&invitation)).send().await.expect(200)["status"], "CLAIMED");
        create(&one, &body_with(json!(1))).await.expect_error(400, "INVALID_UMA_ADDRESS");

        let another = one.customer(&["USD"]).await;
        let open = create(&one, &json!({ "inviterUma": another["umaAddress"] })).await.expect(201);
        two.delete(&path(&invitee)).send().await.expect(200);
        claim(&two, &open, &invitee).await.expect_error(400, "INVALID_UMA_ADDRESS");
    }
}

journey! {
    /// Checks that one of two concurrent claims wins, and that there is one event.
    async fn one_of_two_claims_wins(service) {
        let one = service.platform(Environment::Sandbox).await;
        let two = service.platform(Environment::Sandbox).await;
        let receiver = one.receiver().await;
        let inviter = one.customer(&["USD"]).await;
        let first = two.customer(&["USD"]).await;
        let second = two.customer(&["USD"]).await;
        for round in 1..=5 {
            let invitation = create(&one, &json!({ "inviterUma": inviter["umaAddress"] })).await.expect(201);
            let (a, b) = tokio::join!(claim(&two, &invitation, &first), claim(&two, &invitation, &second));
            let (won, lost) = if a.status == 200 { (a, b) } else { (b, a) };
            let won = won.expect(200);
            lost.expect_error(400, "INVITATION_ALREADY_CLAIMED");
            assert_eq!(one.get(&at(&invitation)).send().await.expect(200), won);

            one.settled().await;
            let events = receiver.received();
            assert_eq!(events.iter().filter(|event| event.event() == "INVITATION.CLAIMED").count(), round);
        }
    }
}

journey! {
    /// Checks the page that the invited person sees, until the invitation is over.
    async fn an_invitation_leads_to_a_page(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let inviter = platform.customer(&["USD"]).await;
        let settings = json!({
            "display_name": "Pay & Co", "logo": "https://pay.example.com/logo.png", "countries": ["US", "DE"],
            "onboarding_url": "https://pay.example.com/join?from=mail",
        });
        store_setting(service, Scope::Platform(platform.id), "invitations", settings).await;

        let body = json!({ "inviterUma": inviter["umaAddress"], "firstName": "Ada", "amountToSend": 5000 });
        let invitation = create(&platform, &body).await.expect(201);
        let code = invitation["code"].as_str().unwrap();
        let browser = Client::new(&service.bases()[0].replace(causeway::router::BASE_PATH, ""));
        let open = || browser.get(&format!("/i/{code}")).send();

        let page = open().await;
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        assert!(page.header("content-security-policy").unwrap().contains("img-src https://pay.example.com;"), "{page}");
        let text = String::from_utf8(page.body.to_vec()).unwrap();
        let link = format!("https://pay.example.com/join?from=mail&#38;code={code}");
        for phrase in [inviter["umaAddress"].as_str().unwrap(), "Pay &#38; Co", "50.00 USD", "United States, Germany", &link] {
            assert!(text.contains(phrase), "{phrase} is not in {text}");
        }
        assert_eq!(text.matches("<h1").count(), 1, "{text}");

        cancel(&platform, &invitation).await.expect(200);
        let over = open().await;
        assert_eq!(over.status, 410);
        let text = String::from_utf8(over.body.to_vec()).unwrap();
        assert!(text.contains("This invitation was withdrawn.") && !text.contains("/join"), "{text}");

        for unknown in ["nobodyhas1", "x", "%ff"] {
            assert_eq!(browser.get(&format!("/i/{unknown}")).send().await.status, 404);
        }
    }
}

journey! {
    /// Exports what is held about an inviter, with its invitations and the actions of operators about it.
    async fn invitations_are_in_the_export_of_a_person(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let inviter = platform.customer(&["USD"]).await;
        let body = json!({ "inviterUma": inviter["umaAddress"], "firstName": "Ada", "amountToSend": 5000 });
        let invitation = create(&platform, &body).await.expect(201);
        let held = export_person(service, &inviter["id"]).await;
        let exported = &held["invitations"][0];
        assert_eq!((&exported["code"], &exported["firstName"]), (&invitation["code"], &json!("Ada")));
        assert_eq!(held["operatorActions"][0]["action"], "customer export", "{held}");
        assert_eq!((&held["strongAuthentication"], &held["cardReveals"], &held["travelRuleData"]), (&json!([]), &json!([]), &json!([])));
    }
}
