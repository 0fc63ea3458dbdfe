//! Roles of operators: an action outside the grant can be run over no channel (conventions 2.1).

use causeway_service::operator::{Action, Kind, NOUNS, Role};
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, trail, try_action_as, with};
use super::channels::{OWNER, network, owner_socket, socket, with_token, with_user};
use crate::harness::{Platform, on_engines};

/// A client with roles for one platform or everything.
struct Visitor<'a> {
    client: Client,
    name: String,
    roles: &'a [Role],
    platform: Option<&'a Platform>,
}

/// The platforms that a visitor names.
struct NamedPlatforms<'a> {
    /// A platform of the grant.
    own: &'a Platform,
    other: &'a Platform,
}

fn actions() -> impl Iterator<Item = &'static Action> {
    NOUNS.iter().flat_map(|noun| &noun.actions)
}

fn has_platform(action: &Action) -> bool {
    action.arguments.iter().any(|argument| argument.name == "platform")
}

/// Sends arguments that no action has, so that nothing happens, and returns the answer.
async fn visit(client: &Client, action: &Action, platform: Option<&Platform>) -> (u16, Value) {
    visit_at(client, &format!("/operator/{}/{}", action.noun, action.verb), platform).await
}

async fn visit_at(client: &Client, path: &str, platform: Option<&Platform>) -> (u16, Value) {
    let mut arguments = json!({ "no_such_argument": true });
    if let Some(platform) = platform {
        arguments = with(platform, arguments);
    }
    let response = client.post(path).json(&json!({ "arguments": arguments })).send().await;
    (response.status, response.json())
}

impl Visitor<'_> {
    fn exists(&self, action: &Action) -> bool {
        self.roles.iter().any(|role| role.permissions().contains(action.permission))
            && (self.platform.is_none() || has_platform(action))
    }

    async fn walk(&self, NamedPlatforms { own, other }: NamedPlatforms<'_>) {
        let name = &self.name;
        let (status, nowhere) = visit_at(&self.client, "/operator/nothing/nowhere", None).await;
        assert_eq!(
            (status, &nowhere["message"]),
            (404, &json!("there is no action nothing nowhere")),
            "{name}"
        );
        for action in actions() {
            let title = format!("{name}: {} {}", action.noun, action.verb);
            let (status, error) = visit(&self.client, action, None).await;
            if !self.exists(action) {
                let lacks = match self.roles.iter().any(|role| role.permissions().contains(action.permission))
                {
                    true => format!("{} {} is about the deployment", action.noun, action.verb),
                    false => format!("it takes the role {}", action.permission.roles().join(" or ")),
                };
                assert_eq!((status, &error["kind"]), (404, &nowhere["kind"]), "{title}: {error}");
                assert!(
                    error["message"].as_str().is_some_and(|text| text.contains(&lacks)),
                    "{title}: {error}"
                );
                continue;
            }
            assert_eq!((status, &error["kind"]), (400, &json!("invalid")), "{title}: {error}");
            if has_platform(action) {
                let (status, error) = visit(&self.client, action, Some(own)).await;
                assert_eq!(status, 400, "{title} on its own platform: {error}");
                let (status, error) = visit(&self.client, action, Some(other)).await;
                let expected = if self.platform.is_none() { 400 } else { 404 };
                assert_eq!(status, expected, "{title} on another platform: {error}");
            }
        }
        let listed = self.client.get("/operator").send().await.expect(200);
        let listed: Vec<_> =
            listed.as_array().unwrap().iter().map(|one| (one["noun"].clone(), one["verb"].clone())).collect();
        let expected: Vec<_> = actions()
            .filter(|action| self.exists(action))
            .map(|action| (json!(action.noun), json!(action.verb)))
            .collect();
        assert_eq!(listed, expected, "{name}");
    }
}

