//! The operator's settings for funding methods of accounts (money 3.4).

use causeway_domain::money::CurrencyCode;

use crate::ports::FundingBank;
use crate::runtime::settings::{
    FUNDING_BANK_DETAILS, FundingBanks, INTERNATIONAL_COLLECTION_BANKS, InvalidValue,
    STABLECOIN_DEPOSITS_ON_USD, Settings,
};

/// The stablecoins that an account in US dollars can take (money 3.4).
const STABLECOINS: [CurrencyCode; 2] = [CurrencyCode::USDC, CurrencyCode::USDT];

/// The operator's settings for funding methods of accounts.
#[derive(Debug, Clone)]
pub struct FundingPolicy {
    banks: FundingBanks,
    abroad: FundingBanks,
    takes_stablecoins_on_usd: bool,
}

impl FundingPolicy {
    /// Reads the settings.
    ///
    /// # Errors
    /// If a stored value is invalid.
    pub fn of(settings: &Settings) -> Result<Self, InvalidValue> {
        Ok(Self {
            banks: settings.get(&FUNDING_BANK_DETAILS)?,
            abroad: settings.get(&INTERNATIONAL_COLLECTION_BANKS)?,
            takes_stablecoins_on_usd: settings.get(&STABLECOIN_DEPOSITS_ON_USD)?,
        })
    }

    /// Returns the operator's bank for a currency, or `None` if none is configured.
    pub(super) fn bank(&self, currency: CurrencyCode) -> Option<&FundingBank> {
        self.banks.get(&currency)
    }

    /// Returns the bank that collects payments in a currency from abroad.
    pub(super) fn bank_abroad(&self, currency: CurrencyCode) -> Option<&FundingBank> {
        self.abroad.get(&currency)
    }

    /// Returns the stablecoins that an account takes besides its own currency.
    pub(super) fn stablecoins(&self, currency: CurrencyCode) -> &'static [CurrencyCode] {
        if self.takes_stablecoins_on_usd && currency == CurrencyCode::USD { &STABLECOINS } else { &[] }
    }
}
