//! An allocator that puts large blocks into huge pages, if the system has them, and [`prefetch`].
//!
//! The feature `allocator` adds the allocator and its dependency rustix. On x86-64 with musl, it also adds a `memcpy`. A library that only prefetches needs neither.
//!
//! A binary sets it with `#[global_allocator] static ALLOCATOR: Allocator = Allocator;`. A library does not, so that
//! its users keep their own allocator.
//!
//! **Idea.** The system gives memory page by page at the first touch, and each page of 4 KiB costs an interruption.
//! Random access to an array far larger than a cache waits for the number and for the page table as well. Pages of 2
//! MiB turn five hundred interruptions into one. They also make the table so small that it stays near. Many Linux
//! systems give such pages only to memory that asks for them, and only whole ones. So a large block is a mapping of its
//! own that asks, and it begins at a boundary of huge pages. If the last huge page would be less than half full, small
//! pages take its place. Small blocks, and all blocks on other systems, come from the system's allocator.
//!
//! **Cost.** A large block takes two or three system calls when it is allocated, and one to three when it grows. It
//! takes at most half a huge page more memory than it needs. Memory without a touch is never taken, zeros included.
//!
//! Unsafe code is justified here by measurement: almost half of the time to read and solve an input of 138 MB went into
//! pages. Safe calls (`memmap2`) do not help, because their arrays hold only plain numbers, neither the text nor lists
//! of pairs. The module `copy` has a measurement of its own. No other unsafe code of gamesolve is written by hand.

/// Prefetches one element, if it exists and the processor can prefetch.
///
/// An early read for the same purpose waits in turn and delays all later work, and so does a write. On a stream that
/// alternates with sixty others, the prefetch halves the time.
#[inline(always)]
pub fn prefetch<T>(elements: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = elements.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the processor has this instruction, and it changes nothing that a program sees.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (elements, index);
}

#[cfg(all(feature = "allocator", target_os = "linux"))]
pub use large::Allocator;
#[cfg(all(feature = "allocator", not(target_os = "linux")))]
pub use std::alloc::System as Allocator;

#[cfg(all(feature = "allocator", target_arch = "x86_64", any(target_env = "musl", test)))]
mod copy;

#[cfg(all(feature = "allocator", target_os = "linux"))]
mod large {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::ptr::null_mut;

    use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap_anonymous, mremap, munmap};

    /// The least size of a large block: fewer bytes hold no huge page.
    pub(super) const LEAST: usize = HUGE_PAGE;
    const HUGE_PAGE: usize = 2 << 20;
    /// The largest alignment of a large block: the pages of every system have at least this alignment.
    const MOST_ALIGNED: usize = 4 << 10;
    /// A multiple of the small pages of all systems: the tail of a mapping from such a boundary can be returned.
    const SMALL_PAGES: usize = 64 << 10;

    /// The system's allocator, except for large blocks.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Allocator;

    /// Returns the length of the mapping of a large block, or `None` for a block of the system's allocator.
    #[inline]
    pub(super) fn length(size: usize, layout: Layout) -> Option<usize> {
        let is_large = size >= LEAST && layout.align() <= MOST_ALIGNED;
        let page = if size % HUGE_PAGE <= HUGE_PAGE / 2 {
            SMALL_PAGES
        } else {
            HUGE_PAGE
        };
        // The size of a block fits an `isize`, so there is room to round it up.
        is_large.then(|| size.next_multiple_of(page))
    }

    // SAFETY: whether a block is a mapping, and its length, follow from the layout, so each block returns to its
    // source. A mapping is aligned to pages, holds zeros, and overlaps no other block in use.
    unsafe impl GlobalAlloc for Allocator {
        #[inline]
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            match length(layout.size(), layout) {
                Some(length) => mapped(length),
                // SAFETY: the caller's promises are those of `System`.
                None => unsafe { System.alloc(layout) },
            }
        }

        #[inline]
        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            match length(layout.size(), layout) {
                Some(length) => mapped(length),
                // SAFETY: as in `alloc`.
                None => unsafe { System.alloc_zeroed(layout) },
            }
        }

        #[inline]
        unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            match (length(layout.size(), layout), length(size, layout)) {
                // SAFETY: as in `alloc`.
                (None, None) => unsafe { System.realloc(block, layout, size) },
                // SAFETY: the block is a mapping of the old length.
                (Some(old), Some(new)) => unsafe { resized(block, old, new) },
                // SAFETY: the caller promises that `size` with this alignment is a layout.
                _ => unsafe { self.moved(block, layout, size) },
            }
        }

        #[inline]
        unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
            match length(layout.size(), layout) {
                // SAFETY: the block is a mapping of this length, and nobody uses it any more.
                Some(length) => unsafe { unmapped(block, length) },
                // SAFETY: as in `alloc`.
                None => unsafe { System.dealloc(block, layout) },
            }
        }
    }

    impl Allocator {
        /// Copies the bytes into a block of another kind.
        #[cold]
        unsafe fn moved(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            // SAFETY: promised by the caller, here and below.
            let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
            if !new.is_null() {
                // SAFETY: both blocks hold that many bytes, and they do not overlap.
                unsafe {
                    new.copy_from_nonoverlapping(block, size.min(layout.size()));
                    self.dealloc(block, layout);
                }
            }
            new
        }
    }

    /// Returns zeros in a new mapping that asks for huge pages, or null if the system has no memory.
    #[cold]
    fn mapped(length: usize) -> *mut u8 {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        let whole = length.next_multiple_of(HUGE_PAGE);
        // SAFETY: a new mapping overlaps no other.
        match unsafe { mmap_anonymous(null_mut(), whole, access, MapFlags::PRIVATE) } {
            Ok(block) => {
                // SAFETY: the advice changes neither bytes nor rights of the mapping.
                // A kernel without huge pages refuses, and the block works as well, only slower.
                let _ = unsafe { madvise(block, whole, Advice::LinuxHugepage) };
                // SAFETY: the mapping is new.
                unsafe { cut(block.cast(), whole, length) }
            }
            Err(_) => null_mut(),
        }
    }

    /// Returns the mapping with another length, perhaps at another place. It keeps the request for huge pages.
    ///
    /// Without memory, it returns null and leaves the old mapping unchanged.
    #[cold]
    unsafe fn resized(block: *mut u8, old: usize, new: usize) -> *mut u8 {
        if new <= old {
            // SAFETY: the caller owns the whole mapping and uses only the returned one, here and below.
            return unsafe { cut(block, old, new) };
        }
        let whole = new.next_multiple_of(HUGE_PAGE);
        // SAFETY: the caller owns the whole mapping of the old length.
        match unsafe { mremap(block.cast(), old, whole, MremapFlags::MAYMOVE) } {
            // SAFETY: the mapping has the requested length.
            Ok(block) => unsafe { cut(block.cast(), whole, new) },
            Err(_) => null_mut(),
        }
    }

    /// Unmaps the part of the mapping beyond `length`.
    ///
    /// A new mapping is requested with whole huge pages, because only such mappings begin at a boundary of huge pages
    /// for certain.
    unsafe fn cut(block: *mut u8, mapped: usize, length: usize) -> *mut u8 {
        if length < mapped {
            // SAFETY: the caller owns the whole mapping, and uses no more than `length` of it.
            unsafe { unmapped(block.add(length), mapped - length) };
        }
        block
    }

    #[cold]
    unsafe fn unmapped(block: *mut u8, length: usize) {
        // SAFETY: the caller owns the whole mapping. The system has no reason to refuse. If it does, the memory stays
        // in use.
        let _ = unsafe { munmap(block.cast(), length) };
    }
}

