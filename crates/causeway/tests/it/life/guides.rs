//! The recipes of the guides work when they are pasted, and print what their pages show and nothing else.
//!
//! Each test has a sandbox of its own, started as the first payment says. The recipe for two deployments starts
//! its own servers.

use causeway_testing::lightning::{NodeWallet, SimulatedNode};

use super::document::{Block, blocks, path, read};
use super::terminal::{Session, free_port, sandbox_ports};

/// Defines a test for each recipe; a recipe that continues another one follows it. `RECIPES` has all of them.
macro_rules! recipes {
    ($($test:ident: $($page:literal),+;)+) => {
        $(
            #[test]
            fn $test() {
                run(&[$($page),+]);
            }
        )+

        const RECIPES: &[&str] = &[$($($page),+),+];
    };
}

recipes! {
    webhooks_are_received_and_an_incoming_payment_is_approved:
        "receive-webhooks", "approve-an-incoming-payment";
    a_payout_is_made_and_refunded: "pay-out-and-refund";
    a_third_party_pays_for_a_quote: "pay-in-for-a-quote";
    an_agent_pays: "let-an-agent-pay";
    the_clock_is_moved: "test-with-the-clock";
}

/// The recipe that needs no sandbox, because it starts two deployments.
const DEPLOYMENTS: &str = "uma";

/// The recipe that needs no sandbox, because it is about a production platform.
const BANK: &str = "attach-a-bank";

/// Returns all recipes.
fn all() -> impl Iterator<Item = &'static str> {
    RECIPES.iter().copied().chain([DEPLOYMENTS, BANK])
}

fn page(name: &str) -> String {
    format!("docs/guides/{name}.md")
}

fn run(recipes: &[&str]) {
    sandbox("", recipes);
}

/// Starts a sandbox with these options, defines the shell functions, and pastes the recipes.
#[track_caller]
pub(super) fn sandbox(options: &str, recipes: &[&str]) -> Session {
    let mut session = Session::new(sandbox_ports(options));
    let start = blocks("docs/start/first-payment.md");
    start.iter().filter(|block| block.terminal == 1).for_each(|block| session.paste(block));
    for name in ["README"].iter().chain(recipes) {
        paste(&mut session, name);
    }
    session
}

/// Pastes all blocks of a page, which print what it shows and nothing else.
#[track_caller]
fn paste(session: &mut Session, name: &str) {
    for block in blocks(&page(name)) {
        let printed = Some(block.printed.unwrap_or_default());
        session.paste(&Block { printed, ..block });
    }
}

/// Runs the recipe with a node of this test: the program of the node is not built with the tests.
#[tokio::test(flavor = "multi_thread")]
async fn two_deployments_pay_each_other() {
    const NODE: &str = "127.0.0.1:9735";
    let node = SimulatedNode::start().await;
    let [p1, p2] = ["p1", "p2"].map(|name| node.wallet(name));
    let shown = |name: &str, wallet: &NodeWallet| {
        let NodeWallet { url, secret } = wallet;
        format!(
            "# the wallet {name}\nSVC_SANDBOX_LIGHTNING_URL={url}\nSVC_SANDBOX_LIGHTNING_SECRET={secret}\n"
        )
    };
    let wallets = shown("p1", &p1) + &shown("p2", &p2);
    let replacements = vec![
        ("lightning-node 127.0.0.1:9735 p1 p2", format!("printf %s '{wallets}'")),
        (NODE, p1.url.trim_start_matches("http://").to_owned()),
        ("8081", free_port()),
        ("8082", free_port()),
        ("9002", free_port()),
    ];
    let pasted = tokio::task::spawn_blocking(move || {
        let mut session = Session::new(replacements);
        paste(&mut session, DEPLOYMENTS);
    });
    pasted.await.unwrap();
    let [invoice] = &node.book()[..] else { panic!("one invoice") };
    assert_eq!((invoice.payee.as_str(), invoice.payer.as_deref(), invoice.times_paid), ("p2", Some("p1"), 1));
}

/// Runs the recipe with the adapter and the bank of this repository.
#[test]
fn a_bank_is_attached() {
    let replacements = vec![
        ("~/causeway/examples", path("examples").display().to_string()),
        ("8084", free_port()),
        ("9100", free_port()),
        ("9101", free_port()),
        ("9102", free_port()),
        ("9200", free_port()),
    ];
    paste(&mut Session::new(replacements), BANK);
}

#[test]
fn every_recipe_is_run() {
    let files = std::fs::read_dir(path("docs/guides")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names.filter(|name| name != "README.md").collect();
    pages.sort();
    let mut recipes: Vec<String> = all().map(|name| format!("{name}.md")).collect();
    recipes.sort();
    assert_eq!(pages, recipes, "add a new page to the recipes of this file");
}

#[test]
fn every_block_of_a_recipe_is_run_or_compared() {
    for name in ["README"].into_iter().chain(all()) {
        let text = read(&page(name));
        let blocks = blocks(&page(name));
        let fences = text.lines().filter(|line| line.starts_with("```")).count();
        let outputs = blocks.iter().filter(|block| block.printed.is_some()).count();
        assert_eq!(fences, 2 * (blocks.len() + outputs), "{name}: a block has no terminal, or no command");
        assert!(!blocks.is_empty(), "{name}");
    }
}
