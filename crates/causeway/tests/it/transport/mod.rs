//! Rules for every operation (conventions 1 to 10), driven by the operation table: a new operation is tested
//! here, or does not compile.

mod call;
mod contention;
mod costs;
mod credentials;
pub(crate) mod damage;
mod examples;
mod fairness;
mod forms;
mod heads;
mod hostile;
mod http2;
mod long_bodies;
mod permissions;
mod record;
mod references;
mod replay;
mod spelling;
mod world;