#[cfg(all(test, feature = "allocator", target_os = "linux"))]
mod tests {
    use std::alloc::Layout;
    use std::io::Write as _;

    use super::large::{Allocator, LEAST, length};

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    /// Returns whether a mapping holds the address and has asked for huge pages.
    fn has_asked(address: usize) -> bool {
        let areas = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut within = false;
        for line in areas.lines() {
            let range = line.split_whitespace().next().unwrap().split_once('-');
            if let Some((start, end)) = range {
                let number = |digits| usize::from_str_radix(digits, 16).unwrap();
                within = (number(start)..number(end)).contains(&address);
            }
            if let Some(flags) = line.strip_prefix("VmFlags:").filter(|_| within) {
                return flags.split_whitespace().any(|flag| flag == "hg");
            }
        }
        false
    }

    #[test]
    fn large_blocks_ask_for_huge_pages_however_they_are_got() {
        let mut grown = vec![7u8; 100];
        grown.resize(8 * LEAST, 8);
        let plain = Vec::from_iter((0..LEAST).map(|place| place as u8));
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            let skipped = "skipped: huge pages: this kernel has none";
            // Not by a macro: the test harness prints such output only for failed tests.
            let _ = writeln!(std::io::stderr(), "{skipped}");
            assert!(std::env::var_os("GAMESOLVE_NO_SKIP").is_none(), "{skipped}");
            return;
        }
        for block in [&vec![0u8; LEAST], &plain, &grown] {
            let middle = block[block.len() / 2..].as_ptr().addr();
            assert!(has_asked(middle), "{} bytes", block.len());
        }
    }

    #[test]
    fn a_block_takes_little_more_than_it_needs() {
        for (size, expected) in [
            (LEAST, Some(LEAST)),
            (LEAST + 1, Some(LEAST + (64 << 10))),
            (LEAST + LEAST / 2, Some(LEAST + LEAST / 2)),
            (LEAST + LEAST / 2 + 1, Some(2 * LEAST)),
            (LEAST - 1, None),
        ] {
            assert_eq!(length(size, Layout::new::<u64>()), expected, "{size}");
        }
        #[repr(align(8192))]
        struct Coarse;
        assert_eq!(length(LEAST, Layout::new::<Coarse>()), None);
        // The memory after such a block is returned, unless another thread has got it meanwhile.
        let ends_there = |_| {
            let block = vec![1u8; LEAST + 1];
            !has_asked(block.as_ptr().addr() + LEAST + (64 << 10))
        };
        assert!((0..10).any(ends_there));
    }

    #[test]
    fn blocks_of_all_sizes_and_alignments_keep_their_bytes() {
        #[repr(align(4096))]
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Page([u8; 4096]);
        for size in [1, 4095, LEAST - 1, LEAST, LEAST + 1, 3 * LEAST] {
            let mut block = vec![0u8; size];
            assert!(block.iter().all(|&byte| byte == 0));
            for (byte, place) in block.iter_mut().zip(0..) {
                *byte = place as u8;
            }
            let is_whole = |block: &[u8]| block.iter().zip(0..).all(|(&byte, place)| byte == place as u8);
            block.reserve_exact(3 * size);
            assert!(is_whole(&block));
            block.shrink_to_fit();
            assert!(block.len() == size && is_whole(&block));
            block.truncate(size / 2);
            block.shrink_to_fit();
            assert!(block.len() == size / 2 && is_whole(&block));
            let pages = vec![Page([1; 4096]); size.div_ceil(4096)];
            let mut more = pages.clone();
            more.extend_from_slice(&pages);
            assert!(more.iter().all(|page| *page == Page([1; 4096])));
        }
    }
}
