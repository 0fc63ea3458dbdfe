//! Operations of the deployment: jobs, processes, and all actions by name.

mod actions;
mod jobs;
mod processes;
mod tabs;

pub(super) use actions::show as actions;
pub(super) use jobs::show as jobs;
pub(super) use processes::show as processes;
