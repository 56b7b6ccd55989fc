//! A bug in Tightrope costs one method and not the run.
//!
//! The panic hook has told the bug when we come here; the method gets a verdict that says so, and
//! the rest goes on. The exit code is that of a bug all the same.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tightrope_report::{MethodReport, Verdict};

/// How the reason of such a verdict begins.
const REASON: &str = "a bug in Tightrope";

/// Does the work. `Err`: what the panic said.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What is left half done belongs to the method, which is given up.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave up without a message").to_owned()
}

/// Nothing is known of the method, and why.
pub(crate) fn broken_verdict(message: &str) -> Verdict {
    Verdict::Unknown { reason: format!("{REASON}: {message}"), last_complete_scope: None }
}

pub(crate) fn is_broken(method: &MethodReport) -> bool {
    matches!(&method.verdict, Verdict::Unknown { reason, .. } if reason.starts_with(REASON))
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_becomes_a_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let found: Result<(), String> = guarded(|| panic!("a set of another heap"));
        assert_eq!(found, Err("a set of another heap".to_owned()));
    }
}
