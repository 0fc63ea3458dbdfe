use std::collections::BTreeSet;

use super::*;

#[test]
fn names_are_unique_and_in_snake_case() {
    let names: BTreeSet<&str> = ALL.iter().map(|setting| setting.name()).collect();
    assert_eq!(names.len(), ALL.len());
    for name in names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
        assert_eq!(find(name).unwrap().name(), name);
    }
    assert!(find("regulate").is_none());
}

#[test]
fn texts_are_read_as_people_write_them() {
    let read = |name: &str, text: &str| find(name).unwrap().read_text(text).map_err(|error| error.reason);
    assert_eq!(read("regulated", "on"), Ok(true.into()));
    assert_eq!(read("regulated", "false"), Ok(false.into()));
    assert_eq!(read("regulated", "yes"), Err("write on or off".to_owned()));
    assert_eq!(read("default_region", "DE"), Ok("DE".into()));
    assert!(read("default_region", "de").is_err());
    assert_eq!(read("contact_verification_regions", "DE, FR"), Ok(serde_json::json!(["DE", "FR"])));
    assert_eq!(read("contact_verification_regions", ""), Ok(serde_json::json!([])));
    assert_eq!(read("rate_limit_burst", "0"), Ok(0.into()));
    assert!(read("rate_limit_burst", "-1").is_err());
    assert_eq!(read("currency_regions", r#"{"BRL":["BR"]}"#), Ok(serde_json::json!({"BRL": ["BR"]})));
    assert!(read("currency_regions", r#"{"XYZ":["BR"]}"#).unwrap_err().contains("XYZ"));
    assert!(read("fee_schedule", r#"[{"fixed":-1}]"#).unwrap_err().contains("-1"));
    assert!(read("fee_schedule", r#"[{"rat_millionths":1}]"#).is_err());
    assert!(read("payout_timeout_days", "0").is_err());
    let hours = serde_json::json!({"lead": 24, "keep": 168});
    assert_eq!(read("webhook_key_hours", r#"{"lead":24}"#), Ok(hours));
    assert!(read("webhook_key_hours", r#"{"lead":0}"#).is_err());
    assert!(read("uma_service_host", "not a host").is_err());
    assert_eq!(read("uma_service_host", "uma.localhost:8080"), Ok("uma.localhost:8080".into()));
    assert!(read("uma_service_host", "pay.example.com:8080").is_err());
    assert_eq!(read("uma_layer_order", "ln,spark"), Ok(serde_json::json!(["ln", "spark"])));
    assert!(read("uma_layer_order", "ln,ln").unwrap_err().contains("twice"));
    assert!(read("uma_layer_order", "internal").unwrap_err().contains("internal"));
    let limits = serde_json::json!({
        "customer": {"count": 5, "hours": 1},
        "domain": {"count": 10_000, "hours": 24},
        "customer_and_domain": {"count": 200, "hours": 24},
    });
    assert_eq!(read("uma_velocity_limits", r#"{"customer":{"count":5,"hours":1}}"#), Ok(limits));
    assert!(read("uma_velocity_limits", r#"{"domain":{"count":5,"hours":169}}"#).is_err());
}

#[test]
fn the_area_has_thirty_countries() {
    assert_eq!(eea().into_iter().collect::<BTreeSet<_>>().len(), 30);
}
