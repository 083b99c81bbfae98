// Plays a game to its end, always in the first direction that moves something, and prints the
// board: `node play.mjs FOLDER [MODE]`, where `jco transpile polymerge.wasm -o FOLDER` has made the
// folder.
import { resolve } from 'node:path';

const [folder, mode = 'classic'] = process.argv.slice(2);
const { games } = await import(resolve(folder, 'polymerge.js'));

const { rules } = games.open(mode);
const game = rules.start(7n, 0);
let status;
for (let turn = 0; turn < 100_000; turn++) {
    status = game.status();
    if (status.standing === 'won' && status.canGoOn) game.act('on', 0);
    else if (status.standing === 'playing') game.play(status.legal[0], 0);
    else break;
}
const values = game.values();
const cells = Array.from(game.kinds(), (kind, cell) => (kind === -1 ? '.' : String(values[cell])).padStart(8));
for (let row = 0; row < status.rows; row++) {
    console.log(cells.slice(row * status.columns, (row + 1) * status.columns).join(''));
}
console.log(`${status.score} points in ${status.moves} moves`);
console.log(`Game code: ${new TextEncoder().encode(game.text('code')).length} bytes`);
