//! Credentials in front of a URL's host.
//!
//! Takes the place of `://`; gives the password of `user:password@host`, or the whole of `token@host`.
//! Leaves out: plain user names (`ssh://git@host`). Parameters are assignments and looked for there.
use super::{MASK, part, run, run_back};
use core::ops::Range;

/// Longest part between `://` and the host.
const MAX: usize = 2048;

/// The secret between `://` and `@`.
pub(super) fn userinfo(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if run_back(bytes, at, 1, |b| b.is_ascii_alphanumeric()) == at {
        return None;
    }
    let start = at + 3;
    let reach = part(bytes, start..bytes.len().min(start + MAX));
    let end = run(reach, 0, |b| !b.is_ascii_whitespace() && !b"/?\"'`<>\\|".contains(&b));
    let host = start + memchr::memrchr(b'@', part(reach, 0..end))?;
    let user_end = memchr::memchr(b':', part(bytes, start..host)).map(|n| start + n);
    if let Some(colon) = user_end {
        let password = part(bytes, colon + 1..host);
        let user = part(bytes, start..colon);
        if token(user) && matches!(password, b"" | b"x-oauth-basic" | b"x") {
            return Some(start..colon);
        }
        return (!stands_for(password)).then_some(colon + 1..host);
    }
    let user = part(bytes, start..host);
    (!stands_for(user) && token(user)).then_some(start..host)
}

/// Empty, masked or a variable.
fn stands_for(word: &[u8]) -> bool {
    word.first().is_none_or(|b| matches!(b, b'$' | b'{' | b'('))
        || word.starts_with(MASK.as_bytes())
        || word.iter().all(|b| b"*xX.".contains(b))
}

/// Too long and too mixed for a user name.
fn token(user: &[u8]) -> bool {
    let digit = user.iter().any(u8::is_ascii_digit);
    let letter = user.iter().any(u8::is_ascii_alphabetic);
    user.len() >= 16 && digit && letter && !user.contains(&b'.')
}
