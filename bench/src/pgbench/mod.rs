//! The floor on PostgreSQL: pgbench, which runs the captured statements as a script.

mod run;
mod script;

pub(crate) use run::Pgbench;
