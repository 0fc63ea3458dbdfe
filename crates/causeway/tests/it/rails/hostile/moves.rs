//! The moves of rails 7.4: of all pairs of states, the legal ones are followed, and the others change nothing.

use causeway_rail_protocol::orders::{OrderEvent, OrderPhase, next};
use causeway_rail_protocol::values::OrderState;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::super::deployment::Engine;
use super::super::liar::LiarScene;
use super::super::payer::PATIENCE;

/// Amount of a payout, in cents: all of them are paid out of the scene's funds.
const AMOUNT: i64 = 1_000;

/// A payout whose order makes a move.
struct Move {
    from: OrderState,
    to: OrderState,
    payout: String,
}

impl Move {
    fn is_legal(&self) -> bool {
        next(OrderPhase::Reported(self.from), OrderEvent::Reported(self.to)).is_ok()
    }

    /// Returns the case of rails 13 that an alert about the move names.
    fn incident(&self) -> &'static str {
        if self.from.is_released() && self.to == OrderState::Settled { "W8" } else { "W7" }
    }

    /// Waits until the payment is where the first state has brought it.
    async fn begin(&self, scene: &LiarScene) {
        scene.stores(&self.payout, self.from).await;
        if self.from.is_released() {
            scene.is_refunded(&self.payout).await;
        } else if self.from == OrderState::Settled {
            scene.reaches(&self.payout, "COMPLETED").await;
        }
    }

    /// Returns the payment without the time of its last change.
    async fn payment(&self, scene: &LiarScene) -> Value {
        let mut payment = scene.get(&format!("/transactions/{}", self.payout)).await;
        payment["updatedAt"] = Value::Null;
        payment
    }
}

/// Begins a payout for each pair of states, and brings its order into the first of the two.
async fn begin_all(scene: &LiarScene) -> Vec<Move> {
    let account = scene.register_at(&scene.deployment, "900000010").await;
    let mut moves = Vec::new();
    for from in OrderState::ALL {
        for to in OrderState::ALL {
            let payout = scene.pay_out(&account, AMOUNT).await;
            wait::until("the order", PATIENCE, || async {
                scene.state_of(&payout).map(drop).ok_or("the adapter has no order")
            })
            .await;
            moves.push(Move { from: *from, to: *to, payout });
        }
    }
    for begun in moves.iter().filter(|begun| begun.from != OrderState::Received) {
        scene.move_to(&begun.payout, begun.from);
    }
    scene.push_news().await;
    for begun in &moves {
        begun.begin(scene).await;
    }
    moves
}

/// Waits until there is an alert about each of these moves, and checks that it is the only one and names the case.
async fn are_alerted(scene: &LiarScene, moves: &[&Move]) {
    let alerts = wait::until("an alert about each move", PATIENCE, || async {
        let alerts = scene.deployment.alerts("RAIL_CONTRADICTION");
        if alerts.len() >= moves.len() { Ok(alerts) } else { Err(alerts.len()) }
    })
    .await;
    assert_eq!(alerts.len(), moves.len(), "{alerts:?}");
    for illegal in moves {
        let Move { from, to, payout } = illegal;
        let about: Vec<&Value> = alerts.iter().filter(|alert| alert["subject"] == payout.as_str()).collect();
        let [alert] = about[..] else { panic!("{} alerts about {to:?} after {from:?}", about.len()) };
        let told = &alert["detail"]["contradictions"];
        assert_eq!(told.as_array().map(Vec::len), Some(1), "{alert}");
        let named = (&told[0]["stored"]["state"], &told[0]["incident"]);
        assert_eq!(named, (&json!(from.as_str()), &json!(illegal.incident())), "{to:?} after {from:?}");
    }
}

/// Makes all 64 moves. The third contradiction pauses the rail, which changes nothing for orders that it has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn illegal_moves_change_nothing() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let moves = begin_all(&scene).await;
    assert_eq!(moves.len(), 64);
    let (legal, illegal): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(|one| one.is_legal());
    let mut before = Vec::new();
    for one in &illegal {
        before.push(one.payment(&scene).await);
    }

    for one in &illegal {
        scene.move_to(&one.payout, one.to);
    }
    scene.push_news().await;
    are_alerted(&scene, &illegal).await;
    for (one, before) in illegal.iter().zip(&before) {
        assert_eq!(scene.stored_state(&one.payout), one.from.as_str(), "{:?} after {:?}", one.to, one.from);
        assert_eq!(one.payment(&scene).await, *before, "{:?} after {:?}", one.to, one.from);
    }

    for one in &legal {
        scene.move_to(&one.payout, one.to);
    }
    scene.push_news().await;
    for one in &legal {
        scene.stores(&one.payout, one.to).await;
    }
    assert_eq!(scene.deployment.alerts("RAIL_CONTRADICTION").len(), illegal.len());
    scene.finish();
}
