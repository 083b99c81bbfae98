// A bot: it moves where the most points are, and then where the most cells are free.

import { createInterface } from "node:readline";

const say = (word, value) => console.log(value === undefined ? word : `${word} ${JSON.stringify(value)}`);

const free = (board) => (board ?? []).flat().filter((cell) => cell === 0).length;

const better = (one, other) => other.points - one.points || free(other.board) - free(one.board);

let position = {};
for await (const line of createInterface({ input: process.stdin })) {
  const [word] = line.split(" ", 1);
  const rest = line.slice(word.length + 1);
  if (word === "hello") {
    say("hello", { protocol: 1, name: "Greedy in JavaScript", wants: ["after"] });
  } else if (word === "mode") {
    say("ready");
  } else if (word === "position") {
    position = JSON.parse(rest);
  } else if (word === "go") {
    const [best] = position.after.sort(better);
    console.log(`bestmove ${best.move}`);
  } else if (word === "quit") {
    process.exit();
  }
}
