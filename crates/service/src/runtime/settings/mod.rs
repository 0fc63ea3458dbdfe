//! Settings (conventions 2.1): what an operator may decide without a change of the program.
//!
//! A setting is said by a platform's own value, else by the configuration of the process, else by the
//! deployment's stored value, else by its default. `EVERY` lists them; an operation reads those of its platform
//! with [`Settings::of`] and then asks for one: `settings.get(&REGULATED)?`.

mod configure;
mod deployment;
mod held;
mod read;
mod registry;
mod setting;
mod stablecoins;
mod values;

pub use deployment::{Deployment, RequestRate, WalletTimes};
pub use held::{Origin, Settings};
pub use registry::*;
pub use setting::{AnySetting, Effect, InvalidValue, Scope, Setting};
pub use stablecoins::BankAddresses;
pub use values::{
    CardHoldDays, Corridor, CorridorLimit, CurrencyRegions, FundingBanks, InvitationSettings,
    ProviderRequiredFields, QuoteWindows, RequiredFields, ServiceFee, Threshold, UmaDefault, for_corridor,
};
