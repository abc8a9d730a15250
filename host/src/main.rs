//! placeholder
fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let s = cento::Session::read(bytes).unwrap();
    let e = cento::Engine::embedded(cento::Limits::default()).unwrap();
    let c = cento::compact(&e, &s);
    use std::io::Write;
    std::io::stdout().write_all(&c.json).unwrap();
}
