//! Pushes of adapters (rails 8.2).
