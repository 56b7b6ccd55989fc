//! Random numbers for tests: the same ones in every run.

/// Xorshift (Marsaglia, 2003).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for position in (1..list.len()).rev() {
            let other = self.below(position + 1);
            list.swap(position, other);
        }
    }
}
