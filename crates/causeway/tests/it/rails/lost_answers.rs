//! Answers are lost before and after the adapter and the bank have acted, come late, and requests come twice: each payment
//! is booked once, or released and refunded.

use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::relay::{Moment, Passage};

use super::adapter::Language;
use super::deployment::Engine;
use super::many::Accounts;
use super::scene::Scene;
use crate::harness::seed;

/// Payments of the test command; [`PAYMENTS_VARIABLE`] sets another number.
const PAYMENTS: usize = 60;
/// Environment variable with the number of payments; `cargo xtask rails` sets it.
const PAYMENTS_VARIABLE: &str = "CAUSEWAY_RAIL_PAYMENTS";
/// Payments after each of which a long run says that it goes on.
const SAID_AFTER: usize = 100;

/// A generator of numbers that repeats itself for the same seed.
struct Chance(u64);

impl Chance {
    /// Returns a number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// Decides about a message. Banks give no guarantee for a request that comes twice, or after the adapter's patience.
    fn passage(&mut self, longest_delay: u64, may_repeat: bool) -> Passage {
        match self.below(20) {
            0..=2 => Passage::Lose,
            3..=4 => Passage::Delay(Duration::from_millis(self.below(longest_delay))),
            5 if may_repeat => Passage::Twice,
            _ => Passage::Pass,
        }
    }
}

/// Returns a script for the way to the adapter. Prechecks pass: their loss is the caller's to repeat.
fn to_adapter(seed: u64) -> impl Fn(&str, &str, Moment) -> Passage + Send + Sync + 'static {
    let chance = Mutex::new(Chance(seed | 1));
    move |_, target, _| {
        if target.ends_with("/precheck") {
            return Passage::Pass;
        }
        chance.lock().unwrap().passage(900, true)
    }
}

/// Returns a script for the way to the bank.
fn to_bank(seed: u64) -> impl Fn(&str, &str, Moment) -> Passage + Send + Sync + 'static {
    let chance = Mutex::new(Chance(seed | 1));
    move |_, _, _| chance.lock().unwrap().passage(300, false)
}

async fn every_payment_is_booked_once(engine: Engine) {
    let seed = seed();
    let number =
        std::env::var(PAYMENTS_VARIABLE).map_or(PAYMENTS, |number| number.parse().expect("a number"));
    let scene = Scene::start(engine, Language::Python).await;
    let accounts = Accounts::register(&scene).await;
    scene.to_adapter.script(to_adapter(seed));
    scene.to_bank.script(to_bank(seed.rotate_left(32)));
    let started = accounts.start_all(&scene, number).await;
    scene.to_adapter.pass_all();
    scene.to_bank.pass_all();
    for (number, payment) in started.iter().enumerate() {
        if number.is_multiple_of(SAID_AFTER) {
            println!("{engine:?}: {number} of {} payments have ended", started.len());
        }
        payment.ends(&scene).await;
    }
    scene.books_agree().await;
    scene.finish();
}

mod every_payment {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        every_payment_is_booked_once(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_processes() {
        every_payment_is_booked_once(Engine::TwoProcesses).await;
    }
}
