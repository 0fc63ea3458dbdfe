//! The cases, by what they are about.

pub(crate) mod bodies;
pub(crate) mod cancelling;
pub(crate) mod cuts;
pub(crate) mod feeds;
pub(crate) mod load;
pub(crate) mod memory;
pub(crate) mod orders;
pub(crate) mod prechecks;
pub(crate) mod privacy;
pub(crate) mod pushes;
pub(crate) mod restarts;
pub(crate) mod scenarios;
pub(crate) mod signatures;
pub(crate) mod steps;
pub(crate) mod texts;
pub(crate) mod transport;
