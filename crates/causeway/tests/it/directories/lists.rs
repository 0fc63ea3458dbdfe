//! The directories as platforms see them.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey, on_engines};
use crate::operator::acting::{act, with};

async fn banks(platform: &Platform, query: &str) -> Vec<Value> {
    let list = platform.get(&format!("/discoveries{query}")).send().await.expect(200);
    assert_eq!(list.as_object().expect("a list").len(), 1, "the list has no pages: {list}");
    list["data"].as_array().expect("a list").clone()
}

/// Returns the names on all pages of a list, read two at a time.
async fn names_on_all_pages(platform: &Platform, path: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = platform.get(&format!("{path}limit=2{cursor}")).send().await.expect(200);
        let items = page["data"].as_array().expect("a page");
        names.extend(items.iter().map(|item| item[name].as_str().expect("a name").to_owned()));
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => {
                assert_eq!(page["hasMore"], false);
                return names;
            }
        }
    }
}

on_engines! {
    async fn a_sandbox_begins_with_sample_banks(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let all = banks(&platform, "").await;
        for country in [
            "PH", "NG", "ZA", "KE", "CO", "TH", "VN", "ID", "MY", "HK", "SG", "BD", "GH", "PK", "EG", "GT", "JM", "SV", "CN",
        ] {
            assert!(all.iter().any(|bank| bank["country"] == country), "{country}");
        }

        let keys: Vec<_> = all.iter().map(|bank| (bank["country"].to_string(), bank["displayName"].to_string())).collect();
        assert!(keys.is_sorted(), "{keys:?}");

        let philippines = banks(&platform, "?country=PH").await;
        let expected = json!({
            "bankName": "BDO Unibank", "displayName": "BDO Unibank", "country": "PH", "currency": "PHP",
            "paymentRails": ["BANK_TRANSFER"],
        });
        assert!(philippines.contains(&expected) && philippines.len() == 2, "{philippines:?}");

        let chinese = banks(&platform, "?currency=CNY").await;
        let names: Vec<_> = chinese.iter().map(|bank| (&bank["bankName"], &bank["paymentRails"])).collect();
        let mobile = json!(["MOBILE_MONEY"]);
        assert_eq!(names, [(&json!("WechatPay"), &mobile), (&json!("AliPay"), &mobile)].into_iter().rev().collect::<Vec<_>>());
        let singapore = banks(&platform, "?country=SG&currency=SGD").await;
        assert_eq!(singapore[0]["paymentRails"], json!(["FAST", "PAYNOW", "BANK_TRANSFER"]), "default first");

        for filter in ["?country=ZZ", "?currency=ZZZ", "?country=PH&currency=NGN"] {
            assert!(banks(&platform, filter).await.is_empty(), "{filter}");
        }
        assert_eq!(banks(&platform, "?country=").await, all, "an empty value counts as absent");
        for (query, field) in [("country=ph", "country"), ("country=PHL", "country"), ("currency=php", "currency")] {
            let error = platform.get(&format!("/discoveries?{query}")).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], field, "{query}");
        }

        let production = service.platform(Environment::Production).await;
        assert!(banks(&production, "").await.is_empty(), "samples are for sandbox");
    }
}

