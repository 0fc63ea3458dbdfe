//! Text messages of production platforms, by the adapter that posts them to a gateway (conventions 2.2).

mod onboarding;
mod program;
mod unsent;
