//! The texts, made by number.
use super::*;

pub(in crate::reduce) struct Sample {
    pub(in crate::reduce) name: &'static str,
    /// The reducer that has to take it.
    pub(in crate::reduce) kind: &'static str,
    pub(in crate::reduce) call: &'static str,
    pub(in crate::reduce) text: String,
    /// What has to be there at a tenth.
    pub(in crate::reduce) keeps: &'static [&'static str],
}

impl Sample {
    pub(in crate::reduce) fn output<'a>(&'a self, text: &'a str) -> Output<'a> {
        let tool = if self.call.starts_with("read ") { ToolKind::Read } else { ToolKind::Shell };
        let call = self.call.trim_start_matches("read ");
        Output { kind: tool, call, state: RunState::Exited(0), text }
    }

    pub(in crate::reduce) fn tenth(&self) -> u32 {
        tokens::estimate(&self.text) / 10
    }
}

/// Lines made by number.
fn lines(range: core::ops::Range<usize>, line: impl Fn(usize) -> String) -> String {
    range.map(|n| line(n) + "\n").collect()
}

fn pick(list: &[&'static str], n: usize) -> &'static str {
    list[n * 7 % list.len()]
}

const NOUNS: &[&str] = &["wick", "lamp", "flame", "oil", "glass", "shade", "match", "brass", "tray", "hook", "chain"];
const VERBS: &[&str] = &["trim", "light", "fill", "polish", "carry", "hang", "dim", "guard"];

#[rustfmt::skip]
pub(in crate::reduce) fn samples() -> Vec<Sample> {
    let sample = |name, kind, call, text, keeps| Sample { name, kind, call, text, keeps };
    alloc::vec![
        sample("json", "json", "curl -s http://lamps.example/api/lamps", json(), &["\"page\":", "\"total\":", "\"next\":", "more items\"", "the shade is cracked"]),
        sample("jsonl", "jsonl", "cat events.jsonl", jsonl(), &["\"seq\":0", "more lines\"}", "no oil left"]),
        sample("csv", "csv", "read data/stock.csv", csv(), &["id,name,shelf,weight,checked", "0,wick", "broken row", "lines left out]"]),
        sample("tsv", "csv", "sort-stock --print", csv().replace(',', "\t"), &["id\tname\tshelf", "lines left out]"]),
        sample("python", "code", "read lamps/store.py", python(), &["class LampStore", "def wick_0(", "import json", "def light_lamp_3("]),
        sample("python_numbered", "code", "read lamps/store.py", numbered(&python()), &["class LampStore", "import json"]),
        sample("rust", "code", "cat src/lamps.rs", rust(), &["pub struct Lantern", "impl Lantern", "pub fn trim_wick_0(", "pub fn trim_wick_13("]),
        sample("go", "code", "cat internal/lamps/lamps.go", go(), &["package lamps", "type Keeper struct", "func (k *Keeper) "]),
        sample("typescript", "code", "sed -n '1,260p' web/src/lamps.ts", typescript(), &["export class LampBoard", "import {", "export function light"]),
        sample("cpp", "code", "cat src/lamps.cpp", cpp(), &["#include <vector>", "class Lantern", "int trim_wick_"]),
        sample("java", "code", "read src/main/java/lamps/Lantern.java", java(), &["public final class Lantern", "public int trimWick"]),
        sample("markdown", "markdown", "read docs/lamps.md", markdown(), &["# Keeping lamps", "## Part 3:", "## Part 11:"]),
        sample("html", "html", "curl -s http://lamps.example/", html_page(), &["# All about lamps", "## The wick 4"]),
        sample("find", "names", "find . -type f", find(), &["./Cargo.toml", "lines left out]", "./README.md"]),
        sample("ls", "names", "ls -la shed", ls(), &["total 9120", "lines left out]", "Makefile"]),
        sample("tree", "names", "tree", tree(), &["24 directories, 216 files"]),
        sample("grep", "search", "grep -rn wick src", grep(), &["src/part_0/lamp.rs:3:", "more matches", "src/part_23/"]),
        sample("rg_headings", "search", "rg --heading -n wick", headings(), &["src/part_0/lamp.rs", "more matches"]),
        sample("ps", "table", "ps aux", ps(), &["USER", "burner --all", "<defunct>"]),
        sample("df", "table", "df -h", df(), &["Filesystem", "97%"]),
        sample("sql", "table", "psql -c 'select * from lamps'", sql(), &["id | name", "(240 rows)"]),
        sample("trace_python", "trace", "python3 keeper.py", trace_python(), &["Traceback", "lamps.errors.DarkError: no wick in lamp 41", "lamps/keeper.py\", line 88", "light(lamp)"]),
        sample("trace_node", "trace", "node keeper.js", trace_node(), &["TypeError: Cannot read properties of undefined (reading 'wick')", "/srv/lamps/keeper.js:88:17"]),
        sample("trace_java", "trace", "java -jar lamps.jar", trace_java(), &["Exception in thread \"main\" lamps.DarkException: no wick", "Caused by: java.io.IOException: no oil", "Keeper.java:88", "Store.java:41"]),
        sample("trace_go", "trace", "./keeper", trace_go(), &["panic: runtime error: invalid memory address", "/srv/lamps/keeper.go:88"]),
        sample("trace_rust", "trace", "./target/debug/keeper", trace_rust(), &["panicked at src/keeper.rs:88:17", "./src/keeper.rs:88:17"]),
        sample("trace_csharp", "trace", "dotnet run", trace_csharp(), &["Unhandled exception. Lamps.DarkException: no wick", "Keeper.cs:line 88"]),
        sample("log", "log", "tail -n 300 lamps.log", log(), &["keeper started", "keeper stopped", "ERROR", "shade 17 is cracked"]),
        sample("progress", "progress", "fetch-lamps", progress(), &["all lamps fetched", "100%"]),
        sample("base64", "blob", "base64 lamp.png", base64(), &["lines left out]"]),
        sample("hexdump", "blob", "xxd lamp.bin", hexdump(), &["00000000:", "lines left out]"]),
        sample("minified", "line", "read dist/app.min.js", minified(), &["!function(e){", "…+"]),
    ]
}

fn json() -> String {
    let item = |n: usize| {
        let state = if n == 61 { "\"failed\", \"reason\": \"the shade is cracked\"" } else { "\"lit\"" };
        format!(
            "    {{\n      \"id\": {n},\n      \"name\": \"{} {n}\",\n      \"state\": {state},\n      \"weight\": {n}.50,\n      \
             \"tags\": [\"{}\", \"{}\", \"old\"],\n      \"keeper\": {{\"name\": \"K{n}\", \"since\": \"2031-04-{:02}\"}}\n    }}",
            pick(NOUNS, n),
            pick(NOUNS, n + 1),
            pick(VERBS, n),
            n % 28 + 1
        )
    };
    let all: Vec<String> = (0..90).map(item).collect();
    format!(
        "{{\n  \"page\": 1,\n  \"total\": 90,\n  \"lamps\": [\n{}\n  ],\n  \"next\": \"/api/lamps?page=2\"\n}}",
        all.join(",\n")
    )
}

fn jsonl() -> String {
    lines(0..200, |n| {
        let more = if n == 140 { ",\"error\":\"no oil left\"" } else { "" };
        format!(
            "{{\"seq\":{n},\"at\":\"2031-04-01T10:{:02}:00Z\",\"what\":\"{} the {}\"{more}}}",
            n % 60,
            pick(VERBS, n),
            pick(NOUNS, n)
        )
    })
}

fn csv() -> String {
    let rows = lines(0..300, |n| {
        if n == 171 {
            return "171,broken row".into();
        }
        format!("{n},{},shelf {},{}.25,2031-04-{:02}", pick(NOUNS, n), n % 9, n * 3 % 40, n % 28 + 1)
    });
    format!("id,name,shelf,weight,checked\n{rows}")
}

fn body(n: usize, indent: &str, end: &str) -> String {
    lines(0..12 + n % 5, |k| {
        format!(
            "{indent}{}_{k} = {}_{}(value, {k} + {n}, left){end}",
            pick(NOUNS, k),
            pick(VERBS, k + n),
            pick(NOUNS, n)
        )
    })
}

fn python() -> String {
    let function = |n: usize| {
        format!(
            "def {}_{}_{n}(value, left=None):\n    \"\"\"Does number {n} to a lamp.\n\n    More words on it.\n    \"\"\"\n{}    return left\n\n\n",
            "light",
            "lamp",
            body(n, "    ", "")
        )
    };
    let method = |n: usize| {
        format!(
            "    def wick_{n}(self, value):\n        # keep the wick dry\n{}        return value\n\n",
            body(n, "        ", "")
        )
    };
    format!(
        "\"\"\"A store of lamps.\"\"\"\nimport json\nimport os\nfrom lamps import oil\n\nMAX_LAMPS = 40\n\n\nclass LampStore:\n    \"\"\"Keeps lamps.\"\"\"\n\n{}\n{}",
        (0..8).map(method).collect::<String>(),
        (0..8).map(function).collect::<String>()
    )
}

fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(n, line)| format!("{:>6}|{line}\n", n + 1)).collect()
}

