//! Rails: payouts and debits of production platforms over the adapters of the examples, which are processes of their
//! own, as their bank is.

mod adapter;
mod bank;
mod deployment;
mod program;
mod scene;
mod slice;
