//! Any files as a package, with manifests, folders and names of every format: it is read or refused with a message.
//!
//! All points are numbers.
#![no_main]

use std::fs;
use std::path::{Component, Path};

use gamesolve::cases::generated;
use gamesolve::judge::points::Counted;
use gamesolve::judge::{Judgement, Verdict};
use gamesolve::package::model::Kind;
use gamesolve::package::open;
use gamesolve::package::scheme::PackagePoints;
use gamesolve_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

/// The most files of a package, and the depth of the deepest.
const MAX_FILES: usize = 24;
const MAX_DEPTH: usize = 5;

/// Returns whether a file of this name can be made in a folder of ours.
fn is_name(name: &str) -> bool {
    let mut steps = Path::new(name).components();
    !name.is_empty()
        && name.len() < 80
        && !name.contains(['\0', '\r'])
        && Path::new(name).components().count() <= MAX_DEPTH
        && steps.all(|step| matches!(step, Component::Normal(_)))
}

fuzz_target!(|data: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    // Files follow one another, with a byte between them that no text holds. The name is the first line of each.
    for file in data.split(|&byte| byte == 0xff).take(MAX_FILES) {
        let end = file.iter().position(|&byte| byte == b'\n').unwrap_or(file.len());
        let (name, text) = (
            String::from_utf8_lossy(&file[..end]),
            file.get(end + 1..).unwrap_or_default(),
        );
        if is_name(&name) {
            let path = folder.path().join(&*name);
            // A name may belong to a folder, or lie inside a file.
            let _ = fs::create_dir_all(path.parent().expect("it has a folder")).and_then(|()| fs::write(path, text));
        }
    }
    open::tasks_in(folder.path());
    let package = match open::open(folder.path(), None, 1 << 16) {
        Ok(package) => package,
        Err(error) => return check_message(&error.to_string()),
    };
    package
        .remarks
        .iter()
        .for_each(|remark| check_message(&remark.to_string()));
    package
        .layout
        .troubles
        .iter()
        .for_each(|trouble| check_message(&trouble.to_string()));
    if let Kind::Unsupported(why) = &package.kind {
        check_message(&why.value);
    }
    let points = [Ok(package.points), package.layout.listed_points(&generated::Lists)];
    for points in points {
        match points {
            Ok(PackagePoints::Scheme(scheme)) => {
                let (accepted, wrong) = (Judgement::ACCEPTED, Judgement::new(Verdict::WRONG_ANSWER, ""));
                let counted = Counted::by(&scheme, |name| match name.len() % 2 {
                    0 => Some(&wrong),
                    _ => Some(&accepted),
                });
                for group in counted.groups.iter().chain([&counted.total]) {
                    assert!(group.points.as_ref().map_or(true, |points| points.is_finite()));
                    assert!(group.of.is_none_or(f64::is_finite));
                }
            }
            Ok(_) => {}
            Err(error) => check_message(&error.to_string()),
        }
    }
});
