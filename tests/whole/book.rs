//! "What unseam doubles, and how": a page of the book whose tests are what `generate` writes for the fixtures.
//!
//! `UPDATE_DOCS=1 cargo test -p unseam --test whole -- book::` writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value as Json;

use crate::support::{Project, repository};

/// One use of the outside world: its heading, what to know about it, and the function of a fixture that shows it.
struct Section {
    title: &'static str,
    about: &'static str,
    fixture: &'static str,
    function: &'static str,
}

const SECTIONS: &[Section] = &[
    Section {
        title: "A function of a module",
        about: "`import x`, then `x.y()`: patched at its owner, so that the test survives a moved import and an extracted helper.",
        fixture: "binding_import",
        function: "convert",
    },
    Section {
        title: "A name of its own",
        about: "`from x import y` binds a name of the unit: that name is patched, because patching `x.y` would have no effect.",
        fixture: "binding_from",
        function: "convert",
    },
    Section {
        title: "One answer after another",
        about: "Equal calls are answered in sequence; each `except` around a call gets a row in which the call raises it.",
        fixture: "use_retry",
        function: "call",
    },
    Section {
        title: "Answers by argument",
        about: "Calls that differ in their arguments are answered by argument, whatever their order.",
        fixture: "use_by_argument",
        function: "stronger",
    },
    Section {
        title: "Exceptions",
        about: "Exact classes, their bases, and what the handler makes of them. They are real classes, never mocks.",
        fixture: "use_exceptions",
        function: "save",
    },
    Section {
        title: "What handlers read",
        about: "An attribute of the exception that the handler looks at is chosen too; the instance is built for each call.",
        fixture: "use_handler_reads",
        function: "fetch",
    },
    Section {
        title: "Out-parameters",
        about: "An object that is handed out may come back changed, if there is evidence: the callee's source, a contract, or a \
                callee that nobody has written yet. Then the test says that it is assumed.",
        fixture: "object_state",
        function: "refill",
    },
    Section {
        title: "`with`",
        about: "What is entered and what is given are doubles; `__exit__` swallows nothing unless the real one may.",
        fixture: "use_with",
        function: "latest",
    },
    Section {
        title: "Iteration",
        about: "What is iterated over is a real list of as many items as the path needs.",
        fixture: "use_iteration",
        function: "fees",
    },
    Section {
        title: "Nested data",
        about: "Only the keys and items that the unit looks at come into being.",
        fixture: "use_items",
        function: "first_alert",
    },
    Section {
        title: "`await`, `async with`, `async for`",
        about: "The tests run without a plugin.",
        fixture: "use_async",
        function: "send",
    },
    Section {
        title: "Objects that are told something",
        about: "Calls whose result nobody uses are commands: what they were told is checked. Questions are not.",
        fixture: "use_commands",
        function: "start",
    },
    Section {
        title: "What is printed",
        about: "Standard output is not doubled. If some row prints, every row says what the unit itself prints, and on which \
                stream; not what is long, differs from run to run, or is written by a library.",
        fixture: "printed",
        function: "rename",
    },
    Section {
        title: "What was made at import",
        about: "A client that a module made once is replaced where the unit holds it.",
        fixture: "holder_module_global",
        function: "convert",
    },
    Section {
        title: "What a table has captured",
        about: "A dispatch table holds the function itself: the table is replaced.",
        fixture: "holder_table",
        function: "trade",
    },
    Section {
        title: "Functions that are handed over",
        about: "Outside code may call a function of the unit: the double does, where something follows from that.",
        fixture: "use_callback",
        function: "largest",
    },
    Section {
        title: "Threads",
        about: "A thread does its work when it is started, so that the tests need none.",
        fixture: "threads",
        function: "grind_in_background",
    },
    Section {
        title: "Executors",
        about: "The executor is real, but does its work when it is submitted.",
        fixture: "executors",
        function: "prices",
    },
    Section {
        title: "Context variables",
        about: "They stay, and have a value while the test runs.",
        fixture: "state_of_context",
        function: "may_pay",
    },
    Section {
        title: "Decorators from outside",
        about: "One that only calls the function stays; round one that does more (here: it asks who is logged in) the tests go by way of \
                `__wrapped__`, where `functools.wraps` has left the function.",
        fixture: "decorator_from_outside",
        function: "priority",
    },
    Section {
        title: "Views of Flask",
        about: "They are called in the request that the framework makes for tests.",
        fixture: "views",
        function: "search",
    },
    Section {
        title: "Views of Django",
        about: "A real request, made by the `RequestFactory`; of the answer its status and content are checked. Settings are \
                configured at the top of the file if nobody has done so.",
        fixture: "django_views",
        function: "add",
    },
    Section {
        title: "Handlers of FastAPI",
        about: "A handler is the function it was written as. What the framework would fill in (`Query`, `Header`, `Depends`) is passed.",
        fixture: "api_handlers",
        function: "read",
    },
    Section {
        title: "Tables of SQLAlchemy",
        about: "Objects of mapped classes and expressions are real; the session is a double.",
        fixture: "tables",
        function: "name_of",
    },
    Section {
        title: "Commands of click",
        about: "The function behind the command is called.",
        fixture: "commands",
        function: "hello",
    },
    Section {
        title: "Parsers of argparse",
        about: "A parser is real: the test passes the words that make it say what a path needs, as an argument or as `sys.argv`. With \
                actions of one's own its answer is given instead, as a `Namespace`.",
        fixture: "commands",
        function: "greetings",
    },
    Section {
        title: "Packages that are not installed",
        about: "They are stood in for at the top of the test file, only if importing them fails; their exceptions are real classes, \
which doubles make without a constructor, because nobody knows what it asks for.",
        fixture: "missing_exceptions",
        function: "convert",
    },
    Section {
        title: "What you state yourself",
        about: "[Contracts](settings.md) say what a seam returns, raises and changes; here they come from the settings of the fixture.",
        fixture: "contracts",
        function: "place",
    },
];

