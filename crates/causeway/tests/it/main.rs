//! The only binary of integration tests: the house rules, and the journeys by area.

/// The same allocator as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(test)]
mod agents;
#[cfg(test)]
mod card_transactions;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod console;
#[cfg(test)]
mod customers;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod deposits;
#[cfg(test)]
mod directories;
#[cfg(test)]
mod external_accounts;
#[cfg(test)]
mod harness;
#[cfg(test)]
mod house;
#[cfg(test)]
mod internal_accounts;
#[cfg(test)]
mod life;
#[cfg(test)]
mod lookups;
#[cfg(test)]
mod monitoring;
#[cfg(test)]
mod operator;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod platforms;
#[cfg(test)]
mod quotes;
#[cfg(test)]
mod rails;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod reliability;
#[cfg(test)]
mod sca;
#[cfg(test)]
mod served_demo;
#[cfg(test)]
mod stablecoins;
#[cfg(test)]
mod text_messages;
#[cfg(test)]
mod tokens;
#[cfg(test)]
mod transactions;
#[cfg(test)]
mod transfers;
#[cfg(test)]
mod transport;
#[cfg(test)]
mod uma;
#[cfg(test)]
mod upgrade;
#[cfg(test)]
mod verifications;
#[cfg(test)]
mod wallets;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod withdrawals;
