//! Ids of other platforms, and unknown ids (conventions 2, 5.1): in a path, in a body, in a filter.

use causeway_wire::table::{Auth, Method, Operation, OperationRow};
use serde_json::{Value, json};

use super::call::Call;
use super::world::{World, groups, names, not_found, policy};
use crate::harness::{Agent, Service, on_engines};

const UNKNOWN_UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

/// Returns an unknown id with the same type name.
fn unknown_id(id: &str) -> String {
    format!("{}:{UNKNOWN_UUID}", id.split(':').next().unwrap_or_default())
}

fn is_id(text: &str) -> bool {
    let uuid = text.split_once(':').map(|(_, uuid)| uuid.as_bytes());
    uuid.is_some_and(|uuid| uuid.len() == 36 && [8, 13, 18, 23].iter().all(|dash| uuid[*dash] == b'-'))
}

/// Collects the JSON pointers of all ids in a body.
fn ids(body: &Value, at: &str, found: &mut Vec<String>) {
    match body {
        Value::String(text) if is_id(text) => found.push(at.to_owned()),
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| ids(member, &format!("{at}/{name}"), found))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| ids(item, &format!("{at}/{i}"), found))
        }
        _ => {}
    }
}

impl Call {
    /// Returns the JSON pointers of all ids in the body.
    fn id_pointers(&self) -> Vec<String> {
        let mut pointers = Vec::new();
        ids(self.body.as_ref().unwrap_or(&Value::Null), "", &mut pointers);
        pointers
    }
}

/// Returns the call with another id at this position among those in its path.
fn about(call: &Call, place: usize, id: &str) -> Call {
    let mut changed = call.clone();
    id.clone_into(&mut changed.ids[place]);
    changed
}

/// Status and code of a refusal.
struct IdRefusal {
    status: u16,
    code: &'static str,
}

/// Returns the refusal of an unknown id at this place of an operation's body; some report a field error
/// (agents A2, cards 2).
fn refusal_of_unknown(call: &Call, place: &str, id: &str) -> IdRefusal {
    match (call.row.name, place) {
        ("CreateAgent", _) | ("CreateCard", "/cardholderId") => {
            IdRefusal { status: 400, code: "INVALID_INPUT" }
        }
        ("CreateCard", _) => IdRefusal { status: 400, code: "FUNDING_SOURCE_INELIGIBLE" },
        _ => IdRefusal { status: 404, code: not_found(id) },
    }
}

/// Removes the id that a refusal repeats.
fn without(refusal: &Value, id: &str) -> String {
    refusal.to_string().replace(id, "")
}

/// Returns the field at a place of a body, as refusals name it.
fn field(place: &str) -> String {
    let parts = place.split('/').skip(1).map(|part| match part.parse::<usize>() {
        Ok(at) => format!("[{at}]"),
        Err(_) => format!(".{part}"),
    });
    parts.collect::<String>().trim_start_matches('.').to_owned()
}

/// Returns the call with another id in its body.
fn naming(call: &Call, pointer: &str, id: &str) -> Call {
    let mut changed = call.clone();
    *changed.body.as_mut().and_then(|body| body.pointer_mut(pointer)).expect("an id in the body") = json!(id);
    changed
}

/// Returns `true` if the served document lists this query parameter for an operation.
fn has_parameter(service: &Service, row: &OperationRow, name: &str) -> bool {
    let app = service.app();
    let method = row.method.as_str().to_ascii_lowercase();
    let parameters = &app.contract.document()["paths"][row.path][method]["parameters"];
    parameters.as_array().into_iter().flatten().any(|one| one["in"] == "query" && one["name"] == name)
}

/// Numbers of the ids and lists that were checked.
#[derive(Debug, Default)]
struct IdCounts {
    paths: usize,
    bodies: usize,
    lists: usize,
}

impl IdCounts {
    fn add(&mut self, more: &Self) {
        self.paths += more.paths;
        self.bodies += more.bodies;
        self.lists += more.lists;
    }
}

