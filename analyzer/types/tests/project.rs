//! A small Python project, and what must be known about it.

use std::fs;
use std::path::PathBuf;

use ruff_text_size::{TextRange, TextSize};
use tempfile::TempDir;
use unseam_types::{ClassInfo, ClassName, Config, DefinitionKind, FileTypes, Literal, ParameterKind, Type, TypeDb};

const MODELS: &str = r#"
import abc
import enum
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar

T = TypeVar("T")

class Color(enum.Enum):
    RED = 1
    BLUE = 2

@dataclass
class Order:
    id: int
    total: float = 0.0
    tags: list[str] = field(default_factory=list)

    @property
    def is_free(self) -> bool:
        return self.total == 0

    def rename(self, name: str, *, loud=False) -> "Order":
        return self

@dataclass(frozen=True)
class Rush(Order):
    deadline: str | None = None

class Row(TypedDict):
    id: int
    note: NotRequired[str]

class Point(NamedTuple):
    x: int
    y: int = 0

class Store(Protocol):
    def load(self, key: str) -> bytes | None: ...

class Base(abc.ABC):
    @abc.abstractmethod
    def run(self) -> int: ...

class Job(Base):
    def run(self) -> int:
        return 1

class Box(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

class Client:
    retries = 3

    def __init__(self, url: str, timeout: int | None = None):
        self.url = url
        self.timeout = timeout
        self.opened, self.closed = 0, None
        self.cache: dict[str, list[int]] = {}

    class Inner:
        size: int

    @classmethod
    def make(cls) -> "Client":
        return cls("x")

    @staticmethod
    def helper(x: int) -> str:
        return str(x)
"#;

const SERVICE: &str = r#"
import os
import sqlite3
import contextlib
import requests
from shop import models
from shop.models import Client, Color, Order, Row, Store
from shop.untyped import mystery

LIMIT = 10

def find(key: str) -> Order | None: ...

async def fetch(url: str) -> bytes: ...

def numbers(n: int):
    yield n

def guess(a, b=2, *rest: int, flag: bool = False, **extra: str):
    return a

@contextlib.contextmanager
def opened(name: str):
    yield 1

def work(order: Order, color: Color, row: Row, store: "Store", wide: "int | str"):
    resp = requests.get("http://x")
    code = resp.status_code
    body = resp.json()
    con = sqlite3.connect("db")
    cur = con.cursor()
    found = cur.fetchone()
    env = os.environ.get("A")
    maybe = find("a")
    name = row["note"]
    raw = store.load("k")
    total = order.total
    free = order.is_free
    names = [t.upper() for t in order.tags]
    table = {"a": order}
    client = Client("u")
    cached = client.cache
    unknown = mystery(1)
    pair = (1, "a")
    red = Color.RED
    func = find
    cls = Order
    path = os.path
    method = order.rename
    return LIMIT
"#;

struct Project {
    directory: TempDir,
    db: TypeDb,
}

impl Project {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let write = |path: &str, text: &str| {
            let path = directory.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, text).expect("a file");
        };
        write("src/shop/__init__.py", "from shop.service import find as lookup\nfrom .models import *\n");
        write("src/shop/models.py", MODELS);
        write("src/shop/service.py", SERVICE);
        write("src/shop/untyped.py", "def mystery(x):\n    return eval(x)\n");
        write("site/requests/__init__.py", "from .api import get as get, post as post\nfrom . import exceptions\n");
        write("site/requests/exceptions.py", "class Timeout(IOError): ...\n");
        write(
            "site/requests/api.py",
            "from .models import Response\ndef get(url: str, params=None, **kwargs) -> Response: ...\ndef post(url, data=None, json=None) -> Response: ...\n",
        );
        write(
            "site/requests/models.py",
            "from typing import Any\nclass Response:\n    def __init__(self):\n        self.status_code: int = 0\n    def json(self, **kwargs) -> Any: ...\n    @property\n    def text(self) -> str: ...\n",
        );
        write("alone/script.py", "import neighbour\nvalue = neighbour.answer()\n");
        write("alone/neighbour.py", "def answer() -> int: ...\n");
        let root = fs::canonicalize(directory.path()).expect("it exists");
        let db = TypeDb::new(&Config {
            roots: vec![root.join("src")],
            site_packages: vec![root.join("site")],
            python_version: (3, 11),
        });
        Project { directory, db }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    fn class(&self, name: &str) -> ClassInfo {
        self.db.class("shop.models", name).unwrap_or_else(|| panic!("no class {name}: {:?}", self.db.notes()))
    }
}

