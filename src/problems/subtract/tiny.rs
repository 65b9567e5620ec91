//! All tiny instances.

use super::Subtract;
use crate::stock::tiny::Tiny;

pub(super) const TINY: Tiny<Subtract> = Tiny {
    measure: "k and p together",
    of: |size| Box::new((0..size).map(move |pile| Subtract::of(pile, size - pile))),
};