journey! {
    async fn wallet_providers_come_by_name_a_page_at_a_time(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let first = platform.get("/vasps").send().await.expect(200);
        assert!(first["data"].as_array().expect("a page").iter().any(|vasp| vasp["vaspName"] == "Kraken"), "{first}");
        assert!(first.get("totalCount").is_none(), "their number is not shown");

        let names = ["a", "Zeta", "Ärger", "Alpha & Co", "alpha", "Beta"];
        let entries: Vec<Value> = names.iter().map(|name| json!({ "vaspName": name })).collect();
        act(service, "directory import", json!({ "directory": "vasps", "environment": "sandbox", "entries": entries })).await;
        let by_bytes = ["Alpha & Co", "Beta", "Zeta", "a", "alpha", "Ärger"];
        assert_eq!(names_on_all_pages(&platform, "/vasps?", "vaspName").await, by_bytes);

        // The last item of a page may be removed and others added: the next page begins at the same place.
        let page = platform.get("/vasps?limit=2").send().await.expect(200);
        let entries = json!([{ "vaspName": "Alpha" }, { "vaspName": "Beta 2" }, { "vaspName": "Zeta", "url": "https://zeta.example" }]);
        act(service, "directory import", json!({ "directory": "vasps", "environment": "sandbox", "entries": entries })).await;
        let cursor = page["nextCursor"].as_str().expect("another page");
        let rest = platform.get(&format!("/vasps?cursor={cursor}")).send().await.expect(200);
        assert_eq!(rest["data"], json!([{ "vaspName": "Beta 2" }, { "vaspName": "Zeta", "url": "https://zeta.example" }]));

        platform.get(&format!("/uma-providers?cursor={cursor}")).send().await.expect_error(400, "INVALID_INPUT");
        for wrong in ["limit=0", "limit=101", "cursor=zzz"] {
            platform.get(&format!("/vasps?{wrong}")).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

journey! {
    async fn uma_providers_are_listed_with_their_allow_list_status(service) {
        let local = service.platform(Environment::Sandbox).await;
        local.patch("/config").json(&json!({ "umaDomain": "local.example" })).send().await.expect(200);
        let sandbox = service.platform(Environment::Sandbox).await;
        let seeded = sandbox.get("/uma-providers").send().await.expect(200);
        let one = &seeded["data"][0];
        assert_eq!((&one["domain"], &one["allowListStatus"]), (&json!("sandbox.uma.test"), &json!(true)));
        assert_eq!(one["supportedCurrencies"][0]["name"], "Euro", "currencies are complete: {one}");

        let provider = |name: &str, domain: &str, regions: Value, currencies: Value| {
            json!({ "name": name, "domain": domain, "supportedRegions": regions, "supportedCurrencies": currencies })
        };
        let mut entries = vec![
            provider("Beta", "beta.example", json!(["US", "DE"]), json!(["USD", "EUR"])),
            provider("Alpha", "alpha.example", json!(["DE"]), json!(["EUR"])),
            provider("Alpha", "Alpha-2.example", json!([]), json!([])),
            provider("Local", "local.example", json!(["US"]), json!(["USD"])),
        ];
        entries[0]["logoUrl"] = json!("https://beta.example/logo.png");
        entries[0]["lei"] = json!("529900T8BM49AURSDO55");

        for environment in ["sandbox", "production"] {
            let import = json!({ "directory": "uma-providers", "environment": environment, "entries": entries });
            act(service, "directory import", import).await;
        }
        let production = service.platform(Environment::Production).await;
        let domains = async |platform: &Platform, query: &str| {
            names_on_all_pages(platform, &format!("/uma-providers?{query}&"), "domain").await
        };

        let ascending = ["alpha-2.example", "alpha.example", "beta.example", "local.example"];
        assert_eq!(domains(&production, "sortOrder=asc").await, ascending);
        let descending: Vec<_> = ascending.into_iter().rev().collect();
        assert_eq!(domains(&production, "sortOrder=desc").await, descending);
        assert_eq!(domains(&production, "").await, descending, "the default");
        assert_eq!(domains(&production, "countryCode=DE&sortOrder=asc").await, ["alpha.example", "beta.example"]);
        assert_eq!(domains(&production, "countryCode=DE&currencyCode=USD").await, ["beta.example"]);

        let all = production.get("/uma-providers?limit=2").send().await.expect(200);
        assert_eq!((&all["totalCount"], &all["hasMore"]), (&json!(4), &json!(true)));
        let beta = production.get("/uma-providers?currencyCode=USD&countryCode=DE").send().await.expect(200);
        let beta = &beta["data"][0];
        assert_eq!((&beta["logoUrl"], &beta["lei"]), (&json!("https://beta.example/logo.png"), &json!("529900T8BM49AURSDO55")));
        assert_eq!(beta["supportedCurrencies"][0], json!({ "code": "USD", "name": "United States Dollar", "symbol": "$", "decimals": 2 }));

        // Production allows every provider that is not blocked; the sandbox its own, and those that an operator allows.
        let allowed = async |platform: &Platform| domains(platform, "hasBlockedProviders=false&sortOrder=asc").await;
        assert_eq!(allowed(&production).await, ascending);
        assert_eq!(allowed(&sandbox).await, ["local.example"]);
        assert_eq!(domains(&sandbox, "hasBlockedProviders=true&sortOrder=asc").await, ascending);

        for platform in [&production, &sandbox] {
            act(service, "uma-provider block", with(platform, json!({ "domain": "Local.example" }))).await;
            act(service, "uma-provider allow", with(platform, json!({ "domain": "alpha.example" }))).await;
        }
        assert_eq!(allowed(&production).await, ascending[..3]);
        assert_eq!(allowed(&sandbox).await, ["alpha.example"], "the sandbox has a Lightning node");
        assert_eq!(allowed(&local).await, ["local.example"], "the provider was blocked for another platform only");
        act(service, "uma-provider block", with(&local, json!({ "domain": "local.example" }))).await;
        assert_eq!(allowed(&local).await, ["local.example"], "no platform is its own counterparty");

        act(service, "setting set", json!({ "name": "uma_policy", "value": "block" })).await;
        assert_eq!(allowed(&production).await, ["alpha.example"]);
        act(service, "uma-provider allow", with(&production, json!({ "domain": "local.example" }))).await;
        assert_eq!(allowed(&production).await, ["alpha.example", "local.example"]);
        act(service, "setting set", json!({ "name": "sandbox_uma_domain", "value": "alpha.example,beta.example" })).await;
        assert_eq!(allowed(&local).await, ["alpha.example", "beta.example", "local.example"]);

        for wrong in ["countryCode=de", "countryCode=ZZ", "sortOrder=up", "hasBlockedProviders=x"] {
            production.get(&format!("/uma-providers?{wrong}")).send().await.expect_error(400, "INVALID_INPUT");
        }
        production.get("/uma-providers?currencyCode=usd").send().await.expect_error(400, "INVALID_CURRENCY");
    }
}
