//! Failovers of the database under load: a cluster from Debian's packages on loopback, its primary killed, stopped
//! and switched over, and the comparison of what was acknowledged with what is there.

mod audit;
mod cluster;
mod configuration;
mod daemon;
mod node;
mod options;
mod payers;
mod rounds;
mod run;
mod webhooks;

pub(crate) use run::run;
