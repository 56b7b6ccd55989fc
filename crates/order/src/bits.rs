//! A square matrix of bits that grows: one row of machine words for each point. Up to 64 points a
//! row is a single word.

#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct BitMatrix {
    points: usize,
    /// Words in a row.
    stride: usize,
    words: Vec<u64>,
}

impl Clone for BitMatrix {
    fn clone(&self) -> BitMatrix {
        BitMatrix { points: self.points, stride: self.stride, words: self.words.clone() }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &BitMatrix) {
        (self.points, self.stride) = (other.points, other.stride);
        copy(&mut self.words, &other.words);
    }
}

impl BitMatrix {
    pub(crate) fn len(&self) -> usize {
        self.points
    }

    /// Adds an empty row and an empty column.
    pub(crate) fn grow(&mut self) {
        self.grow_to(self.points + 1);
    }

    /// Adds empty rows and columns, up to so many.
    pub(crate) fn grow_to(&mut self, points: usize) {
        let stride = points.div_ceil(64);
        if stride != self.stride && self.points > 0 {
            let mut words = vec![0; stride * points];
            for row in 0..self.points {
                words[row * stride..row * stride + self.stride].copy_from_slice(self.row(row));
            }
            self.words = words;
        }
        (self.points, self.stride) = (points, stride);
        self.words.resize(stride * points, 0);
    }

    /// Forgets all rows.
    pub(crate) fn drop_rows(&mut self) {
        (self.points, self.stride) = (0, 0);
        self.words.clear();
    }

    /// Empty where there are no rows.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..(row + 1) * self.stride]
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> bool {
        self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    pub(crate) fn set(&mut self, row: usize, column: usize) {
        self.words[row * self.stride + column / 64] |= 1 << (column % 64);
    }

    pub(crate) fn clear(&mut self, row: usize, column: usize) {
        self.words[row * self.stride + column / 64] &= !(1 << (column % 64));
    }

    /// Clears those of these bits that are set in a row, and what corresponds to them in the other
    /// rows. Requires a symmetric matrix.
    pub(crate) fn clear_symmetrically(&mut self, row: usize, bits: &[u64]) {
        for (index, word) in bits.iter().enumerate() {
            let cleared = [self.words[row * self.stride + index] & word];
            self.words[row * self.stride + index] &= !word;
            ones(&cleared).for_each(|bit| self.clear(index * 64 + bit, row));
        }
    }

    /// Is no bit set?
    pub(crate) fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds these bits to a row.
    pub(crate) fn add(&mut self, row: usize, bits: &[u64]) {
        let start = row * self.stride;
        for (word, more) in self.words[start..start + self.stride].iter_mut().zip(bits) {
            *word |= more;
        }
    }
}

pub(crate) fn union(left: &[u64], right: &[u64]) -> Vec<u64> {
    left.iter().zip(right).map(|(left, right)| left | right).collect()
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(index * 64 + bit)
        })
    })
}

pub(crate) fn contains(bits: &[u64], index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

/// Copies into memory that is there already. Most of what is copied is short or empty, so what
/// `Vec::clone_from` does more counts.
#[inline(always)]
pub fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_growth_beyond_a_word() {
        let mut matrix = BitMatrix::default();
        for point in 0..150 {
            matrix.grow();
            matrix.set(point, 0);
            matrix.set(point, point);
            matrix.set(0, point);
        }
        for row in 1..150 {
            assert!((0..150).all(|column| matrix.get(row, column) == (column == 0 || column == row)));
        }
        assert_eq!((matrix.len(), ones(matrix.row(0)).count()), (150, 150));
        assert_eq!(ones(matrix.row(149)).collect::<Vec<_>>(), [0, 149]);
        let mut sooner = BitMatrix::default();
        sooner.grow();
        sooner.grow_to(150);
        (0..150).flat_map(|point| [(point, 0), (point, point), (0, point)]).for_each(|(row, bit)| sooner.set(row, bit));
        assert_eq!(sooner, matrix);
        sooner.clear_symmetrically(0, &[!1, 1 << 63, 0]);
        assert_eq!((ones(sooner.row(0)).count(), sooner.get(63, 0), sooner.get(64, 0)), (86, false, true));
        assert!(!sooner.get(127, 0) && sooner.get(128, 0) && sooner.get(127, 127));
        matrix.clear(149, 0);
        assert_eq!((ones(matrix.row(149)).collect::<Vec<_>>(), matrix.is_zero()), (vec![149], false));
        matrix.set(149, 0);
        assert!(contains(&union(matrix.row(1), matrix.row(149)), 149) && !contains(matrix.row(1), 149));
        matrix.drop_rows();
        assert_eq!((matrix.len(), matrix.row(7), matrix == BitMatrix::default()), (0, &[][..], true));
    }
}
