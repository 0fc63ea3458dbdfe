//! The worked examples of money 6.3.

use super::*;
use crate::currency;
use crate::money::CurrencyCode;

fn service_bps(bps: u16) -> Fees {
    Fees { service_rate: Bps::try_new(bps).unwrap().rate(), ..Fees::NONE }
}

/// Returns the sandbox rate and the decimals of a pair of currencies.
fn sandbox(sending: &str, receiving: &str) -> (Rate, Decimals) {
    let info = |code: &str| currency::find(code.parse().unwrap()).unwrap();
    let from = info(sending);
    let to = info(receiving);
    (
        Rate::from_prices(from.sandbox_per_usd, to.sandbox_per_usd).unwrap(),
        decimals(from.decimals, to.decimals),
    )
}

fn quote(sending: &str, receiving: &str, lock: Lock, amount: i64, fees: &Fees) -> Price {
    let (rate, decimals) = sandbox(sending, receiving);
    price(lock, amount, rate, decimals, fees).unwrap()
}

#[test]
fn v01_v02_v03_v14_sending_locks_across_currencies() {
    for (receiving, sent, received, rate) in [
        ("EUR", 100_000, 91_540, "1.08695652"),
        ("MXN", 100_000, 1_716_375, "0.05797101"),
        ("BTC", 100_000, 828_835, "120048.01920768"),
        ("VND", 10_000, 2_487_500, "0.00004"),
    ] {
        let priced = quote("USD", receiving, Lock::Sending, sent, &service_bps(50));
        assert_eq!(priced.fees_included, sent / 200, "{receiving}");
        assert_eq!(priced.net_sending, sent - sent / 200);
        assert_eq!(priced.total_receiving, received, "{receiving}");
        assert_eq!(priced.rate.inverse_display().to_string(), rate, "{receiving}");
    }
}

#[test]
fn v04_platform_and_service_fees_are_rounded_each_on_its_own() {
    let fees = Fees { platform_fixed: 50, platform_rate: Bps::try_new(30).unwrap(), ..service_bps(100) };
    let priced = quote("USD", "EUR", Lock::Sending, 1_000, &fees);
    assert_eq!((priced.base, priced.platform_variable, priced.service_variable), (950, 3, 10));
    assert_eq!((priced.platform_fee, priced.fees_included), (53, 63));
    assert_eq!((priced.net_sending, priced.total_receiving), (937, 862));
}

#[test]
fn v05_one_for_one() {
    let fees = service_bps(10);
    let priced = |lock| price(lock, 5_000, Rate::PAR, decimals(2, 2), &fees).unwrap();
    let sending = priced(Lock::Sending);
    assert_eq!((sending.fees_included, sending.total_receiving), (5, 4_995));
    let receiving = priced(Lock::Receiving);
    assert_eq!((receiving.total_sending, receiving.fees_included), (5_005, 5));
    assert_eq!((receiving.total_receiving, receiving.surplus), (5_000, 0));
}

#[test]
fn v06_v08_v09_receiving_locks() {
    for (receiving, locked, sent, fees, net, surplus) in [
        ("EUR", 92_000, 100_503, 503, 100_000, 0),
        ("MXN", 1_000_000, 58_263, 291, 57_972, 17),
        ("BTC", 1_000, 122, 1, 121, 7),
    ] {
        let priced = quote("USD", receiving, Lock::Receiving, locked, &service_bps(50));
        assert_eq!(
            (priced.total_sending, priced.fees_included, priced.net_sending, priced.surplus),
            (sent, fees, net, surplus),
            "{receiving}"
        );
        assert_eq!(priced.total_receiving, locked);
    }
}

#[test]
fn v07_a_counterparty_fee_is_paid_in_the_sending_currency() {
    let fees = Fees { service_fixed: 10, counterparty_fixed: 10, ..service_bps(30) };
    let priced = quote("USD", "EUR", Lock::Sending, 100_000, &fees);
    assert_eq!((priced.base, priced.service_variable), (99_990, 300));
    assert_eq!((priced.counterparty_in_sending, priced.fees_included), (11, 321));
    assert_eq!((priced.net_sending, priced.total_receiving), (99_679, 91_704));
}

#[test]
fn v10_bitcoin_to_dollars() {
    let priced = quote("BTC", "USD", Lock::Sending, 100_000, &service_bps(50));
    assert_eq!((priced.fees_included, priced.total_receiving), (500, 11_944));
    assert_eq!(priced.rate.inverse_display().to_string(), "0.00000833");
}

#[test]
fn v11_dollars_to_their_token_are_free() {
    let fees = Fees::sandbox_service(CurrencyCode::USD, CurrencyCode::USDB);
    let priced = quote("USD", "USDB", Lock::Sending, 100, &fees);
    assert_eq!((priced.fees_included, priced.total_receiving), (0, 1_000_000));
    assert_eq!(priced.rate.inverse_display(), Decimal::ONE);
}

#[test]
fn v12_the_list_shows_the_rate_with_fees() {
    let (rate, decimals) = sandbox("USD", "INR");
    let listed = list_price(10_000, rate, decimals, &service_bps(50)).unwrap();
    assert_eq!((listed.receiving, listed.fees_fixed, listed.fees_total), (820_875, 0, 50));
    assert_eq!(listed.exchange_rate.to_string(), "0.01218212");
}

