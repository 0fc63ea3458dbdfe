//! Orders: their places, their bytes, and the records that adapters tell about them (rails 7).
