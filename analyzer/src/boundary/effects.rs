//! Calls that do something out there, whatever the unit does with what they return: what they are told is checked.
//!
//! ```python
//! answer = requests.get(url, headers=headers)          # a function that sends
//! server = smtplib.SMTP(host)                          # a class that opens a connection
//! rows = cursor.execute(sql, (number,)).fetchall()     # a word that tells of an effect
//! reply = session.get(url, params=params)              # a verb of HTTP with what only a request has
//! ```

/// Words in a function's name that tell of an effect, alone or before an underscore.
const WORDS: &[&str] = &[
    "add", "append", "commit", "create", "delete", "emit", "execute", "insert", "log", "notify", "patch", "post",
    "publish", "push", "put", "record", "remove", "save", "send", "set", "store", "submit", "update", "upload",
    "write",
];

/// Names of functions that tell of an effect only as a whole: `request_id` is a question.
const NAMES: &[&str] = &[
    "callproc",
    "close",
    "connect",
    "executemany",
    "executescript",
    "login",
    "request",
    "retrbinary",
    "sendall",
    "sendfile",
    "sendmail",
    "sendto",
    "storbinary",
    "urlopen",
];

/// Functions and classes of the standard library that send, start a process or open a connection, by their modules.
const STANDARD: &[(&str, &[&str])] = &[
    ("ftplib", &["FTP", "FTP_TLS"]),
    ("http.client", &["HTTPConnection", "HTTPSConnection"]),
    ("imaplib", &["IMAP4", "IMAP4_SSL"]),
    ("os", &["execv", "execve", "execvp", "execvpe", "kill", "killpg", "popen", "spawnv", "spawnvp", "system"]),
    ("poplib", &["POP3", "POP3_SSL"]),
    ("smtplib", &["LMTP", "SMTP", "SMTP_SSL"]),
    ("subprocess", &["Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput", "run"]),
    ("urllib.request", &["Request", "urlopen", "urlretrieve"]),
    ("xmlrpc.client", &["ServerProxy"]),
];

/// Packages whose functions are called like the verbs of HTTP.
const HTTP_PACKAGES: &[&str] = &["aiohttp", "httpx", "requests", "urllib3"];

/// How the classes of those packages that send end; others, such as the headers of a response, also have a `get`.
const HTTP_CLASSES: &[&str] = &["Client", "Manager", "Pool", "Session"];

/// Verbs of HTTP that are also words for questions.
const HTTP_VERBS: &[&str] = &["get", "head", "options", "stream"];

/// Keywords that nobody but a client of HTTP takes.
const HTTP_KEYWORDS: &[&str] = &["auth", "cookies", "headers", "json", "params"];

/// Whether calling this function is an effect.
pub fn has_effect<'a>(path: &str, mut keywords: impl Iterator<Item = &'a str>) -> bool {
    let (_, name) = split(path);
    let word = name.to_lowercase();
    let tells = |known: &&str| word.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
    let is_request = HTTP_VERBS.contains(&name) && keywords.any(|keyword| HTTP_KEYWORDS.contains(&keyword));
    is_request || NAMES.contains(&&*word) || WORDS.iter().any(tells) || reaches_out(path)
}

/// Whether calling this function, or making an object of this class, sends, starts a process or opens a connection.
pub fn reaches_out(path: &str) -> bool {
    let (owner, name) = split(path);
    let class = split(owner).1;
    let is_sender = !class.starts_with(char::is_uppercase) || HTTP_CLASSES.iter().any(|known| class.ends_with(known));
    let is_http = HTTP_PACKAGES.contains(&path.split('.').next().unwrap_or_default());
    STANDARD.iter().any(|(module, names)| owner == *module && names.contains(&name))
        || (is_http && is_sender && HTTP_VERBS.contains(&name))
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sends_is_an_effect_and_what_asks_is_none() {
        let has_effect = |path: &str| super::has_effect(path, std::iter::empty());
        for path in
            ["requests.get", "requests.sessions.Session.get", "subprocess.run", "db.Cursor.execute", "send_mail"]
        {
            assert!(has_effect(path), "{path}");
        }
        for path in ["requests.structures.CaseInsensitiveDict.get", "cache.get", "time.time", "settings", "request_id"]
        {
            assert!(!has_effect(path), "{path}");
        }
        assert!(super::has_effect("session.get", ["params"].into_iter()));
        assert!(reaches_out("smtplib.SMTP") && !reaches_out("shop.Record"));
    }
}
