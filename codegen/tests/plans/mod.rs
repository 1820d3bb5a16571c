//! The plans that the tests render.

use unseam_plan::{Case, Name, Outcome, Patch, Replacement, Root, TargetInfo, TargetKind, Value};

use crate::common::*;

pub type Targets = Vec<(TargetInfo, Vec<Case>)>;

/// The class whose name a probe must see raised; `NoneType` if nothing is.
pub fn raised_class(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Raise { class, .. } => &class.qualname,
        Outcome::Yield { end, .. } => raised_class(end),
        Outcome::Return(_) => "NoneType",
    }
}

fn response(id: u32, status: i64, receipt: Option<&str>) -> Value {
    let json = receipt.map(|receipt| ("json", behaviour(&[returns(dict(&[("receipt", text(receipt))]))])));
    double(id, "response", &[("status_code", int(status))], &json.into_iter().collect::<Vec<_>>())
}

fn order(total: i64) -> Value {
    new("shop.models", "Order", &[("id", int(7)), ("total", int(total))])
}

pub fn checkout() -> Targets {
    let timeout = || raising("requests", "Timeout", &[]);
    let url = Value::Name(Name::new("shop.checkout", "URL"));
    let placed = |path, reserved: bool, answers: &[_], expected: &str, conditions: &[&str]| {
        let outcome = gives(text(expected));
        let bound = Value::Bind(1, Box::new(order(3)));
        let mut case = case(path, &[("order", bound), ("retries", int(2))], outcome, conditions);
        let given = call(&[Value::Shared(1)], &[]);
        case.patches.push(query(
            "shop.inventory.reserve",
            &["order"],
            &[sets("order", &[("reserved", Value::Bool(reserved))])],
            &[given],
        ));
        if !answers.is_empty() {
            let calls = vec![call(std::slice::from_ref(&url), &[("json", dict(&[("id", int(7))]))]); answers.len()];
            let post = command("requests.post", &["url", "data", "json"], answers, &calls);
            case.patches.push(Patch { counted: true, ..post });
        }
        case
    };
    let rejected = |path, total| {
        let outcome = raise("builtins", "ValueError", &[text("empty order")], Some("empty order"));
        case(path, &[("order", order(total))], outcome, &["order.total <= 0"])
    };
    let created = "resp.status_code == 201";
    let timed_out = "requests.post raises requests.Timeout";
    let cases = vec![
        placed(1, false, &[], "backorder", &["order.total > 0", "not order.reserved"]),
        placed(
            2,
            true,
            &[returns(response(1, 201, Some("r-17")))],
            "r-17",
            &["order.total > 0", "order.reserved", created],
        ),
        placed(
            3,
            true,
            &[timeout(), returns(response(1, 201, Some("r-18")))],
            "r-18",
            &["order.total > 0", "order.reserved", timed_out, created],
        ),
        placed(
            4,
            true,
            &[returns(response(1, 500, None)), returns(response(2, 500, None))],
            "failed",
            &["order.total > 0", "order.reserved", "resp.status_code != 201", "resp.status_code != 201"],
        ),
        placed(
            5,
            true,
            &[timeout(), timeout()],
            "failed",
            &["order.total > 0", "order.reserved", timed_out, timed_out],
        ),
        rejected(6, 0),
        rejected(7, -1),
    ];
    vec![(target("shop.checkout", "place", TargetKind::Function), cases)]
}

