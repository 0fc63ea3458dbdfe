//! Roles in the console: a page or an action outside the grant does not exist (conventions 2.1).

use causeway_service::operator::{Action, NOUNS, Role};
use causeway_store::platforms::Environment;
use serde_json::json;

use super::client::ConsoleClient;
use crate::harness::{Platform, Service, on_engines};
use crate::operator::acting::{act, trail, with};

/// An operator in a browser, with a role for one platform or everything.
struct Visitor<'a> {
    client: ConsoleClient,
    role: Role,
    platform: Option<&'a Platform>,
}

fn actions() -> impl Iterator<Item = &'static Action> {
    NOUNS.iter().flat_map(|noun| &noun.actions)
}

fn has_platform(action: &Action) -> bool {
    action.arguments.iter().any(|argument| argument.name == "platform")
}

/// Returns the page of an action on a platform, or on the deployment.
fn page(action: &Action, platform: &Platform) -> String {
    let Action { noun, verb, .. } = action;
    if has_platform(action) {
        return format!("/console/p/{}/do/{noun}/{verb}", platform.id);
    }
    format!("/console/do/{noun}/{verb}")
}

/// Gives a role to a new user for one platform or everything, and signs the user in.
async fn visitor<'a>(service: &Service, uid: u32, role: Role, platform: Option<&'a Platform>) -> Visitor<'a> {
    let name = format!("user-{uid}");
    let user = json!({ "name": name, "uid": uid, "roles": [role.as_str()] });
    let user = match platform {
        Some(platform) => with(platform, user),
        None => user,
    };
    act(service, "user add", user).await;
    let client = ConsoleClient::sign_in_as(service, &name).await;
    // A page with a form, so that the client has a token.
    assert_eq!(client.get("/console/passkeys").await.status, 200);
    Visitor { client, role, platform }
}

impl Visitor<'_> {
    fn exists(&self, action: &Action) -> bool {
        self.role.permissions().contains(action.permission)
            && (self.platform.is_none() || has_platform(action))
    }

    /// Opens the page of every action, and sends the form of each that is outside the grant.
    async fn walk(&self, own: &Platform, other: &Platform) {
        let scope = if self.platform.is_some() { "a platform" } else { "everything" };
        for action in actions() {
            let title = format!("{} for {scope}: {} {}", self.role, action.noun, action.verb);
            let path = page(action, own);
            if !self.exists(action) {
                assert_eq!(self.client.get(&path).await.status, 404, "{title}");
                let form = [("step", "act"), ("reason", "a test")];
                assert_eq!(self.client.post(&path, &form).await.status, 404, "{title}: its form");
                continue;
            }
            if action.has_dry_run() {
                let shown = self.client.get(&path).await;
                let is_beside = shown.status == 404 && shown.text.contains("has no page:");
                assert!(shown.status == 200 || is_beside, "{title}: {} {}", shown.status, shown.text);
            }
            if self.platform.is_some() {
                assert_eq!(self.client.get(&page(action, other)).await.status, 404, "{title}, elsewhere");
            }
        }
    }
}

on_engines! {
    /// Opens every action with every role, for a platform and for everything.
    async fn an_action_exists_for_the_roles_that_have_its_permission(service) {
        let [own, other] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        for (uid, role) in (1_000..).zip(Role::ALL) {
            let everywhere = visitor(service, uid, role, None).await;
            let on_platform = visitor(service, uid + 100, role, Some(&own)).await;
            let before = trail(service).await.len();
            everywhere.walk(&own, &other).await;
            on_platform.walk(&own, &other).await;
            assert_eq!(trail(service).await.len(), before, "{role}: something was done");
        }
    }
}

on_engines! {
    async fn a_grant_for_one_platform_shows_no_other(service) {
        let [own, other] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        for (uid, role) in (1_000..).zip(Role::ALL) {
            let Visitor { client, .. } = visitor(service, uid, role, Some(&own)).await;
            let shown = client.follow("/console").await;
            assert_eq!(shown.status, 200, "{role}");
            assert!(!shown.text.contains(&other.id.to_string()), "{role}: {}", shown.text);
            for segment in ["", "/payments"] {
                let status = async |platform: &Platform| {
                    client.get(&format!("/console/p/{}{segment}", platform.id)).await.status
                };
                assert_eq!([status(&own).await, status(&other).await], [200, 404], "{role}: {segment}");
            }
        }
    }
}

on_engines! {
    async fn an_id_of_another_platform_is_none(service) {
        let [own, other] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let foreign = other.own_account("USD").await;
        let Visitor { client, .. } = visitor(service, 1_000, Role::Operator, Some(&own)).await;
        assert_eq!(client.get(&page_of_freeze(&own, &own.own_account("USD").await)).await.status, 200);
        let before = trail(service).await.len();
        for platform in [&own, &other] {
            let path = page_of_freeze(platform, &foreign);
            assert_eq!(client.get(&path).await.status, 404);
            assert_eq!(client.post(&path, &[("step", "act"), ("reason", "a test")]).await.status, 404);
        }
        assert_eq!(trail(service).await.len(), before);
    }
}

on_engines! {
    async fn names_are_masked_for_those_who_may_not_see_persons(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"], "email": "hedy@example.com",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let path = format!("/console/go/{}", customer["id"].as_str().unwrap());
        for (uid, role, sees) in [(1_000, Role::Viewer, false), (1_001, Role::Support, true)] {
            let Visitor { client, .. } = visitor(service, uid, role, None).await;
            let shown = client.follow(&path).await;
            assert_eq!(shown.status, 200, "{role}: {}", shown.text);
            for text in ["Hedy Lamarr", "hedy@example.com"] {
                assert_eq!(shown.text.contains(text), sees, "{role}: {text}");
            }
        }
    }
}

/// Returns the page that freezes an account.
fn page_of_freeze(platform: &Platform, account: &str) -> String {
    format!("/console/p/{}/accounts/{account}/freeze", platform.id)
}
