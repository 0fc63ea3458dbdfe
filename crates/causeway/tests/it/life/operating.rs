//! The commands on the pages for operators succeed, in the order of the page, on a deployment with two sandbox
//! platforms. The first one has the payments, accounts and customers that they name.

use causeway_service::operator::{Effect, find};

use super::document::{Block, path, read, replaced};
use super::guides::sandbox;
use super::operating_preparations::{
    ALERT, CARDHOLDER, COMPLIANCE_DAY, CUSTOMER, DEPOSITS, DIRECTORIES, PAYMENTS_TO_FIND, REHEARSAL,
    SECOND_PLATFORM, STUCK_PAYMENTS, TO_ACT_ON, TO_FIND, TO_NAME, TO_STOP, VERIFICATION,
};

/// The commands of a page, and the sandbox that they need.
struct PageRun {
    /// File name without extension.
    page: &'static str,
    /// Options of the server.
    options: &'static str,
    /// Recipes of the guides that create a part of the payments, accounts and customers.
    recipes: &'static [&'static str],
    /// Commands of a shell that create the others.
    preparation: &'static str,
    /// Texts of the page, each with its replacement: a shell variable or a word. The first one that fits counts.
    values: &'static [(&'static str, &'static str)],
    /// Beginnings of commands that are not run.
    left_out: &'static [&'static str],
}

const PLAIN: PageRun =
    PageRun { page: "", options: "", recipes: &[], preparation: "", values: &[], left_out: &[] };

/// Defines a test for each page. `RUNS` has all of them.
macro_rules! pages {
    ($($test:ident: $run:expr;)+) => {
        $(
            #[test]
            fn $test() {
                run(&$run);
            }
        )+

        const RUNS: &[PageRun] = &[$($run),+];
    };
}

