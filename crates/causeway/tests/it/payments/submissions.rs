//! A rail is instructed to pay once, whatever happens to its answer (money 1.5).

use std::time::Duration;

use causeway::wiring::release_work;
use causeway_service::runtime::jobs;
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Tx};
use causeway_testing::wait;
use serde_json::{Value, json};
use uuid::Uuid;

use super::books::sums;
use super::scene::{Scene, text, transfer};
use crate::harness::{Service, Setup, journey};

/// Creates a scene with 10.00 USD in Alice's account and a frozen clock, and registers an account to pay to.
async fn set_up(service: &Service) -> (Scene, String) {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, 1_000).await;
    let euro = scene.euro_account().await;
    scene.platform.freeze().await;
    scene.events().await;
    (scene, euro)
}

async fn pay(scene: &Scene, account: &str) -> Value {
    let quote = scene.quote(account, 1_000).await;
    scene.execute(&quote).send().await.expect(200);
    quote
}

/// Returns the number of instructions to the rail for each of the platform's payouts.
async fn submissions(service: &Service, scene: &Scene) -> Vec<i64> {
    let platform = scene.platform.id;
    let list = move |tx: &mut Tx<'_>| sandbox_orders::list(tx, SandboxRail::Payouts, platform);
    let known: Result<Vec<SandboxOrder>, Error> = service.app().store.read(list).await;
    known.expect("the rail's memory can be read").iter().map(|payout| payout.submissions).collect()
}

/// Returns the number of instructions to debit for a quote, or `None` if the rail does not know it.
pub(super) async fn orders(service: &Service, scene: &Scene, quote: &Value) -> Option<i64> {
    let platform = scene.platform.id;
    let payment = text(&quote["transactionId"]).parse().expect("an id");
    let find = move |tx: &mut Tx<'_>| sandbox_orders::find(tx, SandboxRail::Debits, platform, payment);
    let known: Result<_, Error> = service.app().store.read(find).await;
    known.expect("the rail's memory can be read").map(|debit| debit.submissions)
}

/// Lets the rail accept the order to debit for a quote, and the process die before it gets the answer. The
/// service runs no jobs by itself.
pub(super) async fn take_without_an_answer(service: &Service, scene: &Scene, quote: &Value) {
    service.rail.withhold_debit_answers(1);
    tokio::select! {
        _ = jobs::run_due(service.app(), None, 10) => panic!("the rail has answered"),
        () = wait::until("the rail has taken the order", wait::PATIENCE, || async {
            let known = orders(service, scene, quote).await;
            if known == Some(1) { Ok(()) } else { Err(format!("{known:?}")) }
        }) => {}
    }
    release_work(&service.app().store).await.expect("abandoned work can be released");
}

/// Checks that the payment has arrived, and that the rail was instructed and each event sent once.
async fn check_arrived(service: &Service, scene: &Scene, quote: &Value) {
    let events = scene.events().await;
    let expected = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"];
    assert_eq!(events.about(&quote["transactionId"]), expected);
    assert_eq!(scene.balances().await, (0, 0));
    assert_eq!(submissions(service, scene).await, [1], "the rail was instructed once");
}

journey! {
    async fn a_payout_with_a_lost_answer_is_submitted_once(service) {
        let (scene, euro) = set_up(service).await;
        service.rail.lose_answers(1);
        let quote = pay(&scene, &euro).await;
        scene.platform.advance(Duration::from_secs(6)).await;
        check_arrived(service, &scene, &quote).await;
    }
}

journey! {
    async fn a_payout_without_an_answer_is_submitted_once(service) {
        let (scene, euro) = set_up(service).await;
        service.rail.withhold_answers(1);
        let quote = pay(&scene, &euro).await;
        scene.platform.advance(Duration::from_secs(6)).await;
        check_arrived(service, &scene, &quote).await;
    }
}

