//! What the next rung of a ladder of scopes may take: each rung grows by about as much as the one
//! before it did.

use crate::Rung;
use serde::{Deserialize, Serialize};

/// About the next larger scope: a guess.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Forecast {
    pub heaps: u64,
    pub runs: u64,
    pub seconds: f64,
}

/// What took less says nothing about time: then the runs have to tell how much grows.
const LEAST_SECONDS: f64 = 0.05;

/// Judging by the last two rungs.
pub fn forecast(rungs: &[Rung]) -> Option<Forecast> {
    let [.., before, last] = rungs else { return None };
    let growth = |before: f64, last: f64| if before > 0.0 { (last / before).max(1.0) } else { 1.0 };
    let of_heaps = growth(before.heaps as f64, last.heaps as f64);
    let of_runs = growth(before.runs as f64, last.runs as f64);
    let of_seconds = if before.seconds < LEAST_SECONDS { of_runs } else { growth(before.seconds, last.seconds) };
    Some(Forecast {
        heaps: (last.heaps as f64 * of_heaps).round() as u64,
        runs: (last.runs as f64 * of_runs).round() as u64,
        seconds: last.seconds * of_seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(heaps: u64, runs: u64, seconds: f64) -> Rung {
        Rung { scope: String::new(), heaps, runs, seconds }
    }

    #[test]
    fn growth_goes_on() {
        let guess = forecast(&[rung(1, 1, 0.0), rung(10, 20, 0.5), rung(30, 80, 2.0)]);
        assert_eq!(guess, Some(Forecast { heaps: 90, runs: 320, seconds: 8.0 }));
    }

    #[test]
    fn short_times_are_not_believed() {
        let guess = forecast(&[rung(2, 10, 0.000_1), rung(3, 20, 0.1)]);
        assert_eq!(guess.map(|guess| guess.seconds), Some(0.2));
    }

    #[test]
    fn one_rung_says_nothing() {
        assert_eq!(forecast(&[rung(1, 1, 1.0)]), None);
    }
}
