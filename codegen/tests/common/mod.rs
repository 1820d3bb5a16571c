//! Short words for writing plans by hand.

use unseam_plan::{
    Access, Answer, Arg, Argument, Behaviour, CallArguments, Case, Check, Double, Mutation, Name, Outcome, Passing,
    Patch, Recorded, Replacement, Role, Root, Step, TargetInfo, TargetKind, Value,
};

pub fn target(module: &str, qualname: &str, kind: TargetKind) -> TargetInfo {
    TargetInfo {
        name: Name::new(module, qualname),
        kind,
        file: format!("{}.py", module.replace('.', "/")),
        line: 1,
        end_line: 2,
        is_async: false,
        is_generator: false,
        is_void: false,
        behind: None,
        decorator: None,
        heir: None,
        is_context: false,
        result_called: Vec::new(),
        spelled: Vec::new(),
    }
}

pub fn int(value: i64) -> Value {
    Value::int(value)
}

pub fn text(value: &str) -> Value {
    Value::str(value)
}

pub fn list(items: &[Value]) -> Value {
    Value::List(items.to_vec())
}

pub fn dict(entries: &[(&str, Value)]) -> Value {
    Value::Dict(entries.iter().map(|(key, value)| (text(key), value.clone())).collect())
}

pub fn new(module: &str, class: &str, keywords: &[(&str, Value)]) -> Value {
    let args = keywords.iter().map(|(keyword, value)| Arg { keyword: Some((*keyword).into()), value: value.clone() });
    Value::Construct { class: Name::new(module, class), args: args.collect(), set: Vec::new() }
}

pub fn double(id: u32, hint: &str, attributes: &[(&str, Value)], methods: &[(&str, Behaviour)]) -> Value {
    Value::Double(Box::new(Double {
        id,
        hint: hint.into(),
        spec: None,
        content: None,
        attributes: attributes.iter().map(|(name, value)| ((*name).into(), value.clone())).collect(),
        methods: methods.iter().map(|(name, behaviour)| ((*name).into(), behaviour.clone())).collect(),
        recorded: Vec::new(),
    }))
}

pub fn returns(value: Value) -> Answer {
    Answer { mutations: Vec::new(), outcome: Outcome::Return(value), is_changed: false }
}

pub fn raising(module: &str, class: &str, args: &[Value]) -> Answer {
    Answer { mutations: Vec::new(), outcome: raise(module, class, args, None), is_changed: false }
}

pub fn raise(module: &str, class: &str, args: &[Value], message: Option<&str>) -> Outcome {
    Outcome::Raise {
        class: Name::new(module, class),
        unbuilt: false,
        args: args.to_vec(),
        keywords: Vec::new(),
        set: Vec::new(),
        message: message.map(str::to_owned),
        goes_on: false,
    }
}

pub fn sets(parameter: &str, fields: &[(&str, Value)]) -> Answer {
    let mutations = fields.iter().map(|(field, value)| Mutation {
        position: 0,
        keyword: None,
        parameter: parameter.into(),
        path: vec![Step::Attribute((*field).into())],
        value: value.clone(),
        assumed: false,
    });
    Answer { mutations: mutations.collect(), outcome: Outcome::Return(Value::None), is_changed: false }
}

pub fn behaviour(answers: &[Answer]) -> Behaviour {
    Behaviour { is_async: false, parameters: Vec::new(), answers: answers.to_vec() }
}

/// The double with the calls of one of its methods, a command.
pub fn told(double: Value, method: &str, calls: &[CallArguments]) -> Value {
    let Value::Double(mut double) = double else { return double };
    double.recorded.push(Recorded { method: method.into(), role: Role::Command, calls: calls.to_vec() });
    Value::Double(double)
}

pub fn call(positional: &[Value], keywords: &[(&str, Value)]) -> CallArguments {
    CallArguments {
        positional: positional.to_vec(),
        keywords: keywords.iter().map(|(name, value)| ((*name).into(), value.clone())).collect(),
    }
}

pub fn query(target: &str, parameters: &[&str], answers: &[Answer], calls: &[CallArguments]) -> Patch {
    Patch {
        target: target.into(),
        callee: target.into(),
        hint: target.rsplit('.').next().unwrap_or(target).into(),
        replacement: Replacement::Function {
            autospec: true,
            behaviour: Behaviour {
                is_async: false,
                parameters: parameters.iter().map(|name| (*name).into()).collect(),
                answers: answers.to_vec(),
            },
        },
        role: Role::Query,
        calls: calls.to_vec(),
        counted: false,
        copies: false,
        binding: None,
    }
}

pub fn command(target: &str, parameters: &[&str], answers: &[Answer], calls: &[CallArguments]) -> Patch {
    Patch { role: Role::Command, ..query(target, parameters, answers, calls) }
}

pub fn case(path: u32, arguments: &[(&str, Value)], outcome: Outcome, conditions: &[&str]) -> Case {
    let arguments = arguments.iter().map(|(name, value)| Argument {
        name: (*name).into(),
        passing: Passing::Positional,
        value: value.clone(),
    });
    Case {
        printed: Default::default(),
        path,
        receiver: None,
        arguments: arguments.collect(),
        globals: Vec::new(),
        caches: Vec::new(),
        imports: Vec::new(),
        built_under_patches: false,
        for_unit_only: false,
        completed: Vec::new(),
        omitted: Vec::new(),
        patches: Vec::new(),
        outcome,
        checks: Vec::new(),
        conditions: conditions.iter().map(|condition| (*condition).into()).collect(),
        features: Vec::new(),
        lines: Vec::new(),
    }
}

pub fn gives(value: Value) -> Outcome {
    Outcome::Return(value)
}

pub fn check(root: Root, attribute: &str, value: Value) -> Check {
    let path = if attribute.is_empty() { Vec::new() } else { vec![Step::Attribute(attribute.into())] };
    Check { access: Access { root, path }, value }
}