/// The range of the right-hand side of `name = …`.
fn value_of(source: &str, name: &str) -> TextRange {
    let assignment = format!("\n    {name} = ");
    let start = source.find(&assignment).expect("the assignment is there") + assignment.len();
    let end = start + source[start..].find('\n').expect("a line end");
    range(start, end)
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::try_from(start).expect("small"), TextSize::try_from(end).expect("small"))
}

fn assert_values(types: &FileTypes, source: &str, expected: &[(&str, &str)]) {
    let shown: Vec<(&str, String)> =
        expected.iter().map(|(name, _)| (*name, types.expression(value_of(source, name)).to_string())).collect();
    let expected: Vec<(&str, String)> = expected.iter().map(|(name, ty)| (*name, (*ty).to_string())).collect();
    assert_eq!(shown, expected);
}

#[test]
fn expressions_of_a_file() {
    let project = Project::new();
    let types = project.db.file(&project.path("src/shop/service.py"));
    assert_values(
        &types,
        SERVICE,
        &[
            ("resp", "requests.models.Response"),
            ("code", "int"),
            ("body", "Unknown"),
            ("con", "sqlite3.Connection"),
            ("cur", "sqlite3.Cursor"),
            ("found", "Unknown"),
            ("env", "str | None"),
            ("maybe", "shop.models.Order | None"),
            ("name", "str"),
            ("raw", "bytes | None"),
            ("total", "float"),
            ("free", "bool"),
            ("names", "list[str]"),
            ("table", "dict[str, shop.models.Order]"),
            ("client", "shop.models.Client"),
            ("cached", "dict[str, list[int]]"),
            ("unknown", "Unknown"),
            ("pair", "tuple[Literal[1], Literal[\"a\"]]"),
            ("red", "Literal[shop.models.Color.RED]"),
            ("func", "shop.service.find"),
            ("cls", "type[shop.models.Order]"),
            ("path", "module os.path"),
            ("method", "(name: str, *, loud=...) -> shop.models.Order"),
        ],
    );
    assert_eq!(project.db.notes(), []);
}

#[test]
fn annotations_and_parameters_of_a_file() {
    let project = Project::new();
    let types = project.db.file(&project.path("src/shop/service.py"));
    for (text, expected) in [
        ("order: Order", "shop.models.Order"),
        ("color: Color", "shop.models.Color"),
        ("row: Row", "shop.models.Row"),
        ("store: \"Store\"", "shop.models.Store"),
        ("wide: \"int | str\"", "int | str"),
    ] {
        let start = SERVICE.find(text).expect("the parameter is there");
        let colon = start + text.find(':').expect("a colon");
        assert_eq!(types.annotation(range(colon + 2, start + text.len())).to_string(), expected);
        assert_eq!(types.expression(range(start, colon)).to_string(), expected);
    }
}

fn shown_parameters(parameters: &[unseam_types::Parameter]) -> Vec<String> {
    parameters.iter().map(ToString::to_string).collect()
}

#[test]
fn functions() {
    let project = Project::new();
    let find = project.db.function("shop.service", "find").expect("find");
    assert_eq!(shown_parameters(&find.parameters), ["key: str"]);
    assert_eq!(find.returns.to_string(), "shop.models.Order | None");
    assert!(find.returns.is_optional());
    assert!(find.file.as_deref().is_some_and(|file| file.ends_with("src/shop/service.py")));
    assert!(SERVICE[find.range.to_std_range()].starts_with("def find"));

    let fetch = project.db.function("shop.service", "fetch").expect("fetch");
    assert_eq!((fetch.is_async, fetch.returns.to_string().as_str()), (true, "bytes"));
    assert!(project.db.function("shop.service", "numbers").expect("numbers").is_generator);

    let guess = project.db.function("shop.service", "guess").expect("guess");
    assert_eq!(
        shown_parameters(&guess.parameters),
        ["a", "b: Unknown | int = ...", "*rest: int", "flag: bool = ...", "**extra: str"]
    );
    assert_eq!(guess.parameters[3].kind, ParameterKind::KeywordOnly);

    let opened = project.db.function("shop.service", "opened").expect("a decorated function");
    assert_eq!(shown_parameters(&opened.parameters), ["name: str"]);
    assert!(opened.is_generator);
    assert_eq!(project.db.function("shop.service", "missing"), None);
    assert_eq!(project.db.function("no.such.module", "missing"), None);
    assert_eq!(project.db.function("shop.service", "not a name; import os"), None);
}

