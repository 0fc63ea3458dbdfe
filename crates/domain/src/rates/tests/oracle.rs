//! Random prices against big rational numbers, by the formulas of money 6.2.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use super::*;
use crate::money::{CurrencyCode, MAX_AMOUNT};

fn ratio(numerator: u128, denominator: u128) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn whole(n: i64) -> BigRational {
    BigRational::from_integer(n.into())
}

fn power_of_ten(exponent: i32) -> BigRational {
    let power = BigRational::from_integer(BigInt::from(10).pow(exponent.unsigned_abs()));
    if exponent < 0 { power.recip() } else { power }
}

fn exact(number: Decimal) -> BigRational {
    ratio(number.digits(), 1) * power_of_ten(-i32::from(number.scale()))
}

fn half_up(n: &BigRational) -> BigRational {
    (n + ratio(1, 2)).floor()
}

fn to_i64(n: &BigRational) -> Option<i64> {
    n.to_integer().try_into().ok()
}

/// The interface's formulas over exact numbers.
struct Formulas {
    rho: BigRational,
    fees: Fees,
}

struct SentAmounts {
    platform_variable: BigRational,
    service_variable: BigRational,
    counterparty: BigRational,
    net: BigRational,
}

impl Formulas {
    fn new(rate: Rate, decimals: Decimals, fees: Fees) -> Self {
        let k = power_of_ten(i32::from(decimals.receiving) - i32::from(decimals.sending));
        Self { rho: exact(rate.as_decimal()) * k, fees }
    }

    fn at(&self, total: i64) -> SentAmounts {
        let base = whole(total) - whole(self.fees.platform_fixed) - whole(self.fees.service_fixed);
        // Fixed fees above the total leave a negative base, on which no variable fee is charged.
        let charged = base.clone().max(whole(0));
        let platform_variable = half_up(&(&charged * ratio(self.fees.platform_rate.get().into(), 10_000)));
        let service_variable =
            half_up(&(&charged * ratio(self.fees.service_rate.millionths().into(), 1_000_000)));
        let counterparty = half_up(&(whole(self.fees.counterparty_fixed) / &self.rho));
        let net = &base - &platform_variable - &service_variable - &counterparty;
        SentAmounts { platform_variable, service_variable, counterparty, net }
    }

    fn converted(&self, net: &BigRational) -> BigRational {
        (net * &self.rho).floor()
    }

    fn delivers(&self, total: i64, receiving: i64) -> bool {
        self.converted(&self.at(total).net) >= whole(receiving)
    }
}

fn any_rate() -> impl Strategy<Value = Rate> {
    (1_u128..1_000_000_000_000, 0_u8..24)
        .prop_filter_map("a rate", |(digits, scale)| Rate::try_new(Decimal::new(digits, scale)).ok())
}

fn any_decimals() -> impl Strategy<Value = Decimals> {
    (0_u8..=MAX_DECIMALS, 0_u8..=MAX_DECIMALS)
        .prop_map(|(sending, receiving)| Decimals { sending, receiving })
}

fn any_fees() -> impl Strategy<Value = Fees> {
    let fixed = || prop_oneof![3 => Just(0_i64), 3 => 0_i64..1_000, 1 => 0_i64..=MAX_AMOUNT];
    let millionths = prop_oneof![2 => Just(0_u32), 4 => 0_u32..50_000, 1 => 0_u32..=FeeRate::WHOLE];
    let bps = prop_oneof![2 => Just(0_u16), 4 => 0_u16..500, 1 => 0_u16..=Bps::MAX];
    (fixed(), millionths, fixed(), bps, fixed()).prop_map(|(g0, g, p0, p, c)| Fees {
        service_fixed: g0,
        service_rate: FeeRate::try_new(g).unwrap(),
        platform_fixed: p0,
        platform_rate: Bps::try_new(p).unwrap(),
        counterparty_fixed: c,
    })
}