pub fn features() -> Targets {
    let function = |name: &str| target("unit", name, TargetKind::Function);
    vec![
        (function("quote"), quote()),
        (function("wait"), wait()),
        (function("deploy"), deploy()),
        (function("summary"), summary()),
        (TargetInfo { is_async: true, ..function("load") }, load()),
        (TargetInfo { is_generator: true, ..function("chunks") }, chunks()),
        (TargetInfo { is_generator: true, ..function("firsts") }, firsts()),
        (target("unit", "Cart.__init__", TargetKind::Constructor), cart_init()),
        (TargetInfo { is_void: true, ..target("unit", "Cart.add", TargetKind::Method) }, cart_add()),
        (target("unit", "Cart.is_full", TargetKind::Property), cart_is_full()),
        (target("unit", "Cart.first", TargetKind::Property), cart_first()),
        (function("ratio"), ratio()),
        (function("same"), same()),
        (function("pick"), pick()),
        (function("blend"), blend()),
        (function("count"), count()),
        (function("spread"), spread()),
        (TargetInfo { is_async: true, is_generator: true, ..function("relay") }, relay()),
        (function("retry"), retry()),
        (function("warn"), warn()),
        (function("tally"), tally()),
        (TargetInfo { is_generator: true, ..function("tallies") }, tallies()),
        (TargetInfo { is_void: true, ..function("label") }, label()),
        (function("refuse"), refuse()),
    ]
}

/// Several dependencies, one value each.
fn quote() -> Vec<Case> {
    let row = |path, amount, stock, price: Option<i64>, expected: Value, condition: &str| {
        let mut case = case(path, &[("item", text("pen")), ("amount", int(amount))], gives(expected), &[condition]);
        case.patches.push(query("depot.stock", &["item"], &[returns(int(stock))], &[call(&[text("pen")], &[])]));
        if let Some(price) = price {
            case.patches.push(query(
                "depot.price",
                &["item", "currency"],
                &[returns(int(price))],
                &[call(&[text("pen")], &[])],
            ));
        }
        case
    };
    vec![
        row(1, 3, 2, None, Value::None, "stock < amount"),
        row(2, 3, 3, Some(5), int(15), "stock == amount"),
        row(3, 3, 4, Some(7), int(21), "stock > amount"),
    ]
}

/// An out-parameter that differs from call to call.
fn wait() -> Vec<Case> {
    let job = || Value::Bind(1, Box::new(new("unit", "Job", &[("name", text("build"))])));
    let row = |path, states: &[&str], condition: &str| {
        let answers: Vec<_> = states.iter().map(|state| sets("job", &[("state", text(state))])).collect();
        let calls: Vec<_> =
            (0..states.len()).map(|attempt| call(&[Value::Shared(1), int(attempt as i64)], &[])).collect();
        let tries = int(states.len() as i64);
        let mut case = case(path, &[("job", job())], gives(tries.clone()), &[condition]);
        case.patches.push(query("depot.refresh", &["job", "attempt"], &answers, &calls));
        case.checks.push(check(Root::Argument("job".into()), "tries", tries));
        case
    };
    vec![row(1, &["done"], "job.state == 'done'"), row(2, &["busy", "done"], "job.state != 'done'")]
}

/// An exception that needs constructor arguments, translated on its way up.
fn deploy() -> Vec<Case> {
    let row = |path, answer, outcome, condition: &str| {
        let mut case = case(path, &[("command", list(&[text("make")]))], outcome, &[condition]);
        case.patches.push(command("depot.run", &["command"], &[answer], &[call(&[list(&[text("make")])], &[])]));
        case
    };
    let failed = |code| raising("subprocess", "CalledProcessError", &[int(code), text("make")]);
    let lookup = |message: &str| raise("builtins", "LookupError", &[text(message)], Some(message));
    vec![
        row(1, returns(Value::None), gives(text("done")), "depot.run returns"),
        row(
            2,
            raising("builtins", "FileNotFoundError", &[]),
            gives(text("missing")),
            "depot.run raises FileNotFoundError",
        ),
        row(3, failed(2), lookup("exit 2"), "error.returncode == 2"),
        row(4, failed(3), lookup("exit 3"), "error.returncode == 3"),
    ]
}