#[test]
fn v13_an_override_of_ten_basis_points() {
    let fees = Fees { platform_rate: Bps::try_new(10).unwrap(), ..service_bps(50) };
    let priced = quote("USD", "EUR", Lock::Sending, 10_000, &fees);
    assert_eq!((priced.platform_fee, priced.fees_included, priced.total_receiving), (10, 60, 9_144));
}

#[test]
fn the_details_of_the_first_example() {
    let fees = service_bps(50);
    let priced = quote("USD", "EUR", Lock::Sending, 100_000, &fees);
    let price_of = |code: &str| currency::find(code.parse().unwrap()).unwrap().sandbox_per_usd;
    let msat = msat_per_sending_unit(price_of("BTC"), price_of("USD"), 2).unwrap();
    assert_eq!(msat.to_string(), "8330");
    let details = rate_details(&priced, &fees, decimals(2, 2), msat).unwrap();
    assert_eq!(details.service_multiplier.to_string(), "8288.35");
    assert_eq!(details.counterparty_multiplier.to_string(), "0.000110444177671");
    assert_eq!((details.service_fixed_fee, details.counterparty_fixed_fee), (0, 0));
    assert_eq!(details.service_variable_rate.to_string(), "0.005");
    assert_eq!(details.service_variable_amount, 458);
    // (S − p0 − g0) × both multipliers ≈ R + counterparty fee
    let float = |number: Decimal| number.to_string().parse::<f64>().unwrap();
    let product = 100_000.0 * float(details.service_multiplier) * float(details.counterparty_multiplier);
    assert!((product - 91_540.0).abs() < 0.001, "{product}");
}

#[test]
fn fixed_fees_of_the_details_are_in_the_receiving_currency() {
    let fees = Fees { service_fixed: 10, counterparty_fixed: 10, ..service_bps(30) };
    let priced = quote("USD", "EUR", Lock::Sending, 100_000, &fees);
    let details = rate_details(&priced, &fees, decimals(2, 2), decimal("8330")).unwrap();
    assert_eq!((details.service_fixed_fee, details.counterparty_fixed_fee), (9, 10));
}

#[test]
fn amounts_that_cannot_be_priced_are_refused() {
    let half = service_bps(5_000);
    let refusal =
        |lock, amount, fees: &Fees| price(lock, amount, rate("0.92"), decimals(2, 2), fees).unwrap_err();
    for amount in [0, -1, i64::MIN, crate::money::MAX_AMOUNT + 1] {
        assert_eq!(refusal(Lock::Sending, amount, &half), PriceRefused::AmountOutOfRange);
        assert_eq!(refusal(Lock::Receiving, amount, &half), PriceRefused::AmountOutOfRange);
    }
    let fixed = Fees { service_fixed: 100, ..Fees::NONE };
    assert_eq!(refusal(Lock::Sending, 100, &fixed), PriceRefused::FeesExceedAmount);
    assert_eq!(refusal(Lock::Sending, 1, &Fees::NONE), PriceRefused::NothingArrives);
    let negative = Fees { platform_fixed: -1, ..Fees::NONE };
    assert_eq!(refusal(Lock::Sending, 100, &negative), PriceRefused::AmountOutOfRange);
    let everything = Fees { platform_rate: Bps::try_new(5_000).unwrap(), ..half };
    assert_eq!(refusal(Lock::Receiving, 1, &everything), PriceRefused::FeesExceedAmount);
    assert_eq!(refusal(Lock::Receiving, crate::money::MAX_AMOUNT, &Fees::NONE), PriceRefused::TooLarge);
    assert_eq!(
        price(Lock::Sending, 1, Rate::PAR, decimals(2, 13), &Fees::NONE),
        Err(PriceRefused::TooManyDecimals)
    );
}

#[test]
fn the_list_prices_amounts_that_a_quote_refuses() {
    let fees = Fees { service_fixed: 100, ..service_bps(50) };
    for (sending, total) in [(0, 100), (100, 100), (50, 100)] {
        let listed = list_price(sending, rate("0.92"), decimals(2, 2), &fees).unwrap();
        assert_eq!((listed.receiving, listed.fees_fixed, listed.fees_total), (0, 100, total));
        assert_eq!(listed.exchange_rate.to_string(), "1.08695652");
    }
    assert_eq!(list_price(-1, rate("0.92"), decimals(2, 2), &fees), Err(PriceRefused::AmountOutOfRange));
}

#[test]
fn a_rate_is_bounded_and_keeps_its_text() {
    for (text, refusal) in [
        ("0", RateRefused::Zero),
        ("1.000000000001", RateRefused::TooPrecise),
        ("1000000000000000000", RateRefused::OutOfRange),
        ("0.0000000000000000001", RateRefused::OutOfRange),
    ] {
        assert_eq!(Rate::try_new(decimal(text)), Err(refusal), "{text}");
    }
    for text in ["0.92", "100000000000000000", "0.000000000000000001", "123456789012"] {
        let written = serde_json::to_string(&rate(text)).unwrap();
        assert_eq!(written, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Rate>(&written).unwrap(), rate(text));
    }
    assert!(serde_json::from_str::<Rate>("\"0\"").is_err());
    assert_eq!(Rate::from_prices(decimal("3"), decimal("2")).unwrap().to_string(), "0.666666666667");
    assert_eq!(Rate::from_prices(Decimal::ZERO, Decimal::ONE), Err(RateRefused::Zero));
    assert_eq!(Rate::from_prices(Decimal::ONE, Decimal::ZERO), Err(RateRefused::Zero));
}
