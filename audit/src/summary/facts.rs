//! Lines of all sections; those of commands are in `commands`.
use super::{Above, Fact, From, Outcome, Part, Quote, Ref, Section, commands, item, reference};

/// The facts of one line, or none where the grammar does not know it.
pub(super) fn read<'a>(part: &Part<'a>, line: &'a str, n: usize, above: &mut Above<'a>) -> Option<Vec<Fact<'a>>> {
    let one = |fact: Option<Fact<'a>>| fact.map(|fact| vec![fact]);
    match part.section {
        Section::Snapshot | Section::Goal | Section::Users => one(words(line, n, true)),
        Section::Rules => one(rule(line, n)),
        Section::Decisions => one(words(line, n, false)),
        Section::Blocked | Section::Fixes | Section::Commands => command_lines(part, line, n),
        Section::State => state(line, n),
        Section::Files => file(line, n, above),
        Section::Errors => errors(line, n),
        Section::Names => names(line, n),
        Section::Log => one(log(line, n)),
    }
}

fn quoted(words: &str, at: Ref) -> Quote<'_> {
    Quote { words, from: From::Rows(vec![at]) }
}

/// `ref words`, perhaps with a mark for pictures.
fn words(line: &str, n: usize, users: bool) -> Option<Fact<'_>> {
    let (at, words) = item(line)?;
    let words = if users { without_pictures(words) } else { words };
    Some(Fact { line: n, at: Some(at), quotes: vec![quoted(words, at)], users, ..Fact::default() })
}

fn without_pictures(words: &str) -> &str {
    let is_mark = |mark: &str| {
        let inner = mark.strip_prefix('[').and_then(|mark| mark.strip_suffix(']')).unwrap_or_default();
        let count =
            inner.strip_suffix(" images").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        inner == "image" || count
    };
    let at = words.rfind('[').filter(|at| is_mark(&words[*at..]));
    &words[..at.unwrap_or(words.len())]
}

/// `ref [(superseded by ref) ]words`
fn rule(line: &str, n: usize) -> Option<Fact<'_>> {
    let (at, rest) = item(line)?;
    let (later, words) = match rest.strip_prefix("(superseded by ") {
        Some(inner) => {
            let (later, rest) = reference(inner)?;
            (vec![later], rest.strip_prefix(") ")?)
        }
        None => (Vec::new(), rest),
    };
    let quotes = vec![quoted(words, at)];
    Some(Fact { line: n, at: Some(at), others: later, quotes, users: true, ..Fact::default() })
}

fn command_lines<'a>(part: &Part<'a>, line: &'a str, n: usize) -> Option<Vec<Fact<'a>>> {
    let cd = line.strip_prefix("after `cd ").and_then(|rest| rest.strip_suffix(" &&`:"));
    if let Some(directory) = directory(line).or(cd) {
        return Some(vec![Fact { line: n, quotes: names_of(directory).collect(), part: true, ..Fact::default() }]);
    }
    let above = || part.facts.iter().rfind(|fact| fact.command.is_some());
    if let Some(words) = line.strip_prefix("  | ") {
        let above = above()?;
        let mut rows = above.others.clone();
        rows.extend(above.at);
        let quotes = vec![Quote { words, from: From::Rows(rows) }];
        return Some(vec![Fact { line: n, quotes, part: true, ..Fact::default() }]);
    }
    if let Some(rest) = line.strip_prefix("  ~ ") {
        above()?;
        let (at, words) = item(rest)?;
        return Some(vec![Fact {
            line: n,
            at: Some(at),
            quotes: vec![quoted(words, at)],
            part: true,
            ..Fact::default()
        }]);
    }
    commands::read(line, n)
}

/// The names of a directory that was worked out: each stands somewhere.
pub(super) fn names_of(directory: &str) -> impl Iterator<Item = Quote<'_>> {
    let names = directory.split(['/', '\\']).filter(|name| !name.is_empty());
    names.map(|words| Quote { words, from: From::Anywhere })
}

/// "in `directory`:"
fn directory(line: &str) -> Option<&str> {
    line.strip_prefix("in `")?.strip_suffix("`:")
}