/// A context manager whose value is iterated; the result is a dict of what it yields.
fn summary() -> Vec<Case> {
    let row = |path, rows: &[(&str, i64)], condition: &str| {
        let items: Vec<Value> = rows.iter().map(|(name, size)| Value::Tuple(vec![text(name), int(*size)])).collect();
        let iterated = behaviour(&[unseam_plan::Answer {
            mutations: Vec::new(),
            outcome: Outcome::Yield { items, end: Box::new(gives(Value::None)) },
            is_changed: false,
        }]);
        let cursor = double(2, "cursor", &[], &[("__iter__", iterated)]);
        let connection = double(1, "connection", &[], &[("__enter__", behaviour(&[returns(cursor)]))]);
        let expected: Vec<_> = rows.iter().map(|(name, size)| (*name, int(*size))).collect();
        let mut case = case(path, &[], gives(dict(&expected)), &[condition]);
        case.patches.push(query("depot.connect", &[], &[returns(connection)], &[call(&[], &[])]));
        case
    };
    vec![row(1, &[], "no rows"), row(2, &[("a", 3), ("b", 4)], "two rows")]
}

fn load() -> Vec<Case> {
    let row = |path, answer: &str, expected: &str, condition: &str| {
        let mut case = case(path, &[("key", text("k"))], gives(text(expected)), &[condition]);
        let mut patch = query("depot.fetch", &["key"], &[returns(text(answer))], &[call(&[text("k")], &[])]);
        if let Replacement::Function { behaviour, .. } = &mut patch.replacement {
            behaviour.is_async = true;
        }
        case.patches.push(patch);
        case
    };
    vec![row(1, "", "nothing", "not value"), row(2, "found", "found", "value")]
}

fn yields(items: &[Value], end: Outcome) -> Outcome {
    Outcome::Yield { items: items.to_vec(), end: Box::new(end) }
}

fn chunks() -> Vec<Case> {
    let size = |size| [("items", list(&[int(4), int(5), int(6)])), ("size", int(size))];
    let all = [list(&[int(4), int(5)]), list(&[int(6)])];
    let refused = raise("builtins", "ValueError", &[text("size must be > 0")], Some("size must be > 0"));
    vec![
        case(1, &size(2), yields(&all, gives(Value::None)), &["size >= 1"]),
        case(2, &[("items", list(&[])), ("size", int(1))], yields(&[], gives(Value::None)), &["not items"]),
        case(3, &size(0), refused, &["size < 1"]),
    ]
}

/// A generator that fails half-way, fed by one that yields.
fn firsts() -> Vec<Case> {
    let mut case = case(1, &[], yields(&[int(5)], raise("builtins", "KeyError", &[text("row")], None)), &["not row"]);
    let answer = unseam_plan::Answer {
        mutations: Vec::new(),
        outcome: yields(&[list(&[int(5)]), list(&[])], gives(Value::None)),
        is_changed: false,
    };
    case.patches.push(query("depot.rows", &[], &[answer], &[call(&[], &[])]));
    vec![case]
}

fn cart(limit: i64) -> Value {
    new("unit", "Cart", &[("limit", int(limit))])
}

fn cart_init() -> Vec<Case> {
    let mut case = case(1, &[("limit", int(4))], gives(Value::None), &[]);
    case.checks = vec![check(Root::Receiver, "limit", int(4)), check(Root::Receiver, "items", list(&[]))];
    vec![case]
}

fn cart_add() -> Vec<Case> {
    let mut added = case(1, &[("item", text("pen"))], gives(Value::None), &["len(self.items) < self.limit"]);
    added.receiver = Some(cart(2));
    added.patches.push(command(
        "depot.save",
        &["record"],
        &[returns(Value::None)],
        &[call(&[dict(&[("item", text("pen"))])], &[])],
    ));
    added.checks.push(check(Root::Receiver, "items", list(&[text("pen")])));
    let full = raise("builtins", "OverflowError", &[text("full")], Some("full"));
    let mut refused = case(2, &[("item", text("pen"))], full, &["len(self.items) >= self.limit"]);
    refused.receiver = Some(cart(0));
    vec![added, refused]
}