fn any_amount() -> impl Strategy<Value = i64> {
    prop_oneof![1_i64..1_000, 1_i64..10_000_000, 1_i64..=MAX_AMOUNT]
}

/// Returns `true` if a price may contain this amount.
fn in_range(amount: &BigRational) -> bool {
    (whole(0)..=whole(MAX_AMOUNT)).contains(amount)
}

fn assert_price_follows(formulas: &Formulas, priced: &Price) {
    let sent = formulas.at(priced.total_sending);
    assert_eq!(Some(priced.platform_variable), to_i64(&sent.platform_variable));
    assert_eq!(Some(priced.service_variable), to_i64(&sent.service_variable));
    assert_eq!(Some(priced.counterparty_in_sending), to_i64(&sent.counterparty));
    assert_eq!(Some(priced.net_sending), to_i64(&sent.net));
    assert_eq!(
        priced.base,
        priced.total_sending - formulas.fees.platform_fixed - formulas.fees.service_fixed
    );
    assert_eq!(priced.platform_fee, formulas.fees.platform_fixed + priced.platform_variable);
    assert_eq!(priced.service_fee, formulas.fees.service_fixed + priced.service_variable);
    assert_eq!(priced.counterparty_fee, formulas.fees.counterparty_fixed);
    // No unit appears or vanishes.
    assert_eq!(priced.total_sending, priced.net_sending + priced.fees_included);
    assert_eq!(
        priced.fees_included,
        priced.platform_fee + priced.service_fee + priced.counterparty_in_sending
    );
    let converted = formulas.converted(&sent.net);
    assert_eq!(Some(priced.total_receiving + priced.surplus), to_i64(&converted));
    assert!(priced.net_sending > 0 && priced.total_receiving > 0 && priced.surplus >= 0);
}

/// Checks that a sending lock agrees with the formulas, also in the reason of a refusal.
fn assert_sending_lock(rate: Rate, decimals: Decimals, fees: Fees, amount: i64) {
    let formulas = Formulas::new(rate, decimals, fees);
    match price(Lock::Sending, amount, rate, decimals, &fees) {
        Ok(priced) => {
            assert_eq!(priced.total_sending, amount);
            assert_eq!(priced.surplus, 0);
            assert_price_follows(&formulas, &priced);
        }
        Err(error) => {
            let sent = formulas.at(amount);
            let converted = formulas.converted(&sent.net);
            let is_justified = match error {
                PriceRefused::FeesExceedAmount => sent.net <= whole(0),
                PriceRefused::NothingArrives => sent.net > whole(0) && converted == whole(0),
                PriceRefused::TooLarge => !in_range(&converted) || !in_range(&sent.counterparty),
                PriceRefused::AmountOutOfRange | PriceRefused::TooManyDecimals => false,
            };
            assert!(is_justified, "{error}");
        }
    }
}

/// Checks that a receiving lock pays the smallest total that delivers the amount, or is refused because there
/// is none.
fn assert_receiving_lock(rate: Rate, decimals: Decimals, fees: Fees, amount: i64) {
    let formulas = Formulas::new(rate, decimals, fees);
    match price(Lock::Receiving, amount, rate, decimals, &fees) {
        Ok(priced) => {
            assert_eq!(priced.total_receiving, amount);
            assert_price_follows(&formulas, &priced);
            let fewest = fees.platform_fixed + fees.service_fixed;
            // The net amount is not monotone in the total, but it dips by one unit at most. If a stretch of
            // totals does not deliver, no lower total does.
            for total in (fewest.max(priced.total_sending - 8)..priced.total_sending).rev() {
                assert!(!formulas.delivers(total, amount), "{total} is enough");
            }
        }
        Err(PriceRefused::FeesExceedAmount) => {
            let rates = u32::from(fees.platform_rate.get()) * 100 + fees.service_rate.millionths();
            assert!(rates >= FeeRate::WHOLE);
        }
        Err(error) => {
            assert_eq!(error, PriceRefused::TooLarge);
            let sent = formulas.at(MAX_AMOUNT);
            assert!(
                !formulas.delivers(MAX_AMOUNT, amount)
                    || !in_range(&sent.counterparty)
                    || !in_range(&formulas.converted(&sent.net))
            );
        }
    }
}

