//! Payments over rails, and everything that happens to rails meanwhile: orders, answers and items on their way, partners
//! at work, silent adapters, and adapters that contradict themselves.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::TransactionStatus;
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{EndToEndId, OrderKind, OrderState};
use causeway_service::runtime::jobs;
use causeway_store::{alerts, payments};
use causeway_wire::table::{Operation, Quotes, Transactions, Transfers};
use serde_json::{Value, json};

use crate::checks::{check_bookings, check_clocks, submit};
use crate::requests::Request;
use crate::rng::Rng;
use crate::violation::{CheckResult, ensure};
use crate::world::{
    PartnerPace, RailAdapter, Tenant, World, attempt, follow_feeds, has_silent_rail, let_partners_work,
    operate, send_push,
};

/// A step with its weight and name.
type Step = (u32, (&'static str, fn(&mut World, usize) -> CheckResult));

const FIRST: Step = (20, ("rails: a transfer out", pay_out));
const OTHERS: &[Step] = &[
    (8, ("rails: a transfer in", collect)),
    (9, ("rails: a quote", quote)),
    (10, ("rails: a cancel", cancel)),
    (22, ("rails: partners work", work)),
    (14, ("rails: feeds are read", follow)),
    (6, ("rails: a push", push)),
    (20, ("rails: jobs", run_jobs)),
    (10, ("rails: time passes", pass)),
    (2, ("rails: an adapter is not reached for some time", be_silent)),
    (2, ("rails: an operator pauses or resumes a rail", move_rail)),
    (2, ("rails: the process is killed", kill)),
    (1, ("rails: an adapter contradicts itself", contradict)),
];

const PAUSED: &str = "rail: an operator pauses it";
const CONTRADICTION: &str = "rail: a state that contradicts the one before";

/// The names of the steps and of what they do, all of which must occur.
pub(crate) const EVENTS: &[&[&str]] = &[&[FIRST.1.0, PAUSED, CONTRADICTION], &{
    let mut names = [""; OTHERS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = OTHERS[at].1.0;
        at += 1;
    }
    names
}];

/// Number of latest payments of which one is cancelled.
const LATEST: usize = 6;
/// Maximum number of contradictions of a run: a third one within a day would pause the rail.
const CONTRADICTIONS: usize = 2;
/// Rounds in which a contradiction is noticed.
const ROUNDS: usize = 6;
/// Maximum number of jobs in a round.
const BATCH: u32 = 64;

/// Takes a step about rails, in a run that has any.
pub(super) fn take(world: &mut World) -> CheckResult {
    let Some(tenant) = world.rails.as_ref().map(|payer| payer.tenant) else { return Ok(()) };
    let (name, step) = world.host.rails_rng.weighted(FIRST.0, FIRST.1, OTHERS);
    world.host.counts.event(name);
    world.host.trace.note(&format!("{} {name}", world.now()));
    step(world, tenant)
}

fn pay_out(world: &mut World, tenant: usize) -> CheckResult {
    let rng = rng(world);
    let Some(body) = transfer(&world.tenants[tenant], &rng, Direction::Out) else { return Ok(()) };
    request(world, tenant, Operation::Transfers(Transfers::CreateTransferOut), body)
}

fn collect(world: &mut World, tenant: usize) -> CheckResult {
    let rng = rng(world);
    let Some(body) = transfer(&world.tenants[tenant], &rng, Direction::In) else { return Ok(()) };
    request(world, tenant, Operation::Transfers(Transfers::CreateTransferIn), body)
}

/// Executes a quote to a bank account, paid from the platform's account or by direct debit.
fn quote(world: &mut World, tenant: usize) -> CheckResult {
    let rng = rng(world);
    let payer = &world.tenants[tenant];
    let Some(destination) = external(payer, &rng) else { return Ok(()) };
    let source = if rng.percent(50) { external(payer, &rng) } else { internal(payer) };
    let body = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": amount(&rng),
        "immediatelyExecute": true,
    });
    request(world, tenant, Operation::Quotes(Quotes::CreateQuote), body)
}

