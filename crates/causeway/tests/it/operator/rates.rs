//! The operator's table of exchange rates (money 6.1).

use causeway_domain::money::CurrencyCode;
use causeway_service::operator::Kind;
use causeway_service::ports::RateError;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, expect_error};
use crate::harness::journey;

journey! {
    async fn production_rates_come_from_the_operators_table(service) {
        let rate = async || {
            let source = &service.app().ports.of(Environment::Production).rates;
            source.rate(CurrencyCode::USD, CurrencyCode::EUR).await.map(|rate| rate.to_string())
        };
        assert_eq!(rate().await, Err(RateError::NoRate));
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.5", "confirm": "0.5" })).await;
        assert_eq!(rate().await, Ok("0.5".to_owned()));
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.625", "confirm": "0.625" })).await;
        assert_eq!(rate().await, Ok("0.625".to_owned()));
        let rates = act(service, "rate list", json!({})).await.json;
        assert_eq!((rates.as_array().unwrap().len(), &rates[0]["rate"]), (1, &json!("0.625")));

        assert_eq!(act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "remove": true })).await.json["rate"], json!(null));
        assert_eq!(act(service, "rate list", json!({})).await.json, json!([]));
        assert_eq!(rate().await, Err(RateError::NoRate));

        let history = act(service, "rate history", json!({ "sending": "USD", "receiving": "EUR" })).await.json;
        let rates: Vec<&Value> = history.as_array().unwrap().iter().map(|change| &change["rate"]).collect();
        assert_eq!(rates, [&json!(null), &json!("0.625"), &json!("0.5")]);
        assert_eq!(history[0]["actor"], "ada (command)");
        assert_eq!(act(service, "rate history", json!({})).await.json, history);
        expect_error(service, "rate history", json!({ "sending": "USD" }), Kind::Invalid).await;

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

journey! {
    /// Checks that a first rate, and one far off the last one or off the inverse of the opposite direction, must be
    /// confirmed by the same number.
    async fn an_unusual_rate_must_be_confirmed(service) {
        let rate = |sending: &str, receiving: &str, rate: &str| {
            json!({ "sending": sending, "receiving": receiving, "rate": rate })
        };
        let confirmed = |mut request: Value, by: &str| {
            request["confirm"] = json!(by);
            request
        };
        let first = expect_error(service, "rate set", rate("USD", "EUR", "0.92"), Kind::Refused).await;
        assert!(first.remedy.as_deref().is_some_and(|remedy| remedy.ends_with("--confirm 0.92")), "{first}");
        let other = confirmed(rate("USD", "EUR", "0.92"), "9.2");
        expect_error(service, "rate set", other, Kind::Invalid).await;
        act(service, "rate set", confirmed(rate("USD", "EUR", "0.92"), "0.920")).await;

        act(service, "rate set", rate("USD", "EUR", "1.012")).await;
        for far in ["1.2", "0.9", "10.12", "0.1012"] {
            let error = expect_error(service, "rate set", rate("USD", "EUR", far), Kind::Refused).await;
            assert!(error.message.contains("off the last rate, 1.012"), "{error}");
        }
        let error = expect_error(service, "rate set", rate("EUR", "USD", "1.2"), Kind::Refused).await;
        assert!(error.message.contains("off the inverse of the opposite rate"), "{error}");
        act(service, "rate set", rate("EUR", "USD", "1")).await;

        // A removed rate is still the last one.
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "remove": true })).await;
        expect_error(service, "rate set", rate("USD", "EUR", "2"), Kind::Refused).await;
        act(service, "setting set", json!({ "name": "rate_band_percent", "value": "120" })).await;
        act(service, "rate set", rate("USD", "EUR", "2")).await;
    }
}

journey! {
    /// Checks that currencies are read in any case, that a decimal comma is refused with the remedy, and that the rate of
    /// the opposite direction is found where the pair has none.
    async fn rates_are_read_as_they_are_typed(service) {
        let rate = |sending: &str, receiving: &str, rate: &str| {
            json!({ "sending": sending, "receiving": receiving, "rate": rate, "confirm": rate })
        };
        let comma = expect_error(service, "rate set", rate("USD", "EUR", "0,92"), Kind::Invalid).await;
        assert!(comma.message.contains("argument rate: 0,92 has a comma: write a point"), "{comma}");
        let wrong = expect_error(service, "rate set", rate("USD", "EUR", "much"), Kind::Invalid).await;
        assert!(wrong.message.contains("such as 0.92"), "{wrong}");
        let wrong = expect_error(service, "rate set", rate("U$D", "EUR", "0.92"), Kind::Invalid).await;
        assert!(wrong.message.contains("argument sending: U$D is not the code of a currency, such as USD"), "{wrong}");
        let set = act(service, "rate set", rate("usd", "eur", "0.92")).await.json;
        assert_eq!([&set["sending"], &set["receiving"]], ["USD", "EUR"]);

        let find = async |text: &str| act(service, "find text", json!({ "text": [text] })).await.json;
        for text in ["EUR/USD", "eur usd", "EURUSD"] {
            let found = find(text).await;
            assert_eq!([&found[0]["id"], &found[0]["status"], &found[0]["about"]], ["EUR/USD", "NOT_SET", "1 USD = 0.92 EUR"], "{text}");
            assert_eq!(found[0]["next"], "causeway rate show EUR USD", "{text}");
        }
        let unset = act(service, "rate show", json!({ "sending": "eur", "receiving": "usd" })).await.json;
        assert_eq!([&unset["rate"], &unset["opposite_rate"]], [&Value::Null, &json!("0.92")], "{unset}");
        assert_eq!(unset["commands"][0], "causeway rate set EUR USD RATE --confirm RATE");
        act(service, "rate set", rate("EUR", "USD", "1.08")).await;
        assert_eq!(find("usd eur").await[0]["about"], "1 USD = 0.92 EUR; 1 EUR = 1.08 USD");
        act(service, "rate set", json!({ "sending": "EUR", "receiving": "USD", "remove": true })).await;
        let removed = act(service, "rate show", json!({ "sending": "EUR", "receiving": "USD" })).await.json;
        assert_eq!([&removed["status"], &removed["rate"]], ["REMOVED", "1.08"], "{removed}");

        for pair in ["USD GBP", "USD/XYZ"] {
            expect_error(service, "find text", json!({ "text": [pair] }), Kind::NotFound).await;
        }
        for action in ["rate history", "rate show"] {
            let unknown = expect_error(service, action, json!({ "sending": "XXX", "receiving": "YYY" }), Kind::Invalid).await;
            assert!(unknown.message.contains("XXX is not a currency") && unknown.remedy.is_some(), "{unknown}");
        }
    }
}
