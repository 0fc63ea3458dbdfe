//! The commands about rails whose adapter runs: each is tried dry first, and is a row of the audit trail; what operators
//! see of an order is masked, and proved.

use std::process::Command;

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_service::operator::{Kind, NOUNS, Permission};
use causeway_testing::rails::{Exchange, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::attached::{AMOUNT, AttachedScene, FUNDS};
use super::bank::reference;
use super::liar::id_of;
use super::payer::text;
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, expect_error, trail, try_dry_run, with};
use crate::operator::channels::{network, with_token};

/// The commands about rails, each with the permission that it takes.
const COMMANDS: [(&str, Permission); 27] = {
    use Permission::{Administer, Look, Money, Support};
    [
        ("rail add", Administer),
        ("rail check", Administer),
        ("rail compare", Look),
        ("rail list", Look),
        ("rail pause", Support),
        ("rail remove", Administer),
        ("rail resume", Administer),
        ("rail set", Administer),
        ("rail show", Look),
        ("rail spec", Look),
        ("rail-account add", Administer),
        ("rail-account bind", Administer),
        ("rail-account list", Look),
        ("rail-evidence show", Look),
        ("rail-key add", Administer),
        ("rail-key revoke", Administer),
        ("rail-key show", Look),
        ("rail-limit set", Administer),
        ("rail-order release", Money),
        ("rail-order resubmit", Money),
        ("rail-order show", Look),
        ("rail-route list", Look),
        ("rail-route remove", Administer),
        ("rail-route set", Administer),
        ("rail-route test", Look),
        // Also about rails, though no command of theirs: the payer's name and address, and the record of an order.
        ("platform set", Administer),
        ("payment show", Look),
    ]
};

/// Checks the permission of each command. That a command without its permission is refused, over every channel, is
/// checked for all commands of operators.
#[test]
fn each_command_takes_its_permission() {
    let actions = || NOUNS.iter().flat_map(|noun| &noun.actions);
    for (command, permission) in COMMANDS {
        let found = actions().find(|action| format!("{} {}", action.noun, action.verb) == command);
        let found = found.unwrap_or_else(|| panic!("there is no action {command}"));
        assert_eq!(found.permission, permission, "{command}");
    }
    let of_rails = actions().filter(|action| action.noun == "rail" || action.noun.starts_with("rail-"));
    let listed = COMMANDS.iter().filter(|(command, _)| command.starts_with("rail"));
    assert_eq!(of_rails.count(), listed.count());
}

/// Runs an action dry, which leaves no row of the audit trail, and then for real, which leaves one.
async fn run(service: &Service, action: &str, arguments: Value) -> Value {
    let before = trail(service).await.len();
    let dry = try_dry_run(service, action, arguments.clone()).await;
    let dry = dry.unwrap_or_else(|error| panic!("the dry run of {action} {arguments}: {error:?}"));
    assert_eq!(dry["dryRun"], true, "{action}");
    assert_eq!(trail(service).await.len(), before, "the dry run of {action} is no action");
    let done = act(service, action, arguments).await.json;
    let rows = trail(service).await;
    let [row] = &rows[before..] else { panic!("{action} has left {:?}", &rows[before..]) };
    assert_eq!((row.action.as_str(), row.actor.as_str(), row.reason.as_str()), (action, "ada", "a test"));
    done
}

