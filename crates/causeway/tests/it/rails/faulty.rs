//! Each case about load, pushes, restarts and the log can fail: the adapter of the examples with one fault
//! (`faulty_adapter.py`) is noticed by the case that is about it. The other cases are tried in `causeway-rail-check`.

use serde_json::json;

use super::checked::CheckedAdapter;

/// Checks that the case whose number the fault has fails with these words.
#[track_caller]
fn notices(fault: &str, words: &str) {
    let number = fault.split('_').nth(1).expect("the number of a case");
    let adapter = CheckedAdapter::start_faulty(fault);
    let report = adapter.check(&["--cases", number]);
    let log = adapter.log();
    assert_eq!(report["failed"], json!(1), "{report:#}\n{log}");
    let detail = report["cases"][0]["detail"].as_str().expect("the difference in words");
    assert!(detail.contains(words), "{detail}\n{log}");
}

/// Declares a test for each fault, with words of the difference that the case names.
macro_rules! faults {
    ($($name:ident: $words:literal;)+) => {$(
        #[test]
        fn $name() {
            notices(stringify!($name), $words);
        }
    )+};
}

faults! {
    case_33_slow_submits: "one of 100 submits takes";
    case_46_late_pushes: "no push of";
    case_46_other_items: "a pushed item:";
    case_47_dropped_pushes: "a refused item was not pushed again";
    case_47_repeated_pushes: "a taken item was pushed again";
    case_47_hasty_pushes: "a refused push is repeated at once";
    case_48_lost_tombstones: "status says ORDER_NOT_FOUND of a stored order";
    case_49_second_beginnings: "times in the feed";
    case_50_second_payments: "payments of the";
    case_51_marks_that_follow: "the same id and the same marks";
    case_52_denied_orders: "status 404 of a stored order";
    case_53_logged_names: "the log holds an account or a name";
    case_53_logged_accounts: "the log holds an account or a name";
    case_53_logged_keys: "the log holds the adapter's private key";
    case_53_accounts_in_paths: "the path of a push holds an account";
}
