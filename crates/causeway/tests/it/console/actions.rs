//! The page of an action: it previews, and does what its form says once the form is complete and confirmed.

use causeway_testing::receiver::{Answer, Gate};
use causeway_testing::wait::{PATIENCE, until};
use serde_json::{Value, json};

use super::client::ConsoleClient;
use super::markup;
use crate::harness::{Platform, Service, Setup, on_engines};
use crate::operator::acting::{act, on, trail, with};
use crate::operator::table_rows::TableRows;
use crate::payments::scene::{Scene, text};

/// The only table that looking may change: the last request of a session.
const SESSIONS: &str = "console_session";

fn page(platform: &Platform, path: &str) -> String {
    format!("/console/p/{}/{path}", platform.id)
}

async fn status_of(service: &Service, account: &str) -> Value {
    act(service, "account show", json!({ "account": account })).await.json["status"].take()
}

/// Returns the tables that have changed since, apart from the sessions.
async fn changed_since(service: &Service, before: &TableRows) -> Vec<String> {
    let mut changed = TableRows::read(&service.app().store).await.changed_since(before);
    changed.retain(|table| table != SESSIONS);
    changed
}

/// Opens the page of an action, previews it and carries it out: only the last changes a row.
async fn look_then_act(setup: Setup) {
    let mut service = Service::start(setup).await;
    let scene = Scene::new(&service).await;
    scene.platform.settled().await;
    service.stop_background().await;
    let console = ConsoleClient::sign_in(&service).await;
    let freeze = page(&scene.platform, &format!("accounts/{}/freeze", scene.usd));
    let before = TableRows::read(&service.app().store).await;
    let opened = console.get(&freeze).await;
    let previewed = console.post(&freeze, &[("step", "preview")]).await;
    for shown in [&opened, &previewed] {
        assert_eq!(shown.status, 200, "{}", shown.text);
        let preview = shown.text_of(".preview");
        assert!(preview.contains("from ACTIVE to FROZEN"), "{preview}");
    }
    assert_eq!(changed_since(&service, &before).await, [""; 0], "a preview changes no row");
    assert_eq!(status_of(&service, &scene.usd).await, "ACTIVE");

    let done = console.post(&freeze, &[("step", "act"), ("reason", "a stolen device")]).await;
    let account = page(&scene.platform, &format!("accounts/{}?done=freeze", scene.usd));
    assert_eq!((done.status, done.location), (303, Some(account)), "{}", done.text);
    assert_eq!(status_of(&service, &scene.usd).await, "FROZEN");
    let changed = changed_since(&service, &before).await;
    assert!(changed.iter().any(|table| table == "audit"), "{changed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_preview_changes_no_row_and_its_action_does_on_sqlite() {
    look_then_act(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_preview_changes_no_row_and_its_action_does_on_postgres() {
    look_then_act(Setup::Postgres).await;
}

on_engines! {
    /// Checks that an action leaves a row in the audit trail: who, by which channel, about what, why, and in which
    /// session.
    async fn an_action_leaves_a_trace(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let freeze = page(&scene.platform, &format!("accounts/{}/freeze", scene.usd));
        console.get(&freeze).await;
        let before = trail(service).await.len();
        let done = console.post(&freeze, &[("step", "act"), ("reason", "a stolen device")]).await;
        assert_eq!(done.status, 303, "{}", done.text);
        let trail = trail(service).await;
        assert_eq!(trail.len(), before + 1);
        let entry = trail.last().unwrap();
        assert_eq!([&*entry.actor, &*entry.channel, &*entry.action], ["owner", "console", "account freeze"]);
        assert_eq!((entry.about.as_deref(), entry.reason.as_str()), (Some(&*scene.usd), "a stolen device"));
        let sessions = act(service, "console sessions", json!({})).await.json;
        let session = format!("ConsoleSession:{}", text(&sessions[0]["session"]));
        let of_session = act(service, "audit list", json!({ "subject": session })).await.json;
        assert_eq!(of_session[0]["request"], entry.request.to_string(), "{of_session}");
    }
}

on_engines! {
    /// Checks that a refused form comes back as it was filled in, with each error at its field and in a summary.
    async fn a_refused_form_is_shown_as_it_was_filled_in(service) {
        let platform = service.platform_with(&["USD"]).await;
        let console = ConsoleClient::sign_in(service).await;
        let create = page(&platform, "do/operator-token/create");
        console.get(&create).await;
        let before = trail(service).await.len();
        let form = [("step", "act"), ("a.name", "ci"), ("a.days", "soon"), ("reason", "for <the> pipeline")];
        let refused = console.post(&create, &form).await;
        assert_eq!(refused.status, 400);
        for (field, problem) in [("a.days", "a whole number is needed"), ("a.roles", "fill it in")] {
            assert!(refused.text_of(&format!("#{field}-error")).contains(problem), "{}", refused.text);
            assert!(refused.addresses().contains(&format!("#{field}")), "the summary leads to {field}");
        }
        assert!(refused.text_of("#problem").contains("Nothing was done"), "{}", refused.text);
        assert!(refused.text.contains("autofocus"), "the summary has the focus");
        let kept = |field: &str| markup::value_of(&refused.text, field);
        assert_eq!((kept("a.name").as_deref(), kept("a.days").as_deref()), (Some("ci"), Some("soon")));

        let form = [("step", "act"), ("a.name", "ci"), ("a.days", "0"), ("a.roles", "viewer")];
        let refused = console.post(&create, &form).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text_of("#a.days-error").contains("1 to 3650"), "the entry names it: {}", refused.text);
        assert_eq!(trail(service).await.len(), before);

        let form = [("step", "act"), ("a.name", "ci"), ("a.days", "7"), ("a.roles", "viewer, support")];
        let done = console.post(&create, &form).await;
        assert_eq!(done.status, 200, "{}", done.text);
        assert!(done.text.contains("operator token") && done.text.contains("nowhere again"), "{}", done.text);
        let tokens = act(service, "operator-token list", on(&platform)).await.json;
        assert_eq!((&tokens[0]["name"], &tokens[0]["roles"]), (&json!("ci"), &json!("viewer,support")), "{tokens}");
        let token = markup::content(&done.text, "#member-6").expect("the token behind its five other members");
        assert!(token.len() > 20, "{}", done.text);
        assert!(!console.get(&page(&platform, "access")).await.text.contains(token), "it is shown once");
    }
}

on_engines! {
    /// Checks that what cannot be undone takes a reason and the end of the id, each missed at its field.
    async fn what_cannot_be_undone_is_confirmed(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let further = json!({ "currency": "USD", "customer": scene.alice["id"] });
        let added = act(service, "account add", with(&scene.platform, further)).await.json;
        let empty = text(&added["account"]);
        let close = page(&scene.platform, &format!("accounts/{empty}/close"));
        let end = &empty[empty.len() - 6..];
        assert!(console.get(&close).await.text.contains("This cannot be undone"), "it says so");
        let before = trail(service).await.len();
        let wrong = if end == "000000" { "111111" } else { "000000" };
        for (form, missed) in [
            (vec![("confirm", end)], "#reason-error"),
            (vec![("reason", "not used")], "#confirm-error"),
            (vec![("reason", "not used"), ("confirm", wrong)], "#confirm-error"),
        ] {
            let refused = console.post(&close, &[&[("step", "act")][..], &form[..]].concat()).await;
            assert_eq!(refused.status, 400, "{form:?}");
            assert!(!refused.text_of(missed).is_empty(), "{form:?}");
        }
        assert_eq!(trail(service).await.len(), before);
        let form = [("step", "act"), ("reason", "not used"), ("confirm", end)];
        let done = console.post(&close, &form).await;
        assert_eq!(done.status, 303, "{}", done.text);
        assert_eq!(status_of(service, empty).await, "CLOSED");
    }
}

on_engines! {
    /// Checks that nothing is done to a resource that has changed since its page, and that both states are shown.
    async fn a_resource_that_has_changed_meanwhile_is_shown_in_both_states(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let freeze = page(&scene.platform, &format!("accounts/{}/freeze", scene.usd));
        let opened = console.get(&freeze).await;
        let field = |name: &str| markup::value_of(&opened.text, name).expect("a hidden field");
        let seen = field("seen");
        let status = field("seen-status");
        let account = json!({ "account": scene.usd });
        act(service, "account freeze", account.clone()).await;
        let before = trail(service).await.len();
        for step in ["act", "preview"] {
            let form = [("step", step), ("seen", &*seen), ("seen-status", &*status)];
            let refused = console.post(&freeze, &form).await;
            assert_eq!(refused.status, 409, "{step}");
            let changed = refused.text_of("#changed");
            let now = act(service, "account show", account.clone()).await.json["version"].take();
            for part in ["ACTIVE", "FROZEN", &seen, text(&now)] {
                assert!(changed.contains(part), "{step}: {part} is not in {changed}");
            }
        }
        assert_eq!(trail(service).await.len(), before, "nothing was done");
        act(service, "account release", account).await;
    }
}

on_engines! {
    /// Checks that fields that were edited behind their preview are previewed again before anything is done.
    async fn what_was_not_previewed_is_not_done(service) {
        let console = ConsoleClient::sign_in(service).await;
        let set = "/console/do/setting/set";
        let opened = console.get(&format!("{set}?a.name=payout_timeout_days")).await;
        assert_eq!(opened.status, 200);
        assert!(!opened.text.contains("id=\"problem\""), "an empty field is no mistake yet: {}", opened.text);
        let [name, value] = [("a.name", "payout_timeout_days"), ("a.value", "6")];
        let previewed = console.post(set, &[("step", "preview"), name, value]).await;
        assert!(previewed.text_of(".preview").contains("payout_timeout_days from 5 to 6"), "{}", previewed.text);
        let digest = markup::value_of(&previewed.text, "previewed").expect("a digest");

        let edited = [("step", "act"), name, ("a.value", "60"), ("previewed", &*digest)];
        let refused = console.post(set, &edited).await;
        assert_eq!(refused.status, 409, "{}", refused.text);
        assert!(refused.text_of("#problem").contains("changed since their preview"), "{}", refused.text);
        assert!(refused.text_of(".preview").contains("from 5 to 60"), "{}", refused.text);
        let shown = act(service, "setting get", json!({ "name": "payout_timeout_days" })).await.json;
        assert_eq!(shown["value"], 5);
        let done = console.post(set, &[("step", "act"), name, value, ("previewed", &*digest)]).await;
        assert_eq!(done.status, 200, "{}", done.text);
        let shown = act(service, "setting get", json!({ "name": "payout_timeout_days" })).await.json;
        assert_eq!(shown["value"], 6);
    }
}

on_engines! {
    /// Checks that an action outside of the operator's roles names those that have it, and that buttons to it are grey.
    async fn an_action_of_another_role_names_that_role(service) {
        let scene = Scene::new(service).await;
        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        act(service, "deposit push", with(&scene.platform, push)).await;
        scene.platform.settled().await;
        let alerts = act(service, "alert list", on(&scene.platform)).await.json;
        let alert = page(&scene.platform, &format!("alerts/{}", text(&alerts[0]["alert"])));
        act(service, "user add", json!({ "name": "vera", "uid": 1_000, "roles": ["viewer"] })).await;
        let viewer = ConsoleClient::sign_in_as(service, "vera").await;
        let owner = ConsoleClient::sign_in(service).await;

        let freeze = page(&scene.platform, &format!("accounts/{}/freeze", scene.usd));
        let refused = viewer.get(&freeze).await;
        assert_eq!(refused.status, 404);
        assert!(refused.text.contains("it takes the role operator"), "{}", refused.text);
        let grey = viewer.get(&alert).await;
        let actions = grey.text_of(".actions");
        assert!(actions.contains("Close Permission: support. Roles: support, operator."), "{actions}");
        let close = format!("{alert}/close");
        assert!(!grey.addresses().contains(&close), "{}", grey.text);
        assert!(owner.get(&alert).await.addresses().contains(&close));
        assert!(!grey.text.contains(">Access<") && owner.get(&alert).await.text.contains(">Access<"), "in menus too");
        assert_eq!(viewer.get("/console/access").await.status, 404);
    }
}

on_engines! {
    /// Checks that an export is a file, behind its row in the audit trail.
    async fn an_export_is_a_file(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let console = ConsoleClient::sign_in(service).await;
        let export = page(&scene.platform, "do/export/postings");
        let opened = console.get(&export).await;
        assert!(opened.text_of(".preview").contains("The audit trail records who has looked"), "{}", opened.text);
        let file = console.post(&export, &[("step", "act"), ("reason", "the month"), ("confirm", "postings")]).await;
        assert_eq!(file.status, 200, "{}", file.text);
        let disposition = file.headers.get("content-disposition").and_then(|value| value.to_str().ok());
        assert_eq!(disposition, Some("attachment; filename=\"export-postings\""));
        assert!(file.text.contains("cursor"), "{}", file.text);
        let entry = trail(service).await.pop().unwrap();
        assert_eq!((entry.action.as_str(), entry.reason.as_str()), ("export postings", "the month"));
    }
}

on_engines! {
    /// Advances a clock past deliveries to an endpoint that does not answer: the page shows that it goes on, to the session
    /// that has begun it.
    async fn what_takes_long_has_a_page_of_its_own(service) {
        let platform = service.platform_with(&["USD"]).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        let gate = Gate::closed();
        receiver.answer_always(Answer::status(204).held_by(&gate));
        platform.customer(&["USD"]).await;
        let console = ConsoleClient::sign_in(service).await;
        let advance = page(&platform, "do/clock/advance");
        console.get(&advance).await;
        let begun = console.post(&advance, &[("step", "act"), ("a.by", "1d")]).await;
        let progress = begun.location.expect("the page of the progress");
        assert!(begun.status == 303 && progress.starts_with("/console/runs/"), "{progress}");
        let shown = console.get(&progress).await;
        assert!(shown.text_of("data-live=progress").contains("It goes on if you leave this page"), "{}", shown.text);
        assert!(!shown.text.contains(">Cancel<"), "a clock is not left between two steps");
        let other = ConsoleClient::sign_in(service).await;
        assert_eq!(other.get(&progress).await.status, 404, "of another session");

        gate.open();
        let look = || async {
            let shown = console.get(&progress).await.text_of("data-live=progress");
            if shown.starts_with("Done") { Ok(shown) } else { Err(shown) }
        };
        let done = until("the clock", PATIENCE, look).await;
        assert!(done.contains("remaining deliveries 0"), "{done}");
        platform.resume().await;
    }
}

on_engines! {
    /// Sends events again by a filter: the lines of its progress end with the outcome.
    async fn events_chosen_by_a_filter_are_sent_again(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.customer(&["USD"]).await;
        let receiver = platform.receiver().await;
        let console = ConsoleClient::sign_in(service).await;
        let replay = page(&platform, "do/webhook/replay");
        let opened = console.get(&replay).await;
        assert!(opened.status == 200 && !opened.text.contains("id=\"problem\""), "{}", opened.text);
        let filter = ("a.type", "CUSTOMER.KYC_APPROVED");
        let previewed = console.post(&replay, &[("step", "preview"), filter]).await;
        assert!(previewed.text_of(".preview").contains("send 1 event again"), "{}", previewed.text);
        let done = console.post(&replay, &[("step", "act"), filter]).await;
        assert_eq!(done.status, 200, "{}", done.text);
        let answer = done.text_of(".details");
        assert!(answer.contains("replayed 1") && answer.contains("is done yes"), "{answer}");
        receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
    }
}
