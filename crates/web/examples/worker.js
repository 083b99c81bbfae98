// The engine in a worker: it takes the codes of keys, and answers with the score and the board. In the page:
//   const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
//   worker.onmessage = ({ data: { score, picture } }) => show(score, picture);
//   addEventListener("keydown", ({ code }) => worker.postMessage(code));
import init, { Game, Mode } from "polymerge";

const ready = init().then(() => Game.start(Mode.builtIn("2048")));

onmessage = async ({ data: code }) => {
  const game = await ready;
  const direction = game.mode.directions.find(({ keys }) => keys.includes(code));
  if (direction && game.available().includes(direction.index)) game.play(direction.index);
  postMessage({ score: game.score, picture: game.boardSvg() });
};
