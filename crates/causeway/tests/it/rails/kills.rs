//! Service, adapter, bank and database are killed at any moment under load, again and again: at the end, each payment is
//! booked once or refunded, and the books agree to the unit.

use std::time::Duration;

use super::adapter::Language;
use super::deployment::Engine;
use super::many::{Accounts, ExpectedPayment};
use super::scene::Scene;

/// Kills on each engine, unless [`KILLS_VARIABLE`] sets another number: with those of `slice`, more than 40.
const KILLS: usize = 20;
/// Environment variable with the number of kills; `cargo xtask kill` and `cargo xtask rails` set it.
const KILLS_VARIABLE: &str = "CAUSEWAY_RAIL_KILLS";
/// Payments that are begun before each kill.
const PAYMENTS: usize = 6;

async fn kill_and_settle(engine: Engine) {
    let kills =
        std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    let mut scene = Scene::start(engine, Language::Python).await;
    let accounts = Accounts::register(&scene).await;
    let mut started: Vec<ExpectedPayment> = Vec::new();
    for kill in 0..kills {
        println!("{engine:?}: kill {} of {kills}", kill + 1);
        let begin = started.len();
        for number in begin..begin + PAYMENTS {
            started.push(accounts.start(&scene, number).await);
        }
        // The moments differ, so that each step of a payment is met in time.
        let moment = Duration::from_millis(u64::try_from(kill * 37 % 400).unwrap());
        // Nothing else tells that a moment has passed.
        let _ = tokio::time::timeout(moment, std::future::pending::<()>()).await;
        match kill % 4 {
            0 => {
                scene.deployment.kill();
                scene.deployment.start_again();
            }
            1 => {
                scene.adapter.kill();
                scene.adapter.start_again();
            }
            2 => {
                scene.bank.kill();
                scene.bank.start_again();
            }
            _ => {
                if !scene.deployment.kill_database().await {
                    scene.deployment.kill();
                    scene.adapter.kill();
                    scene.adapter.start_again();
                    scene.deployment.start_again();
                }
            }
        }
    }
    for payment in &started {
        payment.ends(&scene).await;
    }
    scene.books_agree().await;
    scene.finish();
}

mod everything_is_killed {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        kill_and_settle(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        kill_and_settle(Engine::Postgres).await;
    }
}
