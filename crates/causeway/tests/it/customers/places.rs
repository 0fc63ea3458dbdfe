//! Postal addresses and countries as they exist (customers 2.2, conventions 5.4).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{fields, patch, path, person, post, typed};
use crate::harness::on_engines;

fn at(place: &Value) -> Value {
    let mut address = json!({ "line1": "1 Harbour Road", "city": "Town" });
    for (name, value) in place.as_object().expect("members") {
        address[name] = value.clone();
    }
    json!({ "address": address })
}

on_engines! {
    /// Checks that a postal code is mandatory in countries that have them, and that an answered address can
    /// be sent again.
    async fn postal_codes_where_a_country_has_them(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for country in ["HK", "QA", "PA", "JM", "BS", "ZW", "KP"] {
            let customer = person(&platform, at(&json!({ "country": country }))).await;
            assert_eq!(customer["address"]["postalCode"], "", "{country}");
            let again = json!({ "address": customer["address"] });
            assert_eq!(patch(&platform, &customer, again).await.expect(200)["address"], customer["address"]);
            assert_eq!(platform.get(&path(&customer)).send().await.expect(200)["address"], customer["address"]);
        }

        let kept = person(&platform, at(&json!({ "country": "HK", "postalCode": "999077" }))).await;
        assert_eq!(kept["address"]["postalCode"], "999077");
        for country in ["DE", "US", "BR", "XK", "IN"] {
            for place in [json!({ "country": country }), json!({ "country": country, "postalCode": "" })] {
                let error = post(&platform, &typed("INDIVIDUAL", at(&place))).await.expect_error(400, "INVALID_INPUT");
                assert_eq!(fields(&error), ["address.postalCode"], "{place}");
            }
        }

        let error = post(&platform, &typed("INDIVIDUAL", at(&json!({})))).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["address.postalCode", "address.country"]);
    }
}

on_engines! {
    /// Checks that Kosovo is a country in every field that names one.
    async fn people_of_kosovo(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let home = json!({ "line1": "Rruga B 1", "city": "Prishtina", "postalCode": "10000", "country": "XK" });
        let customer = person(&platform, json!({ "nationality": "XK", "region": "XK", "address": home })).await;
        assert_eq!((&customer["nationality"], &customer["region"], &customer["address"]), (&json!("XK"), &json!("XK"), &home));
        let company = json!({ "businessInfo": { "legalName": "Acme", "country": "XK", "taxId": "330123456", "incorporatedOn": "2010-05-04" } });
        post(&platform, &typed("BUSINESS", company)).await.expect(201);

        for country in ["KS", "UK", "EU", "XX", "xk"] {
            let response = post(&platform, &typed("INDIVIDUAL", json!({ "nationality": country }))).await;
            assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["nationality"]);
        }
    }
}
