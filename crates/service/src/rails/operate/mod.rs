//! The rules behind the commands about rails (rails 17).
