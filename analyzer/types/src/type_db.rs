//! [`TypeDb`]: the questions that can be asked.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::Config;
use crate::file_types::FileTypes;
use crate::info::{ClassInfo, Definition, FunctionInfo, Note};
use crate::session::Session;
use crate::types::Type;
use crate::worker::Worker;

/// Answers questions about types. Cheap to clone and to share between threads: all clones ask the same worker thread,
/// one question at a time; answers are plain data, and kept: nobody waits for the same answer twice.
///
/// Files are read once: what changes on disk afterwards is not seen.
#[derive(Clone)]
pub struct TypeDb {
    shared: Arc<Shared>,
}

struct Shared {
    worker: Worker<Session>,
    files: Memory<PathBuf, FileTypes>,
    functions: Memory<(String, String), Option<FunctionInfo>>,
    classes: Memory<(String, String), Option<ClassInfo>>,
    definitions: Memory<(String, String), Option<Definition>>,
    members: Memory<(Type, String), Type>,
    results: Memory<Type, Type>,
    notes: Mutex<Vec<Note>>,
}

/// Answers by what was asked.
struct Memory<K, V>(Mutex<HashMap<K, V>>);

impl<K: Eq + Hash + Clone, V: Clone> Memory<K, V> {
    fn new() -> Self {
        Memory(Mutex::default())
    }

    /// The lock is not held while the question is asked.
    fn get(&self, key: K, ask: impl FnOnce(K) -> V) -> V {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let answer = ask(key.clone());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, answer.clone());
        answer
    }
}

impl TypeDb {
    /// Never fails: paths that cannot be used are left out, and [`TypeDb::notes`] says so.
    pub fn new(config: &Config) -> Self {
        let (config, notes) = config.checked();
        let worker = Worker::start(move || Session::new(config.clone()));
        TypeDb {
            shared: Arc::new(Shared {
                worker,
                files: Memory::new(),
                functions: Memory::new(),
                classes: Memory::new(),
                definitions: Memory::new(),
                members: Memory::new(),
                results: Memory::new(),
                notes: Mutex::new(notes),
            }),
        }
    }

    /// Begins with a file and does not wait: whoever asks for it later waits less. If one of its functions is named, the
    /// others are left for when they are asked for.
    pub fn prepare(&self, path: &Path, function: Option<&str>) {
        let (path, function) = (canonical(path), function.map(str::to_owned));
        self.shared.worker.tell(move |session| session.prepare(&path, function.as_deref()));
    }

    /// What could not be used or answered so far, in the order it was met.
    pub fn notes(&self) -> Vec<Note> {
        self.shared.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The types of the expressions of a file. A file that cannot be read has none.
    pub fn file(&self, path: &Path) -> FileTypes {
        self.shared.files.get(canonical(path), |path| {
            let subject = path.display().to_string();
            let asked = path.clone();
            let outline = match self.ask(&subject, move |session| session.outline(&asked)) {
                Some(Ok(outline)) => outline,
                Some(Err(message)) => {
                    self.note(&subject, message);
                    return FileTypes::default();
                }
                None => return FileTypes::default(),
            };
            let shared = Arc::downgrade(&self.shared);
            FileTypes::new(outline, move |index| {
                let Some(shared) = shared.upgrade() else { return Arc::default() };
                let path = path.clone();
                TypeDb { shared }.ask(&subject, move |session| session.body(&path, index)).unwrap_or_default()
            })
        })
    }

    /// A function or method by the module it can be imported from: `("requests", "Session.get")`.
    pub fn function(&self, module: &str, qualname: &str) -> Option<FunctionInfo> {
        self.shared.functions.get((module.to_owned(), qualname.to_owned()), |(module, qualname)| {
            self.ask(&format!("{module}.{qualname}"), move |session| session.function(&module, &qualname))?
        })
    }

    /// A class by the module it can be imported from.
    pub fn class(&self, module: &str, qualname: &str) -> Option<ClassInfo> {
        self.shared.classes.get((module.to_owned(), qualname.to_owned()), |(module, qualname)| {
            self.ask(&format!("{module}.{qualname}"), move |session| session.class(&module, &qualname))?
        })
    }

    /// What a name of a module really is, through imports: `("requests", "post")` is the function `requests.api.post`.
    pub fn definition(&self, module: &str, name: &str) -> Option<Definition> {
        self.shared.definitions.get((module.to_owned(), name.to_owned()), |(module, name)| {
            self.ask(&format!("{module}.{name}"), move |session| session.definition(&module, &name))?
        })
    }

    /// The type of attribute `name` of a value of type `receiver`: methods are bound, properties are read.
    pub fn member(&self, receiver: &Type, name: &str) -> Type {
        self.shared.members.get((receiver.clone(), name.to_owned()), |(receiver, name)| {
            self.ask(&format!("{receiver}.{name}"), move |session| session.member(&receiver, &name))
                .unwrap_or(Type::Unknown)
        })
    }

    /// What calling a value of this type gives, whatever the arguments; a coroutine for an `async def`.
    pub fn call_result(&self, callee: &Type) -> Type {
        self.shared.results.get(callee.clone(), |callee| {
            self.ask(&format!("{callee}()"), move |session| session.call_result(&callee)).unwrap_or(Type::Unknown)
        })
    }

    /// `None` and a note if the checker panics.
    fn ask<R: Send + 'static>(
        &self,
        subject: &str,
        question: impl FnOnce(&mut Session) -> R + Send + 'static,
    ) -> Option<R> {
        match self.shared.worker.ask(question) {
            Ok(answer) => Some(answer),
            Err(failure) => {
                self.note(subject, format!("the type checker failed: {}", failure.0));
                None
            }
        }
    }

    fn note(&self, subject: &str, message: String) {
        let note = Note { subject: subject.to_owned(), message };
        self.shared.notes.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }
}

fn canonical(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