/// Cancels one of the latest payments.
fn cancel(world: &mut World, tenant: usize) -> CheckResult {
    let rng = rng(world);
    let payer = &world.tenants[tenant];
    let quoted = payer.quotes.values().rev().map(|quote| quote.transaction).take(LATEST / 2);
    let latest: Vec<TransactionId> =
        payer.transfers.keys().rev().copied().take(LATEST).chain(quoted).collect();
    let Some(payment) = rng.pick(&latest) else { return Ok(()) };
    let operation = Operation::Transactions(Transactions::CancelTransaction);
    let request = Request::new(tenant, operation, payer.first_token()).of(payment);
    submit(world, &[request])
}

fn work(world: &mut World, _: usize) -> CheckResult {
    let_partners_work(world, PartnerPace::Random);
    check_bookings(world)
}

fn follow(world: &mut World, _: usize) -> CheckResult {
    follow_feeds(world)
}

/// Pushes some of the newest items of an adapter, and sometimes the same push again.
fn push(world: &mut World, _: usize) -> CheckResult {
    let rng = rng(world);
    let Some(push) = rng.pick(&world.host.rails).and_then(|rail| rail.new_push()) else { return Ok(()) };
    let before = world.host.fault_plan.injected();
    let status = send_push(world, &push)?;
    let again = if rng.percent(30) { Some(send_push(world, &push)?) } else { None };
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    // A nonce counts once, unless the first push could not be stored.
    let is_expected = status == 200 && again.is_none_or(|again| again == 401);
    ensure(had_faults || is_expected, || format!("a push was answered with {status}, and then {again:?}"))
}

fn run_jobs(world: &mut World, _: usize) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let limit = u32::try_from(rng(world).between(1, 16)).unwrap_or(1);
    attempt(world, |world| world.run(jobs::run_due(&app, None, limit)))
}

fn pass(world: &mut World, _: usize) -> CheckResult {
    let seconds = rng(world).weighted(70, 15, &[(25, 90), (5, 4_000)]);
    let seconds = u64::try_from(rng(world).between(1, seconds)).unwrap_or(1);
    world.pass(Duration::from_secs(seconds));
    check_clocks(world)
}

fn be_silent(world: &mut World, _: usize) -> CheckResult {
    let rng = rng(world);
    let seconds = u64::try_from(rng.between(5, 120)).unwrap_or(5);
    if let Some(rail) = rng.pick(&world.host.rails) {
        rail.be_silent(Duration::from_secs(seconds));
    }
    follow_feeds(world)
}

fn move_rail(world: &mut World, _: usize) -> CheckResult {
    let rng = rng(world);
    let Some(name) = rng.pick(&world.host.rails).map(|rail| rail.name) else { return Ok(()) };
    let verb = if rng.percent(35) { "pause" } else { "resume" };
    if verb == "pause" && !world.host.fault_plan.injects_by(&rng, 1_000, PAUSED) {
        return Ok(());
    }
    operate(world, "rail", verb, json!({ "rail": name }))
}

fn kill(world: &mut World, _: usize) -> CheckResult {
    world.restart()?;
    check_clocks(world)
}

/// Has an adapter tell that a payout which it has paid has failed, until there is an alert about it. The payment stays.
fn contradict(world: &mut World, tenant: usize) -> CheckResult {
    let rng = rng(world);
    let number = world.rails.as_ref().map_or(CONTRADICTIONS, |payer| payer.contested.len());
    if number >= CONTRADICTIONS || has_silent_rail(world) {
        return Ok(());
    }
    let Some(rail) = rng.pick(&world.host.rails).map(Arc::clone) else { return Ok(()) };
    let Some(reference) = arrived_payout(world, tenant, &rail, &rng)? else { return Ok(()) };
    if !world.host.fault_plan.injects_by(&rng, 1_000, CONTRADICTION) {
        return Ok(());
    }
    rail.be_reached();
    world.without_faults(|world| {
        rail.contradict(reference, OrderState::Failed);
        let is_noticed = ask_until_alerted(world, reference.transaction)?;
        ensure(is_noticed, || format!("no alert that {reference:?} is paid and has failed"))?;
        rail.contradict(reference, OrderState::Settled);
        follow_feeds(world)?;
        run_all_jobs(world)
    })?;
    if let Some(payer) = &mut world.rails {
        payer.contested.insert(reference.transaction);
    }
    Ok(())
}