/// Generates a rate to an asset on a chain, the decimals of both sides, and the type of the destination
/// account.
fn any_chain() -> impl Strategy<Value = (Rate, Decimals, &'static str)> {
    let tokens = vec![
        "SOLANA_WALLET",
        "ETHEREUM_WALLET",
        "BASE_WALLET",
        "POLYGON_WALLET",
        "PLASMA_WALLET",
        "TRON_WALLET",
    ];
    let at_par = Just((1_u128, 0_u8, 6_u8)).prop_flat_map({
        let tokens = tokens.clone();
        move |fixed| (Just(fixed), prop::sample::select(tokens.clone()))
    });
    let dollars = ((1_u128..2_000_000, 0_u8..7, Just(6_u8)), prop::sample::select(tokens));
    let crypto =
        ((1_u128..2_000_000, 4_u8..14, Just(8_u8)), prop::sample::select(vec!["SPARK_WALLET", "LIGHTNING"]));
    let sending = prop::sample::select(vec![0_u8, 2, 6, 8]);
    (prop_oneof![at_par, dollars, crypto], sending).prop_map(
        |(((digits, scale, receiving), wallet), sending)| {
            let rate = Rate::try_new(Decimal::new(digits, scale)).unwrap();
            (rate, Decimals { sending, receiving }, wallet)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sending_lock_follows_the_formulas(
        rate in any_rate(), decimals in any_decimals(), fees in any_fees(), amount in any_amount(),
    ) {
        assert_sending_lock(rate, decimals, fees, amount);
    }

    #[test]
    fn a_receiving_lock_pays_the_smallest_total(
        rate in any_rate(), decimals in any_decimals(), fees in any_fees(), amount in any_amount(),
    ) {
        assert_receiving_lock(rate, decimals, fees, amount);
    }

    #[test]
    fn a_payout_over_a_network_holds_both_locks(
        (rate, decimals, wallet) in any_chain(), fees in any_fees(), amount in any_amount(),
    ) {
        let fees = Fees { counterparty_fixed: fees.counterparty_fixed % 1_000, ..fees };
        let carried = match wallet {
            "SPARK_WALLET" | "LIGHTNING" => CurrencyCode::BTC,
            "PLASMA_WALLET" | "TRON_WALLET" => CurrencyCode::USDT,
            _ => CurrencyCode::USDC,
        };
        let over = fees.over_network(wallet, carried);
        assert_sending_lock(rate, decimals, over, amount);
        assert_receiving_lock(rate, decimals, over, amount);
        // The payer bears the network's fee: a locked received amount costs more, and a locked total delivers
        // less.
        if let Ok(priced) = price(Lock::Receiving, amount, rate, decimals, &over) {
            let free = price(Lock::Receiving, amount, rate, decimals, &fees).unwrap();
            assert!(free.total_sending <= priced.total_sending);
        }
        if let Ok(priced) = price(Lock::Sending, amount, rate, decimals, &over) {
            let free = price(Lock::Sending, amount, rate, decimals, &fees).unwrap();
            assert!(free.total_receiving >= priced.total_receiving);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_small_receiving_lock_pays_the_smallest_of_all_totals(
        digits in 1_u128..2_000, fees in any_fees(), amount in 1_i64..300,
    ) {
        let rate = Rate::try_new(Decimal::new(digits, 2)).unwrap();
        let small = Fees {
            service_fixed: fees.service_fixed % 100,
            platform_fixed: fees.platform_fixed % 100,
            counterparty_fixed: fees.counterparty_fixed % 100,
            ..fees
        };
        let formulas = Formulas::new(rate, decimals(2, 2), small);
        if let Ok(priced) = price(Lock::Receiving, amount, rate, decimals(2, 2), &small)
            && priced.total_sending < 1_500
        {
            let first = (1..=priced.total_sending).find(|total| formulas.delivers(*total, amount));
            prop_assert_eq!(first, Some(priced.total_sending));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rate_is_the_quotient_to_twelve_digits(
        a in 1_u128..1_000_000_000, s in 0_u8..10, b in 1_u128..1_000_000_000, t in 0_u8..10,
    ) {
        let sending = Decimal::new(a, s);
        let receiving = Decimal::new(b, t);
        let rate = exact(Rate::from_prices(sending, receiving).unwrap().as_decimal());
        let quotient = exact(receiving) / exact(sending);
        // Half a unit of the twelfth digit.
        let error = if rate > quotient { &rate - &quotient } else { &quotient - &rate };
        prop_assert!(error * ratio(2, 1) <= &quotient * ratio(1, 100_000_000_000));
    }

    #[test]
    fn the_shown_rate_is_the_inverse_within_its_last_digit(rate in any_rate()) {
        let shown = exact(rate.inverse_display());
        let inverse = exact(rate.as_decimal()).recip();
        let error = if shown > inverse { &shown - &inverse } else { &inverse - &shown };
        let unit = if inverse < ratio(1, 1_000) { &inverse * ratio(1, 1_000_000_000) } else { ratio(1, 100_000_000) };
        prop_assert!(error * ratio(2, 1) <= unit);
    }

    #[test]
    fn the_amounts_of_a_price_follow_from_its_shown_rate(
        rate in any_rate(), amount in 1..=MAX_AMOUNT, cut in 0_u32..15, lock_sending in any::<bool>(),
        decimals in any_decimals(), fees in any_fees(),
    ) {
        let amount = (amount / 10_i64.pow(cut)).max(1);
        let lock = if lock_sending { Lock::Sending } else { Lock::Receiving };
        if let Ok(priced) = price(lock, amount, rate, decimals, &fees) {
            let shown = priced.display_rate(decimals);
            let e = exact(shown) * power_of_ten(i32::from(decimals.sending) - i32::from(decimals.receiving));
            let net = whole(priced.net_sending);
            let receiving = whole(priced.total_receiving);
            let off = if priced.surplus == 0 { &net / &e - &receiving } else { &receiving * &e - &net };
            prop_assert!(off <= whole(1) && off >= whole(-1), "{shown}: off by {off}");
            let base = priced.rate.inverse_display();
            prop_assert!(shown == base || shown.digits() > base.digits());
        }
    }

    #[test]
    fn clients_may_rely_on_the_identity_of_amounts_and_rate(
        digits in 1_u128..100_000, amount in 100_i64..10_000_000, lock_sending in any::<bool>(),
    ) {
        // (totalSending − fees) / exchangeRate ≈ totalReceiving, within one smallest unit of either
        // currency, on the exact rate.
        let rate = Rate::try_new(Decimal::new(digits, 3)).unwrap();
        let fees = Fees { service_rate: FeeRate::try_new(5_000).unwrap(), ..Fees::NONE };
        let lock = if lock_sending { Lock::Sending } else { Lock::Receiving };
        if let Ok(priced) = price(lock, amount, rate, decimals(2, 2), &fees) {
            let rho = exact(rate.as_decimal());
            let converted = whole(priced.net_sending) * &rho;
            let off = converted - whole(priced.total_receiving);
            prop_assert!(off >= whole(0));
            prop_assert!(off < rho.max(whole(1)) + whole(1), "off by more than a unit");
        }
    }

    #[test]
    fn decimals_are_read_back_unchanged(digits in any::<u64>(), scale in 0_u8..30) {
        let number = Decimal::new(digits.into(), scale);
        prop_assert_eq!(number.to_string().parse::<Decimal>(), Ok(number));
        prop_assert_eq!(serde_json::from_str::<Decimal>(&serde_json::to_string(&number).unwrap()).unwrap(), number);
    }
}
