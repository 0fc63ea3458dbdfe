//! Exports and the verification of the ledger.

use std::time::Duration;

use causeway_domain::ledger::TreeHead;
use causeway_service::operator::Kind;
use causeway_service::runtime::anchors::{AnchorFile, Checkpoint, CheckpointReason};
use causeway_store::platforms::Environment;
use causeway_store::{Error, ledger};
use serde_json::{Value, json};

use super::acting::{act, expect_error, export, on, trail, with};
use crate::harness::{Service, journey, on_engines};
use crate::payments::scene::Scene;

on_engines! {
    async fn an_export_is_resumed_behind_any_line(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        for amount in 1..=4 {
            platform.fund(&account, amount).await;
        }
        other.fund(&other.own_account("USD").await, 7).await;

        let arguments = [
            ("export transactions", on(&platform), (0, 4)),
            ("export postings", on(&platform), (0, 8)),
            ("export statement", with(&platform, json!({ "account": account })), (3, 4)),
        ];
        // A statement begins with a line for each of three parts, and ends with such lines.
        for (action, arguments, (opening, count)) in arguments {
            let lines = export(service, action, arguments.clone()).await;
            assert_eq!(lines.len(), count + 1 + 2 * opening, "{action}: {lines:#?}");
            assert!(lines[0].starts_with("cursor,"), "{action}: {}", lines[0]);
            let decimals = lines[0].split(',').position(|heading| heading.ends_with("decimals")).unwrap();
            let currency = lines[0].split(',').position(|heading| heading.ends_with("currency")).unwrap();
            let credited = lines[1..].iter().map(|line| line.split(',').collect::<Vec<_>>());
            assert!(credited.clone().all(|cells| (cells[currency] == "USD") == (cells[decimals] == "2")), "{lines:#?}");
            let cursor = lines[opening + 2].split(',').next().unwrap();
            let mut rest = arguments.clone();
            rest["after"] = if action == "export statement" { cursor.parse::<i64>().unwrap().into() } else { cursor.into() };
            assert_eq!(export(service, action, rest).await, lines[opening + 3..], "{action}");
            let mut objects = arguments;
            objects["format"] = "jsonl".into();
            let objects = export(service, action, objects).await;
            let first: Value = serde_json::from_str(&objects[opening]).unwrap();
            assert_eq!(objects.len(), count + 2 * opening);
            assert_eq!(first["cursor"].to_string().trim_matches('"'), lines[opening + 1].split(',').next().unwrap());
        }

        assert_eq!(trail(service).await.len(), 9, "each export is in the audit trail");
        let unknown = with(&platform, json!({ "account": "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "export statement", unknown, Kind::NotFound).await;
        expect_error(service, "export postings", with(&platform, json!({ "after": "12" })), Kind::Invalid).await;
    }
}

on_engines! {
    async fn an_export_of_several_pages_has_each_line_once(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        // A journal entry has two lines, so this is more than the page of 500.
        for _ in 0..260 {
            platform.fund(&account, 1).await;
        }
        let lines = export(service, "export postings", on(&platform)).await;
        let mut cursors: Vec<&str> = lines[1..].iter().map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!(cursors.len(), 520);
        cursors.sort_unstable();
        cursors.dedup();
        assert_eq!(cursors.len(), 520);
    }
}

journey! {
    async fn a_recorded_head_must_still_be_in_the_ledger(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        platform.fund(&account, 100).await;
        export(service, "export postings", on(&platform)).await;
        let app = service.app();
        let folder = tempfile::tempdir().unwrap();
        let keys = app.keys();
        let path = folder.path().join("anchors");
        let heads = app.store.read(ledger::heads).await.map_err(|error: Error| error).unwrap();
        let head = *heads.iter().find(|head| head.platform == platform.id).unwrap();
        let at = app.clock.now();
        let occasion = CheckpointReason::Seen;
        let append = |head| AnchorFile::open(path.clone(), &keys).unwrap().append(&[Checkpoint { head, at, occasion }], &keys);
        let verify = async || act(service, "ledger verify", json!({ "anchors": [std::fs::read_to_string(&path).unwrap()] })).await;

        append(head).unwrap();
        platform.fund(&account, 100).await;
        export(service, "export postings", on(&platform)).await;
        let report = verify().await;
        assert_eq!((report.exit_code, &report.json["anchors"], &report.json["torn"]), (0, &json!(1), &json!(0)));

        append(TreeHead { size: head.size + 9, ..head }).unwrap();
        let report = verify().await;
        assert_eq!((report.exit_code, &report.json["faults"][0]["kind"]), (7, &json!("ANCHOR_MISSING")));

        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("seen", "restored")).unwrap();
        let report = verify().await;
        assert_eq!((report.exit_code, &report.json["faults"][0]["kind"]), (7, &json!("ANCHOR_NOT_AUTHENTIC")));

        let report = act(service, "ledger verify", json!({ "anchors": [path] })).await;
        assert_eq!(report.json["anchors"], 0, "the server opens no file that a caller names");
        let too_long = json!({ "anchors": ["a".repeat(5_000_000), "a".repeat(5_000_000)] });
        expect_error(service, "ledger verify", too_long, Kind::Invalid).await;
    }
}

/// Exports as JSON Lines and returns the objects.
async fn objects(service: &Service, action: &str, mut arguments: Value) -> Vec<Value> {
    arguments["format"] = "jsonl".into();
    let lines = export(service, action, arguments).await;
    lines.iter().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

on_engines! {
    /// Checks that the periods of a statement follow each other: the closing balance of one is the opening
    /// balance of the next.
    async fn a_statement_has_a_period_with_its_opening_and_closing(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        platform.freeze().await;
        let mut ends = Vec::new();
        for amount in [5, 7, 11] {
            let account_after = platform.fund(&account, amount).await;
            ends.push(account_after["updatedAt"].clone());
            platform.advance(Duration::from_secs(60)).await;
        }

        let statement = async |from: Option<&Value>, to: Option<&Value>| {
            let mut arguments = with(&platform, json!({ "account": account }));
            for (name, end) in [("from", from), ("to", to)] {
                if let Some(end) = end {
                    arguments[name] = end.clone();
                }
            }
            objects(service, "export statement", arguments).await
        };
        let balance = |lines: &[Value], kind: &str| {
            let of_kind = |line: &&Value| line["kind"] == kind && line["part"] == "AV";
            let lines: Vec<_> = lines.iter().filter(of_kind).collect();
            assert_eq!((lines.len(), &lines[0]["cursor"], &lines[0]["amount"]), (1, &Value::Null, &Value::Null));
            lines[0]["balance_after"].as_i64().expect("a balance")
        };

        for (from, to, opening, moved, closing) in [
            (None, None, 0, vec![5, 7, 11], 23),
            (None, Some(0), 0, vec![5], 5),
            (Some(0), Some(0), 0, vec![5], 5),
            (Some(1), Some(1), 5, vec![7], 12),
            (Some(1), None, 5, vec![7, 11], 23),
            (Some(2), Some(1), 12, vec![], 12),
        ] {
            let end = |at: Option<usize>| at.map(|at| &ends[at]);
            let lines = statement(end(from), end(to)).await;
            let amounts: Vec<i64> = lines.iter().filter_map(|line| line["amount"].as_i64()).collect();
            assert_eq!((balance(&lines, "OPENING"), amounts, balance(&lines, "CLOSING")), (opening, moved, closing), "{from:?} {to:?}");
            assert_eq!(lines[0]["booked_at"], end(from).cloned().unwrap_or_default());
        }

        // A bound between two milliseconds separates the movement before it from the next one.
        let behind = json!(ends[1].as_str().expect("an instant").replace('Z', "5Z"));
        for (from, to, moved) in [(Some(&behind), None, [11].as_slice()), (None, Some(&behind), &[5, 7])] {
            let lines = statement(from, to).await;
            let amounts: Vec<i64> = lines.iter().filter_map(|line| line["amount"].as_i64()).collect();
            assert_eq!(amounts, moved, "{from:?} {to:?}");
        }

        let mut rest = with(&platform, json!({ "account": account, "from": ends[1], "after": 2 }));
        let resumed = objects(service, "export statement", rest.clone()).await;
        assert_eq!((resumed.len(), &resumed[0]["amount"]), (4, &json!(11)), "{resumed:#?}");
        rest["after"] = 9.into();
        assert_eq!(objects(service, "export statement", rest).await.len(), 3, "the closing lines alone");
    }
}

on_engines! {
    async fn a_statement_of_several_pages_closes_once(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        for counts in [499, 1, 1] {
            for _ in 0..counts {
                platform.fund(&account, 1).await;
            }
            let lines = objects(service, "export statement", with(&platform, json!({ "account": account }))).await;
            let moved = lines.iter().filter(|line| line["cursor"].is_i64()).count();
            let closing = lines.iter().filter(|line| line["kind"] == "CLOSING").count();
            assert_eq!((lines.len(), closing), (moved + 6, 3));
            assert_eq!(lines[lines.len() - 3]["balance_after"], json!(moved));
        }
    }
}

on_engines! {
    async fn formulas_are_escaped_unless_raw_output_is_requested(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let to = scene.euro_account().await;
        let texts = ["=1+2", "+49 30 1234", "-5 %", "@home", "＝1", "\u{a0}@A1", "plain = text"];
        for text in texts {
            let mut request = scene.transfer(&to, "SENDING", 500);
            request["description"] = json!(text);
            let quote = scene.platform.post("/quotes").json(&request).send().await.expect(201);
            scene.execute(&quote).send().await.expect(200);
        }

        for (is_raw, mark) in [(false, "'"), (true, "")] {
            let arguments = with(&scene.platform, json!({ "raw": is_raw }));
            let lines = export(service, "export transactions", arguments).await;
            for text in texts {
                let expected = if text.starts_with("plain") { text.to_owned() } else { format!("{mark}{text}") };
                let count = lines.iter().filter(|line| line.split(',').any(|cell| cell == expected)).count();
                assert_eq!(count, 1, "{expected:?} {lines:#?}");
            }
        }
    }
}