on_engines! {
    /// Walks through every action with every role, for each platform and for everything, over each channel.
    async fn an_action_exists_for_the_roles_that_have_its_permission(service) {
        let [one, two] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let network = network(service).await;
        for (number, role) in (1_000..).zip(Role::ALL) {
            for (step, platform, other) in [(0, None, &one), (100, Some(&one), &two), (200, Some(&two), &one)] {
                let roles = [role.as_str()];
                let name = format!("{role}-{step}");
                let by_token = with_token(service, &network, &name, &roles, platform).await;
                let by_user = with_user(service, number + step, &roles, platform).await;
                for (channel, client) in [("token", by_token), ("user", by_user)] {
                    let visitor = Visitor { client, name: format!("{name} by {channel}"), roles: &[role], platform };
                    visitor.walk(NamedPlatforms { own: platform.unwrap_or(&two), other }).await;
                }
            }
        }
        let owners = [socket(service, 0).await, socket(service, OWNER).await, owner_socket(service).await];
        for (client, name) in owners.into_iter().zip(["root", "the owner", "the socket in the data folder"]) {
            let visitor = Visitor { client, name: name.to_owned(), roles: &Role::ALL, platform: None };
            visitor.walk(NamedPlatforms { own: &one, other: &two }).await;
        }
    }
}

on_engines! {
    async fn an_action_outside_the_grant_changes_nothing_and_reads_no_request(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let viewer = with_token(service, &network, "viewer", &["viewer"], None).await;
        let before = trail(service).await.len();
        let freeze = json!({ "arguments": { "platform": platform.id } });
        viewer.post("/operator/clock/freeze").json(&freeze).send().await.expect(404);
        viewer.post("/operator/clock/freeze").raw("application/json", "{").send().await.expect(404);
        viewer.post("/operator/clock/show").raw("application/json", "{").send().await.expect(400);
        let clock = viewer.post("/operator/clock/show").json(&freeze).send().await.expect(200);
        assert_eq!((&clock["is_frozen"], trail(service).await.len()), (&json!(false), before));

        let support = with_token(service, &network, "support", &["viewer", "support"], Some(&platform)).await;
        support.post("/operator/clock/freeze").json(&freeze).send().await.expect(200);
        assert_eq!(trail(service).await.len(), before + 2, "the token and the clock");
    }
}

on_engines! {
    async fn a_grant_for_one_platform_finds_nothing_of_another(service) {
        let own = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let [account, foreign] = [own.own_account("USD").await, other.own_account("USD").await];
        let network = network(service).await;
        let operator = with_token(service, &network, "operator", &["operator", "admin"], Some(&own)).await;
        let act_on = async |action: &str, arguments: Value| {
            let request = json!({ "arguments": arguments, "reason": "a test" });
            operator.post(&format!("/operator/{action}")).json(&request).send().await
        };
        act_on("account/freeze", json!({ "account": account })).await.expect(200);
        act_on("account/freeze", json!({ "account": foreign })).await.expect(404);
        let shown = act_on("platform/show", json!({})).await.expect(200);
        assert_eq!(shown["platform"], json!(own.id), "its platform need not be named");
        act_on("platform/show", json!({ "platform": other.id })).await.expect(404);
        let setting = json!({ "name": "regulated", "value": "on" });
        act_on("setting/set", setting).await.expect(200);
        let of = async |platform: &Platform| {
            act(service, "setting get", with(platform, json!({ "name": "regulated" }))).await.json["value"].clone()
        };
        assert_eq!([of(&own).await, of(&other).await], [json!(true), json!(false)], "not the deployment's");

        let made = act_on("operator-token/create", json!({ "name": "more", "roles": ["admin"] })).await.expect(200);
        assert_eq!(made["platform"], json!(own.id), "a grant passes on no more than its platform");
        let entries = act_on("audit/list", json!({})).await.expect(200);
        assert!(entries.as_array().unwrap().iter().all(|entry| entry["platform"] == json!(own.id)), "{entries}");
        act_on("operator-token/revoke", json!({ "name": "operator" })).await.expect(200);
        assert_eq!(act_on("platform/show", json!({})).await.status, 401);
    }
}

