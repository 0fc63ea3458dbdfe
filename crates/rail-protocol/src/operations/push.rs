//! The service's own path (rails 8.2).

/// Returns the path to which the adapter of a rail pushes, below the service's base URL.
#[must_use]
pub fn push_path(rail_name: &str) -> String {
    format!("/rails/v1/{rail_name}/changes")
}