fn cart_is_full() -> Vec<Case> {
    let row = |path, limit, expected| {
        let mut case = case(path, &[], gives(Value::Bool(expected)), &[]);
        case.receiver = Some(cart(limit));
        case
    };
    vec![row(1, 0, true), row(2, 1, false)]
}

fn ratio() -> Vec<Case> {
    let nan = gives(Value::Float("nan".into()));
    vec![
        case(1, &[("a", int(3)), ("b", int(2))], gives(Value::Float("1.5".into())), &["b"]),
        case(2, &[("a", int(3)), ("b", int(0))], nan, &["not b"]),
    ]
}

/// Aliasing is an input.
fn same() -> Vec<Case> {
    let bound = Value::Bind(1, Box::new(list(&[int(1)])));
    vec![
        case(1, &[("left", bound), ("right", Value::Shared(1))], gives(Value::Bool(true)), &["left is right"]),
        case(
            2,
            &[("left", list(&[int(1)])), ("right", list(&[int(1)]))],
            gives(Value::Bool(false)),
            &["left is not right"],
        ),
    ]
}

/// A double that passes through.
fn pick() -> Vec<Case> {
    let client = double(1, "client", &[("name", text("main"))], &[]);
    vec![case(1, &[("first", Value::None), ("second", client.clone())], gives(client), &["not first"])]
}

/// More parameters than a table may have.
fn blend() -> Vec<Case> {
    let names = ["a", "b", "c", "d", "e", "f"];
    let row = |path, start: i64| {
        let arguments: Vec<_> = names.iter().zip(start..).map(|(name, value)| (*name, int(value))).collect();
        case(path, &arguments, gives(int((start..start + 6).sum())), &[])
    };
    vec![row(1, 2), row(2, 30)]
}

/// Module state that the unit changes, and the environment.
fn count() -> Vec<Case> {
    let counter = || Name::new("unit", "COUNTER");
    let row = |path, before: i64, mode: Option<&str>, expected: &str, conditions: &[&str]| {
        let mut case = case(path, &[], gives(text(expected)), conditions);
        case.globals = vec![(counter(), int(before))];
        if before < 10 {
            let entries = vec![(text("MODE"), mode.map(text))];
            let environment = query("os.environ", &[], &[], &[]);
            case.patches.push(Patch { replacement: Replacement::Entries { entries, only: false }, ..environment });
        }
        case.checks.push(check(Root::Global(counter()), "", int(before + 1)));
        case
    };
    vec![
        row(1, 10, None, "over", &["COUNTER > LIMIT"]),
        row(2, 2, Some("fast"), "fast", &["COUNTER <= LIMIT", "'MODE' in os.environ"]),
        row(3, 2, None, "plain", &["COUNTER <= LIMIT", "'MODE' not in os.environ"]),
    ]
}

/// A result without `__eq__`, with a NaN inside.
fn spread() -> Vec<Case> {
    let items = list(&[int(2), Value::Float("nan".into())]);
    let state =
        vec![("name".to_owned(), items.clone()), ("state".to_owned(), text("new")), ("tries".to_owned(), int(0))];
    let job = Value::Instance { class: Name::new("unit", "Job"), state, items: None, has_own_equality: false };
    vec![case(1, &[("items", items)], gives(job), &[])]
}

/// An asynchronous generator fed by another.
fn relay() -> Vec<Case> {
    let mut case = case(1, &[], yields(&[int(6), int(8)], gives(Value::None)), &[]);
    let answer = unseam_plan::Answer {
        mutations: Vec::new(),
        outcome: yields(&[int(3), int(4)], gives(Value::None)),
        is_changed: false,
    };
    let mut patch = query("depot.stream", &[], &[answer], &[call(&[], &[])]);
    if let Replacement::Function { behaviour, .. } = &mut patch.replacement {
        behaviour.is_async = true;
    }
    case.patches.push(patch);
    vec![case]
}

