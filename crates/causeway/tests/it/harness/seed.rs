//! The seed of random tests.

/// Variable with the seed, which property tests use too.
const VARIABLE: &str = "PROPTEST_RNG_SEED";

/// Returns the seed: 1, unless another one is given to explore other cases.
pub(crate) fn seed() -> u64 {
    std::env::var(VARIABLE).map_or(1, |seed| seed.parse().expect("the seed is a number"))
}
