//! Which of all that a run begins with.

use super::{agents, cards, coins, people};
use crate::violation::Checked;
use crate::world::{Theme, World};

/// The platform whose customers have wallets, and are asked to authorize payments.
const WITH_WALLETS: usize = 0;

/// Platforms of the sandbox.
const IN_THE_SANDBOX: usize = 2;

/// Draws what the run is mostly about, and sets it up. Some runs begin with nothing.
pub(crate) fn set(world: &mut World) -> Checked {
    let rng = world.rng();
    let themes = [
        (24, Theme::Agents),
        (22, Theme::Cards),
        (22, Theme::Money),
        (12, Theme::Coins),
        (8, Theme::Authentication),
    ];
    let theme = rng.weighted((12, Theme::Anything), &themes);
    let tenant = match theme {
        Theme::Cards | Theme::Coins | Theme::Authentication => WITH_WALLETS,
        Theme::Anything | Theme::Agents | Theme::Money => rng.index(IN_THE_SANDBOX),
    };
    world.theme = (theme, tenant);
    match theme {
        Theme::Anything => Ok(()),
        Theme::Agents => {
            let customer = people::settle_in(world, tenant)?;
            agents::install(world, tenant, customer)
        }
        Theme::Cards => {
            let customer = people::settle_in(world, tenant)?;
            cards::issue(world, tenant, customer)
        }
        Theme::Money => {
            people::settle_in(world, tenant)?;
            people::fund_platform(world, tenant)
        }
        Theme::Coins => coins::register_token(world, tenant),
        Theme::Authentication => people::settle_in_abroad(world, tenant).map(drop),
    }
}
