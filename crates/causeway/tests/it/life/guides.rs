//! The recipes of the guides work when they are pasted, and print what their pages show and nothing else.
//!
//! Each test has a sandbox of its own, started as the first payment says.

use super::document::{Block, blocks, path, read};
use super::terminal::{Session, sandbox_ports};

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
        for block in blocks(&page(name)) {
            let printed = Some(block.printed.unwrap_or_default());
            session.paste(&Block { printed, ..block });
        }
    }
    session
}

#[test]
fn every_recipe_is_run() {
    let files = std::fs::read_dir(path("docs/guides")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names.filter(|name| name != "README.md").collect();
    pages.sort();
    let mut recipes: Vec<String> = RECIPES.iter().map(|name| format!("{name}.md")).collect();
    recipes.sort();
    assert_eq!(pages, recipes, "add a new page to the recipes of this file");
}

#[test]
fn every_block_of_a_recipe_is_run_or_compared() {
    for name in ["README"].iter().chain(RECIPES) {
        let text = read(&page(name));
        let blocks = blocks(&page(name));
        let fences = text.lines().filter(|line| line.starts_with("```")).count();
        let outputs = blocks.iter().filter(|block| block.printed.is_some()).count();
        assert_eq!(fences, 2 * (blocks.len() + outputs), "{name}: a block has no terminal, or no command");
        assert!(!blocks.is_empty(), "{name}");
    }
}
