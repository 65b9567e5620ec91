//! Names of a user's own game: well-known games in other dress, and games without a name.

use crate::sessions::sessions;

sessions! {
    games_in_other_dress_have_their_names
    an_explanation_tells_the_name
}
