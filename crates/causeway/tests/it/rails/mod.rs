//! Rails: payouts and debits of production platforms over the adapters of the examples, which are processes of their
//! own, as their bank is.

mod adapter;
mod bank;
mod checked;
mod deployment;
mod hostile;
mod journeys;
mod kills;
mod kit;
mod liar;
mod lost_answers;
mod many;
mod memory;
mod no_one_waits;
mod payer;
mod program;
mod routes;
mod scene;
mod slice;
