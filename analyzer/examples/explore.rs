//! Prints what exploring finds: `cargo run --example explore -- ROOT TARGET UNIT...`
use std::path::PathBuf;
use unseam_analyzer::program::Program;
use unseam_analyzer::project::{Interpreter, Options, Project};
use unseam_analyzer::search::{Budget, Session};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = std::fs::canonicalize(&args[0]).unwrap();
    let options = Options {
        targets: vec![args[1].clone()],
        units: args[2..].to_vec(),
        root: Some(root.clone()),
        cwd: root.clone(),
        ..Options::default()
    };
    let project = Project::open(options).unwrap();
    let stdlib = PathBuf::from(std::env::var("STDLIB").unwrap());
    let site = PathBuf::from(std::env::var("SITE").unwrap_or_default());
    let interpreter = Interpreter { exe: "python3".into(), version: (3, 11, 7), stdlib, site_packages: vec![site] };
    let files = project.targets.clone();
    let program = Program::new(project, interpreter);
    let (session, problems) = Session::new(&program, &files);
    println!("problems {problems:?}");
    for file in &files {
        for target in session.targets(file) {
            let found = session.explore(&target, Budget { seconds: 10.0, all_paths: false });
            println!("== {} {:?} {:?} {:?}", found.info.name.dotted(), found.branches, found.conditions, found.statistics);
            for gap in &found.gaps { println!("  gap {gap:?}"); }
            for finding in &found.findings { println!("  finding {:?} {}-{} {} path {:?}", finding.finding.kind, finding.finding.line, finding.finding.end_line, finding.finding.message, finding.path); }
            for seam in &found.seams { println!("  seam {} {:?} line {} patch {} : {} via {:?} mutates {:?}", seam.callee, seam.kind, seam.line, seam.patch, seam.ty, seam.via, seam.mutates); }
            for note in &found.notes { println!("  note {note:?}"); }
            for path in &found.paths {
                println!("  path {} {:?} {:?} lines {:?} {}", path.id, path.status, path.condition, path.lines, path.why.clone().unwrap_or_default());
                if let Some(case) = &path.case {
                    for argument in &case.arguments { println!("     {} = {:?}", argument.name, argument.value); }
                    for patch in &case.patches { println!("     patch {} {:?} calls {:?} {:?}", patch.target, patch.replacement, patch.calls, patch.role); }
                    println!("     -> {:?} checks {:?} receiver {:?} globals {:?}", case.outcome, case.checks, case.receiver, case.globals);
                }
            }
        }
    }
}
