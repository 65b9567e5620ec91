//! Any bytes as an archive of a package of every readable kind: it is unpacked or refused.
//!
//! Nothing is written outside its own folder or left behind.
#![no_main]

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use gamesolve::package::open;
use gamesolve_fuzz::{Bytes, check_message};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// The size of a tar record, and the place of the header's checksum in it.
const RECORD: usize = 512;
const SUM: std::ops::Range<usize> = 148..156;

thread_local! {
    /// The folder of the archive, and the folder of all temporary folders.
    static FOLDERS: [TempDir; 2] = {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder for temporary files"));
        tempfile::env::override_temp_dir(folders[1].path()).expect("it is the first to say so");
        folders
    };
}

/// Writes the checksums of all headers, so that the archive is well-formed in this respect.
fn with_sums(mut tar: Vec<u8>) -> Vec<u8> {
    let mut at = 0;
    while let Some(header) = tar.get_mut(at..at + RECORD) {
        header[SUM].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[SUM].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let size = std::str::from_utf8(&header[124..135])
            .ok()
            .and_then(|size| usize::from_str_radix(size, 8).ok());
        at += RECORD + size.unwrap_or(0).min(1 << 20).next_multiple_of(RECORD);
    }
    tar
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect()
}

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let (name, bytes) = match data.number() % 5 {
        0 => ("a.zip", data.0.to_vec()),
        1 => ("a.tar", data.0.to_vec()),
        2 => ("a.tgz", data.0.to_vec()),
        3 => ("a.tar", with_sums(data.0.to_vec())),
        _ => ("a.tgz", gzipped(&with_sums(data.0.to_vec()))),
    };
    FOLDERS.with(|[place, temporary]| {
        let path = place.path().join(name);
        fs::write(&path, bytes).expect("a file");
        match open::open(&path, None, 1 << 20) {
            Ok(package) => {
                let own: Vec<&Path> = package.unpacked.iter().map(|folder| folder.path()).collect();
                assert!(own.iter().all(|own| own.parent() == Some(temporary.path())));
                assert_eq!(
                    names_in(temporary.path()).len(),
                    own.len(),
                    "nothing is written beside its folder"
                );
            }
            Err(error) => check_message(&error.to_string()),
        }
        assert!(names_in(temporary.path()).is_empty(), "nothing is left behind");
        assert_eq!(names_in(place.path()), [name], "nothing is written beside the archive");
        fs::remove_file(path).expect("it is there");
    });
});