#[test]
fn functions_through_re_exports_and_stubs() {
    let project = Project::new();
    let post = project.db.function("requests", "post").expect("post");
    assert_eq!(post.name, ClassName::new("requests.api", "post"));
    assert_eq!(post.returns.to_string(), "requests.models.Response");
    let lookup = project.db.function("shop", "lookup").expect("an alias");
    assert_eq!(lookup.name, ClassName::new("shop.service", "find"));

    let getcwd = project.db.function("os", "getcwd").expect("a stub");
    assert_eq!((getcwd.returns, getcwd.file), (Type::Str, None));
    let loads = project.db.function("json", "loads").expect("a stub");
    assert_eq!(loads.parameters[0].name, "s");
    let connect = project.db.function("sqlite3", "connect").expect("overloads");
    assert!(connect.returns.members().contains(&Type::instance("sqlite3", "Connection")), "{}", connect.returns);
}

#[test]
fn methods() {
    let project = Project::new();
    let method = |name: &str| project.db.function("shop.models", name).expect("a method");
    assert_eq!(shown_parameters(&method("Order.rename").parameters)[..2], ["self: shop.models.Order", "name: str"]);
    assert!(method("Order.is_free").is_property);
    assert!(method("Client.make").is_class_method);
    assert_eq!(shown_parameters(&method("Client.make").parameters), ["cls: type[shop.models.Client]"]);
    assert!(method("Client.helper").is_static_method);
    assert!(method("Base.run").is_abstract);
    assert_eq!(method("Rush.rename").name, ClassName::new("shop.models", "Order.rename"));
}

fn attributes(class: &ClassInfo) -> Vec<String> {
    class.attributes.iter().map(|(name, ty)| format!("{name}: {ty}")).collect()
}

#[test]
fn dataclasses() {
    let project = Project::new();
    let order = project.class("Order");
    assert!(order.is_dataclass && !order.is_frozen);
    assert_eq!(attributes(&order), ["id: int", "total: float", "tags: list[str]"]);
    let constructor = order.constructor.expect("a constructor");
    assert_eq!(shown_parameters(&constructor), ["id: int", "total: float = ...", "tags: list[str] = ..."]);
    assert_eq!(order.methods.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["is_free", "rename"]);

    let rush = project.class("Rush");
    assert!(rush.is_dataclass && rush.is_frozen);
    assert_eq!(attributes(&rush)[0], "deadline: str | None");
    assert_eq!(
        rush.mro.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["shop.models.Rush", "shop.models.Order", "object"]
    );
}

#[test]
fn plain_classes() {
    let project = Project::new();
    let client = project.class("Client");
    assert_eq!(
        attributes(&client),
        [
            "retries: int",
            "url: str",
            "timeout: int | None",
            "opened: int",
            "closed: None | Unknown",
            "cache: dict[str, list[int]]"
        ]
    );
    assert_eq!(
        shown_parameters(&client.constructor.expect("a constructor")),
        ["url: str", "timeout: int | None = ..."]
    );
    assert!(project.class("Client.Inner").name.is("shop.models", "Client.Inner"));
    let re_exported = project.db.class("shop", "Client").expect("a re-export");
    assert_eq!(re_exported.name, ClassName::new("shop.models", "Client"));
    assert_eq!(project.db.class("shop.service", "find"), None);
}

