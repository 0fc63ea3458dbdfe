//! Where chance begins.

/// Names the number that property tests draw their cases from too.
const VARIABLE: &str = "PROPTEST_RNG_SEED";

/// Returns the number that chance begins with; another one may be given to look further.
pub(crate) fn seed() -> u64 {
    std::env::var(VARIABLE).map_or(1, |seed| seed.parse().expect("the seed is a number"))
}
