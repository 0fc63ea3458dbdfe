//! The steps of a run's theme.

use causeway_wire::table::{
    InternalAccounts, Operation, Quotes, Sandbox, Sca, Stablecoins, Transactions, Transfers,
};

use super::{agents, cards, deposits};
use crate::areas::valid_request;
use crate::checks::submit;
use crate::platforms::any_tenant;
use crate::violation::CheckResult;
use crate::world::{Theme, World};

/// An operation with its weight.
type WeightedOperation = (u32, Operation);

/// An operation of incoming and outgoing money, with its weight.
const FIRST_OF_MONEY: WeightedOperation = (18, Operation::Quotes(Quotes::CreateQuote));
/// The other operations of incoming and outgoing money, with their weights.
const OTHERS_OF_MONEY: &[WeightedOperation] = &[
    (22, Operation::Sandbox(Sandbox::SandboxSend)),
    (14, Operation::Quotes(Quotes::ExecuteQuote)),
    (14, Operation::Transfers(Transfers::CreateTransferOut)),
    (14, Operation::Transfers(Transfers::CreateTransferIn)),
    (16, Operation::Transactions(Transactions::CancelTransaction)),
    (3, Operation::Transactions(Transactions::GetTransactionById)),
    (3, Operation::InternalAccounts(InternalAccounts::ListCustomerInternalAccounts)),
];

/// An operation of mints and burns, with its weight.
const FIRST_OF_COINS: WeightedOperation = (20, Operation::Stablecoins(Stablecoins::CreateStablecoinMint));
/// The other operations of mints and burns, with their weights.
const OTHERS_OF_COINS: &[WeightedOperation] = &[
    (16, Operation::Stablecoins(Stablecoins::CreateStablecoinBurn)),
    (14, Operation::Stablecoins(Stablecoins::CreateStablecoinQuote)),
    (14, Operation::Stablecoins(Stablecoins::ExecuteStablecoinQuote)),
    (20, Operation::Sandbox(Sandbox::SimulateStablecoinFunding)),
    (6, Operation::Stablecoins(Stablecoins::GetStablecoinOperation)),
    (3, Operation::Stablecoins(Stablecoins::ListStablecoinOperations)),
    (3, Operation::Stablecoins(Stablecoins::GetStablecoinQuote)),
    (2, Operation::Stablecoins(Stablecoins::RegisterStablecoin)),
];

/// An operation of strong customer authentication, with its weight.
const FIRST_OF_AUTHENTICATION: WeightedOperation = (14, Operation::Sca(Sca::StartScaLogin));
/// The other operations of strong customer authentication, with their weights.
const OTHERS_OF_AUTHENTICATION: &[WeightedOperation] = &[
    (14, Operation::Sca(Sca::CompleteScaLogin)),
    (6, Operation::Sca(Sca::RecordSecurityEvent)),
    (6, Operation::Sca(Sca::StartScaFactorEnrollment)),
    (6, Operation::Sca(Sca::ConfirmScaFactorEnrollment)),
    (4, Operation::Sca(Sca::DeleteScaFactor)),
    (10, Operation::Quotes(Quotes::CreateQuote)),
    (10, Operation::Quotes(Quotes::ExecuteQuote)),
    (12, Operation::Sca(Sca::AuthorizeQuote)),
    (3, Operation::Sca(Sca::ResendQuoteScaCode)),
    (5, Operation::Sca(Sca::StartTwoFactorReset)),
    (5, Operation::Sca(Sca::GetTwoFactorResetStatus)),
    (5, Operation::Sca(Sca::CompleteTwoFactorReset)),
    (6, Operation::Sca(Sca::StartBeneficiaryTrust)),
    (6, Operation::Sca(Sca::ConfirmBeneficiaryTrust)),
    (4, Operation::Sca(Sca::StartBeneficiaryUntrust)),
    (4, Operation::Sca(Sca::ConfirmBeneficiaryUntrust)),
];

/// Takes the next step of the run's theme, mostly on its platform.
pub(super) fn work(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let (theme, tenant) = world.theme;
    let (theme, tenant) = match theme {
        Theme::Anything => (rng.pick(Theme::ALL).copied().unwrap_or(theme), any_tenant(&rng)),
        _ if rng.percent(5) => (theme, any_tenant(&rng)),
        _ => (theme, tenant),
    };
    let (first, others) = match theme {
        Theme::Agents => return agents::work(world, tenant),
        Theme::Cards => return cards::work(world, tenant),
        Theme::Money if rng.percent(15) => return deposits::move_one(world, tenant),
        Theme::Money | Theme::Anything => (FIRST_OF_MONEY, OTHERS_OF_MONEY),
        Theme::Coins => (FIRST_OF_COINS, OTHERS_OF_COINS),
        Theme::Authentication => (FIRST_OF_AUTHENTICATION, OTHERS_OF_AUTHENTICATION),
    };
    let request = valid_request(world, tenant, rng.weighted(first.0, first.1, others));
    submit(world, &Vec::from_iter(request))
}
