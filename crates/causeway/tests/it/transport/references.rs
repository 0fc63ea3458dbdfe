//! Ids of others and of nobody (conventions 2, 5.1): in a path, in a body, in a filter.

use causeway_wire::table::{Meta, Method, Operation};
use serde_json::{Value, json};

use super::ask::Ask;
use super::world::{World, not_found};
use crate::harness::{Service, journey};

const NOBODY: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

/// The same type name with a UUID that nobody has.
fn of_nobody(id: &str) -> String {
    format!("{}:{NOBODY}", id.split(':').next().unwrap_or_default())
}

fn is_id(text: &str) -> bool {
    let uuid = text.split_once(':').map(|(_, uuid)| uuid.as_bytes());
    uuid.is_some_and(|uuid| uuid.len() == 36 && [8, 13, 18, 23].iter().all(|dash| uuid[*dash] == b'-'))
}

/// The JSON pointers of all ids in a body.
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

/// The request with another id in its path.
fn about(ask: &Ask, id: &str) -> Ask {
    Ask { ids: vec![id.to_owned()], ..ask.clone() }
}

/// The request with another id in its body.
fn naming(ask: &Ask, pointer: &str, id: &str) -> Ask {
    let mut changed = ask.clone();
    *changed.body.as_mut().and_then(|body| body.pointer_mut(pointer)).expect("an id in the body") = json!(id);
    changed
}

/// Whether the served document knows this query parameter of an operation.
fn has_parameter(service: &Service, meta: &Meta, name: &str) -> bool {
    let app = service.app();
    let method = meta.method.as_str().to_ascii_lowercase();
    let parameters = &app.contract.document()["paths"][meta.path][method]["parameters"];
    parameters.as_array().into_iter().flatten().any(|one| one["in"] == "query" && one["name"] == name)
}

journey! {
    async fn the_ids_of_another_platform_are_those_of_nobody(service) {
        let (ours, theirs) = (World::make(service).await, World::make(service).await);
        let client = || ours.platform.client();
        let mut walked = (0, 0);
        for operation in Operation::all() {
            let foreign = theirs.ask(operation).await;
            let before = theirs.everything().await;
            for id in &foreign.ids {
                let refused = foreign.by(client()).send().await.refused(404, not_found(id));
                let nobody = about(&foreign, &of_nobody(id)).by(client()).send().await;
                assert_eq!(nobody.refused(404, not_found(id)), refused, "{nobody}");
                walked.0 += 1;
            }
            let own = ours.ask(operation).await;
            let mut places = Vec::new();
            ids(own.body.as_ref().unwrap_or(&Value::Null), "", &mut places);
            for place in places {
                let id = foreign.body.as_ref().and_then(|body| body.pointer(&place)?.as_str()).unwrap();
                let refused = naming(&own, &place, id).by(client()).send().await.refused(404, not_found(id));
                let nobody = naming(&own, &place, &of_nobody(id)).by(client()).send().await;
                assert_eq!(nobody.refused(404, not_found(id)), refused, "{nobody}");
                walked.1 += 1;
            }
            assert_eq!(theirs.everything().await, before, "{} changed what is not ours", own.meta.name);
        }
        assert!(walked.0 >= 9 && walked.1 >= 4, "ids in paths and bodies were walked: {walked:?}");
    }
}

journey! {
    async fn an_id_of_the_wrong_form_is_unknown_in_a_path_and_wrong_in_a_body(service) {
        let world = World::make(service).await;
        let client = || world.platform.client();
        for operation in Operation::all() {
            let ask = world.ask(operation).await;
            for id in &ask.ids {
                let uuid = id.split_once(':').unwrap().1;
                let wrong = [
                    uuid.to_owned(), format!("Webhook:{uuid}"), id.to_uppercase(), format!("{id}0"), "abc".to_owned(),
                    "%00".to_owned(), "..%2F".to_owned(), format!("{}%20", id), "%F0%9F%92%B8".to_owned(),
                ];
                for wrong in wrong {
                    about(&ask, &wrong).by(client()).send().await.refused(404, not_found(id));
                }
            }
            let mut places = Vec::new();
            ids(ask.body.as_ref().unwrap_or(&Value::Null), "", &mut places);
            for place in places {
                for wrong in [NOBODY, "abc", "Webhook:01890a5d-ac96-774b-bcce-b302099a8057", ""] {
                    let refused = naming(&ask, &place, wrong).by(client()).send().await.refused(400, "INVALID_INPUT");
                    let field = place[1..].replace('/', ".");
                    assert_eq!(refused["details"]["errors"][0]["field"], field, "{refused}");
                }
            }
        }
    }
}

journey! {
    async fn both_spellings_of_a_colon_name_the_same(service) {
        let world = World::make(service).await;
        for operation in Operation::all().filter(|operation| operation.meta().method == Method::Get) {
            let ask = world.ask(operation).await;
            for id in &ask.ids {
                let raw = ask.by(world.platform.client()).send().await.expect(200);
                let encoded = about(&ask, &id.replace(':', "%3A")).by(world.platform.client()).send().await;
                assert_eq!(encoded.expect(200), raw);
            }
        }
    }
}

journey! {
    async fn filters_by_the_ids_of_others_find_nothing(service) {
        let (ours, theirs) = (World::make(service).await, World::make(service).await);
        let filters = theirs.filters();
        let mut walked = 0;
        for operation in Operation::all().filter(|operation| operation.meta().success.paged) {
            let ask = Ask::of(operation);
            let listed = ask.by(ours.platform.client()).send().await.expect(200);
            for (name, value) in filters.iter().filter(|(name, _)| has_parameter(service, ask.meta, name)) {
                let value = value.as_str().expect("a name");
                let found = ask.clone().query(name, value).by(ours.platform.client()).send().await.expect(200);
                assert_eq!(found, json!({ "data": [], "hasMore": false, "totalCount": 0 }), "{name} of {}", ask.meta.name);
                let own = ask.clone().query(name, value).by(theirs.platform.client()).send().await.expect(200);
                assert!(!own["data"].as_array().unwrap().is_empty(), "{name} of {} finds one's own", ask.meta.name);
                walked += 1;
            }
            let cursorless = ask.clone().query("cursor", "zzz").by(ours.platform.client()).send().await;
            cursorless.refused(400, "INVALID_INPUT");
            assert!(listed["totalCount"].is_u64(), "{listed}");
        }
        assert!(walked >= 7, "{walked} filters were walked");
    }
}
