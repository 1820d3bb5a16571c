//! A small Python project, and what must be known about it.

use std::fs;
use std::path::{Path, PathBuf};

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
        self.db.class("shop.models", name).expect("the class is there")
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
            ("pair", "tuple[int, str]"),
            ("red", "Literal[shop.models.Color.RED]"),
            ("func", "shop.service.find"),
            ("cls", "type[shop.models.Order]"),
            ("path", "module posixpath"),
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
