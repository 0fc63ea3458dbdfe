//! Damaged requests: whatever is sent, the service answers with what it promises and never breaks.

use causeway_wire::table::Operation;

use super::damage::{Dice, damaged};
use super::world::World;
use crate::harness::journey;

/// Damaged requests of each operation, in each way.
const REQUESTS: usize = 60;

/// Where the damage begins; another one may be given to look further.
fn seed() -> u64 {
    std::env::var("CAUSEWAY_SEED").map_or(1, |seed| seed.parse().expect("CAUSEWAY_SEED is a number"))
}

journey! {
    async fn no_damage_breaks_an_operation(service) {
        for (index, operation) in (0..).zip(Operation::all()) {
            // Its own platform, because damage that passes may change it.
            let world = World::make(service).await;
            let mut dice = Dice::new(seed() ^ (index << 32));
            for number in 0..REQUESTS {
                let request = damaged(&world.ask(operation).await, world.platform.client(), &mut dice);
                let answer = request.send().await;
                let is_answered = answer.status < 500 || answer.status == 501;
                assert!(is_answered, "seed {}, request {number} of {}\n{answer}", seed(), operation.meta().name);
            }
        }
    }
}
