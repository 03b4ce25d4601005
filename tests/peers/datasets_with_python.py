"""Reads the tables of a dataset with pyarrow, duckdb and pandas and prints what they hold as one JSON object."""

import json
import sys
from pathlib import Path

import duckdb
import pandas
import pyarrow.parquet

folder = Path(sys.argv[1])
found = {}
for table in ("games", "moves", "positions"):
    path = folder / f"{table}.parquet"
    arrow = pyarrow.parquet.read_table(path)
    frame = pandas.read_parquet(path)
    csv = pandas.read_csv(folder / f"{table}.csv", dtype=str, keep_default_na=False)
    lines = pandas.read_json(folder / f"{table}.jsonl", lines=True, dtype=False)
    rows = duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0]
    found[table] = {
        "rows": [arrow.num_rows, len(frame), len(csv), len(lines), rows],
        "columns": [arrow.column_names, list(frame.columns), list(csv.columns)],
        "types": [str(field.type) for field in arrow.schema],
        "texts_differ": sum(
            int((frame[name].fillna("") != csv[name]).sum())
            for name, field in zip(arrow.column_names, arrow.schema)
            if str(field.type) == "string"
        ),
    }


def ask(question):
    for table in ("games", "moves", "positions"):
        question = question.replace(f"FROM {table}", f"FROM '{folder / (table + '.parquet')}'")
    return [list(row) for row in duckdb.sql(question).fetchall()]


found["endings"] = ask(
    "SELECT declared_ending, verified_ending, count(*), sum(plies) FROM games GROUP BY 1, 2 ORDER BY 1, 2"
)
found["players"] = ask(
    "SELECT black, count(*) AS n FROM games WHERE black IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10"
)
found["years"] = ask(
    "SELECT left(started, 4), count(*), count(*) FILTER (winner = 'black') FROM games GROUP BY 1 ORDER BY 1 NULLS FIRST"
)
found["sums"] = ask(
    "SELECT sum(len(clocks_ms)), sum(list_sum(clocks_ms)), sum(plies), sum(len(string_split(moves, ' '))) FROM games WHERE plies > 0"
)[0]
found["times"] = ask("SELECT sum(time_ms), count(time_ms), count(*) FROM moves")[0]
found["points"] = ask("SELECT sum(result), count(result), count(DISTINCT sfen) FROM positions")[0]
print(json.dumps(found, default=str))
