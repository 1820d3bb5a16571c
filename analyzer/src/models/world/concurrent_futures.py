"""Executors of a test that has one thread: work is done when it is submitted. Processes are outside."""

import unseam

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class Future:
    def __init__(self):
        self._is_done, self._result, self._exception, self._callbacks = False, None, None, []

    def done(self):
        return self._is_done

    def running(self):
        return False

    def cancelled(self):
        return False

    def cancel(self):
        if not self._is_done:
            unseam.unsupported("a future that is cancelled")
        return False

    def result(self, timeout=None):
        self._finished()
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._finished()
        return self._exception

    def _finished(self):
        if not self._is_done:
            unseam.unsupported("a future that nobody fulfils")

    def add_done_callback(self, fn):
        if self._is_done:
            self._tell(fn)
        else:
            self._callbacks.append(fn)

    def _tell(self, callback):
        try:
            callback(self)
        except Exception:
            unseam.unsupported("a callback of a future that fails")

    def set_result(self, result):
        self._fulfil(result, None)

    def set_exception(self, exception):
        self._fulfil(None, exception)

    def _fulfil(self, result, exception):
        if self._is_done:
            unseam.unsupported("a future that is fulfilled twice")
        self._is_done, self._result, self._exception = True, result, exception
        for callback in self._callbacks:
            self._tell(callback)


class Executor:
    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return _results(futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._is_shut_down = True

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.shutdown()
        return False


def _results(futures):
    for future in futures:
        yield future.result()


class ThreadPoolExecutor(Executor):
    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        if initializer is not None:
            unseam.unsupported("an executor with an initializer")
        self._is_shut_down = False

    def submit(self, fn, /, *args, **kwargs):
        unseam.stands_in("concurrent.futures.ThreadPoolExecutor.submit", "submit_at_once")
        if self._is_shut_down:
            unseam.unsupported("work for an executor that is shut down")
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future