fn rust() -> String {
    let function = |n: usize| {
        format!(
            "    /// Trims wick {n}.\n    pub fn trim_wick_{n}(&mut self, value: u32) -> Option<u32> {{\n{}        Some(left)\n    }}\n\n",
            body(n, "        let ", ";")
        )
    };
    format!(
        "//! Lanterns.\nuse core::fmt;\nuse alloc::vec::Vec;\n\nconst MOST: u32 = 40;\n\n/// A lantern.\npub struct Lantern {{\n    wicks: Vec<u32>,\n}}\n\nimpl Lantern {{\n{}}}\n",
        (0..14).map(function).collect::<String>()
    )
}

fn go() -> String {
    let function = |n: usize| {
        format!(
            "// {}Lamp{n} does number {n}.\nfunc (k *Keeper) {}Lamp{n}(value int) error {{\n{}\treturn nil\n}}\n\n",
            pick(VERBS, n),
            pick(VERBS, n),
            body(n, "\t", "")
        )
    };
    format!(
        "package lamps\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n// Keeper keeps lamps.\ntype Keeper struct {{\n\tlamps []int\n}}\n\n{}",
        (0..13).map(function).collect::<String>()
    )
}

fn typescript() -> String {
    let function = |n: usize| {
        format!(
            "export function light{n}(value: number): number {{\n{}  return left;\n}}\n\n",
            body(n, "  const ", ";")
        )
    };
    let method = |n: usize| {
        format!(
            "  async dim{n}(value: number): Promise<void> {{\n{}    return left;\n  }}\n\n",
            body(n, "    const ", ";")
        )
    };
    format!(
        "import {{ Oil }} from './oil';\nimport fs from 'fs';\n\nexport interface Lamp {{\n  id: number;\n}}\n\nexport class LampBoard {{\n{}}}\n\n{}",
        (0..7).map(method).collect::<String>(),
        (0..7).map(function).collect::<String>()
    )
}

