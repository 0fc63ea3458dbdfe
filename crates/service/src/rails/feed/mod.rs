//! Feeds: read to their end, one process per rail, and applied to the payments (rails 8.1).
