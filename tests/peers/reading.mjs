// What both programs here have in common: the paths of files come on standard input, one a line, and for each of them
// one line of JSON goes to standard output: `{"path": …, "error": …}` or what was read.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Reads every file with `read(text)`, which gives an object or throws. */
export async function readAll(read) {
  for await (const path of createInterface({ input: process.stdin })) {
    let found;
    try {
      found = read(readFileSync(path, "utf8"));
    } catch (error) {
      found = { error: String(error?.message ?? error).split("\n")[0] };
    }
    process.stdout.write(`${JSON.stringify({ path, ...found })}\n`);
  }
}

/** Board, side to move and hands of a SFEN, without the move's number. */
export const position = (sfen) => sfen.split(" ").slice(0, 3).join(" ");