/// Replaces our own ids in a call by those of another platform, one at a time, and checks that each is
/// refused like an unknown one. Returns the number of ids.
async fn check_foreign_ids(ours: &World, operation: Operation, foreign: &Call) -> IdCounts {
    let client = || ours.client(operation.row());
    let mut checked = IdCounts::default();
    let named = ours.prepare(operation).await;
    for (place, id) in foreign.ids.iter().enumerate().filter(|(_, id)| is_id(id)) {
        let error = about(&named, place, id).by(&client()).send().await.expect_error(404, not_found(id));
        let unknown = about(&named, place, &unknown_id(id)).by(&client()).send().await;
        assert_eq!(unknown.expect_error(404, not_found(id)), error, "{unknown}");
        checked.paths += 1;
    }

    let own = ours.prepare(operation).await;
    for place in own.id_pointers() {
        let id = foreign.body.as_ref().and_then(|body| body.pointer(&place)?.as_str()).unwrap();
        let IdRefusal { status, code } = refusal_of_unknown(&own, &place, id);
        let error = naming(&own, &place, id).by(&client()).send().await.expect_error(status, code);
        let unknown = naming(&own, &place, &unknown_id(id)).by(&client()).send().await;
        let unknown_refused = unknown.expect_error(status, code);
        assert_eq!(without(&unknown_refused, &unknown_id(id)), without(&error, id), "{unknown}");
        checked.bodies += 1;
    }
    checked
}

on_engines! {
    async fn ids_of_another_platform_answer_as_unknown(service) {
        let ours = World::make(service).await;
        let theirs = World::make(service).await;
        let mut checked = IdCounts::default();
        for group in &groups(Operation::all()) {
            let calls = theirs.prepare_all(group).await;
            let before = theirs.freeze().await;
            for (operation, foreign) in group.iter().zip(&calls) {
                checked.add(&check_foreign_ids(&ours, *operation, foreign).await);
            }
            theirs.assert_as(&before, &format!("one of {} changed what is not ours", names(group))).await;
            theirs.platform.resume().await;
        }
        assert!(checked.paths >= 9 && checked.bodies >= 4, "too few ids were checked: {checked:?}");
    }
}

on_engines! {
    /// Makes each call of an agent with the ids of another customer in its path and its body, and checks that
    /// they are refused like unknown ones.
    async fn an_agent_reaches_nothing_of_another_customer(service) {
        let world = World::make(service).await;
        let other = Stranger::make(service, &world).await;
        let mut checked = IdCounts::default();
        let operations = Operation::all().filter(|operation| operation.row().auth == Auth::Agent);
        for group in &groups(operations) {
            let calls = world.prepare_all(group).await;
            let before = world.freeze().await;
            for call in &calls {
                checked.add(&other.check_learns_nothing(call).await);
            }
            world.assert_as(&before, &format!("one of {} changed what is not its own", names(group))).await;
            world.platform.resume().await;
        }
        let enough = checked.paths >= 6 && checked.bodies >= 6 && checked.lists >= 5;
        assert!(enough, "too few ids and lists were checked: {checked:?}");
    }
}

/// The agent of another customer of the same platform.
struct Stranger {
    agent: Agent,
    /// An internal and an external account of its own customer.
    own: [String; 2],
    /// Ids of the first customer's resources.
    foreign: Vec<String>,
}

impl Stranger {
    async fn make(service: &Service, world: &World) -> Self {
        let platform = &world.platform;
        let customer = &world.invitee;
        let agent = Agent::install(service, platform, customer, &policy("AUTO")).await;
        let account = platform.account_of(customer, "USD").await;
        let own = [account, platform.dollar_account(customer, "222").await];
        let foreign = [
            &world.customer["id"],
            &world.account,
            &world.bank,
            &world.euro,
            &world.quote["transactionId"],
            &world.action["id"],
            &world.agents_quote["id"],
            &world.agent.resource["id"],
        ];
        Self { agent, own, foreign: foreign.map(|id| id.as_str().unwrap().to_owned()).to_vec() }
    }

    /// Makes the call of another customer's agent as this agent, and checks that its ids are refused like
    /// unknown ones and that a list shows none of the other's resources. Returns the number of ids and lists.
    async fn check_learns_nothing(&self, call: &Call) -> IdCounts {
        let client = || self.agent.client();
        let mut checked = IdCounts::default();
        for (place, id) in call.ids.iter().enumerate() {
            let error = call.by(client()).send().await.expect_error(404, not_found(id));
            let unknown = about(call, place, &unknown_id(id)).by(client()).send().await;
            assert_eq!(unknown.expect_error(404, not_found(id)), error, "{unknown}");
            checked.paths += 1;
        }
        let places = call.id_pointers();
        for place in &places {
            let others = places.iter().filter(|one| *one != place);
            let own = others.fold(call.clone(), |call, one| self.naming_own(&call, one));
            let id = own.body.as_ref().and_then(|body| body.pointer(place)?.as_str()).unwrap();
            let error = own.by(client()).send().await.expect_error(404, not_found(id));
            let unknown = naming(&own, place, &unknown_id(id)).by(client()).send().await;
            assert_eq!(unknown.expect_error(404, not_found(id)), error, "{unknown}");
            checked.bodies += 1;
        }

        if call.ids.is_empty() && call.body.is_none() {
            let text = call.by(client()).send().await.expect(200).to_string();
            let found: Vec<_> = self.foreign.iter().filter(|id| text.contains(id.as_str())).collect();
            assert!(found.is_empty(), "{} shows {found:?}", call.row.name);
            checked.lists += 1;
        }
        checked
    }

