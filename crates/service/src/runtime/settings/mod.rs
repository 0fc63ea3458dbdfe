//! Settings (conventions 2.1): decisions of an operator that need no change of the program.
//!
//! The value of a setting is the platform's own, else that of the process's configuration, else the one
//! stored for the deployment, else the default. `ALL` lists all settings; an operation reads those of its
//! platform with [`Settings::of`] and then one of them: `settings.get(&REGULATED)?`.

mod configure;
mod deployment;
mod effective;
mod read;
mod registry;
mod setting;
mod stablecoins;
mod values;

pub use deployment::{ConsoleListener, ConsolePlace, Deployment, RequestRate, WalletTimes};
pub use effective::{Origin, Settings};
pub use registry::*;
pub use setting::{AnySetting, Effect, InvalidValue, Scope, Setting};
pub use stablecoins::BankAddresses;
pub use values::{
    CardHoldDays, Corridor, CorridorLimit, CurrencyRegions, DerivedToken, FundingBanks, InvitationSettings,
    ProviderRequiredFields, QuoteWindows, RepeatHours, RequiredFields, ServiceFee, Threshold, UmaDefault,
    VelocityLimit, VelocityLimits, WebhookKeyHours, for_corridor,
};