#[test]
fn special_classes() {
    let project = Project::new();
    let color = project.class("Color");
    assert!(color.is_enum);
    assert_eq!(
        attributes(&color)[..2],
        ["RED: Literal[shop.models.Color.RED]", "BLUE: Literal[shop.models.Color.BLUE]"]
    );
    let row = project.class("Row");
    assert!(row.is_typed_dict);
    assert_eq!(attributes(&row), ["id: int", "note: str"]);
    let point = project.class("Point");
    assert!(point.is_named_tuple);
    assert_eq!(shown_parameters(&point.constructor.expect("a constructor")), ["x: int", "y: int = ..."]);
    assert!(project.class("Store").is_protocol && !project.class("Job").is_protocol);
    assert!(project.class("Base").is_abstract && !project.class("Job").is_abstract);
    let connection = project.db.class("sqlite3", "Connection").expect("a stub");
    assert_eq!(connection.file, None);
    assert!(connection.methods.iter().any(|(name, _)| name == "execute"));
}

#[test]
fn typed_dict_fields() {
    let project = Project::new();
    let types = project.db.file(&project.path("src/shop/service.py"));
    let start = SERVICE.find("row: Row").expect("the parameter is there");
    let Type::TypedDict { fields, .. } = types.expression(range(start, start + 3)) else {
        panic!("a TypedDict");
    };
    let fields: Vec<_> = fields.iter().map(|field| (field.name.as_str(), &field.ty, field.required)).collect();
    assert_eq!(fields, [("id", &Type::Int, true), ("note", &Type::Str, false)]);
}

#[test]
fn members_and_calls() {
    let project = Project::new();
    let db = &project.db;
    let response = Type::instance("requests.models", "Response");
    assert_eq!(db.member(&response, "status_code"), Type::Int);
    assert_eq!(db.member(&response, "text"), Type::Str);
    assert_eq!(db.member(&response, "missing"), Type::Unknown);
    assert_eq!(db.member(&Type::Str, "upper").to_string(), "() -> str");
    let order = Type::instance("shop.models", "Order");
    assert_eq!(
        db.member(&Type::union([order.clone(), response.clone()]), "total"),
        Type::union([Type::Float, Type::Unknown])
    );
    let boxed = Type::Instance { class: ClassName::new("shop.models", "Box"), args: vec![Type::Int] };
    assert_eq!(db.member(&boxed, "item"), Type::Int);
    let module = Type::Module("requests".to_owned());
    let get = db.member(&module, "get");
    assert_eq!(get, Type::Function { module: "requests.api".to_owned(), qualname: "get".to_owned() });
    assert_eq!(db.call_result(&get), response);
    assert_eq!(db.call_result(&Type::Class(ClassName::new("shop.models", "Order"))), order);
    assert_eq!(db.call_result(&db.member(&order, "rename")), order);
    assert_eq!(db.call_result(&Type::Unknown), Type::Unknown);
    let color = Type::Class(ClassName::new("shop.models", "Color"));
    let red = Literal::Enum { class: ClassName::new("shop.models", "Color"), member: "RED".to_owned() };
    assert_eq!(db.member(&color, "RED"), Type::Literal(red));
    let cursor = Type::instance("sqlite3", "Cursor");
    assert_eq!(db.call_result(&db.member(&cursor, "execute")), cursor);
    let fetch = Type::Function { module: "shop.service".to_owned(), qualname: "fetch".to_owned() };
    assert_eq!(db.call_result(&fetch).to_string(), "types.CoroutineType[Unknown, Unknown, bytes]");
}

#[test]
fn definitions() {
    let project = Project::new();
    let found = |module: &str, name: &str| {
        project.db.definition(module, name).map(|found| (found.kind, format!("{}:{}", found.module, found.qualname)))
    };
    assert_eq!(found("requests", "post"), Some((DefinitionKind::Function, "requests.api:post".to_owned())));
    assert_eq!(found("shop", "lookup"), Some((DefinitionKind::Function, "shop.service:find".to_owned())));
    assert_eq!(found("shop", "Order"), Some((DefinitionKind::Class, "shop.models:Order".to_owned())));
    assert_eq!(found("requests", "exceptions"), Some((DefinitionKind::Module, "requests.exceptions:".to_owned())));
    assert_eq!(found("shop.service", "LIMIT"), Some((DefinitionKind::Variable, "shop.service:LIMIT".to_owned())));
    assert_eq!(found("shop.service", "opened"), Some((DefinitionKind::Function, "shop.service:opened".to_owned())));
    assert_eq!(found("shop.service", "nothing"), None);
}

