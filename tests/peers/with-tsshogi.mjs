// Reads files with tsshogi: `node with-tsshogi.mjs FORMAT < paths`.
import { Color, Move, Record, importCSA, importJKFString, importKI2, importKIF } from "tsshogi";
import { position, readAll } from "./reading.mjs";

const readers = {
  kif: importKIF,
  ki2: importKI2,
  csa: importCSA,
  csa3: importCSA,
  jkf: importJKFString,
  usi: (text) => Record.newByUSI(text.trim()),
  usen: (text) => Record.newByUSEN(text.trim()),
};

/** Kinds of endings by their names there, and whether the side to move has won (true), lost (false) or neither. */
const endings = {
  interrupt: ["interrupted", null],
  resign: ["resignation", false],
  maxMoves: ["max_moves", null],
  impass: ["jishogi", null],
  draw: ["draw_agreed", null],
  repetitionDraw: ["sennichite", null],
  mate: ["checkmate", false],
  noMate: ["no_mate", null],
  timeout: ["time_forfeit", false],
  foulWin: ["illegal_move", true],
  foulLose: ["illegal_move", false],
  enteringOfKing: ["declaration", true],
  winByDefault: ["forfeit", true],
  loseByDefault: ["forfeit", false],
  try: ["try_rule", false],
};

const side = (color) => (color === Color.BLACK ? "black" : "white");
const other = (color) => (color === "black" ? "white" : "black");

function read(text) {
  const record = readers[process.argv[2]](text);
  if (record instanceof Error) throw record;
  record.resetAllBranchSelection();
  const found = { start: position(record.initialPosition.sfen), moves: [], spent: [], comments: {}, lines: [] };
  for (const node of record.moves) {
    if (node.comment) found.comments[node.ply] = node.comment;
    if (node.move instanceof Move) {
      found.moves.push(node.move.usi);
      found.spent.push(node.elapsedMs / 1000);
    } else if (node.ply > 0) {
      const [ending, wins] = endings[node.move.type] ?? [node.move.name ?? node.move.type, null];
      // A node of an ending has the side that was to move there.
      const mover = side(node.nextColor);
      Object.assign(found, { ending, winner: wins === null ? null : wins ? mover : other(mover) });
    }
  }
  // Every line to its end; a node without a successor ends one.
  record.forEach((node) => {
    if (node.next) return;
    const line = [];
    for (let at = node; at; at = at.prev) if (at.move instanceof Move) line.unshift(at.move.usi);
    found.lines.push(line.join(" "));
  });
  return found;
}

await readAll(read);
