//! The ids of a platform under a grant for another one: each action with an id answers as it does about an id
//! that does not exist, over each channel (conventions 2.1).

use causeway_service::operator::{Action, Effect, NOUNS, Role};
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use serde_json::json;

use super::acting::{act, with};
use super::channels::{network, owner_socket, with_token, with_user};
use crate::cards::scene::Scene;
use crate::harness::{Platform, Service, on_engines};
use crate::wallets::device::text;

/// The number of actions with an id of one of the resources below. It rises with the table.
const ACTIONS: usize = 42;

/// The nouns whose show is about other payments than the one below.
const ABOUT_OTHERS: [&str; 4] = ["deposit", "suspense", "rail-order", "rail-evidence"];

/// The action that simulates an issuer, which may name any card: the service answers that it is refused.
const SIMULATION: &str = "tokenize";

/// The resources of a platform.
struct Resources {
    customer: String,
    account: String,
    external_account: String,
    wallet: String,
    transaction: String,
    card: String,
    token: String,
    webhook: String,
}

impl Resources {
    async fn create(service: &Service, scene: &Scene) -> Self {
        let platform = scene.platform();
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 100).await;
        let external_account = platform.dollar_account(&customer, "111").await;
        let card = scene.card().await;
        let list =
            async |action: &str| act(service, action, with(platform, json!({ "limit": 1 }))).await.json;
        let [payments, tokens] = [list("payment list").await, list("token list").await];
        let webhooks = list("webhook list").await;
        Self {
            customer: text(&customer["id"]).to_owned(),
            account,
            external_account,
            wallet: scene.holder.wallet.clone(),
            transaction: text(&payments["rows"][0]["transaction"]).to_owned(),
            card: text(&card["id"]).to_owned(),
            token: text(&tokens["rows"][0]["token"]).to_owned(),
            webhook: text(&webhooks["rows"][0]["webhook"]).to_owned(),
        }
    }

    /// Returns the name and the value of the id that an action requires, if it is that of one of the resources.
    fn id_for(&self, action: &Action) -> Option<(&'static str, &str)> {
        let mut required = action.arguments.iter().filter(|argument| argument.is_required);
        required.find_map(|argument| {
            let id = match (action.noun, argument.name) {
                ("external-account", "account") => &self.external_account,
                ("card-transaction" | "provider-account", _) => return None,
                ("card", _) if action.verb == SIMULATION => return None,
                (_, "account") => &self.account,
                (_, "customer") => &self.customer,
                (_, "wallet") => &self.wallet,
                (_, "transaction") => &self.transaction,
                (_, "card") => &self.card,
                (_, "token") => &self.token,
                (_, "webhook") => &self.webhook,
                _ => return None,
            };
            Some((argument.name, id.as_str()))
        })
    }
}

/// Returns an id of the same type that does not exist.
fn unknown(id: &str) -> String {
    let (type_name, _) = id.split_once(':').unwrap();
    format!("{type_name}:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b")
}

/// Runs an action about an id, and returns the status and the body.
async fn ask(client: &Client, action: &Action, name: &str, id: &str) -> (u16, String) {
    let mut arguments = json!({ name: id });
    if action.arguments.iter().any(|argument| argument.name == "amount" && argument.is_required) {
        arguments["amount"] = 1.into();
    }
    let request = json!({ "arguments": arguments, "reason": "a test" });
    let response =
        client.post(&format!("/operator/{}/{}", action.noun, action.verb)).json(&request).send().await;
    (response.status, String::from_utf8_lossy(&response.body).into_owned())
}

/// Returns clients with all roles for a platform, one for each channel that has grants.
async fn clients(service: &Service, name: &str, uid: u32, platform: &Platform) -> [Client; 2] {
    let roles: Vec<&str> = Role::ALL.into_iter().map(Role::as_str).collect();
    let network = network(service).await;
    [
        with_token(service, &network, name, &roles, Some(platform)).await,
        with_user(service, uid, &roles, Some(platform)).await,
    ]
}

fn with_ids(resources: &Resources) -> Vec<(&'static Action, &'static str, &str)> {
    let actions = NOUNS.iter().flat_map(|noun| &noun.actions);
    let found = actions.filter_map(|action| resources.id_for(action).map(|(name, id)| (action, name, id)));
    found.collect()
}

on_engines! {
    async fn an_id_of_another_platform_does_not_exist_for_any_action(service) {
        let own = service.platform(Environment::Sandbox).await;
        let scene = Scene::new(service).await;
        let theirs = Resources::create(service, &scene).await;
        let all = with_ids(&theirs);
        assert!(all.len() >= ACTIONS, "{} actions", all.len());
        for client in clients(service, "own", 1_000, &own).await {
            for (action, argument, id) in &all {
                let title = format!("{} {} {id}", action.noun, action.verb);
                let (status, foreign) = ask(&client, action, argument, id).await;
                assert_eq!(status, 404, "{title}: {foreign}");
                assert!(!foreign.contains(&scene.platform().id.to_string()), "{title}: {foreign}");
                let (_, absent) = ask(&client, action, argument, &unknown(id)).await;
                assert_eq!(foreign.replace(id, &unknown(id)), absent, "{title}");
            }
        }
        let shown = act(service, "account show", json!({ "account": theirs.account })).await.json;
        assert_eq!((&shown["status"], &shown["operator_actions"]), (&json!("ACTIVE"), &json!([])));
    }
}

on_engines! {
    /// Each show finds its resource by the id alone, for those who may use its platform or all of them.
    async fn an_id_is_found_by_those_who_may_use_its_platform(service) {
        service.platform(Environment::Sandbox).await;
        let scene = Scene::new(service).await;
        let resources = Resources::create(service, &scene).await;
        let [by_token, by_user] = clients(service, "theirs", 1_000, scene.platform()).await;
        for client in [by_token, by_user, owner_socket(service).await] {
            for (action, argument, id) in with_ids(&resources) {
                let is_show = action.effect == Effect::Read && ["show", "reveals"].contains(&action.verb);
                if is_show && !ABOUT_OTHERS.contains(&action.noun) {
                    let (status, answer) = ask(&client, action, argument, id).await;
                    assert_eq!(status, 200, "{} {} {id}: {answer}", action.noun, action.verb);
                }
            }
        }
    }
}
