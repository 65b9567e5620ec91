//! The allocator of the program: the system's, and huge pages for large blocks where the system has them.
//!
//! Idea: memory is given page by page when it is first touched, and each page of 4 KiB costs an interruption; access at
//! random to an array far larger than a cache waits for the number and for the page table as well. Pages of 2 MiB make
//! five hundred interruptions one, and the table so small that it stays near. Many Linux systems give such pages only to
//! memory that asks for them, so large blocks ask; small ones, and all on other systems, are the system's own.
//! Cost: one call to the system for a block of [`LEAST_ADVISED`] bytes or more, whenever it is got or grown. A block takes
//! no more memory than before but for the rest of its last huge page, and memory that is never touched is never taken.
//!
//! This is the only unsafe code of the crate, and measured to matter: where an input of 138 MB is read and solved, more
//! than half of the time went into pages, and arrays that ask by safe calls (`memmap2`) hold plain numbers only, neither
//! the text nor lists of pairs.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// A block of fewer bytes does not ask: hardly any huge page lies within it.
const LEAST_ADVISED: usize = 4 << 20;

/// The system's allocator, whose large blocks ask for huge pages.
struct Allocator;

// SAFETY: every block comes from `System` and goes back to it with the layout it was asked for with; what is done in
// between changes neither its place nor its bytes.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for, here and below.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The block, after it has asked for huge pages if it is large. A null pointer stays one.
#[inline]
fn advised(block: *mut u8, size: usize) -> *mut u8 {
    #[cfg(target_os = "linux")]
    if size >= LEAST_ADVISED && !block.is_null() {
        advise(block, size);
    }
    block
}

/// Asks for huge pages for all pages that the block lies in.
#[cfg(target_os = "linux")]
#[cold]
fn advise(block: *mut u8, size: usize) {
    use rustix::mm::{Advice, madvise};
    let before = block.addr() % rustix::param::page_size();
    let start = block.wrapping_sub(before);
    // SAFETY: the advice changes no byte and no right of any page, so it harms nobody who shares the first page or the
    // last; all of them are mapped, because a byte of the block lies in each.
    let asked = unsafe { madvise(start.cast(), before + size, Advice::LinuxHugepage) };
    // A kernel without huge pages refuses, and the block works as well, only slower.
    let _ = asked;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Whether the pages in the middle of a block have asked for huge pages; `None` where the system knows none.
    fn has_asked(block: &[u8]) -> Option<bool> {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return None;
        }
        let middle = block[block.len() / 2..].as_ptr().addr();
        let areas = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut within = false;
        for line in areas.lines() {
            let range = line.split_whitespace().next().unwrap().split_once('-');
            if let Some((start, end)) = range {
                let number = |digits| usize::from_str_radix(digits, 16).unwrap();
                within = (number(start)..number(end)).contains(&middle);
            }
            if let Some(flags) = line.strip_prefix("VmFlags:").filter(|_| within) {
                return Some(flags.split_whitespace().any(|flag| flag == "hg"));
            }
        }
        panic!("no area holds the block");
    }

    #[test]
    fn large_blocks_ask_for_huge_pages_however_they_are_got() {
        let mut grown = vec![7u8; 100];
        grown.resize(8 * LEAST_ADVISED, 8);
        let plain = Vec::from_iter((0..LEAST_ADVISED).map(|place| place as u8));
        for block in [&vec![0u8; LEAST_ADVISED], &plain, &grown] {
            match has_asked(block) {
                Some(asked) => assert!(asked, "{} bytes", block.len()),
                None => println!("skipped: huge pages: this kernel has none"),
            }
        }
    }

    #[test]
    fn blocks_of_all_sizes_and_alignments_keep_their_bytes() {
        #[repr(align(4096))]
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Page([u8; 4096]);
        for size in [1, 4095, LEAST_ADVISED - 1, LEAST_ADVISED, LEAST_ADVISED + 1] {
            let mut block = vec![0u8; size];
            assert!(block.iter().all(|&byte| byte == 0));
            block.fill(0xa5);
            block.reserve_exact(3 * size);
            assert!(block.iter().all(|&byte| byte == 0xa5));
            block.truncate(1);
            block.shrink_to_fit();
            assert_eq!(block, [0xa5]);
            let pages = vec![Page([1; 4096]); size.div_ceil(4096)];
            let mut more = pages.clone();
            more.extend_from_slice(&pages);
            assert!(more.iter().all(|page| *page == Page([1; 4096])));
        }
    }
}