fn cpp() -> String {
    let function = |n: usize| {
        format!(
            "int trim_wick_{n}(Lantern& lamp, int value)\n{{\n{}    return left;\n}}\n\n",
            body(n, "    auto ", ";")
        )
    };
    format!(
        "#include <vector>\n#include \"oil.h\"\n\nnamespace lamps {{\n\nclass Lantern {{\npublic:\n    int wicks() const;\n}};\n\n{}}}\n",
        (0..14).map(function).collect::<String>()
    )
}

fn java() -> String {
    let function = |n: usize| {
        format!(
            "    /** Trims wick {n}. */\n    public int trimWick{n}(int value, String name) {{\n{}        return left;\n    }}\n\n",
            body(n, "        var ", ";")
        )
    };
    format!(
        "package lamps;\n\nimport java.util.List;\n\n/** A lantern. */\npublic final class Lantern {{\n    private static final int MOST = 40;\n\n{}}}\n",
        (0..14).map(function).collect::<String>()
    )
}

fn prose(n: usize) -> String {
    lines(0..6, |k| {
        format!(
            "To {} the {} takes time, and number {} of {n} takes more of it than any other; so {} it before the {} is cold.",
            pick(VERBS, n + k),
            pick(NOUNS, k),
            k * 3 + n,
            pick(VERBS, k),
            pick(NOUNS, n + k + 1)
        )
    })
}

