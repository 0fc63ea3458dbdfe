//! The fees that go into a price (money 6.2).

use serde::{Deserialize, Serialize};

use super::decimal::Decimal;
use crate::money::CurrencyCode;

/// Basis points, from 0 to 10 000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Bps(u16);

impl Bps {
    pub const ZERO: Self = Self(0);
    /// The largest rate: the whole amount.
    pub const MAX: u16 = 10_000;

    /// Returns the rate, or `None` above 10 000.
    #[must_use]
    pub const fn try_new(bps: u16) -> Option<Self> {
        if bps <= Self::MAX { Some(Self(bps)) } else { None }
    }

    /// Returns the number of basis points.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// Returns the same rate in millionths.
    #[must_use]
    pub fn rate(self) -> FeeRate {
        FeeRate(u32::from(self.0) * 100)
    }
}

impl<'de> Deserialize<'de> for Bps {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bps = u16::deserialize(deserializer)?;
        Self::try_new(bps).ok_or_else(|| serde::de::Error::custom("more than 10000 basis points"))
    }
}

/// A variable fee in millionths of the amount, from 0 to 1 000 000: fine enough for hundredths of a basis
/// point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct FeeRate(u32);

impl FeeRate {
    pub const ZERO: Self = Self(0);
    /// The whole amount, in millionths.
    pub const WHOLE: u32 = 1_000_000;

    /// Returns the rate, or `None` above a million.
    #[must_use]
    pub const fn try_new(millionths: u32) -> Option<Self> {
        if millionths <= Self::WHOLE { Some(Self(millionths)) } else { None }
    }

    #[must_use]
    pub const fn millionths(self) -> u32 {
        self.0
    }

    /// Returns the rate as a fraction: 0.005 for 50 basis points.
    #[must_use]
    pub fn fraction(self) -> Decimal {
        Decimal::new(u128::from(self.0), 6)
    }
}

impl<'de> Deserialize<'de> for FeeRate {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let millionths = u32::deserialize(deserializer)?;
        Self::try_new(millionths).ok_or_else(|| serde::de::Error::custom("more than a million millionths"))
    }
}

/// All fees on one payment. Fixed parts are in smallest units and not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Fees {
    /// g0: the service's fixed fee, in the sending currency.
    pub service_fixed: i64,
    /// g: the service's variable fee.
    pub service_rate: FeeRate,
    /// p0: the platform's fixed fee, in the sending currency.
    pub platform_fixed: i64,
    /// p: the platform's variable fee.
    pub platform_rate: Bps,
    /// c: the counterparty's or network's fixed fee, in the receiving currency.
    pub counterparty_fixed: i64,
}

impl Fees {
    pub const NONE: Self = Self {
        service_fixed: 0,
        service_rate: FeeRate::ZERO,
        platform_fixed: 0,
        platform_rate: Bps::ZERO,
        counterparty_fixed: 0,
    };

    /// Returns the service's standing schedule in sandbox (money 6.2): 50 basis points between different
    /// currencies, no fee within one currency or between the dollar and its tokens.
    #[must_use]
    pub fn sandbox_service(sending: CurrencyCode, receiving: CurrencyCode) -> Self {
        let dollar = |currency| {
            [CurrencyCode::USD, CurrencyCode::USDC, CurrencyCode::USDT, CurrencyCode::USDB]
                .contains(&currency)
        };
        let free = sending == receiving || (dollar(sending) && dollar(receiving));
        Self { service_rate: if free { FeeRate::ZERO } else { FeeRate(5_000) }, ..Self::NONE }
    }
}