pages! {
    copies_are_made_and_put_back: PageRun { page: "backup-and-restore", ..PLAIN };
    the_console_is_opened: PageRun {
        page: "console",
        preparation: "causeway user add alice --uid 1000 --roles viewer",
        values: &[("ConsoleSession:…", "ConsoleSession:01999999-0000-7000-8000-000000000000")],
        // No browser has a session, no person has a passkey, and a demonstration is served until Ctrl-C.
        left_out: &["causeway console end", "causeway console remove-passkey", "causeway demo --serve"],
        ..PLAIN
    };
    the_ledger_is_verified: PageRun { page: "verify-the-ledger", ..PLAIN };
    the_ledger_is_verified_after_a_failover: PageRun { page: "failover", ..PLAIN };
    the_sandbox_clock_is_moved: PageRun {
        page: "sandbox-clock",
        values: &[("PLATFORM", "Sandbox")],
        // A clock on which nothing is due has no next time.
        left_out: &["causeway clock resume --real", "causeway clock next"],
        ..PLAIN
    };
    keys_are_rotated: PageRun { page: "keys", values: &[("PLATFORM", "Sandbox")], ..PLAIN };
    alerts_are_listed_and_sent_to_receivers: PageRun {
        page: "alerts",
        preparation: ALERT,
        values: &[("Alert:…", "$ALERT"), ("AlertSink:…", "$SINK")],
        left_out: &["causeway alert-sink add mail", "causeway alert-sink test"],
        ..PLAIN
    };
    an_incident_is_rehearsed: PageRun {
        page: "rehearse",
        recipes: &["test-with-the-clock"],
        preparation: REHEARSAL,
        values: &[("Transaction:…", "$PAYMENT"), ("PLATFORM", "Sandbox")],
        ..PLAIN
    };
    rates_are_set_and_listed: PageRun { page: "rates", values: &[("PLATFORM", "Sandbox")], ..PLAIN };
    an_operations_day_is_walked: PageRun {
        page: "operations-day",
        recipes: &["pay-out-and-refund", "receive-webhooks"],
        values: &[("PLATFORM", "Sandbox")],
        ..PLAIN
    };
    a_compliance_day_is_walked_over_the_network: PageRun {
        page: "compliance-day",
        options: "--admin 127.0.0.1:9090",
        recipes: &["pay-in-for-a-quote"],
        preparation: COMPLIANCE_DAY,
        values: &[
            ("approve Verification:…", "approve $COMPLETE"),
            ("Verification:…", "$VERIFICATION"),
            ("Document:…", "$DOCUMENT"),
            ("hold Customer:…", "hold $OTHER"),
            ("release Customer:…", "release $OTHER"),
            ("Customer:…", "$CUSTOMER"),
            ("ExternalAccount:…", "$BANK"),
            ("PLATFORM", "Sandbox"),
        ],
        left_out: &["causeway operator-token create"],
    };
    a_deployment_is_monitored: PageRun {
        page: "monitoring",
        options: "--admin 127.0.0.1:9090",
        values: &[("PLATFORM", "Sandbox")],
        ..PLAIN
    };
    actions_are_previewed_and_confirmed: PageRun {
        page: "act-safely",
        recipes: &["pay-out-and-refund"],
        preparation: TO_ACT_ON,
        values: &[
            ("InternalAccount:…", "$EMPTY"),
            ("Customer:…", "$CUSTOMER"),
            ("VERSION", "$VERSION"),
        ],
        ..PLAIN
    };
    roles_are_given_and_the_audit_trail_is_read: PageRun {
        page: "access",
        options: "--admin 127.0.0.1:9090",
        preparation: CUSTOMER,
        values: &[
            ("PLATFORM", "Sandbox"),
            ("Customer:…", "$CUSTOMER"),
            ("OperatorToken:…", "OperatorToken:01999999-0000-7000-8000-000000000000"),
        ],
        ..PLAIN
    };
    an_upgrade_is_checked: PageRun { page: "upgrade", ..PLAIN };
    settings_are_changed: PageRun {
        page: "configuration",
        values: &[("NAME", "webhook_signature_json"), ("VALUE", "off"), ("PLATFORM", "Sandbox")],
        ..PLAIN
    };
    commands_have_help_and_exports: PageRun {
        page: "commands",
        recipes: &["pay-out-and-refund"],
        preparation: TO_NAME,
        values: &[
            ("<noun>", "platform"),
            ("<verb>", "create"),
            ("InternalAccount:…", "$ACCOUNT"),
            ("Transaction:…", "$PAYMENT"),
            ("13cfdf", "$END"),
            ("REFERENCE", "$REFERENCE"),
            ("PLATFORM", "Sandbox"),
        ],
        left_out: &["causeway alert show"],
        ..PLAIN
    };
    customers_accounts_and_payments_are_found: PageRun {
        page: "find-anything",
        recipes: &["pay-out-and-refund"],
        preparation: TO_FIND,
        values: &[
            ("find 3e4f5a", "find $END"),
            ("ExternalAccount:…", "$GOOD"),
            ("Customer:…", "$ADA"),
            ("PLATFORM", "Sandbox"),
        ],
        ..PLAIN
    };
    deliveries_are_listed_and_repeated: PageRun {
        page: "webhooks",
        recipes: &["pay-out-and-refund", "receive-webhooks"],
        values: &[
            ("Webhook:…", "$WEBHOOK"),
            ("Transaction:…", "$PAYMENT"),
            ("PLATFORM", "Sandbox"),
            ("HEADER", "MEUCIQ=="),
            ("HASH", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ],
        ..PLAIN
    };
    stuck_payments_are_resolved: PageRun {
        page: "stuck-payments",
        recipes: &["test-with-the-clock"],
        preparation: STUCK_PAYMENTS,
        values: &[
            ("show Transaction:…", "show $ARRIVED"),
            ("settle Transaction:…", "settle $ARRIVED"),
            ("fail Transaction:…", "fail $FAILED"),
            ("return Transaction:…", "return $ARRIVED"),
            ("refund Transaction:…", "refund $UNKNOWN"),
            ("release Transaction:…", "release $RELEASED"),
            ("keep Transaction:…", "keep $KEPT"),
            ("PLATFORM", "Sandbox"),
        ],
        left_out: &["causeway jobs retry"],
        ..PLAIN
    };
    payments_are_found: PageRun {
        page: "find-a-payment",
        recipes: &["pay-out-and-refund", "pay-in-for-a-quote"],
        preparation: PAYMENTS_TO_FIND,
        values: &[
            ("REFERENCE", "$REFERENCE"),
            ("payment show Transaction:…", "payment show $PAYMENT"),
            ("deposit show Transaction:…", "deposit show $DEPOSIT"),
            ("Customer:…", "$CUSTOMER"),
            ("ExternalAccount:…", "$GOOD"),
            ("InternalAccount:…", "$ACCOUNT"),
            ("Quote:…", "$QUOTE"),
            ("PLATFORM", "Sandbox"),
        ],
        ..PLAIN
    };
    deposits_and_suspense_are_resolved: PageRun {
        page: "deposits-and-suspense",
        recipes: &["pay-out-and-refund", "pay-in-for-a-quote"],
        preparation: DEPOSITS,
        values: &[
            ("show Transaction:…", "show $SUSPENDED"),
            ("resolve Transaction:… --payer", "resolve $UNMATCHED --payer"),
            ("resolve Transaction:…", "resolve $SUSPENDED"),
            ("release Transaction:…", "release $FIRST"),
            ("reject Transaction:…", "reject $SECOND"),
            ("InternalAccount:… --amount 5000 --network", "$WALLET --amount 5000 --network"),
            ("InternalAccount:…", "$ACCOUNT"),
            ("ADDRESS", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"),
            ("Quote:…", "$QUOTE"),
            ("PLATFORM", "Sandbox"),
        ],
        ..PLAIN
    };
    customers_and_accounts_are_stopped_and_released: PageRun {
        page: "stop-and-release",
        recipes: &["pay-out-and-refund"],
        preparation: TO_STOP,
        values: &[
            ("reject Customer:…", "reject $OTHER"),
            ("close InternalAccount:…", "close $EMPTY"),
            ("InternalAccount:…", "$ACCOUNT"),
            ("ExternalAccount:…", "$GOOD"),
            ("Customer:…", "$CUSTOMER"),
            ("Card:…", "$CARD"),
            ("DOMAIN", "sandbox.uma.test"),
            ("PLATFORM", "Sandbox"),
        ],
        left_out: &[
            "causeway account retry",
            "causeway card-transaction collect",
            "causeway provider-account revoke",
        ],
        ..PLAIN
    };
    a_production_platform_is_prepared: PageRun {
        page: "production",
        options: "--behind-proxy",
        recipes: &["pay-out-and-refund"],
        preparation: DIRECTORIES,
        values: &[
            ("DOMAIN", "vasp.example.com"),
            ("PLATFORM", "Acme"),
            ("InternalAccount:…", "$ACCOUNT"),
        ],
        ..PLAIN
    };
    codes_are_sent_to_cardholders: PageRun {
        page: "cardholder-codes",
        preparation: CARDHOLDER,
        values: &[("Card:…", "$CARD"), ("MESSAGE", "$MESSAGE"), ("PLATFORM", "Sandbox")],
        ..PLAIN
    };
    customers_and_external_accounts_are_verified: PageRun {
        page: "verify-customers-and-accounts",
        options: "--admin 127.0.0.1:9090",
        recipes: &["pay-in-for-a-quote"],
        preparation: VERIFICATION,
        values: &[
            ("approve Verification:…", "approve $COMPLETE"),
            ("Verification:…", "$VERIFICATION"),
            ("\"Document:…\"", "\"'$DOCUMENT'\""),
            ("Document:…", "$DOCUMENT"),
            ("Customer:…", "$CUSTOMER"),
            ("ExternalAccount:…", "$BANK"),
            ("PLATFORM", "Sandbox"),
        ],
        ..PLAIN
    };
}

/// Pages whose commands are not run, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("lightning", "payments over a Lightning node are needed"),
    ("rails", "an adapter of a bank is needed"),
    ("stablecoin-provider", "the provider is needed"),
    ("wallet-keys", "a wallet without a credential is needed"),
];

#[track_caller]
fn run(page: &PageRun) {
    let mut session = sandbox(page.options, page.recipes);
    session.paste(&command(page.page, 0, SECOND_PLATFORM));
    session.paste(&command(page.page, 0, page.preparation));
    let values = page.values.iter().map(|(text, value)| (*text, (*value).to_owned()));
    let values: Vec<(&str, String)> = values.collect();
    for block in commands(page.page) {
        if page.left_out.iter().any(|beginning| block.commands.starts_with(beginning)) {
            continue;
        }
        let commands = with_confirmation(&replaced(&block.commands, &values));
        session.paste(&Block { commands, ..block });
    }
}

/// Confirms a command that cannot be undone. On the terminal of a reader it asks; here there is no terminal.
fn with_confirmation(commands: &str) -> String {
    let words: Vec<&str> = commands.split_whitespace().collect();
    let ["causeway", noun, verb, ..] = words[..] else { return commands.to_owned() };
    let is_asked = find(noun, verb).is_some_and(|action| action.effect == Effect::Irreversible);
    if !is_asked || words.contains(&"--yes") {
        return commands.to_owned();
    }
    let command = format!("causeway {noun} {verb}");
    commands.replacen(&command, &format!("{command} --yes"), 1)
}

fn command(page: &str, line: usize, text: &str) -> Block {
    let place = format!("docs/operating/{page}.md:{line}");
    Block { place, terminal: 3, commands: format!("{text}\n"), printed: None }
}

/// Returns the commands of a page in order: those in its blocks, and those in its text that have an argument.
fn commands(page: &str) -> Vec<Block> {
    let text = read(&format!("docs/operating/{page}.md"));
    let mut found = Vec::new();
    let mut is_fenced = false;
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced {
            let mut all = line.trim_start().to_owned();
            while let Some(beginning) = all.strip_suffix('\\') {
                all = beginning.to_owned() + lines.next().map_or("", |(_, next)| next.trim_start());
            }
            found.push(command(page, index + 1, &all));
        } else {
            let spans = line.split('`').skip(1).step_by(2).filter(|span| has_argument(span));
            found.extend(spans.map(|span| command(page, index + 1, span)));
        }
    }
    found.retain(|block| is_command(&block.commands));
    found
}

