//! The balances of a platform and the rates of the deployment in the console.

use causeway_store::platforms::Environment;
use serde_json::json;

use super::client::ConsoleClient;
use crate::harness::on_engines;
use crate::operator::acting::act;

on_engines! {
    /// Reads the balances of an empty ledger, and of one with money, which add up to zero in both ways of counting.
    async fn balances_add_up_to_zero(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        let page = format!("/console/p/{}/balances", platform.id);
        assert!(console.get(&page).await.text_of(".empty").starts_with("No money has moved yet"));
        platform.fund(&platform.own_account("USD").await, 1_234).await;
        let trial = format!("{page}/trial");
        for address in [&page, &trial] {
            let shown = console.get(address).await;
            let text = shown.text_of("main");
            for part in ["USD", "adds up to zero", "available funds", "12.34 USD", "-12.34 USD"] {
                assert!(text.contains(part), "{part}: {text}");
            }
            assert!(!shown.text.contains("data-defect"), "{text}");
        }
        let proof = console.get(&page).await.text_of("main");
        assert!(proof.contains("Last block") && proof.contains("causeway ledger verify"), "{proof}");
        platform.settled().await;
    }
}

on_engines! {
    /// Reads the rates, one of which is far off the one before it, and the actions that correct it with their fields filled
    /// in.
    async fn a_rate_leads_to_its_correction(service) {
        let console = ConsoleClient::sign_in(service).await;
        assert!(console.get("/console/rates").await.text_of(".empty").starts_with("No rate is set"));
        assert!(console.get("/console/rates/changes").await.text_of(".empty").starts_with("No rate was changed"));
        let unset = console.get("/console/rates/USD/EUR").await;
        let first = "/console/do/rate/set?a.sending=USD&a.receiving=EUR";
        assert!(unset.addresses().contains(&first.to_owned()), "{}", unset.text);

        for rate in ["0.92", "9.2"] {
            let set = json!({ "sending": "USD", "receiving": "EUR", "rate": rate, "confirm": rate });
            act(service, "rate set", set).await;
        }
        let list = console.get("/console/rates").await;
        assert!(list.addresses().contains(&"/console/rates/USD/EUR".to_owned()), "{}", list.text);
        let changes = console.get("/console/rates/changes?sending=USD&receiving=EUR").await.text_of("table");
        assert!(changes.contains("far off the one before") && changes.contains("0.92"), "{changes}");
        let page = console.get("/console/rates/USD/EUR").await;
        let back = "/console/do/rate/set?a.sending=USD&a.receiving=EUR&a.rate=0.92&a.confirm=0.92";
        let remove = "/console/do/rate/set?a.sending=USD&a.receiving=EUR&a.remove=true";
        for action in [back, remove] {
            assert!(page.addresses().contains(&action.to_owned()), "{action}: {}", page.text);
        }
        assert_eq!(console.get("/console/rates/changes?sending=USD").await.status, 400);
        assert_eq!(console.get("/console/rates/USD/XXX").await.status, 400);
    }
}
