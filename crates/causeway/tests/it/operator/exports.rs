//! Exports and the verification of the ledger.

use causeway_domain::ledger::TreeHead;
use causeway_service::operator::Kind;
use causeway_service::runtime::anchors::{AnchorFile, Checkpoint, Occasion};
use causeway_store::platforms::Environment;
use causeway_store::{Error, ledger};
use serde_json::{Value, json};

use super::acting::{act, export, on, refused, trail, with};
use crate::harness::journey;

journey! {
    async fn an_export_is_resumed_behind_any_line(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        for amount in 1..=4 {
            platform.fund(&account, amount).await;
        }
        other.fund(&other.own_account("USD").await, 7).await;
        let arguments = [
            ("export transactions", on(&platform), 4),
            ("export postings", on(&platform), 8),
            ("export statement", with(&platform, json!({ "account": account })), 4),
        ];
        for (action, arguments, count) in arguments {
            let lines = export(service, action, arguments.clone()).await;
            assert_eq!(lines.len(), count + 1, "{action}: {lines:#?}");
            assert!(lines[0].starts_with("cursor,"), "{action}: {}", lines[0]);
            let decimals = lines[0].split(',').position(|heading| heading.ends_with("decimals")).unwrap();
            let currency = lines[0].split(',').position(|heading| heading.ends_with("currency")).unwrap();
            let credited = lines[1..].iter().map(|line| line.split(',').collect::<Vec<_>>());
            assert!(credited.clone().all(|cells| (cells[currency] == "USD") == (cells[decimals] == "2")), "{lines:#?}");
            let cursor = lines[2].split(',').next().unwrap();
            let mut rest = arguments.clone();
            rest["after"] = if action == "export statement" { cursor.parse::<i64>().unwrap().into() } else { cursor.into() };
            assert_eq!(export(service, action, rest).await, lines[3..], "{action}");
            let mut objects = arguments;
            objects["format"] = "jsonl".into();
            let objects = export(service, action, objects).await;
            let first: Value = serde_json::from_str(&objects[0]).unwrap();
            assert_eq!((objects.len(), first["cursor"].to_string().trim_matches('"')), (count, lines[1].split(',').next().unwrap()));
        }
        assert_eq!(trail(service).await.len(), 9, "what leaves the service leaves a trace");
        let unknown = with(&platform, json!({ "account": "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        refused(service, "export statement", unknown, Kind::NotFound).await;
        refused(service, "export postings", with(&platform, json!({ "after": "12" })), Kind::Invalid).await;
    }
}

journey! {
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
    async fn a_head_that_was_seen_must_still_stand(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        platform.fund(&account, 100).await;
        export(service, "export postings", on(&platform)).await;
        let (app, folder) = (service.app(), tempfile::tempdir().unwrap());
        let (keys, path) = (app.keys(), folder.path().join("anchors"));
        let heads = app.store.read(ledger::heads).await.map_err(|error: Error| error).unwrap();
        let head = *heads.iter().find(|head| head.platform == platform.id).unwrap();
        let (at, occasion) = (app.clock.now(), Occasion::Seen);
        let seen = |head| AnchorFile::open(path.clone(), &keys).unwrap().append(&[Checkpoint { head, at, occasion }], &keys);
        let verify = async || act(service, "ledger verify", json!({ "anchors": [path] })).await;
        seen(head).unwrap();
        platform.fund(&account, 100).await;
        export(service, "export postings", on(&platform)).await;
        let sound = verify().await;
        assert_eq!((sound.exit_code, &sound.json["anchors"], &sound.json["torn"]), (0, &json!(1), &json!(0)));
        seen(TreeHead { size: head.size + 9, ..head }).unwrap();
        let cut_off = verify().await;
        assert_eq!((cut_off.exit_code, &cut_off.json["faults"][0]["kind"]), (7, &json!("ANCHOR_MISSING")));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("seen", "restored")).unwrap();
        let forged = verify().await;
        assert_eq!((forged.exit_code, &forged.json["faults"][0]["kind"]), (7, &json!("ANCHOR_NOT_AUTHENTIC")));
        refused(service, "ledger verify", json!({ "anchors": ["/nowhere"] }), Kind::Invalid).await;
    }
}
