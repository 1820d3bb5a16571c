//! One thread with a big stack that answers all questions, and survives those that panic.
//!
//! The checker recurses over the program's nesting and panics on some inputs. Therefore its database lives on a thread
//! of its own with [`STACK_SIZE`], each question runs under `catch_unwind`, and after a panic the state is rebuilt.
//! The panic's message goes into the answer instead of stderr; panics of all other threads are reported as ever.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

const STACK_SIZE: usize = 256 << 20;

/// Answers one question; says whether the state can still be used.
type Job<S> = Box<dyn FnOnce(&mut S) -> StateAfter + Send>;

enum StateAfter {
    Sound,
    Broken,
}

/// A handle to the thread; the thread ends when the handle is dropped.
pub(crate) struct Worker<S> {
    jobs: Mutex<Sender<Job<S>>>,
}

/// What the panic said; or that there is no thread to ask.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl<S: 'static> Worker<S> {
    /// `make` is called on the thread, for the first question and again after each panic.
    pub(crate) fn start(make: impl Fn() -> S + Send + 'static) -> Self {
        silence_panics_of_workers();
        let (jobs, inbox) = channel::<Job<S>>();
        let builder = thread::Builder::new().name("types".to_owned()).stack_size(STACK_SIZE);
        // If no thread can be started, `inbox` is dropped with the closure, and every question fails with a message.
        drop(builder.spawn(move || serve(&make, &inbox)));
        Worker { jobs: Mutex::new(jobs) }
    }

    /// Runs `job` on the thread, before whatever is asked later; nobody waits for it.
    pub(crate) fn tell(&self, job: impl FnOnce(&mut S) + Send + 'static) {
        let job: Job<S> = Box::new(move |state| {
            job(state);
            StateAfter::Sound
        });
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job));
    }

    /// Runs `question` on the thread and waits for its answer.
    pub(crate) fn ask<R: Send + 'static>(
        &self,
        question: impl FnOnce(&mut S) -> R + Send + 'static,
    ) -> Result<R, Failure> {
        let (reply, answer) = channel();
        let job: Job<S> = Box::new(move |state| {
            let result = catch_unwind(AssertUnwindSafe(|| question(state)));
            let (result, state_after) = match result {
                Ok(result) => (Ok(result), StateAfter::Sound),
                Err(_) => (Err(Failure(LAST_PANIC.take())), StateAfter::Broken),
            };
            // It fails only if nobody waits any more.
            let _ = reply.send(result);
            state_after
        });
        // If the thread is gone the job is dropped here, and `reply` with it.
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job));
        answer.recv().unwrap_or_else(|_| Err(Failure("the type checker could not be started".to_owned())))
    }
}

fn serve<S>(make: &impl Fn() -> S, inbox: &Receiver<Job<S>>) {
    QUIET.set(true);
    let mut state: Option<S> = None;
    while let Ok(job) = inbox.recv() {
        let after = catch_unwind(AssertUnwindSafe(|| job(state.get_or_insert_with(make))));
        if !matches!(after, Ok(StateAfter::Sound)) {
            // Its destructors may meet what the panic left behind.
            let broken = state.take();
            let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
        }
    }
}

thread_local! {
    /// Are panics of this thread caught and reported by us?
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The message of this thread's latest panic.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

fn silence_panics_of_workers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if QUIET.get() {
                LAST_PANIC.set(panic.payload_as_str().unwrap_or("no message").to_owned());
            } else {
                previous(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_and_the_state_rebuilt() {
        let worker = Worker::start(|| 1);
        assert!(worker.ask(|count| *count += 1).is_ok());
        assert_eq!(worker.ask(|count| *count).ok(), Some(2));
        let failure = worker.ask(|count| assert_eq!(*count, 3, "as planned")).expect_err("the question panics");
        assert!(failure.0.contains("as planned"), "{failure:?}");
        assert_eq!(worker.ask(|count| *count).ok(), Some(1));
    }

    #[test]
    fn panics_of_other_threads_still_reach_the_hook() {
        let _worker = Worker::start(|| ());
        thread::spawn(|| assert!(!QUIET.get())).join().expect("other threads are not silenced");
    }

    #[test]
    fn the_stack_is_big() {
        fn descend(depth: u32) -> u32 {
            let frame = std::hint::black_box([depth; 256]);
            if depth == 0 { frame[0] } else { descend(depth - 1) + frame[1].min(1) }
        }
        assert_eq!(Worker::start(|| ()).ask(|()| descend(100_000)).ok(), Some(100_000));
    }
}
