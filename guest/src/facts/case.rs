//! Small conversations for tests, built message by message; everything in them is dropped unless it says kept.
use super::steps::{self, Region};
use crate::boundaries::Cut;
use crate::opened::{Action, Call, Effect, Op, ResultHead, View, When};
use crate::pair::{CallRef, Pairs, Unit, UnitKind};
use crate::result;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use cento_contract::{Message, Outcome, Role, RunState, ToolCall};

pub(super) struct Case {
    pub(super) messages: Vec<Message>,
    pub(super) views: Vec<View<'static>>,
    pub(super) pairs: Pairs,
    pub(super) cut: Cut,
}

impl Case {
    pub(super) fn new() -> Self {
        Case {
            messages: Vec::new(),
            views: Vec::new(),
            pairs: Pairs::default(),
            cut: Cut {
                head_end: 0,
                tail_start: 0,
                keep: Vec::new(),
                earlier: Vec::new(),
                summary_before: 0,
                role: Role::User,
                outcome: Outcome::Compacted,
            },
        }
    }

    pub(super) fn region(&self) -> Region<'_> {
        steps::read(&self.messages, &self.views, &self.pairs, &self.cut)
    }

    fn add(&mut self, message: Message, view: View<'static>, starts_unit: bool) {
        let at = self.messages.len() as u32;
        self.messages.push(message);
        self.views.push(view);
        self.cut.keep.push(false);
        self.pairs.call_of.push(None);
        self.pairs.result_of.push(Vec::new());
        match self.pairs.units.last_mut() {
            Some(unit) if !starts_unit => unit.end = at + 1,
            _ => self.pairs.units.push(Unit { start: at, end: at + 1, kind: UnitKind::Whole }),
        }
    }

    fn text(&mut self, role: Role, text: &str) -> &mut Self {
        let view = View { text: Cow::Owned(text.to_string()), ..View::default() };
        self.add(Message::new(role, text), view, true);
        self
    }

    pub(super) fn user(&mut self, text: &str) -> &mut Self {
        self.text(Role::User, text)
    }

    pub(super) fn notice(&mut self, text: &str) -> &mut Self {
        self.text(Role::User, text)
    }

    pub(super) fn assistant(&mut self, text: &str) -> &mut Self {
        self.text(Role::Assistant, text)
    }

    pub(super) fn images(&mut self, count: u32) -> &mut Self {
        self.messages.last_mut().unwrap().images = count;
        self
    }

    pub(super) fn row(&mut self, message: usize, id: u64) -> &mut Self {
        self.messages[message].row_id = Some(id);
        self
    }

    fn ask(&mut self, call: Call) -> &mut Self {
        let id = format!("call_{}", self.messages.len());
        let mut message = Message::new(Role::Assistant, "");
        let arguments = format!("{:?}", call.action);
        message.tool_calls = vec![ToolCall { id, name: call.tool.clone(), arguments }];
        let view = View { calls: vec![call], ..View::default() };
        self.add(message, view, true);
        self
    }

    fn answer(&mut self, state: RunState, text: &str) -> &mut Self {
        let call = self.messages.len() - 1;
        let mut message = Message::new(Role::Tool, text);
        message.tool_call_id = self.messages[call].tool_calls.first().map(|call| call.id.clone());
        let result = result::head(state);
        let view = View { text: Cow::Owned(text.to_string()), calls: Vec::new(), result: Some(result) };
        self.add(message, view, false);
        self.pairs.call_of[call + 1] = Some(CallRef { message: call as u32, call: 0 });
        self.pairs.result_of[call] = vec![Some(call as u32 + 1)];
        self
    }

    fn shell(command: &str, cwd: Option<&str>, background: bool) -> Call {
        let action = Action::Run {
            command: command.to_string(),
            cwd: cwd.map(ToString::to_string),
            background,
            effects: Vec::new(),
        };
        Call { tool: "terminal".into(), action, target: command.to_string(), readable: true, masked: 0 }
    }

    pub(super) fn run(&mut self, command: &str, state: RunState, output: &str) -> &mut Self {
        self.ask(Self::shell(command, None, false)).answer(state, output)
    }

    /// One message that runs a command twice; the second call ends first.
    pub(super) fn run_twice(&mut self, command: &str, first: RunState, second: RunState) -> &mut Self {
        self.run(command, second, "").answer(first, "");
        let (call, result) = (self.messages.len() - 3, self.messages.len() - 1);
        let twice = self.views[call].calls[0].clone();
        self.views[call].calls.push(twice);
        let twice = self.messages[call].tool_calls[0].clone();
        self.messages[call].tool_calls.push(twice);
        self.pairs.call_of[result - 1] = Some(CallRef { message: call as u32, call: 1 });
        self.pairs.call_of[result] = Some(CallRef { message: call as u32, call: 0 });
        self.pairs.result_of[result - 1].clear();
        self.pairs.result_of[call] = vec![Some(result as u32), Some(result as u32 - 1)];
        self
    }

    pub(super) fn run_in(&mut self, command: &str, cwd: &str, state: RunState) -> &mut Self {
        self.ask(Self::shell(command, Some(cwd), false)).answer(state, "")
    }

    pub(super) fn kept_run(&mut self, command: &str, cwd: Option<&str>) -> &mut Self {
        self.ask(Self::shell(command, cwd, false));
        *self.cut.keep.last_mut().unwrap() = true;
        self
    }

    /// The newest unit stays; of a result that stays only the head is read.
    pub(super) fn kept(&mut self) -> &mut Self {
        let unit = *self.pairs.units.last().unwrap();
        for at in unit.start as usize..unit.end as usize {
            self.cut.keep[at] = true;
            self.views[at].text = Cow::Borrowed("");
        }
        self
    }

    pub(super) fn lost(&mut self, command: &str) -> &mut Self {
        self.ask(Self::shell(command, None, false));
        self.pairs.result_of.last_mut().unwrap().push(None);
        self.pairs.units.last_mut().unwrap().kind = UnitKind::Broken;
        self
    }

    pub(super) fn start(&mut self, command: &str, process: &str) -> &mut Self {
        self.ask(Self::shell(command, None, true)).answer(RunState::Running, "");
        self.head().process = Some(process.into());
        self
    }

    pub(super) fn poll(&mut self, id: &str, kill: bool, state: RunState) -> &mut Self {
        let action = Action::Process { id: id.into(), kill };
        self.ask(Call { tool: "process".into(), action, target: id.into(), readable: true, masked: 0 })
            .answer(state, "")
    }

    pub(super) fn read(&mut self, path: &str, state: RunState) -> &mut Self {
        let action = Action::Read { path: path.into() };
        self.ask(Call { tool: "read_file".into(), action, target: path.into(), readable: true, masked: 0 })
            .answer(state, "")
    }

    pub(super) fn change(&mut self, path: &str, op: Op, state: RunState) -> &mut Self {
        let effects = vec![Effect { path: path.into(), op, to: None, when: When::Ran }];
        let action = Action::Change { effects, defines: Vec::new() };
        self.ask(Call { tool: "patch".into(), action, target: path.into(), readable: true, masked: 0 })
            .answer(state, "")
    }

    pub(super) fn todo(&mut self, items: &[&str], state: RunState) -> &mut Self {
        let items = Some(items.iter().map(ToString::to_string).collect());
        let action = Action::Todo { items, single: false };
        self.ask(Call { tool: "todo".into(), action, target: String::new(), readable: true, masked: 0 })
            .answer(state, "")
    }

    pub(super) fn task(&mut self, item: &str, output: &str) -> &mut Self {
        let action = Action::Todo { items: Some(vec![item.into()]), single: true };
        self.ask(Call { tool: "TaskUpdate".into(), action, target: String::new(), readable: true, masked: 0 })
            .answer(RunState::Succeeded, output)
    }

    pub(super) fn other(&mut self, tool: &str, target: &str, state: RunState, output: &str) -> &mut Self {
        let call = Call { tool: tool.into(), action: Action::Other, target: target.into(), readable: true, masked: 0 };
        self.ask(call).answer(state, output)
    }

    pub(super) fn moved(&mut self, from: &str, to: &str, state: RunState) -> &mut Self {
        self.run(&format!("mv {from} {to}"), state, "").effect(from, Op::Moved);
        if let Some(effect) = self.effects().last_mut() {
            effect.to = Some(to.into());
        }
        self
    }

    /// Adds an effect to the newest call.
    pub(super) fn effect(&mut self, path: &str, op: Op) -> &mut Self {
        self.effects().push(Effect { path: path.into(), op, to: None, when: When::Ran });
        self
    }

    /// The newest effect is sure then.
    pub(super) fn sure(&mut self, when: When) -> &mut Self {
        if let Some(effect) = self.effects().last_mut() {
            effect.when = when;
        }
        self
    }

    fn call(&mut self) -> &mut Call {
        self.views.iter_mut().rev().find_map(|v| v.calls.last_mut()).unwrap()
    }

    /// Something in the newest call is masked; the number tells it from others that look the same.
    pub(super) fn masked(&mut self, number: u64) -> &mut Self {
        self.call().masked = number;
        let of_call = format!("{number}");
        self.arguments(&of_call)
    }

    fn effects(&mut self) -> &mut Vec<Effect> {
        match &mut self.call().action {
            Action::Run { effects, .. } | Action::Change { effects, .. } => effects,
            other => panic!("no effects: {other:?}"),
        }
    }

    pub(super) fn defining(&mut self, names: &[&str]) -> &mut Self {
        if let Action::Change { defines, .. } = &mut self.call().action {
            defines.extend(names.iter().map(ToString::to_string));
        }
        self
    }

    pub(super) fn arguments(&mut self, raw: &str) -> &mut Self {
        self.messages.iter_mut().rev().find_map(|m| m.tool_calls.last_mut()).unwrap().arguments = raw.into();
        self
    }

    fn head(&mut self) -> &mut ResultHead {
        self.views.last_mut().and_then(|v| v.result.as_mut()).unwrap()
    }

    /// What the newest call put out.
    pub(super) fn output(&mut self, text: &str) -> &mut Self {
        self.messages.last_mut().unwrap().content = text.into();
        self.views.last_mut().unwrap().text = Cow::Owned(text.into());
        self
    }

    pub(super) fn meaning(&mut self, words: &str) -> &mut Self {
        self.head().meaning = Some(words.into());
        self
    }

    pub(super) fn process(&mut self, id: &str) -> &mut Self {
        self.head().process = Some(id.into());
        self
    }

    pub(super) fn listed(&mut self, processes: &[(&str, RunState)]) -> &mut Self {
        self.head().listed = processes.iter().map(|(id, state)| (id.to_string(), *state)).collect();
        self
    }

    pub(super) fn error(&mut self, words: &str) -> &mut Self {
        self.head().error = Some(words.into());
        self
    }

    pub(super) fn stub(&mut self, failed: Option<&str>) -> &mut Self {
        self.head().stub = true;
        self.head().error = failed.map(ToString::to_string);
        self
    }

    pub(super) fn lines(&mut self, count: u32) -> &mut Self {
        self.head().total_lines = Some(count);
        self
    }

    /// Stores the newest unit a second time, ids and all.
    pub(super) fn replay_last_unit(&mut self) -> &mut Self {
        let unit = *self.pairs.units.last().unwrap();
        for at in unit.start as usize..unit.end as usize {
            let (message, view) = (self.messages[at].clone(), self.views[at].clone());
            self.add(message, view, at == unit.start as usize);
        }
        let call = self.messages.len() - 2;
        self.pairs.result_of[call] = vec![Some(call as u32 + 1)];
        self.pairs.call_of[call + 1] = Some(CallRef { message: call as u32, call: 0 });
        self
    }
}
