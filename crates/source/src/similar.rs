//! "Did you mean …?": the name that a misspelled one was probably meant to be.

/// The candidate nearest to `wanted` by edit distance (with swaps of neighbours), if it is near
/// enough to be a slip of the fingers: at most a third of the letters. Ties go to the first
/// candidate.
pub fn most_similar<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (wanted.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == wanted || candidate.len().abs_diff(wanted.len()) > 4 * allowed {
            continue;
        }
        let nearer_than = best.map_or(allowed + 1, |(least, _)| least);
        if let Some(distance) = distance_below(nearer_than, wanted, candidate) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The distance, if it is below a bound. Only as much is computed as that takes.
fn distance_below(bound: usize, left: &str, right: &str) -> Option<usize> {
    if left.eq_ignore_ascii_case(right) {
        return (bound > 0).then_some(0);
    }
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) >= bound {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
        // Every later number comes from one of these two rows.
        if before_last.iter().chain(&last).all(|distance| *distance >= bound) {
            return None;
        }
    }
    Some(last[right.len()]).filter(|distance| *distance < bound)
}

#[cfg(test)]
mod tests {
    use super::most_similar;

    #[test]
    fn finds_slips_and_nothing_else() {
        assert_eq!(most_similar("Nod", ["Edge", "Node", "Nodes"]), Some("Node"));
        assert_eq!(most_similar("netx", ["prev", "next"]), Some("next"));
        assert_eq!(most_similar("repok", ["repOk"]), Some("repOk"));
        assert_eq!(most_similar("size", ["head", "root"]), None);
        assert_eq!(most_similar("x", ["y"]), Some("y"));
    }
}
