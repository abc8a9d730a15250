//! Tries every door of the sandbox and says what stood behind it.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs, UdpSocket};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// One line for each.
pub(crate) fn all() -> String {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).map(|t| t.as_nanos()).unwrap_or(1);
    let start = Instant::now();
    std::thread::yield_now();
    let mut typed = String::new();
    let typed = std::io::stdin().read_to_string(&mut typed).unwrap_or(0);
    // Printed or not, nobody must see it.
    let _ = writeln!(std::io::stdout(), "printed by the engine");
    let _ = writeln!(std::io::stderr(), "printed by the engine");
    [
        format!("variables {}", std::env::vars_os().count()),
        format!("arguments {}", std::env::args_os().count()),
        format!("directory {}", opens(std::env::current_dir().and_then(std::fs::read_dir))),
        format!("root {}", opens(std::fs::read_dir("/"))),
        format!("file read {}", opens(std::fs::File::open("/etc/passwd"))),
        format!("file written {}", opens(std::fs::write("out.txt", "x"))),
        format!("address {}", opens(("localhost", 80).to_socket_addrs())),
        format!("connection {}", opens(TcpStream::connect("127.0.0.1:80"))),
        format!("datagram {}", opens(UdpSocket::bind("127.0.0.1:0"))),
        format!("standard input {typed}"),
        format!("clock {since_1970}"),
        format!("time passed {}", start.elapsed().as_nanos()),
        format!("random {:016x}", RandomState::new().build_hasher().finish()),
    ]
    .join("\n")
}

fn opens<T>(door: std::io::Result<T>) -> &'static str {
    if door.is_ok() { "open" } else { "closed" }
}
