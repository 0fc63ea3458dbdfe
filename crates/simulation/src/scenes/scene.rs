//! The choice of the initial state.

use super::{agents, cards, coins, people, rails};
use crate::violation::CheckResult;
use crate::world::{Theme, World};

/// Index of the platform whose customers have wallets, and must authorize payments.
const WITH_WALLETS: usize = 0;

/// Number of sandbox platforms.
const IN_THE_SANDBOX: usize = 2;

/// Picks the run's theme and creates its initial state. Some runs begin empty, and some have rails besides.
pub(crate) fn set(world: &mut World) -> CheckResult {
    set_theme(world)?;
    rails::attach(world)
}

fn set_theme(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let themes = [
        (24, Theme::Agents),
        (22, Theme::Cards),
        (22, Theme::Money),
        (12, Theme::Coins),
        (8, Theme::Authentication),
    ];
    let theme = rng.weighted(12, Theme::Anything, &themes);
    let tenant = match theme {
        Theme::Cards | Theme::Coins | Theme::Authentication => WITH_WALLETS,
        Theme::Anything | Theme::Agents | Theme::Money => rng.index(IN_THE_SANDBOX),
    };
    world.theme = (theme, tenant);
    match theme {
        Theme::Anything => Ok(()),
        Theme::Agents => {
            let customer = people::create_funded_customer(world, tenant)?;
            agents::install(world, tenant, customer)
        }
        Theme::Cards => {
            let customer = people::create_funded_customer(world, tenant)?;
            cards::issue(world, tenant, customer)
        }
        Theme::Money => {
            people::create_funded_customer(world, tenant)?;
            people::fund_platform(world, tenant)
        }
        Theme::Coins => coins::register_token(world, tenant),
        Theme::Authentication => people::create_confirmed_customer(world, tenant).map(drop),
    }
}
