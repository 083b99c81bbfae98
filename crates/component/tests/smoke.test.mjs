// The component as a module of Node, made by jco: POLYMERGE names the module.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolve } from 'node:path';

const { games } = await import(resolve(process.env.POLYMERGE));
const start = (text = 'classic') => games.open(text).rules.start(7n, 0);

test('a game is played, undone and opened again', () => {
    const game = start();
    for (let turn = 0; turn < 10; turn++) assert.ok(game.play(game.status().legal[0], 0).anything);
    const board = game.kinds();
    game.undo();
    assert.notDeepEqual(game.kinds(), board);
    game.redo();
    assert.deepEqual(games.open(game.text('code')).game.kinds(), board);
    assert.equal(game.status().moves, 10n);
});

test('faults are exceptions with a kind and a name', () => {
    const isFault = (code, kind) => (error) => error.payload.code === code && error.payload.kind === kind;
    assert.throws(() => games.open('clasic'), isFault('no-such-mode', 'input'));
    assert.throws(() => start().play(9, 0), isFault('no-such-direction', 'refused'));
    assert.throws(() => start().redo(), isFault('nothing-to-redo', 'refused'));
});

test('every spawn of an afterstate is placed', () => {
    const position = games.open('classic').rules.engine().start(7n);
    const [direction] = position.legal();
    const { spawning, board, moved } = position.afterstate(direction);
    assert.equal(spawning.tag, 'listed');
    assert.ok(Math.abs(spawning.val.reduce((sum, spawn) => sum + spawn.probability, 0) - 1) < 1e-9);
    for (const spawn of spawning.val) {
        const next = position.copy();
        assert.deepEqual(next.playSpawn(direction, spawn), moved);
        const wanted = [...board.kinds()];
        wanted[4 * spawn.row + spawn.column] = spawn.kind;
        assert.deepEqual([...next.kinds()], wanted);
    }
});

test('a batch goes as its games go', () => {
    const { rules } = games.open('classic');
    const batch = rules.batch(2, 7n);
    const alone = [rules.start(7n, 0), rules.start(8n, 0)];
    for (let turn = 0; turn < 10; turn++) {
        const directions = alone.map((game) => game.status().legal[0]);
        const { rewards } = batch.step(Uint8Array.from(directions));
        assert.deepEqual([...rewards], alone.map((game, place) => game.play(directions[place], 0).points));
    }
    assert.deepEqual([...batch.values()], alone.flatMap((game) => [...game.values()]));
});

test('a hint ranks the directions', () => {
    const game = start();
    const { best, ranking } = game.hint(1000n, 1n);
    assert.ok(game.status().legal.includes(best));
    assert.equal(JSON.parse(ranking).choices.length, 4);
});

test('mode files are checked', () => {
    const file = games.open('classic').rules.text('file');
    assert.deepEqual(JSON.parse(games.check(file)), []);
    assert.ok(JSON.parse(games.check('{"title": "A", "grids": 3}')).some(({ severity }) => severity === 'error'));
});