async fn commands_are_tried_dry_and_recorded(setup: Setup) {
    let scene = AttachedScene::new(setup).await;
    let service = &scene.service;
    let account = scene.register("900000010").await;
    let bank = json!({ "rail": "bank" });

    let before = scene.adapter.copy();
    let forgotten = scene.pay_out(&account, OrderState::Received).await;
    assert_eq!(run(service, "rail pause", bank.clone()).await["status"], "PAUSED");
    scene.reload().await;
    scene.payout_request(&account).send().await.expect_error(501, "NOT_IMPLEMENTED");
    assert_eq!(run(service, "rail resume", bank.clone()).await["status"], "ENABLED");

    let limits = json!({ "rail": "bank", "currency": "USD", "return_hold": AMOUNT - 1 });
    run(service, "rail-limit set", limits).await;
    scene.reload().await;
    let held = scene.pay_out(&account, OrderState::Received).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&held), OrderState::Returned);
    scene.follow().await;
    scene.stores(&held, OrderState::Returned).await;
    assert_eq!(scene.balance().await, FUNDS - 2 * AMOUNT, "the return waits");
    let of = |payout: &str| with(&scene.platform, json!({ "transaction": payout }));
    run(service, "rail-order release", of(&held)).await;
    scene.reaches(&held, "FAILED").await;

    // The adapter forgets both orders; the open one is submitted again by name.
    scene.adapter.restore(before);
    wait::until("the suspension", wait::PATIENCE, || async {
        scene.follow().await;
        let status = scene.rail().await["status"].clone();
        if status == "SUSPENDED" { Ok(()) } else { Err(status) }
    })
    .await;
    the_partner_is_asked_first(&scene, &forgotten).await;
    run(service, "rail resume", json!({ "rail": "bank", "accept_memory": true })).await;
    scene.follow().await;
    run(service, "rail-order resubmit", of(&forgotten)).await;
    assert_eq!(scene.adapter.submitted(), 1);
    scene.adapter.move_order(OrderKind::Payout, id_of(&forgotten), OrderState::Settled);
    scene.follow().await;
    scene.reaches(&forgotten, "COMPLETED").await;

    let route = json!({
        "rail": "bank", "corridor": "usd-ach", "account_type": "USD_ACCOUNT", "payment_rail": "ACH",
        "currency": "USD",
    });
    let route = run(service, "rail-route set", route).await["route"].clone();
    run(service, "rail-route remove", json!({ "route": route })).await;
    let key = scene.adapter.key();
    run(service, "rail-key revoke", bank.clone()).await;
    run(service, "rail-key add", json!({ "rail": "bank", "key": key })).await;
    run(service, "rail remove", bank).await;
    scene.service.finish().await;
}

/// Checks that a comparison names the references of the forgotten order, by which the partner is asked, then the commands
/// that enter its word, and last the one that submits the order again.
async fn the_partner_is_asked_first(scene: &AttachedScene, forgotten: &str) {
    let compared = act(&scene.service, "rail compare", json!({ "rail": "bank" })).await.json;
    let [listed] = &compared["forgotten"].as_array().expect("a list")[..] else { panic!("{compared}") };
    assert_eq!(listed["transaction"], forgotten);
    assert!(text(&listed["next"]).starts_with("ask the partner"), "{listed}");
    let of = with(&scene.platform, json!({ "transaction": forgotten }));
    let shown = act(&scene.service, "rail-order show", of).await.json;
    assert_eq!(listed["end_to_end_id"], reference('P', forgotten));
    for name in ["end_to_end_id", "uetr", "short_reference"] {
        assert!(listed[name].is_string() && listed[name] == shown[0][name], "{name}: {listed} {shown}");
    }
    let decided = ["settle", "fail", "refund"];
    let mut expected =
        decided.map(|verb| format!("causeway payment {verb} {forgotten} --reason TEXT")).to_vec();
    expected.push(format!("causeway rail-order resubmit {forgotten} --kind PAYOUT --reason TEXT"));
    assert_eq!(listed["commands"], json!(expected));
}

mod commands {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        commands_are_tried_dry_and_recorded(Setup::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        commands_are_tried_dry_and_recorded(Setup::Postgres).await;
    }
}

/// Checks that no order is submitted again whose payment has ended: by its record, or by the partner's word that an operator
/// has entered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_of_a_payment_that_has_ended_is_not_resubmitted() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let service = &scene.service;
    let account = scene.register("900000010").await;
    let before = scene.adapter.copy();
    let paid = scene.pay_out(&account, OrderState::Received).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&paid), OrderState::Settled);
    scene.follow().await;
    scene.reaches(&paid, "COMPLETED").await;
    let open = scene.pay_out(&account, OrderState::Received).await;
    scene.follow().await;

    scene.adapter.restore(before);
    wait::until("the suspension", wait::PATIENCE, || async {
        scene.follow().await;
        let status = scene.rail().await["status"].clone();
        if status == "SUSPENDED" { Ok(()) } else { Err(status) }
    })
    .await;
    let of = |payout: &str| with(&scene.platform, json!({ "transaction": payout }));
    act(service, "payment settle", of(&open)).await;
    act(service, "rail resume", json!({ "rail": "bank", "accept_memory": true })).await;
    scene.follow().await;
    for payout in [&paid, &open] {
        let error = expect_error(service, "rail-order resubmit", of(payout), Kind::Refused).await;
        assert!(error.message.contains("ended"), "{error}");
    }
    assert_eq!(scene.adapter.submitted(), 0, "neither is paid a second time");
    scene.service.finish().await;
}

