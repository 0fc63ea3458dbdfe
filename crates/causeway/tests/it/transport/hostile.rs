//! Damaged requests: the service always answers as documented and never breaks.

use std::collections::BTreeSet;

use causeway_wire::table::{Method, Operation};

use super::damage::{Rng, damaged, seed};
use super::world::World;
use crate::harness::{Service, on_engines};

/// Damaged requests per operation.
const REQUESTS: usize = 60;

/// Returns the names of all query parameters that some operation knows.
fn query_parameters(service: &Service) -> Vec<String> {
    let app = service.app();
    let paths = app.contract.document()["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(_, methods)| methods.as_object().into_iter().flatten());
    let parameters = operations.flat_map(|(_, one)| one["parameters"].as_array().into_iter().flatten());
    let names = parameters.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(names.len() >= 20, "{names:?}");
    names.into_iter().collect()
}

on_engines! {
    async fn no_damage_breaks_an_operation(service) {
        let parameters = query_parameters(service);
        let shared = World::make(service).await;
        for (index, operation) in (0..).zip(Operation::all()) {
            // An operation that writes has a platform of its own, because damaged requests that succeed may
            // change it.
            let own = match operation.row().method {
                Method::Get => None,
                Method::Post | Method::Put | Method::Patch | Method::Delete => Some(World::make(service).await),
            };
            let world = own.as_ref().unwrap_or(&shared);
            let client = world.client(operation.row());
            let mut rng = Rng::new(seed() ^ (index << 32));
            let mut call = world.prepare(operation).await;
            for number in 0..REQUESTS {
                let response = damaged(&call, &client, &parameters, &mut rng).send().await;
                let is_answered = response.status < 500 || response.status == 501;
                assert!(is_answered, "seed {}, request {number} of {}\n{response}", seed(), operation.row().name);
                // A success has used up the resources of the call, and a refusal may have.
                if response.status < 300 || number % 10 == 9 {
                    call = world.prepare(operation).await;
                }
            }
        }
    }
}
