//! JSON reports match the published schema.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use super::judge::{judge, text};
use super::support::{folder, root};

/// Returns the fault of a value by a part of a schema. It knows the words of JSON Schema that the schema uses.
pub fn fault(whole: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let wrong = |what: &str| Some(format!("{place} is no {what}: {value}"));
    for (word, wanted) in schema.as_object().unwrap() {
        let found = match word.as_str() {
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                fault(whole, &whole["$defs"][name], value, place)
            }
            "anyOf" => {
                let faults: Option<Vec<String>> = wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| fault(whole, one, value, place))
                    .collect();
                faults.map(|faults| faults.join("; "))
            }
            "type" => {
                let kinds = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                let is_of = |kind: &Value| match kind.as_str().unwrap() {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("type {other}"),
                };
                if kinds.iter().any(is_of) {
                    None
                } else {
                    wrong(&wanted.to_string())
                }
            }
            "const" if value != wanted => wrong(&wanted.to_string()),
            "enum" if !wanted.as_array().unwrap().contains(value) => wrong(&wanted.to_string()),
            "required" => {
                let missing = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                let missing = wanted.as_array().unwrap().iter().find(missing);
                missing.map(|name| format!("{place} has no {name}"))
            }
            "properties" => wanted.as_object().unwrap().iter().find_map(|(name, schema)| {
                let value = value.get(name)?;
                fault(whole, schema, value, &format!("{place}.{name}"))
            }),
            "additionalProperties" => value.as_object().into_iter().flatten().find_map(|(name, value)| {
                let is_known = schema.get("properties").is_some_and(|known| known.get(name).is_some());
                let place = format!("{place}.{name}");
                if is_known {
                    None
                } else {
                    fault(whole, wanted, value, &place)
                }
            }),
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                let mut items = items.map(|(at, item)| fault(whole, wanted, item, &format!("{place}[{at}]")));
                items.find_map(|fault| fault)
            }
            "const" | "enum" | "$schema" | "$defs" | "title" | "description" => None,
            other => panic!("the schema uses `{other}`, which is not looked at here"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns every field of a report that the schema does not know.
fn unknown_fields(schema: &Value, report: &Value) -> Vec<String> {
    let known = schema["$defs"]["program"]["properties"].as_object().unwrap();
    let of_case = schema["$defs"]["case"]["properties"].as_object().unwrap();
    let fields = report
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| !known.contains_key(*name));
    let cases = report["cases"].as_array().unwrap().iter();
    let of_cases = cases.flat_map(|case| case.as_object().unwrap().keys());
    let of_cases = of_cases.filter(|name| !of_case.contains_key(*name));
    fields.chain(of_cases).cloned().collect()
}

#[test]
fn a_report_in_json_has_one_shape_by_its_schema() {
    let schema = fs::read_to_string(root("docs/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let task = folder(&[
        ("config.yml", "time_limit: 2000\nscores: {1: 100}\nnum_processes: 2\n"),
        ("in/abc1a.in", "1\n"),
        ("out/abc1a.out", "1\n"),
        ("in/abc1b.in", "2\n"),
        ("out/abc1b.out", "2\n"),
        ("prog/abc.rs", "fn main() {}\n"),
    ]);
    let place = task.path().to_str().unwrap();
    let written = |arguments: &[&str]| -> Value {
        let output = judge(&[arguments, &["--format", "json"]].concat());
        let said = text(&output.stderr);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {said}"))
    };
    fs::write(task.path().join("cat"), "#!/bin/sh\ncat\n").unwrap();
    fs::write(task.path().join("one"), "#!/bin/sh\necho 1\n").unwrap();
    for name in ["cat", "one"] {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(task.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let [cat, one] = ["cat", "one"].map(|name| task.path().join(name).to_str().unwrap().to_owned());
    let alone = written(&[place, &one]);
    assert!(alone.is_object());
    assert_eq!(alone["points"]["points"], 0.0);
    let several = written(&[place, &cat, &one]);
    assert_eq!(several.as_array().unwrap().len(), 2);
    // If a program does not compile, or its compiler is missing, the list is there all the same.
    let submissions = written(&[place, "--submissions"]);
    assert!(submissions.is_array(), "{submissions}");
    let expected = written(&[place, &one, "--expect", "WA"]);
    assert_eq!(expected["expectation"]["met"], true);
    for report in [&alone, &several, &submissions, &expected] {
        assert_eq!(fault(&schema, &schema, report, "the report"), None);
        let programs = report.as_array().cloned().unwrap_or_else(|| vec![report.clone()]);
        for program in &programs {
            assert_eq!(unknown_fields(&schema, program), [""; 0]);
        }
    }
    // The schema rejects something.
    let mut wrong = alone.clone();
    wrong["cases"][0]["verdict"] = "OK".into();
    assert!(fault(&schema, &schema, &wrong, "the report").is_some());
    wrong = alone;
    wrong.as_object_mut().unwrap().remove("cases");
    assert!(fault(&schema, &schema, &wrong, "the report").is_some());
}