#[test]
fn a_file_outside_every_root_sees_its_neighbours() {
    let project = Project::new();
    let types = project.db.file(&project.path("alone/script.py"));
    let source = "import neighbour\nvalue = neighbour.answer()\n";
    let start = source.find("neighbour.").expect("a call");
    assert_eq!(types.expression(range(start, source.len() - 1)), Type::Int);
    assert!(project.db.function("neighbour", "answer").is_some());
}

#[test]
fn odd_paths_are_noted() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for file in ["os.py", "site.py", "encodings/__init__.py"] {
        let path = directory.path().join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, "").expect("a file");
    }
    let db = TypeDb::new(&Config {
        roots: vec![PathBuf::from("/no/such/place"), directory.path().to_path_buf()],
        site_packages: vec![directory.path().join("os.py")],
        python_version: (3, 11),
    });
    let messages: Vec<String> = db.notes().into_iter().map(|note| note.message).collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(messages[1].contains("interpreter's own library"));
    assert_eq!(db.function("os", "getcwd").map(|function| function.returns), Some(Type::Str));
    assert!(db.file(&directory.path().join("missing.py")).is_empty());
    assert_eq!(db.notes().len(), 4);
}

#[test]
fn deep_nesting_is_survived() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("deep.py");
    let source = format!("x = {}1{}\ny = 1\n", "[".repeat(150), "]".repeat(150));
    fs::write(&path, &source).expect("a file");
    let sums = directory.path().join("sums.py");
    let source_of_sums = format!("x = {}1\n", "1 + ".repeat(2000));
    fs::write(&sums, &source_of_sums).expect("a file");
    let db = TypeDb::new(&Config { roots: Vec::new(), site_packages: Vec::new(), python_version: (3, 11) });
    let end = source.trim_end().len();
    assert_eq!(db.file(&path).expression(range(end - 1, end)).to_string(), "Literal[1]");
    let brackets = directory.path().join("brackets.py");
    fs::write(&brackets, format!("x = {}{}\n", "[".repeat(10_000), "]".repeat(10_000))).expect("a file");
    assert!(db.file(&brackets).is_empty());
    assert!(db.notes()[0].message.contains("nests too deeply"), "{:?}", db.notes());
    let end = source_of_sums.trim_end().len();
    assert_eq!(db.file(&sums).expression(range(4, end)).to_string(), "Literal[2001]");
}

#[test]
fn clones_can_be_asked_from_many_threads() {
    let project = Project::new();
    let answers: Vec<Type> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let db = project.db.clone();
                scope.spawn(move || db.member(&Type::instance("shop.models", "Order"), "id"))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(answers, vec![Type::Int; 4]);
}

#[test]
fn long_unions_are_whole_at_the_top_and_honest_inside() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("wide.py");
    let union = "int | str | bytes | None | list[int] | set[int] | dict[str, int]";
    let nested = format!("list[{union}]");
    fs::write(&path, format!("a: {union}\nb: {nested}\n")).expect("a file");
    let db = TypeDb::new(&Config { roots: Vec::new(), site_packages: Vec::new(), python_version: (3, 11) });
    let types = db.file(&path);
    assert_eq!(types.annotation(range(3, 3 + union.len())).to_string(), union);
    let start = union.len() + 7;
    let Type::Instance { args, .. } = types.annotation(range(start, start + nested.len())) else {
        panic!("a list");
    };
    assert!(args[0].members().contains(&Type::Unknown), "what the checker leaves out is unknown: {}", args[0]);
    assert!(args[0].members().contains(&Type::Int));
}

#[test]
fn a_typed_dict_may_contain_itself() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("tree.py");
    let source = "from typing import TypedDict\nclass Node(TypedDict):\n    children: list[\"Node\"]\nx: Node\n";
    fs::write(&path, source).expect("a file");
    let db = TypeDb::new(&Config { roots: Vec::new(), site_packages: Vec::new(), python_version: (3, 11) });
    let end = source.trim_end().len();
    let Type::TypedDict { class, fields } = db.file(&path).annotation(range(end - 4, end)) else {
        panic!("a TypedDict");
    };
    assert_eq!((class, fields.len()), (ClassName::new("tree", "Node"), 1));
    assert!(fields[0].ty.to_string().starts_with("list["), "{}", fields[0].ty);
}
