//! File system rules: a list of places, everything else is closed.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::Sandbox;

/// What is asked for; the crate leaves out what the running kernel does not know.
const WANTED: ABI = ABI::V6;

/// The rules, ready to be enforced; `None` if the kernel has no landlock.
pub(super) fn ruleset(sandbox: &Sandbox) -> Option<RulesetCreated> {
    build(sandbox).ok()
}

fn build(sandbox: &Sandbox) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    let places = [
        (&sandbox.readable, read),
        (&sandbox.writable, AccessFs::from_all(WANTED) & !BitFlags::from(AccessFs::Execute)),
        (&sandbox.executable, read | AccessFs::Execute),
    ];
    for (paths, access) in places {
        ruleset = allow(ruleset, paths, access)?;
    }
    Ok(ruleset)
}

fn allow(
    mut ruleset: RulesetCreated,
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    for path in paths {
        // A place that does not exist needs no rule.
        let Ok(place) = PathFd::new(path) else { continue };
        // Rights of directories are refused on files.
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(WANTED) };
        ruleset = ruleset.add_rule(PathBeneath::new(place, access))?;
    }
    Ok(ruleset)
}

/// The rules, and reading the `/proc` that is mounted now; `None` if it cannot be named. Does not allocate.
pub(super) fn with_processes(ruleset: RulesetCreated) -> Option<RulesetCreated> {
    let place = PathFd::new("/proc").ok()?;
    ruleset.add_rule(PathBeneath::new(place, AccessFs::ReadFile | AccessFs::ReadDir)).ok()
}

/// Binds this process, and what it starts, to the rules.
pub(super) fn enforce(ruleset: RulesetCreated) -> bool {
    ruleset.restrict_self().is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}
