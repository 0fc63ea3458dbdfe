//! Rails: payouts and debits of production platforms over the adapters of the examples, which are processes of their
//! own, as their bank is.

mod adapter;
mod alerted;
mod attached;
mod bank;
mod checked;
mod cost;
mod deployment;
mod documented;
mod examples;
mod faulty;
mod hostile;
mod journeys;
mod kills;
mod kit;
mod liar;
mod losses;
mod lost_answers;
mod many;
mod memory;
mod needs;
mod no_one_waits;
mod operated;
mod payer;
mod program;
mod recalls;
mod refusals;
mod reports;
mod routes;
mod scene;
mod signatures;
mod slice;
mod still_501;
