//! Medians and ranges.

/// Returns a quantile of sorted values, in thousandths, or `None` if there are no values.
pub(crate) fn quantile<T: Copy>(sorted: &[T], of_thousand: usize) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get(last * of_thousand / 1_000).copied()
}

/// Median and range of some values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Summary {
    /// Summarizes these values; all results are zero if there are none.
    pub(crate) fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |of_thousand| quantile(&sorted, of_thousand).unwrap_or_default();
        let median = match (sorted.len(), sorted.len() / 2) {
            (length, half) if length > 0 && length.is_multiple_of(2) => {
                f64::midpoint(sorted[half - 1], sorted[half])
            }
            _ => at(500),
        };
        Self { median, least: at(0), most: at(1_000) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_both_middles() {
        assert_eq!(Summary::of(&[3.0, 1.0, 2.0]), Summary { median: 2.0, least: 1.0, most: 3.0 });
        assert!((Summary::of(&[4.0, 1.0]).median - 2.5).abs() < f64::EPSILON);
        assert!(Summary::of(&[]).median.abs() < f64::EPSILON);
    }

    #[test]
    fn a_quantile_is_one_of_the_values() {
        let values: Vec<u32> = (0..=100).collect();
        assert_eq!((quantile(&values, 500), quantile(&values, 990)), (Some(50), Some(99)));
        assert_eq!(quantile::<u32>(&[], 500), None);
    }
}