/// A counted query; an argument whose name is a module that the file imports.
fn retry() -> Vec<Case> {
    let row = |path, answers: &[_], expected: Value, conditions: &[&str]| {
        let mut case = case(path, &[("subprocess", text("pen"))], gives(expected), conditions);
        let calls = vec![call(&[text("pen")], &[]); answers.len()];
        case.patches.push(Patch { counted: true, ..query("depot.stock", &["item"], answers, &calls) });
        case
    };
    let failed = || raising("subprocess", "SubprocessError", &[]);
    let fails = "depot.stock raises subprocess.SubprocessError";
    vec![
        row(1, &[returns(int(5))], int(5), &["depot.stock returns"]),
        row(2, &[failed(), failed()], Value::None, &[fails, fails]),
    ]
}

/// A command on an object that is handed in, and a row in which it is not given.
fn warn() -> Vec<Case> {
    let row = |path, warned: bool, garden: &str, conditions: &[&str]| {
        let journal = double(60, "journal", &[], &[("warned", behaviour(&[returns(Value::Bool(warned))]))]);
        let record = call(&[text(garden)], &[("low", int(-4))]);
        let journal = if warned { journal } else { told(journal, "record", &[record]) };
        case(path, &[("garden", text(garden)), ("journal", journal)], gives(Value::Bool(!warned)), conditions)
    };
    vec![
        row(1, true, "north", &["journal.warned(garden)"]),
        row(2, false, "south", &["not journal.warned(garden)", "garden"]),
        row(3, false, "", &["not journal.warned(garden)", "not garden"]),
    ]
}

/// A property that raises.
fn cart_first() -> Vec<Case> {
    let mut case = case(1, &[], raise("builtins", "IndexError", &[], None), &["not self.items"]);
    case.receiver = Some(new("unit", "Cart", &[]));
    vec![case]
}

/// A global that is written before the unit raises: it is looked at while it is patched, and after the exception.
fn tally() -> Vec<Case> {
    let outcome = raise("builtins", "LookupError", &[text("none left")], Some("none left"));
    let mut case = counting(case(1, &[("item", text("pen"))], outcome, &["stock < 0"]), 8);
    case.patches.push(query("depot.stock", &["item"], &[returns(int(-1))], &[call(&[text("pen")], &[])]));
    vec![case]
}

/// The same for what raises while it is iterated.
fn tallies() -> Vec<Case> {
    let outcome = yields(&[text("pen")], raise("builtins", "KeyError", &[text("item")], None));
    vec![counting(case(1, &[("items", list(&[text("pen"), text("")]))], outcome, &["not item"]), 9)]
}

/// The case with `COUNTER` at 7 before, and at `after` afterwards.
fn counting(mut case: Case, after: i64) -> Case {
    let counter = Name::new("unit", "COUNTER");
    case.globals.push((counter.clone(), int(7)));
    case.checks.push(check(Root::Global(counter), "", int(after)));
    case
}

/// Keywords that are no names.
fn label() -> Vec<Case> {
    let options = [("", text("nothing")), ("class", text("b")), ("data-id", int(3)), ("low", int(-4))];
    let journal = told(double(70, "diary", &[], &[]), "record", &[call(&[], &options)]);
    vec![case(1, &[("journal", journal), ("options", dict(&options))], gives(Value::None), &[])]
}

/// An exception whose number is none.
fn refuse() -> Vec<Case> {
    let class = Name::new("unit", "Refused");
    let set = vec![("code".to_owned(), Value::None)];
    vec![case(
        1,
        &[],
        Outcome::Raise {
            class,
            unbuilt: false,
            args: Vec::new(),
            keywords: Vec::new(),
            set,
            message: None,
            goes_on: false,
        },
        &[],
    )]
}