/// What holds now: a label, a row, a code span.
fn state(line: &str, n: usize) -> Option<Vec<Fact<'_>>> {
    let (label, rest) = line.split_once(' ')?;
    let (at, rest) = reference(rest)?;
    let mut fact = Fact { line: n, at: Some(at), ..Fact::default() };
    if label == "packages" {
        let mut counts = (0, 0);
        for part in rest.split(", ").map(|part| part.trim_start()) {
            match (part.strip_prefix("`ok` ×"), part.strip_prefix("`FAIL` ×")) {
                (Some(count), _) => counts.0 = count.parse().ok()?,
                (_, Some(count)) => counts.1 = count.parse().ok()?,
                _ => return None,
            }
        }
        fact.packages = Some(counts);
        return Some(vec![fact]);
    }
    let rest = rest.strip_prefix(' ')?;
    let marked = label == "todo" && rest.starts_with('[') && rest.get(2..4) == Some("] ");
    let rest = if marked { &rest[4..] } else { rest };
    // The words run to the end of the line, whatever backticks they have.
    let inner = rest.strip_prefix('`')?;
    match label {
        // Worked out from the `cd`s: no quotation.
        "directory" => fact.quotes.extend(names_of(inner.strip_suffix('`')?)),
        "branch" | "commit" | "tests" | "todo" => fact.quotes.push(quoted(inner.strip_suffix('`')?, at)),
        "process" => {
            let (id, said) = inner.rsplit_once("` ")?;
            let (state, rest) = commands::state(said)?;
            fact.quotes.push(quoted(id, at));
            fact.outcomes.push(Outcome { state, at, below: false });
            return rest.is_empty().then(|| vec![fact]);
        }
        _ => return None,
    }
    Some(vec![fact])
}

/// "ref `path` operations", or the directory of the lines below.
fn file<'a>(line: &'a str, n: usize, above: &mut Above<'a>) -> Option<Vec<Fact<'a>>> {
    if let Some(directory) = directory(line) {
        above.directory = directory;
        return Some(Vec::new());
    }
    let (at, rest) = item(line)?;
    let (path, mut rest) = rest.strip_prefix('`')?.split_once("` ")?;
    let path_in = |words| Quote { words, from: From::Path(vec![at]) };
    let mut quotes = vec![path_in(path)];
    if !above.directory.is_empty() {
        quotes.push(path_in(above.directory));
    }
    if let Some((head, names)) = rest.split_once("; defines ") {
        quotes.extend(names.split(' ').map(|words| Quote { words, from: From::Anywhere }));
        rest = head;
    }
    if let Some((head, to)) = rest.split_once("moved to `") {
        quotes.push(path_in(to.strip_suffix('`')?));
        rest = head.strip_suffix(", ").unwrap_or(head);
    }
    let known = |word: &str| {
        let word = word.split(" ×").next().unwrap_or_default();
        let lines = word.strip_suffix(" lines").is_some_and(|n| n.parse::<u32>().is_ok());
        lines
            || ["read", "patched", "written", "created", "deleted", "by command", "changed since read"].contains(&word)
    };
    let fits = rest.is_empty() || rest.split(", ").all(known);
    fits.then(|| vec![Fact { line: n, at: Some(at), quotes, ..Fact::default() }])
}

/// `Name ref, Name ref`
fn errors(line: &str, n: usize) -> Option<Vec<Fact<'_>>> {
    let mut facts = Vec::new();
    for part in line.split(", ") {
        let (name, at) = part.rsplit_once(' ')?;
        let (at, rest) = reference(at)?;
        if !rest.is_empty() {
            return None;
        }
        facts.push(Fact { line: n, at: Some(at), quotes: vec![quoted(name, at)], ..Fact::default() });
    }
    Some(facts)
}

/// `ref name, name`
fn names(line: &str, n: usize) -> Option<Vec<Fact<'_>>> {
    let (at, rest) = item(line)?;
    let fact = |name| Fact { line: n, at: Some(at), quotes: vec![quoted(name, at)], ..Fact::default() };
    Some(rest.split(", ").map(fact).collect())
}

/// `ref user: words` and so on.
fn log(line: &str, n: usize) -> Option<Fact<'_>> {
    let (at, rest) = item(line)?;
    let mut fact = Fact { line: n, at: Some(at), ..Fact::default() };
    if let Some(rest) = rest.strip_prefix("→ ") {
        let (tool, words) = rest.split_once(": ")?;
        fact.quotes.extend([quoted(tool, at), quoted(words, at)]);
        return Some(fact);
    }
    if let Some(rest) = rest.strip_prefix("← ") {
        // The name of a tool may have blanks; the state is where one can be read.
        let ends = rest.match_indices(' ').map(|(end, _)| (&rest[..end], &rest[end + 1..]));
        let (tool, state, words) = ends.into_iter().find_map(|(tool, said)| {
            let (state, rest) = commands::state(said)?;
            Some((tool, state, rest.strip_prefix(": ")?))
        })?;
        fact.quotes.extend([quoted(tool, at), quoted(words, at)]);
        fact.outcomes.push(Outcome { state, at, below: false });
        return Some(fact);
    }
    let labels = ["user: ", "assistant: ", "assistant then: ", "notice: ", "earlier: "];
    let label = labels.iter().find(|label| rest.starts_with(**label))?;
    fact.users = *label == "user: ";
    let words = &rest[label.len()..];
    fact.quotes.push(quoted(if fact.users { without_pictures(words) } else { words }, at));
    Some(fact)
}
