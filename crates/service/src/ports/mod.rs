//! The outside world (conventions 2.2, money 16): what the service asks of others, and of whom.
//!
//! *Policy* ports are pure and may be asked inside a transaction. *Partner* ports wait for somebody else: they
//! are queried while an operation gathers its facts, and instructed only by a job after the commit. The
//! platform's environment chooses the set; nothing else in the service looks at the environment.

mod account_checks;
mod debit_rail;
mod deposit;
mod directory;
mod funding;
mod name_check;
mod operator_rates;
mod payout_rail;
mod rates;
mod screening;
mod unavailable;
mod verification;
mod world;

pub use account_checks::{AccountChecks, EveryCheck};
pub use debit_rail::{DebitAnswer, DebitOrder, DebitRail, DebitState};
pub use deposit::{Funds, IncomingMoney};
pub use directory::{Directory, EmptyDirectory};
pub use funding::{Coordinates, FundingBank, FundingMethod, FundingSource, NoFunding};
pub use name_check::{NameCheck, NameCheckAnswer, NameQuery};
pub use operator_rates::OperatorRates;
pub use payout_rail::{
    PayoutDestination, PayoutInquiry, PayoutOrder, PayoutRail, PayoutRefusal, PayoutStatus, RailError,
    Recall, Submission,
};
pub use rates::{RateError, RateSource, StandingRate};
pub use screening::{Screening, ScreeningAnswer, ScreeningQuery};
pub use unavailable::{NoDebitRail, NoNameCheck, NoPayoutRail, NoScreening};
pub use verification::{OperatorDecides, VerificationPolicy};
pub use world::{Ports, World};
