//! `tabiya manual` and `tabiya completions`: files that a package installs with the program.

use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print the manual page (roff), as in `tabiya manual > tabiya.1`
#[derive(clap::Args)]
pub(crate) struct ManualArgs {}

/// Print the completions for a shell, as in `tabiya completions fish > ~/.config/fish/completions/tabiya.fish`
#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to print completions for
    shell: Shell,
}

/// Prints the manual page: the program, then each subcommand.
pub(crate) fn manual<Cli: CommandFactory>(_: &ManualArgs) -> io::Result<ExitCode> {
    let mut out = Vec::new();
    let command = Cli::command().name("tabiya");
    clap_mangen::Man::new(command.clone()).render(&mut out)?;
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        // Command names must be `'static`. Leaking is fine, because the program ends after this.
        let name: &'static str = format!("tabiya-{}", part.get_name()).leak();
        let man = clap_mangen::Man::new(part.clone().name(name).bin_name(name.replace('-', " ")));
        writeln!(out, ".SH \"{}\"", name.replace('-', " ").to_uppercase())?;
        man.render_synopsis_section(&mut out)?;
        man.render_description_section(&mut out)?;
        man.render_options_section(&mut out)?;
    }
    io::stdout().write_all(&out)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn completions<Cli: CommandFactory>(args: &CompletionsArgs) -> io::Result<ExitCode> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tabiya", &mut out);
    io::stdout().write_all(&out)?;
    Ok(ExitCode::SUCCESS)
}