    /// Returns the call with an id of its own customer at this place.
    fn naming_own(&self, call: &Call, place: &str) -> Call {
        let type_name = |id: &str| id.split_once(':').unwrap().0.to_owned();
        let foreign = call.body.as_ref().and_then(|body| body.pointer(place)?.as_str()).unwrap();
        let own = self.own.iter().find(|id| type_name(id) == type_name(foreign)).expect("one of its own");
        naming(call, place, own)
    }
}

on_engines! {
    async fn an_id_of_the_wrong_form_is_unknown_in_a_path_and_wrong_in_a_body(service) {
        let world = World::make(service).await;
        for operation in Operation::all() {
            let client = || world.client(operation.row());
            let call = world.prepare(operation).await;
            for (place, id) in call.ids.iter().enumerate().filter(|(_, id)| is_id(id)) {
                let uuid = id.split_once(':').unwrap().1;
                let wrong = [
                    uuid.to_owned(), format!("Webhook:{uuid}"), id.to_uppercase(), format!("{id}0"), "abc".to_owned(),
                    "%00".to_owned(), "..%2F".to_owned(), format!("{}%20", id), "%F0%9F%92%B8".to_owned(),
                ];
                for wrong in wrong {
                    about(&call, place, &wrong).by(&client()).send().await.expect_error(404, not_found(id));
                }
            }
            for place in call.id_pointers() {
                for wrong in [UNKNOWN_UUID, "abc", "Webhook:01890a5d-ac96-774b-bcce-b302099a8057", ""] {
                    let error = naming(&call, &place, wrong).by(&client()).send().await.expect_error(400, "INVALID_INPUT");
                    assert_eq!(error["details"]["errors"][0]["field"], field(&place), "{error}");
                }
            }
        }
    }
}

/// Removes the members that differ at every read: the id of a lookup, and the address of a card's number.
fn without_lookup(mut response: Value) -> Value {
    for member in ["lookupId", "panEmbedUrl"] {
        response.as_object_mut().map(|members| members.shift_remove(member));
    }
    response
}

on_engines! {
    async fn both_spellings_of_a_colon_name_the_same(service) {
        let world = World::make(service).await;
        for operation in Operation::all().filter(|operation| operation.row().method == Method::Get) {
            let call = world.prepare(operation).await;
            for (place, id) in call.ids.iter().enumerate() {
                let client = world.client(call.row);
                let raw = call.by(&client).send().await.expect(200);
                let encoded = id.replace(':', "%3A").replace('$', "%24").replace('@', "%40");
                let encoded = about(&call, place, &encoded).by(&client).send().await;
                assert_eq!(without_lookup(encoded.expect(200)), without_lookup(raw));
            }
        }
    }
}

on_engines! {
    async fn filters_by_the_ids_of_others_find_nothing(service) {
        let ours = World::make(service).await;
        let theirs = World::make(service).await;
        let mut walked = 0;
        for operation in Operation::all().filter(|operation| operation.row().success.paged) {
            let call = ours.prepare(operation).await;
            let listed = call.by(&ours.client(call.row)).send().await.expect(200);
            let filters = theirs.filters(operation);
            for (name, value) in filters.iter().filter(|(name, _)| has_parameter(service, call.row, name)) {
                let value = value.as_str().expect("a name");
                let found = call.clone().with(name, value).by(&ours.client(call.row)).send().await.expect(200);
                assert_eq!(found, json!({ "data": [], "hasMore": false, "totalCount": 0 }), "{name} of {}", call.row.name);
                let own = call.clone().with(name, value).by(&theirs.client(call.row)).send().await.expect(200);
                assert!(!own["data"].as_array().unwrap().is_empty(), "{name} of {} finds one's own", call.row.name);
                walked += 1;
            }
            let cursorless = call.clone().query("cursor", "zzz").by(&ours.client(call.row)).send().await;
            cursorless.expect_error(400, "INVALID_INPUT");
            let is_counted = call.row.path != "/vasps";
            assert_eq!(listed["totalCount"].is_u64(), is_counted, "{listed}");
        }
        assert!(walked >= 7, "{walked} filters were walked");
    }
}