/// Reads the feeds and runs jobs until there is an alert about the payment; returns `false` if there is none.
fn ask_until_alerted(world: &mut World, payment: TransactionId) -> CheckResult<bool> {
    let kind = AlertKind::RailContradiction;
    let subject = payment.to_string();
    for _ in 0..ROUNDS {
        follow_feeds(world)?;
        run_all_jobs(world)?;
        let subject = subject.clone();
        if world.read(move |tx| alerts::is_open(tx, kind, &subject))? {
            return Ok(true);
        }
        // Jobs that a dead process has claimed are free again.
        world.pass(Duration::from_secs(61));
    }
    Ok(false)
}

fn run_all_jobs(world: &World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    for _ in 0..ROUNDS {
        if world.run(jobs::run_due(&app, None, BATCH))? == 0 {
            break;
        }
    }
    Ok(())
}

/// Picks a payout of a rail that has arrived, on both sides.
fn arrived_payout(
    world: &World,
    tenant: usize,
    rail: &RailAdapter,
    rng: &Rng,
) -> CheckResult<Option<EndToEndId>> {
    let is_paid =
        |record: &OrderRecord| record.kind == OrderKind::Payout && record.state() == OrderState::Settled;
    let paid: Vec<TransactionId> =
        rail.records().into_iter().filter(is_paid).map(|record| record.transaction_id).collect();
    let Some(transaction) = rng.pick(&paid).copied() else { return Ok(None) };
    let platform = world.tenants[tenant].id;
    let found = world.read(move |tx| payments::find(tx, platform, transaction))?;
    let has_arrived = found.is_some_and(|payment| payment.status() == TransactionStatus::Completed);
    Ok(has_arrived.then_some(EndToEndId { kind: OrderKind::Payout, transaction }))
}

/// Sends a keyed request of the platform: without a key, its outcome could not be determined after a crash.
fn request(world: &mut World, tenant: usize, operation: Operation, body: Value) -> CheckResult {
    let rng = rng(world);
    let request = Request::new(tenant, operation, world.tenants[tenant].first_token());
    submit(world, &[request.json(body).keyed(&rng)])
}

/// The direction of a transfer between the platform's account and its bank account.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

fn transfer(payer: &Tenant, rng: &Rng, direction: Direction) -> Option<Value> {
    let bank = external(payer, rng)?;
    let own = internal(payer)?;
    let mut body = match direction {
        Direction::Out => json!({ "source": { "accountId": own }, "destination": { "accountId": bank } }),
        Direction::In => json!({ "source": { "accountId": bank }, "destination": { "accountId": own } }),
    };
    body["amount"] = amount(rng).into();
    if direction == Direction::Out && rng.percent(60) {
        body["destination"]["paymentRail"] = rng.weighted(50, "ACH", &[(45, "RTP"), (5, "WIRE")]).into();
    }
    Some(body)
}

/// Draws an amount in cents, so that both rails get orders.
fn amount(rng: &Rng) -> i64 {
    rng.between(1, 300_000)
}

fn external(payer: &Tenant, rng: &Rng) -> Option<String> {
    rng.pick(&payer.externals).map(|one| one.id.to_string())
}

fn internal(payer: &Tenant) -> Option<String> {
    payer.accounts.keys().next().map(ToString::to_string)
}

fn rng(world: &World) -> Rng {
    world.host.rails_rng.clone()
}
