//! The operator's table of exchange rates (money 6.1).

use causeway_domain::money::CurrencyCode;
use causeway_service::operator::Kind;
use causeway_service::ports::RateError;
use causeway_store::platforms::Environment;
use serde_json::json;

use super::acting::{act, expect_error};
use crate::harness::journey;

journey! {
    async fn production_rates_come_from_the_operators_table(service) {
        let rate = async || {
            let source = &service.app().ports.of(Environment::Production).rates;
            source.rate(CurrencyCode::USD, CurrencyCode::EUR).await.map(|rate| rate.to_string())
        };
        assert_eq!(rate().await, Err(RateError::NoRate));
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.5" })).await;
        assert_eq!(rate().await, Ok("0.5".to_owned()));
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.625" })).await;
        assert_eq!(rate().await, Ok("0.625".to_owned()));
        let rates = act(service, "rate list", json!({})).await.json;
        assert_eq!((rates.as_array().unwrap().len(), &rates[0]["rate"]), (1, &json!("0.625")));

        assert_eq!(act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "remove": true })).await.json["rate"], json!(null));
        assert_eq!(act(service, "rate list", json!({})).await.json, json!([]));
        assert_eq!(rate().await, Err(RateError::NoRate));

        for wrong in [
            json!({ "sending": "USD", "receiving": "EUR", "rate": "0" }),
            json!({ "sending": "USD", "receiving": "USD", "rate": "1" }),
            json!({ "sending": "USD", "receiving": "XYZ", "rate": "1" }),
            json!({ "sending": "USD", "receiving": "EUR" }),
            json!({ "sending": "USD", "receiving": "EUR", "rate": "-1" }),
        ] {
            expect_error(service, "rate set", wrong, Kind::Invalid).await;
        }
    }
}