fn markdown() -> String {
    let part = |n: usize| {
        format!(
            "## Part {n}: the {}\n\n{}\n{}\n```sh\n{}```\n\n{}\n",
            pick(NOUNS, n),
            prose(n),
            lines(0..7, |k| format!("- {} the {} before step {k}", pick(VERBS, k), pick(NOUNS, n + k))),
            lines(0..10, |k| format!("lamp --{} {k}", pick(VERBS, k))),
            prose(n + 3)
        )
    };
    format!(
        "# Keeping lamps\n\nThis is about lamps and how they are kept.\n\n{}",
        (0..12).map(part).collect::<String>()
    )
}

fn html_page() -> String {
    let part = |n: usize| {
        format!(
            "<section class=\"part\"><h2>The {} {n}</h2><p>{}</p><ul>{}</ul></section>\n",
            pick(&["wick"], n),
            prose(n).replace('\n', "</p>\n<p>"),
            (0..6)
                .map(|k| format!("<li><a href=\"/{}/{k}\">{} {k}</a></li>", pick(NOUNS, k), pick(VERBS, k)))
                .collect::<String>()
        )
    };
    format!(
        "<!DOCTYPE html>\n<html><head><title>Lamps</title><style>{}</style></head><body><nav><a href=\"/\">Home</a></nav><h1>All about lamps</h1>\n{}<script>{}</script></body></html>\n",
        ".lamp { colour: red }\n".repeat(20),
        (0..14).map(part).collect::<String>(),
        "var lamp = 1;\n".repeat(30)
    )
}

fn find() -> String {
    format!(
        "./README.md\n./Cargo.toml\n{}{}",
        lines(0..150, |n| format!("./src/{}/{}/{}_{n}.rs", pick(NOUNS, n / 15), pick(VERBS, n / 5), pick(NOUNS, n))),
        lines(0..150, |n| format!("./node_modules/{}/{}_{n}.js", pick(NOUNS, n / 9), pick(VERBS, n)))
    )
}

fn ls() -> String {
    let row = |n: usize| {
        format!(
            "-rw-r--r--  1 keeper keeper {:>8} Apr {:>2} 10:{:02} {}_{n}.{}",
            n * 771 % 90_000,
            n % 28 + 1,
            n % 60,
            pick(NOUNS, n),
            pick(&["rs", "md", "txt"], n)
        )
    };
    format!(
        "total 9120\ndrwxr-xr-x 12 keeper keeper     4096 Apr  1 10:00 .\n{}-rw-r--r--  1 keeper keeper      120 Apr  1 10:00 Makefile\n{}",
        lines(0..120, row),
        lines(120..240, row)
    )
}

fn tree() -> String {
    let directory = |d: usize| {
        format!("├── {}_{d}\n{}", pick(NOUNS, d), lines(0..9, |n| format!("│   ├── {}_{n}.rs", pick(VERBS, n + d))))
    };
    format!(".\n{}\n24 directories, 216 files\n", (0..24).map(directory).collect::<String>())
}

fn grep() -> String {
    (0..24)
        .map(|f| {
            lines(0..12, |n| {
                format!(
                    "src/part_{f}/lamp.rs:{}:    let {} = self.wick_{n}.{}({n});",
                    3 + n * 11,
                    pick(NOUNS, n),
                    pick(VERBS, n)
                )
            })
        })
        .collect()
}

fn headings() -> String {
    (0..24)
        .map(|f| {
            format!(
                "src/part_{f}/lamp.rs\n{}\n",
                lines(0..12, |n| format!(
                    "{}:    let {} = self.wick_{n}.{}({n});",
                    3 + n * 11,
                    pick(NOUNS, n),
                    pick(VERBS, n)
                ))
            )
        })
        .collect()
}

fn ps() -> String {
    let row = |n: usize| {
        if n == 133 {
            return format!("keeper    {:>6} 98.7 31.4 9128800 5312040 ?     Rl   10:00  88:12 burner --all", 900 + n);
        }
        if n == 77 {
            return format!(
                "keeper    {:>6}  0.0  0.0      0     0 ?        Z    10:00   0:00 [snuffer] <defunct>",
                900 + n
            );
        }
        format!(
            "root      {:>6}  0.{}  0.{} {:>7} {:>5} ?        S    10:00   0:0{} {}d --{} {n}",
            900 + n,
            n % 4,
            n % 3,
            n * 97 % 9_000,
            n * 31 % 5_000,
            n % 6,
            pick(NOUNS, n),
            pick(VERBS, n)
        )
    };
    format!("USER         PID %CPU %MEM     VSZ   RSS TTY      STAT START   TIME COMMAND\n{}", lines(0..220, row))
}

