//! ARCHITECTURE.md's map of crates and its list of dependencies agree with the manifests.

use super::{files, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Crates of this workspace by the names they have in manifests.
const OURS: &str = "tabiya-";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Normal,
    Dev,
}

/// The dependencies of a manifest, without `tabiya-`.
fn dependencies(manifest: &Path) -> Vec<(Kind, String)> {
    let mut kind = None;
    let mut found = Vec::new();
    for line in read(manifest).lines() {
        if let Some(section) = line.strip_prefix('[') {
            kind = match section.trim_end_matches(']') {
                name if name.ends_with("dev-dependencies") => Some(Kind::Dev),
                "workspace.dependencies" => None,
                name if name.ends_with("dependencies") => Some(Kind::Normal),
                _ => None,
            };
        } else if let (Some(kind), Some((name, _))) = (kind, line.split_once('='))
            && !line.starts_with('#')
        {
            let name = name.trim().trim_end_matches(".workspace").trim_matches('"');
            found.push((kind, name.strip_prefix(OURS).unwrap_or(name).to_string()));
        }
    }
    found
}

/// The crates of the workspace, and which of the others each uses.
fn workspace() -> BTreeMap<String, BTreeSet<String>> {
    let manifests = files().into_iter().filter(|path| {
        path.starts_with("crates") && path.ends_with("Cargo.toml") && path.components().count() == 3
    });
    let all: BTreeMap<String, Vec<(Kind, String)>> = manifests
        .map(|path| {
            let name = path.components().nth(1).expect("a folder").as_os_str().to_string_lossy().into_owned();
            (name, dependencies(&path))
        })
        .collect();
    let names: BTreeSet<String> = all.keys().cloned().collect();
    all.into_iter()
        .map(|(name, dependencies)| {
            let ours = dependencies
                .into_iter()
                .filter(|(kind, _)| *kind == Kind::Normal)
                .map(|(_, dependency)| dependency)
                .filter(|dependency| names.contains(dependency));
            (name, ours.collect())
        })
        .collect()
}

/// The map at the top of ARCHITECTURE.md, in its order: a crate, and what it may use.
fn map() -> Vec<(String, BTreeSet<String>)> {
    let architecture = read("ARCHITECTURE.md");
    let block = architecture.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let rows = block.expect("the map is the first block").lines().filter_map(|line| {
        let (name, used) = line.strip_prefix("crates/")?.split_once("->")?;
        let name = name.split_whitespace().next()?.to_string();
        let used = used.split(',').map(str::trim).filter(|used| *used != "(nothing)");
        Some((name, used.map(str::to_string).collect()))
    });
    rows.collect()
}

#[test]
fn the_map_of_crates_is_true() {
    let workspace = workspace();
    let map = map();
    assert!(map.len() > 8, "the map was not found");
    let mapped: BTreeMap<_, _> = map.iter().cloned().collect();
    assert_eq!(mapped, workspace);
}

/// A crate uses only those above it in the map, so there is no cycle.
#[test]
fn crates_use_only_those_above_them() {
    let mut above = BTreeSet::new();
    for (name, used) in map() {
        assert!(used.is_subset(&above), "{name} uses {:?}, which the map lists below it", &used - &above);
        above.insert(name);
    }
}

/// MIT OR Apache-2.0 crates must stay usable without the GPL.
#[test]
fn permissive_crates_depend_on_nothing_of_the_application() {
    let is_permissive =
        |name: &str| read(format!("crates/{name}/Cargo.toml")).contains("license = \"MIT OR Apache-2.0\"");
    let workspace = workspace();
    assert!(is_permissive("rules") && !is_permissive("server"));
    for (name, used) in workspace.iter().filter(|(name, _)| is_permissive(name)) {
        for dependency in used {
            assert!(is_permissive(dependency), "{name} uses {dependency}");
        }
    }
}

#[test]
fn every_dependency_has_its_reason_and_every_reason_its_dependency() {
    let names = workspace();
    let mut used = BTreeSet::new();
    for manifest in files().into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        used.extend(dependencies(&manifest).into_iter().map(|(_, name)| name));
    }
    let package = read("web/package.json");
    let lists = package.split("\"dependencies\"").nth(1).and_then(|rest| rest.split("\"overrides\"").next());
    for line in lists.expect("the dependencies of the page").lines() {
        if let Some(name) = line.trim().strip_prefix('"').and_then(|rest| rest.split('"').next()) {
            let is_package = line.contains("\": \"");
            let name = name.strip_prefix("@types/").unwrap_or(name);
            if is_package {
                used.insert(name.rsplit('/').next().unwrap_or(name).to_string());
            }
        }
    }
    used.retain(|name| !names.contains_key(name));

    let architecture = read("ARCHITECTURE.md");
    let section = architecture.split("\n## Dependencies").nth(1).expect("the section Dependencies");
    let explained: BTreeSet<String> = section.split("**").skip(1).step_by(2).map(str::to_lowercase).collect();
    let without_reason: Vec<_> = used.iter().filter(|name| !explained.contains(*name)).collect();
    assert!(without_reason.is_empty(), "no reason in ARCHITECTURE.md: {without_reason:?}");
    let without_use: Vec<_> = explained.iter().filter(|name| !used.contains(*name)).collect();
    assert!(without_use.is_empty(), "explained in ARCHITECTURE.md, but not used: {without_use:?}");
}
