//! The description that programs which look for datasets read: Croissant 1.0 (mlcommons.org/croissant/1.0), JSON-LD.

use super::super::table::{
    ColumnType, TableColumn, games_columns, moves_columns, positions_columns, unique_columns,
};
use super::manifest::Manifest;
use serde_json::{Map, Value, json};

/// The text of the file of a manifest that has its tables' files.
pub(super) fn text(manifest: &Manifest) -> String {
    let distribution: Vec<Value> = manifest
        .files
        .iter()
        .map(|file| {
            json!({
                "@type": "cr:FileObject",
                "@id": file.path,
                "name": file.path,
                "contentUrl": file.path,
                "contentSize": format!("{} B", file.bytes),
                "encodingFormat": media_type(&file.format),
                "sha256": file.sha256,
            })
        })
        .collect();
    let mut description = Map::new();
    description.insert("@context".to_owned(), context());
    description.insert("@type".to_owned(), json!("sc:Dataset"));
    description.insert("conformsTo".to_owned(), json!("http://mlcommons.org/croissant/1.0"));
    description.insert("name".to_owned(), json!(manifest.name));
    description.insert("description".to_owned(), json!(manifest.title));
    if let Some(licence) = &manifest.licence {
        description.insert("license".to_owned(), json!(licence));
    }
    description.insert("version".to_owned(), json!(manifest.database.fingerprint));
    description.insert("distribution".to_owned(), Value::Array(distribution));
    description.insert("recordSet".to_owned(), Value::Array(record_sets(manifest)));
    serde_json::to_string_pretty(&description).unwrap_or_default() + "\n"
}

fn media_type(format: &str) -> &'static str {
    match format {
        "parquet" => "application/vnd.apache.parquet",
        "csv" => "text/csv",
        "jsonl" => "application/jsonlines",
        "usi" | "sfen" => "text/plain",
        _ => "application/octet-stream",
    }
}

fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "sc": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "dct": "http://purl.org/dc/terms/",
        "conformsTo": "dct:conformsTo",
        "column": "cr:column",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "extract": "cr:extract",
        "field": "cr:field",
        "fileObject": "cr:fileObject",
        "repeated": "cr:repeated",
        "recordSet": "cr:recordSet",
        "source": "cr:source",
    })
}

/// The tables whose columns a program can take out of the files: those of one file with columns.
fn record_sets(manifest: &Manifest) -> Vec<Value> {
    let is_unique = manifest.selection.get("positions").and_then(|options| options.get("unique"));
    let is_unique = is_unique.and_then(Value::as_bool).unwrap_or_default();
    let chosen: Option<Vec<String>> =
        manifest.selection.get("columns").and_then(|names| serde_json::from_value(names.clone()).ok());
    let mut sets = Vec::new();
    for file in manifest.files.iter().filter(|file| matches!(file.format.as_str(), "parquet" | "csv")) {
        let columns = match file.table.as_deref() {
            Some("games") => games_columns(),
            Some("moves") => moves_columns(),
            Some("positions") if is_unique => unique_columns(),
            Some("positions") => positions_columns(),
            _ => continue,
        };
        let is_here =
            |column: &&TableColumn| chosen.as_ref().is_none_or(|names| names.contains(&column.name));
        let fields: Vec<Value> =
            columns.iter().filter(is_here).map(|column| field(&file.path, column)).collect();
        sets.push(json!({ "@type": "cr:RecordSet", "@id": format!("{}#rows", file.path), "field": fields }));
    }
    sets
}

fn field(path: &str, column: &TableColumn) -> Value {
    let kind = match column.kind {
        ColumnType::Flag => "sc:Boolean",
        ColumnType::Integer | ColumnType::Long | ColumnType::Integers => "sc:Integer",
        ColumnType::Number => "sc:Float",
        ColumnType::Text => "sc:Text",
    };
    json!({
        "@type": "cr:Field",
        "@id": format!("{path}#rows/{}", column.name),
        "description": column.meaning,
        "dataType": kind,
        "repeated": column.kind == ColumnType::Integers,
        "source": { "fileObject": { "@id": path }, "extract": { "column": column.name } },
    })
}
