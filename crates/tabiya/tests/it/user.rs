//! `tabiya user`: accounts on the command line.

use crate::{Run, run};
use std::path::PathBuf;

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("tabiya-user-{name}-{}", std::process::id())))
    }

    fn user(&self, args: &[&str]) -> Run {
        run(&[&["user"][..], args, &["--data", self.0.to_str().unwrap()][..]].concat(), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn accounts_are_made_and_listed() {
    let folder = Folder::new("made");
    let bobby = folder.user(&["add", "Bobby"]);
    assert_eq!((bobby.code, bobby.stderr.as_str()), (0, ""));
    assert!(bobby.stdout.starts_with("lip_") && bobby.stdout.lines().count() == 1, "{}", bobby.stdout);
    assert_eq!(folder.user(&["add", "robo", "--bot", "--admin"]).code, 0);
    assert_eq!(folder.user(&["list"]).stdout, "Bobby\nrobo\tBOT\tadmin\n");
    for (args, listed) in [
        (&["roles", "bobby", "--arbiter"][..], "Bobby\tarbiter\nrobo\tBOT\tadmin\n"),
        (&["roles", "bobby"], "Bobby\nrobo\tBOT\tadmin\n"),
    ] {
        assert_eq!((folder.user(args).code, folder.user(&["list"]).stdout.as_str()), (0, listed), "{args:?}");
    }
    let another = folder.user(&["token", "BOBBY", "--scopes", "bot:play,board:play"]);
    assert!(another.stdout.starts_with("lip_") && another.stdout != bobby.stdout, "{}", another.stderr);
}

#[test]
fn errors_are_reported() {
    let folder = Folder::new("told");
    assert_eq!(folder.user(&["add", "Bobby"]).code, 0);
    for (args, code, why) in [
        (&["add", "bobby"][..], 1, "taken"),
        (&["add", "admin"], 1, "reserved"),
        (&["add", "x"], 1, "2 to 20"),
        (&["token", "nobody"], 1, "no account"),
        (&["password", "nobody"], 1, "no account"),
        (&["password", "bobby", "--stdin"], 1, "at least 8"),
        (&["roles", "nobody", "--arbiter"], 1, "no account"),
        (&["token", "bobby", "--scopes", "everything"], 2, "no such scope"),
        (&["remove", "bobby"], 2, "remove"),
    ] {
        let run = folder.user(args);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{args:?}");
        assert!(run.stderr.contains(why), "{args:?}: {}", run.stderr);
    }
}
