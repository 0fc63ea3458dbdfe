//! One payout in US dollars to its end, with a kill at each step: of the service, the adapter, the bank and the
//! database, before and after each has acted.

use causeway_testing::relay::Moment;

use super::adapter::Language;
use super::deployment::Engine;
use super::scene::{FUNDS, Scene};

/// Amount of each payout, in cents.
const AMOUNT: i64 = 25_000;

/// A process that is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Service,
    Adapter,
    Bank,
    Database,
}

/// The connection on which a step of a payout is held.
#[derive(Debug, Clone, Copy)]
enum Line {
    ToAdapter,
    ToBank,
}

/// A moment of a payout.
#[derive(Debug, Clone, Copy)]
struct Step {
    line: Line,
    method: &'static str,
    path: &'static str,
    moment: Moment,
}

/// A kill, and the key of the payout during which it happens.
struct Kill {
    step: Step,
    victim: Victim,
    key: String,
}

/// Beginning of the path of each payout.
const PAYOUTS: &str = "/v1/payouts/Transaction:";

/// The steps of a payout in their order, with the processes that are killed there.
const STEPS: [(Step, &[Victim]); 10] = {
    use Line::{ToAdapter, ToBank};
    use Moment::{Answer, Request};
    use Victim::{Adapter, Bank, Database, Service};
    [
        // Nothing is written.
        (step(ToAdapter, "POST", "/v1/payouts/precheck", Answer), &[Service, Adapter]),
        // The order is stored, and the adapter does not have it.
        (step(ToAdapter, "PUT", PAYOUTS, Request), &[Service, Adapter, Database]),
        // The adapter has it, and the service does not know.
        (step(ToAdapter, "PUT", PAYOUTS, Answer), &[Service, Adapter, Database]),
        // The adapter asks whether the bank has it already.
        (step(ToBank, "GET", "/payments/P", Request), &[Adapter, Bank]),
        // The bank is told to pay.
        (step(ToBank, "POST", "/payments", Request), &[Adapter, Bank, Service]),
        // The bank has booked it, and the adapter does not know.
        (step(ToBank, "POST", "/payments", Answer), &[Adapter, Bank, Service]),
        // The adapter follows the changes of the bank.
        (step(ToBank, "GET", "/payments?after=", Answer), &[Adapter, Bank]),
        // The service reads the feed.
        (step(ToAdapter, "GET", "/v1/changes", Answer), &[Service, Adapter]),
        // The service asks for the order.
        (step(ToAdapter, "GET", PAYOUTS, Request), &[Service, Adapter]),
        // The answer would end the payment.
        (step(ToAdapter, "GET", PAYOUTS, Answer), &[Service, Adapter, Database]),
    ]
};

const fn step(line: Line, method: &'static str, path: &'static str, moment: Moment) -> Step {
    Step { line, method, path, moment }
}

/// Checks that one payout in US dollars is paid once and completed, whatever is killed at whichever step.
async fn one_usd_payout_with_a_kill_at_each_step(engine: Engine) {
    let mut scene = Scene::start(engine, Language::Python).await;
    let payee = scene.register("900000000").await;
    let mut paid = 0;
    for (step, victims) in STEPS {
        for victim in victims {
            if *victim == Victim::Database && engine == Engine::Sqlite {
                continue;
            }
            let kill = Kill { step, victim: *victim, key: format!("kill-{paid}") };
            let payout = pay_with_a_kill(&mut scene, &payee, &kill).await;
            scene.reaches(&payout, "COMPLETED").await;
            scene.is_paid_once(&payout, AMOUNT).await;
            paid += AMOUNT;
            assert_eq!(scene.balance().await, FUNDS - paid, "after a kill of {victim:?} at {step:?}");
        }
    }
    scene.books_agree().await;
    scene.finish();
}

/// Pays out, kills the process when the payout has come to this step, and starts the process again.
async fn pay_with_a_kill(scene: &mut Scene, payee: &str, kill: &Kill) -> String {
    let Kill { step, victim, key } = kill;
    let relay = match step.line {
        Line::ToAdapter => &scene.to_adapter,
        Line::ToBank => &scene.to_bank,
    };
    let mut hold = relay.hold(step.method, step.path, step.moment);
    let begin = scene.payout_request(payee, AMOUNT, key);
    let begun = tokio::spawn(begin.try_send());
    hold.reached().await;
    match victim {
        Victim::Service => scene.deployment.kill(),
        Victim::Adapter => scene.adapter.kill(),
        Victim::Bank => scene.bank.kill(),
        Victim::Database => assert!(scene.deployment.kill_database().await, "PostgreSQL has processes"),
    }
    // What the killed process would have sent or received is lost.
    drop(hold);
    match victim {
        Victim::Service => scene.deployment.start_again(),
        Victim::Adapter => scene.adapter.start_again(),
        Victim::Bank => scene.bank.start_again(),
        Victim::Database => {}
    }
    // The answer may be lost: the caller repeats the request under its key.
    drop(begun.await.unwrap());
    scene.pay_out_under(payee, AMOUNT, key).await
}

mod one_usd_payout {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        one_usd_payout_with_a_kill_at_each_step(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        one_usd_payout_with_a_kill_at_each_step(Engine::Postgres).await;
    }
}
