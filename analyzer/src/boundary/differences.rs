//! Where the Python half of a standard module says something else than its C half, which is what really runs, and
//! where it asks more questions than its result needs: each question about a symbol is a fork.

/// In the source of a module: what stands there, and what C does.
type Difference = (&'static str, &'static str);

const DATETIME: &[Difference] = &[
    ("ValueError('year must be in %d..%d' % (MINYEAR, MAXYEAR), year)", "ValueError('year %i is out of range' % year)"),
    ("ValueError('month must be in 1..12', month)", "ValueError('month must be in 1..12')"),
    ("ValueError('day must be in 1..%d' % dim, day)", "ValueError('day is out of range for month')"),
    ("ValueError('hour must be in 0..23', hour)", "ValueError('hour must be in 0..23')"),
    ("ValueError('minute must be in 0..59', minute)", "ValueError('minute must be in 0..59')"),
    ("ValueError('second must be in 0..59', second)", "ValueError('second must be in 0..59')"),
    ("ValueError('microsecond must be in 0..999999', microsecond)", "ValueError('microsecond must be in 0..999999')"),
    ("ValueError('fold must be either 0 or 1', fold)", "ValueError('fold must be either 0 or 1')"),
    ("\"timedelta # of days is too large: %d\" % d", "\"days=%d; must have magnitude <= 999999999\" % d"),
    ("OverflowError(\"result out of range\")", "OverflowError(\"date value out of range\")"),
    ("\"can't compare '%s' to '%s'\"", "\"can't compare datetime.%s to datetime.%s\""),
    ("cannot compare naive and aware", "can't compare offset-naive and offset-aware"),
    ("f'{self.__class__.__name__}'", "f'datetime.{self.__class__.__name__}'"),
    ("\"timedelta(hours=24).\")", "\"timedelta(hours=24), not \" + repr(offset) + \".\")"),
    ("        d = s = us = 0\n", TIMEDELTA_PARTS),
    (
        "round(microseconds + usdouble)",
        "(round(microseconds + usdouble) if usdouble or isinstance(microseconds, float) else microseconds)",
    ),
    ("        assert abs(s) <= 2 * 24 * 3600\n", ""),
    ("        assert abs(s) <= 3 * 24 * 3600\n", ""),
    ("        assert abs(microseconds) < 3.1e6\n", ""),
    ("assert isinstance(s, int) and 0 <= s < 24*3600", "assert isinstance(s, int)"),
    ("assert isinstance(us, int) and 0 <= us < 1000000", "assert isinstance(us, int)"),
    ("cannot mix naive and timezone-aware time", "can't subtract offset-naive and offset-aware datetimes"),
];

const TIMEDELTA_PARTS: &str = "        d = s = us = 0
        for part, name in ((microseconds, 'microseconds'), (milliseconds, 'milliseconds'), (seconds, 'seconds'),
                           (minutes, 'minutes'), (hours, 'hours'), (days, 'days'), (weeks, 'weeks')):
            if not isinstance(part, (int, float)):
                raise TypeError(f'unsupported type for timedelta {name} component: {type(part).__name__}')
";

const OPERATOR: &[Difference] = &[("return a.__index__()", "return range(a).stop")];

/// Paths are normalised in C only for speed; the Python beside it can be followed.
const POSIXPATH: &[Difference] = &[
    ("from posix import _path_normpath", "raise ImportError"),
    ("from posix import _path_splitroot_ex", "raise ImportError"),
];

/// Functions of `datetime` that take the place of those of the same name.
const CALENDAR: &str = include_str!("../models/stdlib/datetime_calendar.py");

/// A module, what is written differently in it, and what comes at its end.
const TABLE: &[(&str, &[Difference], &str)] = &[
    ("datetime", DATETIME, CALENDAR),
    ("_pydatetime", DATETIME, CALENDAR),
    ("operator", OPERATOR, ""),
    ("posixpath", POSIXPATH, ""),
];

/// The source of a standard module, saying what its C half says.
pub fn as_in_c(module: &str, source: String) -> String {
    let Some((_, differences, ending)) = TABLE.iter().find(|(name, ..)| *name == module) else { return source };
    differences.iter().fold(source, |source, (python, c)| source.replace(python, c)) + ending
}

/// What the classes of a Python half call their module: they are really those of the C half, which has another name.
pub fn name_of_c_half(module: &str) -> Option<&'static str> {
    (module == "_pydatetime").then_some("datetime")
}

/// Whether the classes of a followed module are really those of its C half.
pub fn has_c_half(module: &str) -> bool {
    matches!(module, "datetime" | "_pydatetime" | "decimal")
}