fn is_command(text: &str) -> bool {
    let is_server = text.starts_with("causeway serve");
    !is_server && ["causeway ", "curl "].iter().any(|program| text.starts_with(program))
}

/// Returns `true` if a command in a text is complete. Others are names of commands.
fn has_argument(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|word| word.contains('…') || word.starts_with("--") || word.chars().all(char::is_uppercase))
}

#[test]
fn every_page_with_commands_is_run_or_left_out_with_a_reason() {
    let files = std::fs::read_dir(path("docs/operating")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let pages = names.filter_map(|name| name.strip_suffix(".md").map(str::to_owned));
    let mut pages: Vec<String> = pages.filter(|page| !commands(page).is_empty()).collect();
    pages.sort();
    let mut listed: Vec<&str> = RUNS.iter().map(|run| run.page).collect();
    listed.extend(LEFT_OUT.iter().map(|(page, _)| *page));
    listed.sort_unstable();
    assert_eq!(pages, listed, "run the commands of a new page, or say why not");
}

#[test]
fn every_replacement_and_exception_is_needed() {
    for PageRun { page, values, left_out, .. } in RUNS {
        let commands = commands(page);
        for (text, _) in *values {
            assert!(commands.iter().any(|block| block.commands.contains(text)), "{page} has no {text}");
        }
        for beginning in *left_out {
            let mut commands = commands.iter();
            assert!(commands.any(|block| block.commands.starts_with(beginning)), "{page} has no {beginning}");
        }
    }
}