#[test]
fn what_unseam_doubles_and_how() {
    let next = AtomicUsize::new(0);
    let mut written: Vec<(usize, String)> = std::thread::scope(|scope| {
        let work = || {
            let mut own = Vec::new();
            while let Some((index, section)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, SECTIONS.get(at)?)))
            {
                own.push((index, section.text()));
            }
            own
        };
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("a section can be written")).collect()
    });
    written.sort();
    let mut page = String::from(
        "# What unseam doubles, and how\n\nFor each way in which Python code uses what is outside, a function and the tests that \
         `unseam generate` writes for it.\nThe functions are the fixtures' (`fixtures/` in the repository); a test holds this \
         page against what is really generated.\n",
    );
    for (_, section) in written {
        page.push_str(&section);
    }
    let path = repository().join("docs/src/doubles.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == page, "docs/src/doubles.md is stale: run with UPDATE_DOCS=1");
}

impl Section {
    fn text(&self) -> String {
        let project = Project::of_fixture(self.fixture);
        let report = project.json("generate", &["-o", "tests"], &[]);
        let is_shown = |target: &&Json| {
            let name = target["name"].as_str().unwrap_or_default();
            name.rsplit('.').next() == Some(self.function)
        };
        let target = report["targets"].as_array().into_iter().flatten().find(is_shown);
        let target = target.unwrap_or_else(|| panic!("{}: no function {}", self.fixture, self.function));
        let file = target["file"].as_str().expect("a target has a file");
        let source = std::fs::read_to_string(project.root.join(file)).expect("the unit is there");
        let line = |key: &str| target[key].as_u64().expect("a line") as usize;
        let function: Vec<&str> =
            source.lines().skip(line("line") - 1).take(line("end_line") + 1 - line("line")).collect();
        let tests: BTreeSet<&str> = target["paths"].as_array().into_iter().flatten().filter_map(test_name).collect();
        assert!(!tests.is_empty(), "{}: {} has no tests", self.fixture, self.function);
        let mut text = format!("\n## {}\n\n{}\n\n```python\n", self.title, self.about);
        writeln!(text, "# {file}\n{}\n```\n\n```python", function.join("\n")).expect("a string can be written to");
        let generated: Vec<String> = report["tests"]["files"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|name| std::fs::read_to_string(project.root.join(name.as_str()?)).ok())
            .flat_map(|file| shown_tests(&file, &tests))
            .collect();
        text.push_str(&generated.join("\n\n"));
        text.push_str("```\n");
        text
    }
}

/// `tests/test_shop.py::test_place[created]` → `test_place`.
fn test_name(path: &Json) -> Option<&str> {
    let test = path["test"].as_str()?.rsplit("::").next()?;
    test.split('[').next()
}

/// The functions of these names, with their decorators, in the order of the file.
fn shown_tests(file: &str, names: &BTreeSet<&str>) -> Vec<String> {
    let is_wanted = |block: &&str| {
        let defined = block.lines().find_map(|line| line.strip_prefix("async def ").or(line.strip_prefix("def ")));
        defined.and_then(|rest| rest.split('(').next()).is_some_and(|name| names.contains(name))
    };
    file.split("\n\n\n").filter(is_wanted).map(|block| format!("{}\n", block.trim_matches('\n'))).collect()
}
