//! Tests of the router and of feeds against an adapter that the test plays.

mod adapter;
mod scene;

mod feed_news;
mod router_alerts;
mod router_belief;
mod router_contradictions;
mod router_debits;
mod router_limits;
mod router_payouts;
mod router_recalls;