on_engines! {
    /// Two platforms with a role each: one has to be chosen, and the other one stays out of reach.
    async fn roles_for_two_platforms_add_up(service) {
        let [one, two] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let user = with_user(service, 1_500, &["viewer"], Some(&one)).await;
        act(service, "user add", with(&two, json!({ "name": "user-1500", "uid": 1500, "roles": ["support"] }))).await;
        let show = async |arguments: Value| {
            user.post("/operator/clock/show").json(&json!({ "arguments": arguments })).send().await.status
        };
        assert_eq!(show(json!({})).await, 400);
        assert_eq!([show(json!({ "platform": one.id })).await, show(json!({ "platform": two.id })).await], [200, 200]);
        let freeze = json!({ "arguments": { "platform": one.id } });
        user.post("/operator/clock/freeze").json(&freeze).send().await.expect(404);
        let freeze = json!({ "arguments": { "platform": two.id } });
        user.post("/operator/clock/freeze").json(&freeze).send().await.expect(200);

        let users = act(service, "user list", json!({})).await.json;
        assert_eq!(users.as_array().unwrap().len(), 2);
        act(service, "user remove", with(&two, json!({ "name": "user-1500" }))).await;
        user.post("/operator/clock/resume").json(&freeze).send().await.expect(404);
        act(service, "user remove", json!({ "name": "user-1500" })).await;
        assert_eq!(show(json!({})).await, 401, "not an operator any more");
    }
}

on_engines! {
    async fn a_viewer_sees_no_payer_and_no_arguments(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let stray = json!({
            "reference": "INVOICE 2", "amount": 5_000, "currency": "EUR", "rail": "SEPA", "payer": "Some Payer",
        });
        act(service, "deposit push", with(&platform, stray)).await;
        let network = network(service).await;
        for (role, sees) in [("viewer", false), ("support", true)] {
            let client = with_token(service, &network, role, &[role], None).await;
            let list = json!({ "arguments": { "platform": platform.id } });
            let suspense = client.post("/operator/suspense/list").json(&list).send().await.expect(200);
            let payer = if sees { "Some Payer" } else { "…" };
            assert_eq!(suspense["rows"][0]["payer"], payer, "{suspense}");
            let audited = client.post("/operator/audit/list").json(&list).send().await.expect(200);
            assert_eq!(audited[0]["action"], "deposit push");
            assert_eq!(audited[0]["detail"]["payer"] == "Some Payer", sees, "{audited}");
        }
        let stranger = caller(causeway_service::operator::Grant::default());
        let Err(refused) = try_action_as(service, &stranger, "audit list", json!({})).await else { panic!("it is listed") };
        assert!(refused.kind == Kind::NotFound && refused.message.contains("it takes the role"), "{refused}");
    }
}

on_engines! {
    async fn a_user_of_another_platform_is_not_named(service) {
        let [own, other] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let grace = json!({ "name": "grace", "uid": 4_242, "roles": ["viewer"] });
        act(service, "user add", with(&other, grace)).await;
        let network = network(service).await;
        let admin = with_token(service, &network, "admin", &["admin"], Some(&own)).await;
        for user in [json!({ "name": "alan", "uid": 4_242 }), json!({ "name": "grace", "uid": 4_243 })] {
            let mut arguments = user.clone();
            arguments["roles"] = json!(["viewer"]);
            let request = json!({ "arguments": arguments });
            let refused = admin.post("/operator/user/add").json(&request).send().await.expect(409);
            let told = refused["message"].as_str().unwrap();
            assert_eq!(told, "another user has this name or this uid", "{refused}");
            let error = expect_error(service, "user add", arguments, Kind::Refused).await;
            assert_eq!(error.message, "grace is the user with uid 4242");
        }
    }
}
