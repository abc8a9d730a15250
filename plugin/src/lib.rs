//! The Python module behind `hermes_cento`: messages as dicts in, a verified compaction out.
//!
//! 1. [`read`]: dicts walked into the records of the contract; no JSON on the way.
//! 2. `cento::plan`: the component called with the interpreter released, its plan verified.
//! 3. [`assemble`]: the kept messages as the very objects that came in, rewritten ones as copies, the summary new.
//!
//! Promises: no input object is changed; errors quote nothing of the conversation; calls from several threads do not
//! wait for each other. Leaves out: what a host wants done with the result (the Python side).
mod assemble;
mod read;

use cento::contract::{EarlierPass, Options, Usage, json};
use cento::{Engine, Failure, Limits, Report, Session};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::sync::OnceLock;

create_exception!(_native, CentoError, PyException, "Base of the errors that are not the caller's.");
create_exception!(_native, SandboxError, CentoError, "The component gave no plan: a limit, a trap, or not loaded.");
create_exception!(_native, PlanRejected, CentoError, "The component's plan did not hold against the conversation.");

/// A sandboxed component with the limits of its calls. Shared freely between threads.
#[pyclass(frozen, module = "hermes_cento._native", name = "Engine")]
struct PyEngine {
    limits: Limits,
}

/// The component is loaded once a process: the first call pays some milliseconds for it.
fn embedded() -> PyResult<&'static Engine> {
    static EMBEDDED: OnceLock<Result<Engine, String>> = OnceLock::new();
    EMBEDDED
        .get_or_init(|| Engine::embedded(Limits::default()).map_err(|error| error.to_string()))
        .as_ref()
        .map_err(|error| SandboxError::new_err(error.clone()))
}

#[pymethods]
impl PyEngine {
    /// Limits of one call; None is the default.
    #[new]
    #[pyo3(signature = (*, fuel = None, memory = None, input = None, output = None))]
    fn new(fuel: Option<u64>, memory: Option<usize>, input: Option<usize>, output: Option<usize>) -> Self {
        let all = Limits::default();
        PyEngine {
            limits: Limits {
                fuel: fuel.unwrap_or(all.fuel),
                memory: memory.unwrap_or(all.memory),
                input: input.unwrap_or(all.input),
                output: output.unwrap_or(all.output),
            },
        }
    }

    /// Plans, verifies and applies. Gives the messages, where each came from (-1: the summary), the edits as
    /// (index, what, why), and the report as JSON.
    #[pyo3(signature = (messages, options, row_ids = None))]
    fn compact<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        options: &str,
        row_ids: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<assemble::Compacted<'py>> {
        let given = messages.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let (records, surrogates) = read::messages(&given, row_ids)?;
        let session = Session::of(records, read_options(options)?, surrogates);
        let (engine, limits) = (embedded()?, self.limits);
        let outcome = py.detach(|| {
            let engine = engine.with_limits(limits);
            cento::plan(&engine, &session.messages, &session.options).map(|verified| {
                let report = Report::of(&session, &verified.plan);
                (verified.plan, cento::apply::report_json(&report))
            })
        });
        let (plan, report) = outcome.map_err(failed)?;
        assemble::compacted(py, &given, &plan, &report)
    }

    /// Exact identifiers of what `compact` would drop, as (kind, text, count, first, last).
    #[pyo3(signature = (messages, options, max_bytes))]
    fn anchors<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        options: &str,
        max_bytes: u32,
    ) -> PyResult<Bound<'py, PyList>> {
        let given = messages.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let (records, _) = read::messages(&given, None)?;
        let options = read_options(options)?;
        let engine = embedded()?.with_limits(self.limits);
        let found = py
            .detach(|| engine.anchors(&records, &options, max_bytes))
            .map_err(|error| SandboxError::new_err(error.to_string()))?;
        assemble::anchors(py, &found)
    }

    /// Says whether the time has come, as (compress, verdict, tokens, threshold, retry at).
    fn should_compress(
        &self,
        py: Python<'_>,
        prompt_tokens: Option<i64>,
        rough_tokens: Option<i64>,
        passes: Vec<(i64, i64)>,
        options: &str,
    ) -> PyResult<(bool, &'static str, u32, u32, Option<u32>)> {
        let passes =
            passes.into_iter().map(|(tokens_before, tokens_after)| EarlierPass { tokens_before, tokens_after });
        let usage = Usage { prompt_tokens, rough_tokens, passes: passes.collect() };
        let options = read_options(options)?;
        let engine = embedded()?.with_limits(self.limits);
        let decision = py
            .detach(|| engine.should_compress(&usage, &options))
            .map_err(|error| SandboxError::new_err(error.to_string()))?;
        let (verdict, retry_at) = assemble::verdict(decision.verdict);
        Ok((decision.compress, verdict, decision.tokens, decision.threshold, retry_at))
    }
}

/// Options from JSON over the defaults.
fn read_options(text: &str) -> PyResult<Options> {
    json::options(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn failed(failure: Failure) -> PyErr {
    match failure {
        Failure::Engine(error) => SandboxError::new_err(error.to_string()),
        Failure::Rejected(_) => PlanRejected::new_err(failure.to_string()),
    }
}

/// The bytes of the component.
#[pyfunction]
fn component(py: Python<'_>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, cento::COMPONENT)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("COMPONENT_SHA256", cento::COMPONENT_SHA256)?;
    module.add("OPTION_NAMES", json::OPTION_NAMES)?;
    module.add("SIGNED_KEYS", json::SIGNED_KEYS)?;
    module.add("CentoError", py.get_type::<CentoError>())?;
    module.add("SandboxError", py.get_type::<SandboxError>())?;
    module.add("PlanRejected", py.get_type::<PlanRejected>())?;
    module.add_class::<PyEngine>()?;
    module.add_function(wrap_pyfunction!(component, module)?)
}