fn df() -> String {
    format!(
        "Filesystem      Size  Used Avail Use% Mounted on\n{}",
        lines(0..90, |n| {
            let used = if n == 53 { 97 } else { n % 60 };
            format!("/dev/lamp{n:<6} {}G  {}G   {}G  {used}% /mnt/{}_{n}", 100 + n, n, 40 + n % 9, pick(NOUNS, n))
        })
    )
}

fn sql() -> String {
    format!(
        " id | name   | shelf | weight\n----+--------+-------+--------\n{}(240 rows)\n",
        lines(0..240, |n| format!(" {n} | {}   | shelf {} | {}.5", pick(NOUNS, n), n % 7, n * 13 % 300))
    )
}

fn trace_python() -> String {
    let chatter =
        |from: usize| lines(from..from + 40, |n| format!("{} the {} of lamp {n}", pick(VERBS, n), pick(NOUNS, n)));
    let foreign = lines(0..30, |n| {
        format!(
            "  File \"/opt/venv/lib/python3.12/site-packages/hall/{}.py\", line {}, in {}\n    return self.{}(request, {n})",
            pick(NOUNS, n),
            n * 9 + 4,
            pick(VERBS, n),
            pick(VERBS, n + 1)
        )
    });
    let trace = format!(
        "Traceback (most recent call last):\n  File \"lamps/main.py\", line 12, in <module>\n    run()\n{foreign}  File \"lamps/keeper.py\", line 88, in visit\n    light(lamp)\nlamps.errors.DarkError: no wick in lamp 41\n"
    );
    format!("{trace}{}{trace}{}", chatter(0), chatter(40))
}

fn trace_node() -> String {
    let foreign = lines(0..30, |n| {
        format!(
            "    at {}.{} (/srv/lamps/node_modules/hall/lib/{}.js:{}:11)",
            pick(NOUNS, n),
            pick(VERBS, n),
            pick(NOUNS, n + 1),
            n * 7 + 3
        )
    });
    let trace = format!(
        "TypeError: Cannot read properties of undefined (reading 'wick')\n    at light (/srv/lamps/keeper.js:88:17)\n    at visit (/srv/lamps/round.js:12:5)\n{foreign}    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n"
    );
    format!("{trace}{}", trace.repeat(3))
}

fn trace_java() -> String {
    let foreign = |m: usize| {
        lines(0..30, |n| {
            format!(
                "\tat org.springframework.{}.{}Filter.{}({}Filter.java:{})",
                pick(NOUNS, n + m),
                pick(VERBS, n),
                pick(VERBS, n + 1),
                pick(VERBS, n),
                n * 5 + m
            )
        })
    };
    format!(
        "Exception in thread \"main\" lamps.DarkException: no wick\n\tat lamps.Keeper.light(Keeper.java:88)\n\tat lamps.Round.visit(Round.java:12)\n{}Caused by: java.io.IOException: no oil\n\tat lamps.Store.take(Store.java:41)\n{}\t... 31 more\n",
        foreign(0),
        foreign(4)
    )
}

fn trace_go() -> String {
    let foreign = |g: usize| {
        lines(0..8, |n| {
            format!(
                "net/http.(*{}).{}(0xc000{n}00{g}, 0x1)\n\t/usr/local/go/src/net/http/{}.go:{} +0x{n}f",
                pick(NOUNS, n + g),
                pick(VERBS, n),
                pick(NOUNS, n),
                n * 31 + 9
            )
        })
    };
    let other = |g: usize| {
        format!(
            "\ngoroutine {g} [select]:\n{}created by net/http.(*Server).Serve\n\t/usr/local/go/src/net/http/server.go:3086 +0x5cb\n",
            foreign(g)
        )
    };
    format!(
        "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48f1e5]\n\ngoroutine 1 [running]:\nmain.(*Keeper).Light(0x0, 0x29)\n\t/srv/lamps/keeper.go:88 +0x25\nmain.main()\n\t/srv/lamps/main.go:12 +0x1d\n{}exit status 2\n",
        (2..14).map(other).collect::<String>()
    )
}

