// Reads files with json-kifu-format, the reader of Kifu for JS: `node with-json-kifu-format.mjs FORMAT < paths`.
import jkf from "json-kifu-format";
import { position, readAll } from "./reading.mjs";

const { JKFPlayer } = jkf;
const readers = {
  kif: JKFPlayer.parseKIF,
  ki2: JKFPlayer.parseKI2,
  csa: JKFPlayer.parseCSA,
  csa3: JKFPlayer.parseCSA,
  jkf: JKFPlayer.parseJKF,
};
const letters = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };

/** Kinds of endings, and whether the side to move has won (true), lost (false) or neither. */
const endings = {
  TORYO: ["resignation", false],
  CHUDAN: ["interrupted", null],
  SENNICHITE: ["sennichite", null],
  TIME_UP: ["time_forfeit", false],
  ILLEGAL_MOVE: ["illegal_move", false],
  "+ILLEGAL_ACTION": ["illegal_move", "white"],
  "-ILLEGAL_ACTION": ["illegal_move", "black"],
  JISHOGI: ["jishogi", null],
  KACHI: ["declaration", true],
  HIKIWAKE: ["draw_agreed", null],
  MAX_MOVES: ["max_moves", null],
  TSUMI: ["checkmate", false],
  FUZUMI: ["no_mate", null],
};

const square = ({ x, y }) => `${x}${"abcdefghi"[y - 1]}`;

function usi({ from, to, piece, promote }) {
  return from ? square(from) + square(to) + (promote ? "+" : "") : `${letters[piece]}*${square(to)}`;
}

/** Every line to its end: the nodes of one line, behind the moves of `way`, and those of its branches. */
function linesOf(nodes, way, lines) {
  const here = [...way];
  for (const node of nodes) {
    for (const fork of node.forks ?? []) linesOf(fork, here, lines);
    if (node.move) here.push(usi(node.move));
  }
  lines.push(here.join(" "));
}

/** A comment without the star that CSA has before it; `null` for a bookmark. */
function plain(comment) {
  if (process.argv[2].startsWith("csa")) return comment.replace(/^\*/, "");
  return comment.startsWith("&") ? null : comment;
}

function read(text) {
  const player = readers[process.argv[2]](text);
  const start = position(player.shogi.toSFENString());
  const mover = () => (player.shogi.turn === 0 ? "black" : "white");
  const found = { start, moves: [], spent: [], comments: {}, lines: [] };
  player.kifu.moves.forEach((node, at) => {
    const comments = (node.comments ?? []).map(plain).filter((text) => text !== null);
    if (comments.length) found.comments[at] = comments.join("\n");
    if (node.move) {
      player.forward();
      found.moves.push(usi(node.move));
      found.spent.push(node.time ? (node.time.now.h ?? 0) * 3600 + node.time.now.m * 60 + node.time.now.s : null);
    } else if (at > 0 && "special" in node) {
      const [ending, wins] = endings[node.special] ?? [node.special ?? null, null];
      const other = mover() === "black" ? "white" : "black";
      const winner = typeof wins === "string" ? wins : wins === null ? null : wins ? mover() : other;
      Object.assign(found, { ending, winner });
    }
  });
  linesOf(player.kifu.moves.slice(1), [], found.lines);
  return found;
}

await readAll(read);
