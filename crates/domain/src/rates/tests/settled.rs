//! Random prices on terms of a receiver's provider, against big rational numbers (uma 6.3, 6.4; money 6.1).

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use super::super::settled::{AssetRate, SettledTerms, settled_details, settled_price, settlement_amount};
use super::*;

const MSAT: u8 = 11;

fn whole(n: i64) -> BigRational {
    BigRational::from_integer(n.into())
}

fn exact(number: Decimal) -> BigRational {
    let power = BigInt::from(10).pow(number.scale().into());
    BigRational::new(number.digits().into(), power)
}

fn half_up(n: &BigRational) -> BigRational {
    (n + BigRational::new(1.into(), 2.into())).floor()
}

fn to_i64(n: &BigRational) -> Option<i64> {
    n.to_integer().try_into().ok()
}

/// Bitcoin at 100 000 dollars: a cent is worth 10 000 millisatoshis.
fn dollar() -> AssetRate {
    AssetRate { rate: rate("0.00001"), decimals: MSAT }
}

fn half_percent() -> Fees {
    Fees { service_rate: FeeRate::try_new(5_000).unwrap(), ..Fees::NONE }
}

#[test]
fn a_locked_sending_amount_is_worth_what_its_net_converts_to() {
    let v = settlement_amount(10_000, dollar(), 2, &half_percent()).unwrap();
    assert_eq!(v, 99_500_000);
    let terms = SettledTerms { received: 9_154, settled: v, fee: 0, multiplier: decimal("10869.5652") };
    let priced =
        settled_price(Lock::Sending, 10_000, dollar(), decimals(2, 2), &half_percent(), &terms).unwrap();
    assert_eq!((priced.total_sending, priced.fees_included, priced.net_sending), (10_000, 50, 9_950));
    assert_eq!((priced.total_receiving, priced.counterparty_fee, priced.surplus), (9_154, 0, 0));
    let details =
        settled_details(&priced, dollar(), decimals(2, 2), &half_percent(), terms.multiplier).unwrap();
    assert_eq!(details.counterparty_multiplier.to_string(), "0.0000920000001472");
    assert_eq!(details.service_multiplier.to_string(), "9950");
}

#[test]
fn the_providers_fee_is_a_part_of_the_fees() {
    let terms =
        SettledTerms { received: 5_000, settled: 50_300_000, fee: 300_000, multiplier: decimal("10000") };
    let priced =
        settled_price(Lock::Receiving, 5_000, dollar(), decimals(2, 2), &Fees::NONE, &terms).unwrap();
    assert_eq!((priced.total_sending, priced.net_sending), (5_030, 5_000));
    assert_eq!((priced.counterparty_in_sending, priced.counterparty_fee), (30, 30));
    assert_eq!(priced.fees_included, 30);
}

#[test]
fn the_offered_rate_needs_a_multiplier() {
    assert_eq!(dollar().offered_rate(decimal("10869.5652"), 2).unwrap().to_string(), "0.920000001472");
    assert_eq!(dollar().offered_rate(Decimal::ZERO, 2), None);
}

prop_compose! {
    fn asset()(digits in 1_u128..1_000_000, scale in 5_u8..12) -> AssetRate {
        AssetRate { rate: Rate::try_new(Decimal::new(digits, scale)).unwrap(), decimals: MSAT }
    }
}

prop_compose! {
    fn fees()(fixed in 0_i64..300, rate in 0_u32..40_000, platform in 0_i64..300, bps in 0_u16..300) -> Fees {
        Fees {
            service_fixed: fixed,
            service_rate: FeeRate::try_new(rate).unwrap(),
            platform_fixed: platform,
            platform_rate: Bps::try_new(bps).unwrap(),
            counterparty_fixed: 0,
        }
    }
}

/// Returns the answer of a provider: R and v for the locked amount. `None` if nothing would arrive.
fn answer(
    lock: Lock,
    amount: i64,
    asset: AssetRate,
    sending: u8,
    fees: &Fees,
    fee: i64,
    multiplier: Decimal,
) -> Option<SettledTerms> {
    let m = exact(multiplier);
    let (received, settled) = match lock {
        Lock::Sending => {
            let v = settlement_amount(amount, asset, sending, fees).ok()?;
            (to_i64(&((whole(v) - whole(fee)) / &m).floor())?, v)
        }
        Lock::Receiving => (amount, to_i64(&half_up(&(whole(amount) * &m + whole(fee))))?),
    };
    (received >= 1).then_some(SettledTerms { received, settled, fee, multiplier })
}

proptest! {
    #[test]
    fn amounts_add_up_and_the_shown_rate_leads_from_one_to_the_other(
        is_sending: bool,
        amount in 1_i64..1_000_000_000_000,
        asset in asset(),
        places in (0_u8..9, 0_u8..9),
        fees in fees(),
        fee in 0_i64..5_000_000,
        multiplier in (1_u128..10_000_000_000, 0_u8..8),
    ) {
        let lock = if is_sending { Lock::Sending } else { Lock::Receiving };
        let multiplier = Decimal::new(multiplier.0, multiplier.1);
        let places = decimals(places.0, places.1);
        let Some(terms) = answer(lock, amount, asset, places.sending, &fees, fee, multiplier) else {
            return Ok(());
        };
        let Ok(priced) = settled_price(lock, amount, asset, places, &fees, &terms) else { return Ok(()) };
        prop_assert_eq!(priced.total_sending, priced.fees_included + priced.net_sending);
        let parts = priced.platform_fee + priced.service_fee + priced.counterparty_in_sending;
        prop_assert_eq!(priced.fees_included, parts);
        prop_assert_eq!(priced.total_receiving, terms.received);
        let c = half_up(&(whole(fee) / exact(multiplier)));
        prop_assert_eq!(Some(priced.counterparty_fee), to_i64(&c));
        let per_unit = exact(asset.rate.as_decimal())
            * whole(10_i64.pow(MSAT.into())) / whole(10_i64.pow(places.sending.into()));
        let worth = |total: i64, net: i64| (total, (whole(net) * &per_unit).floor());
        let with_fee = worth(priced.total_sending, priced.net_sending + priced.counterparty_in_sending);
        match lock {
            Lock::Sending => prop_assert_eq!(with_fee, (amount, whole(terms.settled))),
            Lock::Receiving => prop_assert!(with_fee.1 >= whole(terms.settled)),
        }
        let shown = exact(priced.display_rate_of_amounts(places));
        let net = whole(priced.net_sending) / whole(10_i64.pow(places.sending.into()));
        let arrives = net / shown * whole(10_i64.pow(places.receiving.into()));
        let difference = arrives - whole(priced.total_receiving);
        prop_assert!(difference >= whole(-1) && difference <= whole(1), "{difference}");
    }

    #[test]
    fn a_locked_receiving_amount_costs_the_least(
        amount in 1_i64..1_000_000_000,
        asset in asset(),
        fees in fees(),
        multiplier in 1_u128..1_000_000_000,
    ) {
        let multiplier = Decimal::new(multiplier, 3);
        let Some(terms) = answer(Lock::Receiving, amount, asset, 2, &fees, 0, multiplier) else {
            return Ok(());
        };
        let places = decimals(2, 2);
        let Ok(priced) = settled_price(Lock::Receiving, amount, asset, places, &fees, &terms) else {
            return Ok(());
        };
        let less = settlement_amount(priced.total_sending - 1, asset, 2, &fees);
        prop_assert!(less.is_err() || less.is_ok_and(|less| less < terms.settled));
    }
}
