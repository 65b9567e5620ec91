//! Large arrays of numbers, in huge pages where the system has them.
//!
//! Idea: access at random to an array far larger than a cache waits for the number and for the page table as well. A
//! page of 2 MiB instead of 4 KiB makes the table so small that it stays near. Many Linux systems give such pages only to
//! memory that asks for them, so large arrays are mapped and ask; small ones, and all on other systems, are vectors.
//! Memory: what the numbers take; a mapping ends within 4 KiB of its last number. All numbers are 0 at first, and memory
//! that is never touched is never taken.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

/// Arrays of fewer bytes are plain vectors: a mapping takes a call to the system, and could not hold a huge page.
#[cfg(target_os = "linux")]
const LEAST_MAPPED: usize = 4 << 20;

/// Numbers, as many as it was made with.
pub struct Array<T>(Store<T>);

enum Store<T> {
    Plain(Vec<T>),
    #[cfg(target_os = "linux")]
    Mapped(memmap2::MmapMut),
}

impl<T: Pod> Array<T> {
    /// So many zeros.
    ///
    /// # Panics
    /// If they would take more bytes than an address can count. Aborts where memory runs out, as a vector does.
    pub fn zeroed(len: usize) -> Array<T> {
        #[cfg(target_os = "linux")]
        if let Some(bytes) = len.checked_mul(size_of::<T>())
            && bytes >= LEAST_MAPPED
            && let Ok(map) = memmap2::MmapMut::map_anon(bytes)
        {
            // A kernel without huge pages refuses, and the array works as well, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
            return Array(Store::Mapped(map));
        }
        Array(Store::Plain(vec![T::zeroed(); len]))
    }
}

impl<T: Pod> Deref for Array<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Store::Plain(numbers) => numbers,
            #[cfg(target_os = "linux")]
            Store::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Array<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Store::Plain(numbers) => numbers,
            #[cfg(target_os = "linux")]
            Store::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

impl<T: Pod> From<Vec<T>> for Array<T> {
    /// The vector itself, not moved into huge pages.
    fn from(numbers: Vec<T>) -> Array<T> {
        Array(Store::Plain(numbers))
    }
}

impl<T: Pod> Default for Array<T> {
    fn default() -> Array<T> {
        Array::from(Vec::new())
    }
}

impl<T: Pod> Clone for Array<T> {
    fn clone(&self) -> Array<T> {
        let mut copy = Array::zeroed(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Pod + PartialEq> PartialEq for Array<T> {
    fn eq(&self, other: &Array<T>) -> bool {
        self[..] == other[..]
    }
}

impl<T: Pod + Eq> Eq for Array<T> {}

impl<T: Pod + fmt::Debug> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_every_length_are_zeros_that_can_be_written_and_copied() {
        // Two bytes a number: the last lengths are on both sides of the least that is mapped.
        for len in [0, 1, 5, (2 << 20) - 1, 2 << 20, (2 << 20) + 1] {
            let mut array: Array<u16> = Array::zeroed(len);
            assert_eq!(array.len(), len);
            assert!(array.iter().all(|&number| number == 0));
            for (number, place) in array.iter_mut().zip(0u32..) {
                *number = place as u16 ^ 0x5555;
            }
            let copy = array.clone();
            assert_eq!(copy, array);
            let vector: Vec<u16> = (0..len as u32).map(|place| place as u16 ^ 0x5555).collect();
            assert_eq!(copy, Array::from(vector));
            if let Some(last) = array.last_mut() {
                *last ^= 1;
                assert_ne!(copy, array);
            }
        }
    }

    #[test]
    fn an_array_is_shown_as_its_numbers() {
        assert_eq!(format!("{:?}", Array::from(vec![3u8, 1])), "[3, 1]");
    }
}
