//! The clock of a platform.

use std::time::Duration;

use causeway_domain::ids::JobId;
use causeway_service::operator::Kind;
use causeway_store::jobs::{self, NewJob};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use serde_json::json;

use super::acting::{act, expect_error, on, trail, try_dry_run, with};
use crate::harness::{Platform, Service, journey, on_engines};
use crate::payments::scene::Scene;

journey! {
    async fn a_clock_is_frozen_advanced_and_resumed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let frozen = act(service, "clock freeze", on(&platform)).await.json;
        assert_eq!(frozen["is_frozen"], true);
        let clock = act(service, "clock show", on(&platform)).await.json;
        assert_eq!(clock["now"], frozen["now"]);

        let before = platform.customer(&["USD"]).await;
        assert_eq!(before["createdAt"], frozen["now"]);

        let by = || with(&platform, json!({ "by": "1d12h" }));
        let dry = try_dry_run(service, "clock advance", by()).await.unwrap();
        let advanced = act(service, "clock advance", by()).await.json;
        assert_eq!(dry["result"]["target"], advanced["target"]);
        assert_eq!((&advanced["remaining_jobs"], &advanced["remaining_deliveries"]), (&json!(0), &json!(0)));
        assert!(advanced["jobs_run"].is_u64() && advanced["deliveries_attempted"].is_u64(), "{advanced}");
        assert_eq!(advanced["alerts_raised"], 0);
        let after = platform.customer(&["USD"]).await;
        assert_eq!(after["createdAt"], advanced["now"]);
        assert!(after["createdAt"].as_str() > before["createdAt"].as_str());

        assert_eq!(act(service, "clock resume", on(&platform)).await.json["is_frozen"], false);
        assert_eq!(trail(service).await.len(), 3);
        expect_error(service, "clock advance", with(&platform, json!({ "by": "tomorrow" })), Kind::Invalid).await;
    }
}

on_engines! {
    async fn a_production_clock_cannot_be_moved(service) {
        let platform = service.platform(Environment::Production).await;
        act(service, "clock show", on(&platform)).await;
        for action in ["clock freeze", "clock resume"] {
            expect_error(service, action, on(&platform), Kind::Refused).await;
        }
        expect_error(service, "clock advance", with(&platform, json!({ "by": "1h" })), Kind::Refused).await;
        assert!(trail(service).await.is_empty());
    }
}

journey! {
    /// Checks that the agenda says in words what becomes due, and that the clock goes on to the next due thing.
    async fn a_clock_goes_on_to_the_next_due_thing(service) {
        let idle = service.platform(Environment::Sandbox).await;
        idle.settled().await;
        expect_error(service, "clock next", on(&idle), Kind::Refused).await;
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 10_000).await;
        let euros = platform.euro_account(&scene.alice, "DE89370400440532013000").await;
        platform.freeze().await;
        let quote = scene.quote(&euros, 1_000).await;
        platform.settled().await;
        let agenda = act(service, "clock agenda", on(platform)).await.json;
        let expiry = agenda.as_array().unwrap().iter().find(|item| item["what"] == "a quote expires");
        assert_eq!(expiry.expect("the expiry of the quote")["due_at"], quote["expiresAt"], "{agenda}");

        let dry = try_dry_run(service, "clock next", on(platform)).await.unwrap();
        let next = act(service, "clock next", on(platform)).await.json;
        assert_eq!(next["now"], agenda[0]["due_at"]);
        assert_eq!([&dry["result"]["target"], &dry["would"]["jobs"][0]["due_at"]], [&next["now"]; 2], "{dry}");
        let left = act(service, "clock agenda", on(platform)).await.json;
        let mut items = left.as_array().unwrap().iter();
        assert!(items.all(|item| item["due_at"] != next["now"]), "what was due is done: {left}");
    }
}

journey! {
    /// Checks that a clock goes back to real time only forwards.
    async fn a_clock_follows_real_time_again_unless_it_is_ahead(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let real = || with(&platform, json!({ "real": true }));
        act(service, "clock freeze", on(&platform)).await;
        let clock = act(service, "clock resume", real()).await.json;
        assert_eq!((&clock["is_frozen"], &clock["now"]), (&json!(false), &clock["wall"]));

        act(service, "clock advance", with(&platform, json!({ "by": "1h" }))).await;
        let error = expect_error(service, "clock resume", real(), Kind::Refused).await;
        assert!(error.message.contains("run backwards") && error.remedy.is_some(), "{error}");
        assert_ne!(act(service, "clock show", on(&platform)).await.json["now"], clock["now"]);
    }
}

/// Schedules this many jobs an hour ahead.
async fn schedule(service: &Service, platform: &Platform, count: u32) {
    let owner = platform.id;
    let ids = service.app().ids.clone();
    let insert = move |tx: &mut Tx<'_>| {
        let now = tx.wall();
        let payload = json!({});
        for _ in 0..count {
            let job = NewJob {
                id: ids.next::<JobId>(now),
                kind: "SOMETHING",
                resource: "Quote:x",
                due_at: now.plus(Duration::from_hours(1)),
                payload: &payload,
                created_at: now,
            };
            jobs::insert(tx, owner, &job)?;
        }
        Ok(())
    };
    service.app().store.write::<_, Error, _>(&[], insert).await.expect("the jobs can be scheduled");
}

on_engines! {
    async fn a_dry_run_of_the_clock_says_that_it_lists_the_first_thousand_jobs_only(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.settled().await;
        platform.freeze().await;
        schedule(service, &platform, 1_000).await;
        let further = async || {
            let dry = try_dry_run(service, "clock advance", with(&platform, json!({ "by": "2h" }))).await.unwrap();
            assert_eq!(dry["would"]["jobs"].as_array().unwrap().len(), 1_000);
            dry["would"]["further"].as_array().unwrap().clone()
        };
        assert_eq!(further().await.len(), 1);
        schedule(service, &platform, 1).await;
        let [_, cut_off] = &further().await[..] else { panic!("the list is cut off") };
        assert_eq!(cut_off, "do more than is listed: these are the first 1000 jobs only");
    }
}