/// Checks that requests go to the address that an operator sets, with the same keys and the same memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_adapter_that_moves_keeps_its_rail() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000010").await;
    let set = |url: &str| json!({ "rail": "bank", "url": url });
    run(&scene.service, "rail set", set("http://127.0.0.1:9")).await;
    scene.reload().await;
    scene.payout_request(&account).send().await.expect_error(500, "SVC_SWITCH_ERROR");
    run(&scene.service, "rail set", set(&scene.adapter.url())).await;
    scene.reload().await;
    // Too many questions at the other address may have degraded the rail meanwhile.
    let payout = wait::until("a payout over the rail", wait::PATIENCE, || async {
        let response = scene.payout_request(&account).send().await;
        if response.status == 201 { Ok(response.json()["id"].clone()) } else { Err(response.status) }
    })
    .await;
    scene.stores(text(&payout), OrderState::Received).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(text(&payout)), OrderState::Settled);
    scene.follow().await;
    scene.reaches(text(&payout), "COMPLETED").await;
    scene.service.finish().await;
}

/// Checks that an operator sees the record of an order in its payment, and that the partner's words, which can name
/// persons, are for those who may see persons.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payment_show_has_the_record_and_masks_it() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000010").await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Submit(..) | Call::Status(..))) && reply.status == 200 {
            reply.body["partnerText"] = json!("returned by Hedy Lamarr");
            reply.body["partnerCode"] = json!("AC01");
        }
    });
    let payout = scene.pay_out(&account, OrderState::Received).await;
    let network = network(&scene.service).await;
    for (role, told) in [("viewer", "…"), ("support", "returned by Hedy Lamarr")] {
        let client = with_token(&scene.service, &network, role, &[role], None).await;
        let request = json!({ "arguments": { "transaction": payout } });
        let shown = client.post("/operator/payment/show").json(&request).send().await.expect(200);
        let order = &shown["rails"][0];
        assert_eq!((&order["rail"], &order["corridor"]), (&json!("bank"), &json!("usd-instant")), "{shown}");
        let record = &order["record"];
        assert_eq!(
            (&record["partnerCode"], &record["partnerText"]),
            (&json!("AC01"), &json!(told)),
            "{role}"
        );
        assert_eq!(shown.to_string().contains("Hedy"), role == "support", "{role}: {shown}");
    }
    scene.service.finish().await;
}

/// Checks that the printed lines verify each signed answer with `openssl` alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evidence_verifies_by_the_printed_lines() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000010").await;
    let payout = scene.pay_out(&account, OrderState::Received).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
    scene.follow().await;
    scene.reaches(&payout, "COMPLETED").await;
    let of = with(&scene.platform, json!({ "transaction": payout }));
    let shown = act(&scene.service, "rail-evidence show", of).await.json;
    let answers = shown.as_array().expect("a list");
    assert_eq!(answers.len(), 2, "one for each state: {shown}");
    for answer in answers {
        let lines: Vec<&str> = answer["verify"].as_array().expect("lines").iter().map(text).collect();
        let folder = TempDir::new().unwrap();
        let printed = Command::new("sh")
            .args(["-c", &format!("set -e\n{}", lines.join("\n"))])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let Some((verified, digest)) = printed.trim().rsplit_once('\n') else { panic!("{printed}") };
        assert!(verified.contains("Verified Successfully"), "{printed}");
        assert!(text(&answer["base"]).contains(&format!("sha-256=:{digest}:")), "{answer}");
        let body: Value = serde_json::from_str(text(&answer["body"])).unwrap();
        assert_eq!(body["transactionId"], payout.as_str());
    }
    scene.service.finish().await;
}