fn trace_rust() -> String {
    let foreign = lines(2..40, |n| {
        format!(
            "  {n:>2}: tower_{}::{}::{}\n             at /home/k/.cargo/registry/src/hall-0.{n}/src/{}.rs:{}:9",
            pick(NOUNS, n),
            pick(VERBS, n),
            pick(VERBS, n + 1),
            pick(NOUNS, n + 3),
            n * 13
        )
    });
    format!(
        "thread 'main' panicked at src/keeper.rs:88:17:\nno wick in lamp 41\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:665:5\n   1: keeper::light\n             at ./src/keeper.rs:88:17\n{foreign}  40: keeper::main\n             at ./src/main.rs:12:5\nnote: Some details are omitted\n"
    )
}

fn trace_csharp() -> String {
    let foreign = lines(0..50, |n| {
        format!(
            "   at Microsoft.AspNetCore.{}.{}Middleware.{}(HttpContext context)",
            pick(NOUNS, n),
            pick(VERBS, n),
            pick(VERBS, n + 3)
        )
    });
    format!(
        "Unhandled exception. Lamps.DarkException: no wick\n   at Lamps.Keeper.Light(Lamp lamp) in /srv/lamps/Keeper.cs:line 88\n   at Lamps.Round.Visit() in /srv/lamps/Round.cs:line 12\n{foreign}   at Lamps.Program.Main() in /srv/lamps/Program.cs:line 4\n"
    )
}

fn log() -> String {
    let line = |n: usize| {
        let time = format!("2031-04-01 10:{:02}:{:02}.{:03}", n / 60, n % 60, n * 37 % 1000);
        match n {
            0 => format!("{time} INFO  keeper started with 40 lamps"),
            299 => format!("{time} INFO  keeper stopped"),
            171 => format!("{time} WARN  shade 17 is cracked"),
            200..=203 => format!("{time} ERROR cannot light lamp {n}: connection lost"),
            _ if n.is_multiple_of(3) => format!("{time} DEBUG trim took {}.{}ms for lamp-{n:x}", n % 40, n % 7),
            _ => format!("{time} INFO  lit lamp {n} in room {} (oil {}%)", n % 9, n % 100),
        }
    };
    lines(0..300, line)
}

fn progress() -> String {
    format!(
        "fetching 3 crates of lamps\n{}all lamps fetched\n",
        (0..3)
            .map(|crate_of| {
                format!(
                    "crate {crate_of}: {}\n{}",
                    pick(NOUNS, crate_of),
                    lines(0..51, |n| format!(
                        " {:>3}% |{:<25}| {n}/50 [00:{n:02}<00:{:02}, 3.{}MB/s]",
                        n * 2,
                        "█".repeat(n / 2),
                        50 - n,
                        n % 9
                    ))
                )
            })
            .collect::<String>()
    )
}

/// Signs that look like encoded bytes.
fn encoded(n: usize, long: usize, signs: &[u8]) -> String {
    let mut state = n as u64 * 2_654_435_761 + 12_345;
    (0..long)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            signs[(state >> 33) as usize % signs.len()] as char
        })
        .collect()
}

fn base64() -> String {
    lines(0..120, |n| encoded(n, 76, b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
}

fn hexdump() -> String {
    let word = |n: usize| encoded(n, 4, b"0123456789abcdef");
    lines(0..160, |n| {
        format!("{:08x}: {}  ................", n * 16, (0..8).map(|k| word(n * 8 + k)).collect::<Vec<_>>().join(" "))
    })
}

fn minified() -> String {
    format!(
        "!function(e){{{}}}(window);",
        (0..900)
            .map(|n| format!(
                "function {}{n}(e,t){{return e.{}?t({n}):e.{}(t)}}",
                pick(&["a", "b", "c"], n),
                pick(VERBS, n),
                pick(NOUNS, n)
            ))
            .collect::<String>()
    )
}
