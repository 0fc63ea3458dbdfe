//! The example of every operation in the served document, sent unchanged but for the ids, which are those of
//! existing resources. The answers are the examples of answers in the document.

use causeway_wire::table::{
    AgentManagement, AgentOperations, Cards, Operation, OperationRow, Platforms, Stablecoins, Wallets,
};
use serde_json::{Value, json};

use super::call::Call;
use super::record::Record;
use super::world::{World, follows_a_call};
use crate::harness::{Service, on_engines};
use crate::operator::acting::{act, with};

/// Returns the world's own id in place of an example's id; other values stay.
fn own(world: &World, example: &Value) -> Value {
    example.as_str().and_then(|id| world.own(id)).unwrap_or(example).clone()
}

fn with_own_ids(world: &World, value: &mut Value) {
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| with_own_ids(world, member)),
        Value::Array(items) => items.iter_mut().for_each(|item| with_own_ids(world, item)),
        other => *other = own(world, other),
    }
}

fn texts(world: &World, example: &Value) -> Vec<String> {
    let values = example.as_array().map_or_else(|| std::slice::from_ref(example), Vec::as_slice);
    let text = |value: &Value| own(world, value).as_str().map_or_else(|| value.to_string(), str::to_owned);
    values.iter().map(text).collect()
}

fn described<'a>(service: &'a Service, row: &OperationRow) -> &'a Value {
    &service.app().contract.document()["paths"][row.path][row.method.as_str().to_ascii_lowercase()]
}

/// Returns `true` if an operation needs a world of its own, because its example changes resources of other
/// examples, or depends on resources that others change.
const fn is_alone(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Platforms(Platforms::UpdatePlatformConfig)
            | Operation::Stablecoins(Stablecoins::RegisterStablecoin)
            | Operation::Wallets(Wallets::CreateAuthCredential)
            | Operation::AgentOperations(AgentOperations::AgentCreateExternalAccount)
            | Operation::AgentManagement(AgentManagement::UpdateAgent | AgentManagement::UpdateAgentPolicy)
    )
}

/// Changes the funding sources of a new card: the only event that no operation's example causes.
async fn change_funding_sources(service: &Service, world: &World) {
    let card = world.perform(Operation::Cards(Cards::CreateCard)).await;
    let arguments = json!({ "customer": world.wallet.customer, "currency": "USDB" });
    let added = act(service, "account add", with(&world.platform, arguments)).await.json;
    world.platform.settled().await;
    let path = format!("/cards/{}", card["id"].as_str().expect("an id"));
    let change = json!({ "fundingSources": [world.wallet.account, added["account"]] });
    world.platform.patch(&path).json(&change).send().await.expect(200);
}

on_engines! {
    async fn every_example_of_the_reference_is_carried_out(service) {
        let mut bodies = 0;
        let mut queries = 0;
        let mut record = Record::new();
        let shared = World::make(service).await;
        for operation in Operation::all() {
            let own = match is_alone(operation) {
                true => Some(World::make(service).await),
                false => None,
            };
            let world = own.as_ref().unwrap_or(&shared);
            let call = world.prepare(operation).await;
            let about = described(service, call.row);
            let bare = Call { query: Vec::new(), ..call.clone() };
            let mut request = bare.head(&world.client(call.row));
            for parameter in about["parameters"].as_array().into_iter().flatten() {
                let Some(example) = parameter.get("example") else { continue };
                let name = parameter["name"].as_str().expect("a name");
                request = texts(world, example).iter().fold(request, |request, text| request.query(name, text));
                queries += 1;
            }

            if let Some(example) = about.pointer("/requestBody/content/application~1json/example") {
                let mut body = example.clone();
                with_own_ids(world, &mut body);
                request = request.json(&body);
                bodies += 1;
            }

            if call.takes_form() || follows_a_call(operation) {
                // Its example shows only the shape: no reader could send the file, or the response to another
                // call.
                request = call.by(&world.client(call.row));
            }
            let answer = request.send().await.expect(call.row.success.status);
            record.answer(call.row, &answer);
        }
        assert!(bodies >= 8 && queries >= 8, "examples were sent: {bodies} bodies, {queries} parameters");

        change_funding_sources(service, &shared).await;
        shared.platform.delivered().await;
        record.events(&shared.webhooks.received());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            record.write();
        }
    }
}