/// Simulates a process that dies after the rail has accepted the payout and before that is stored.
async fn die_after_acceptance(setup: Setup) {
    let mut service = Service::start(setup).await;
    let (scene, euro) = set_up(&service).await;
    service.stop_background().await;
    service.rail.withhold_answers(1);
    let quote = pay(&scene, &euro).await;

    tokio::select! {
        _ = jobs::run_due(service.app(), None, 10) => panic!("the rail has answered"),
        () = wait::until("the rail has taken the payout", wait::PATIENCE, || async {
            let known = submissions(&service, &scene).await;
            if known == [1] { Ok(()) } else { Err(format!("{known:?}")) }
        }) => {}
    }

    release_work(&service.app().store).await.expect("abandoned work can be released");
    assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(1), "the submission is taken up again");
    assert_eq!(submissions(&service, &scene).await, [1], "the rail is asked and not instructed again");
    assert_eq!(
        jobs::run_due(service.app(), None, 10).await,
        Ok(1),
        "the rail says when the payout will arrive"
    );
    scene.platform.advance(Duration::from_secs(1)).await;
    assert_eq!(scene.payment(&quote).await["status"], json!("COMPLETED"));
    assert_eq!(submissions(&service, &scene).await, [1]);
}

/// Simulates a process that dies before the rail has received the payout.
async fn die_before_acceptance(setup: Setup) {
    let mut service = Service::start(setup).await;
    let (scene, euro) = set_up(&service).await;
    service.stop_background().await;
    let quote = pay(&scene, &euro).await;

    let store = &service.app().store;
    let lease = causeway_store::Lease { holder: Uuid::nil(), duration: Duration::ZERO, limit: 10 };
    let claimed = store.write(&[], move |tx| causeway_store::jobs::claim(tx, None, lease)).await;
    assert_eq!(claimed.map(|jobs| jobs.len()), Ok::<_, Error>(1));
    assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(1));
    assert_eq!(submissions(&service, &scene).await, [1], "the rail has not heard of it, and is instructed");
    scene.platform.advance(Duration::from_secs(1)).await;
    assert_eq!(scene.payment(&quote).await["status"], json!("COMPLETED"));
}

/// Simulates a process that dies after the rail has accepted an order to debit and before that is stored.
async fn die_over_a_debit(setup: Setup) {
    let mut service = Service::start(setup).await;
    let (scene, euro) = set_up(&service).await;
    let source = scene.platform.dollar_account(&scene.alice, "111").await;
    let body = transfer(&source, &euro, "SENDING", 100_000);
    let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
    scene.events().await;
    service.stop_background().await;
    scene.execute(&quote).send().await.expect(200);

    take_without_an_answer(&service, &scene, &quote).await;
    for done in ["the rail is asked and not seen again", "it says when it will have debited"] {
        assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(1), "{done}");
        assert_eq!(orders(&service, &scene, &quote).await, Some(1), "{done}");
    }

    scene.platform.advance(Duration::from_secs(3)).await;
    let events = scene.events().await.about(&quote["transactionId"]);
    assert_eq!(events, ["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]);
    assert_eq!(orders(&service, &scene, &quote).await, Some(1), "the payer was debited once");
    assert_eq!(submissions(&service, &scene).await, [1], "the beneficiary was paid once");

    let booked = sums(&service).await;
    let of = |code: &str, currency: &str| booked.get(&(code.to_owned(), currency.to_owned())).copied();
    assert_eq!((of("CA", "USD"), of("CO", "USD"), of("CA", "EUR")), (Some(-100_000), Some(0), Some(91_540)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_debit_submitted_by_a_dying_process_is_not_repeated_on_sqlite() {
    die_over_a_debit(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_debit_submitted_by_a_dying_process_is_not_repeated_on_postgres() {
    die_over_a_debit(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_submitted_by_a_dying_process_is_not_repeated_on_sqlite() {
    die_after_acceptance(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_submitted_by_a_dying_process_is_not_repeated_on_postgres() {
    die_after_acceptance(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_not_submitted_by_a_dying_process_is_submitted_on_sqlite() {
    die_before_acceptance(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_not_submitted_by_a_dying_process_is_submitted_on_postgres() {
    die_before_acceptance(Setup::Postgres).await;
}
