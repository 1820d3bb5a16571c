//! Opening small projects written into a scratch folder.

use super::*;
use std::path::{Path, PathBuf};

/// A folder of files that goes away with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("unseam-project-{}-{name}", std::process::id()));
        let scratch = Self(folder);
        for (path, text) in files {
            let path = scratch.0.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        scratch
    }

    fn open(&self, targets: &[&str], units: &[&str]) -> Result<Project, ProjectError> {
        Project::open(self.options(targets, units))
    }

    fn options(&self, targets: &[&str], units: &[&str]) -> Options {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Options { targets: owned(targets), units: owned(units), cwd: self.0.clone(), ..Options::default() }
    }

    /// The message of the error, with the scratch folder's name taken out.
    fn message(&self, targets: &[&str], units: &[&str]) -> String {
        let error = self.open(targets, units).expect_err("an error");
        error.to_string().replace(&format!("{}/", self.0.display()), "").replace(&self.0.display().to_string(), ".")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A scratch folder that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SHOP: [(&str, &str); 9] = [
    ("pyproject.toml", "[project]\nname = 'shop'\n"),
    ("src/shop/__init__.py", ""),
    ("src/shop/cart.py", "class Cart:\n    def add(self): ...\ndef total(): ...\n"),
    ("src/shop/test_cart.py", "def test(): ...\n"),
    ("src/shop/.hidden/x.py", ""),
    ("src/shop/env/pyvenv.cfg", ""),
    ("src/shop/env/lib/y.py", ""),
    ("src/shop/not-a-name.py", ""),
    ("empty/readme.md", ""),
];

fn names(project: &Project) -> Vec<&str> {
    project.targets.iter().map(|target| target.module.as_str()).collect()
}

#[test]
fn a_folder_is_its_source_files() {
    let shop = Scratch::new("folder", &SHOP);
    let project = shop.open(&["src/shop"], &[]).unwrap();
    assert_eq!(names(&project), ["shop", "shop.cart"]);
    assert!(project.targets[0].is_package);
    assert_eq!((project.base, project.root), (shop.0.clone(), shop.0.join("src")));
    assert_eq!(project.python, Path::new("python3"));
    assert_eq!(project.unit, Unit::new(["shop".to_owned(), "shop.cart".to_owned()]));
    let named = shop.open(&["src/shop/test_cart.py"], &[]).unwrap();
    assert_eq!(names(&named), ["shop.test_cart"], "a test that is named is explored");
}

#[test]
fn selections_name_what_is_defined() {
    let shop = Scratch::new("selection", &SHOP);
    let project = shop.open(&["src/shop/cart.py::Cart.add", "./src/../src/shop/cart.py::Cart::add"], &[]).unwrap();
    assert_eq!(project.targets.len(), 1, "the same target twice counts once");
    assert_eq!(project.targets[0].selection.as_deref(), Some("Cart.add"));
    assert_eq!(
        shop.message(&["src/shop/cart.py::totl"], &[]),
        "src/shop/cart.py defines no `totl`; did you mean `total`?"
    );
}

#[test]
fn errors_say_what_to_do() {
    let shop = Scratch::new("errors", &SHOP);
    let mut options = shop.options(&["src/shop/cart.py"], &[]);
    options.root = Some("empty".into());
    assert!(matches!(Project::open(options), Err(ProjectError::OutsideRoot { .. })));
    let rows = [
        (shop.message(&["src/shop/carts.py"], &[]), "src/shop/carts.py does not exist; did you mean `cart.py`"),
        (shop.message(&["empty"], &[]), "empty holds no Python files"),
        (shop.message(&["empty/readme.md"], &[]), "empty/readme.md is not a Python file"),
        (shop.message(&["src::x"], &[]), "`src::x` selects inside a folder"),
        (shop.message(&["src/shop/not-a-name.py"], &[]), "`not-a-name` is not a Python name"),
        (shop.message(&["src/shop/cart.py"], &["shop.card"]), "did you mean `shop.cart`"),
        (shop.message(&["src/shop/cart.py"], &["shop.cart.Cart.ad"]), "did you mean `shop.cart.Cart.add`"),
        (shop.message(&[], &[]), "no target given"),
    ];
    for (message, wanted) in rows {
        assert!(message.contains(wanted), "{message}");
    }
    shop.open(&["src/shop/cart.py"], &["shop", "shop.cart.Cart.add"]).unwrap();
}

#[test]
fn settings_are_read_and_flags_win() {
    let text = "\
[tool.unseam]
unit = 'm'
python = 'bin/py'
budget = 2.5
style = 'unittest'
exceptions = 'declared'
pure = ['m.f']

[tool.unseam.seam.'requests.post']
raises = 'requests.Timeout'
ensures = ['result.ok']
";
    let project = Scratch::new("settings", &[("pyproject.toml", text), ("m.py", ""), ("n.py", "")]);
    let opened = project.open(&["m.py"], &[]).unwrap();
    assert_eq!(opened.python, project.0.join("bin/py"));
    assert_eq!(opened.config.budget, Some(2.5));
    assert_eq!(opened.config.style, Some(TestStyle::Unittest));
    assert_eq!(opened.config.exceptions, Some(ExceptionPolicy::Declared));
    let seam = &opened.config.seams[0];
    assert_eq!((seam.callee.text.as_str(), seam.callee.place.line), ("requests.post", 9));
    let raises = seam.raises.as_ref().expect("it is stated");
    assert_eq!((raises[0].text.as_str(), raises[0].place.line), ("requests.Timeout", 10));
    assert_eq!(seam.mutates, None);
    assert_eq!(opened.unit, Unit::new(["m".to_owned()]));
    assert_eq!(project.open(&["m.py"], &["n"]).unwrap().unit, Unit::new(["n".to_owned()]));
}

#[test]
fn wrong_settings_point_at_their_line() {
    let rows = [
        ("unti = 'm'", (2, 1), "unknown setting `unti`; did you mean `unit`?"),
        ("budget = 'long'", (2, 10), "positive number of seconds"),
        ("budget = -1", (2, 10), "positive number of seconds"),
        ("unit = [1]", (2, 9), "`unit` must be a string or a list of strings, not integer"),
        ("style = 'nose'", (2, 9), "one of pytest, unittest, not `nose`"),
        ("seam.'a.b' = { retruns = '' }", (2, 16), "did you mean `returns`?"),
        ("root = ", (2, 8), "not valid TOML"),
    ];
    for (index, (line, place, wanted)) in rows.into_iter().enumerate() {
        let text = format!("[tool.unseam]\n{line}\n");
        let project = Scratch::new(&format!("wrong{index}"), &[("pyproject.toml", &text), ("m.py", "")]);
        let error = project.open(&["m.py"], &[]).expect_err(line);
        let location = error.location().expect("a place");
        assert_eq!(((location.line, location.column), location.source_line.as_str()), (place, line), "{error}");
        assert!(error.to_string().contains(wanted), "{error}");
    }
}

#[test]
fn an_undecodable_file_is_shown() {
    let scratch = Scratch::new("encoding", &[("m.py", "x = 1\n")]);
    std::fs::write(scratch.0.join("m.py"), b"x = 1\ny = '\xE9'\n").unwrap();
    let location = scratch.open(&["m.py::f"], &[]).expect_err("not UTF-8").location().expect("a place");
    assert_eq!((location.line, location.source_line.as_str()), (2, "y = '\u{FFFD}'"));
}

#[test]
fn modules_are_found_in_search_order() {
    let files = [
        ("root/pkg/__init__.py", ""),
        ("root/pkg/a.py", ""),
        ("root/space/one.py", ""),
        ("lib/json.py", ""),
        ("lib/pkg.py", ""),
        ("lib/lib-dynload/math.cpython-311-x86_64-linux-gnu.so", ""),
        ("site/space/two.py", ""),
        ("site/both/__init__.py", ""),
        ("site/both.py", ""),
    ];
    let scratch = Scratch::new("modules", &files);
    let interpreter = Interpreter {
        exe: "python3".into(),
        version: (3, 11, 7),
        stdlib: scratch.0.join("lib"),
        site_packages: vec![scratch.0.join("site")],
    };
    let modules = Modules::new(&[scratch.0.join("root")], &interpreter);
    let rows = [
        ("pkg", "FirstParty Source { path: \"root/pkg/__init__.py\", is_package: true }"),
        ("pkg.a", "FirstParty Source { path: \"root/pkg/a.py\", is_package: false }"),
        ("pkg.b", "Missing Missing"),
        ("pkg.a.b", "Missing Missing"),
        ("space", "FirstParty Namespace([\"root/space\", \"site/space\"])"),
        ("space.two", "FirstParty Source { path: \"site/space/two.py\", is_package: false }"),
        ("json", "Stdlib Source { path: \"lib/json.py\", is_package: false }"),
        ("math", "Stdlib Extension(\"lib/lib-dynload/math.cpython-311-x86_64-linux-gnu.so\")"),
        ("sys", "Stdlib Builtin"),
        ("zlib", "Stdlib Builtin"),
        ("both", "SitePackages Source { path: \"site/both/__init__.py\", is_package: true }"),
        ("requests", "Missing Missing"),
        ("pkg..a", "Missing Missing"),
    ];
    for (name, wanted) in rows {
        let found = modules.locate(name);
        let shown = format!("{:?} {:?}", found.origin, found.located).replace(&format!("{}/", scratch.0.display()), "");
        assert_eq!(shown, wanted, "{name}");
    }
    assert_eq!(modules.split("pkg.a.Cart.add"), Some(("pkg.a", "Cart.add")));
    assert_eq!(modules.submodules("space"), ["one", "two"]);
}

#[test]
fn relative_imports_count_dots_from_the_package() {
    let relative = |module, is_package, level, name| Modules::relative(module, is_package, level, name).ok();
    assert_eq!(relative("a.b.c", false, 1, "d").as_deref(), Some("a.b.d"));
    assert_eq!(relative("a.b.c", false, 2, "").as_deref(), Some("a"));
    assert_eq!(relative("a.b", true, 1, "d").as_deref(), Some("a.b.d"));
    assert_eq!(relative("a.b", true, 2, "d").as_deref(), Some("a.d"));
    assert_eq!(relative("a", false, 1, "d"), None);
    assert_eq!(relative("a.b", false, 2, "d"), None);
    assert_eq!(relative("a", false, 0, "os.path").as_deref(), Some("os.path"));
}

#[test]
fn site_packages_follow_path_files() {
    let files = [
        ("venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n"),
        (
            "venv/lib/python3.11/site-packages/a.pth",
            "# comment\n../extra\nimport os; os.abort()\nimport __editable___shop_finder; x\n",
        ),
        ("venv/lib/python3.11/extra/x.py", ""),
        ("base/lib/python3.11/site-packages/y.py", ""),
        ("work/shop/__init__.py", ""),
    ];
    let scratch = Scratch::new("sites", &files);
    let site = scratch.0.join("venv/lib/python3.11/site-packages");
    let mapping = format!("MAPPING: dict[str, str] = {{'shop': '{}/work/shop'}}\n", scratch.0.display());
    std::fs::write(site.join("__editable___shop_finder.py"), mapping).unwrap();
    let base = scratch.0.join("base");
    let found = site_packages(&scratch.0.join("venv/bin/python"), (3, 11), &base);
    assert_eq!(found, [site.clone(), site.join("../extra"), scratch.0.join("work")]);
    let plain = site_packages(&base.join("bin/python3"), (3, 11), &base);
    assert_eq!(plain, [base.join("lib/python3.11/site-packages")]);
}

#[test]
fn what_is_installed_is_named_as_it_is_imported() {
    let files = [
        (".git/config", ""),
        ("lib/python3.11/os.py", ""),
        ("lib/python3.11/importlib/__init__.py", ""),
        ("lib/python3.11/netrc.py", "def parse(): ...\n"),
        ("lib/python3.11/site-packages/shop/cart.py", "def total(): ...\n"),
    ];
    let scratch = Scratch::new("installed", &files);
    let module = |path: &str| scratch.open(&[path], &[]).map(|project| project.targets[0].module.clone());
    assert_eq!(module("lib/python3.11/netrc.py").as_deref().ok(), Some("netrc"));
    assert_eq!(module("lib/python3.11/site-packages/shop/cart.py").as_deref().ok(), Some("shop.cart"));
}
