/* Polymerge: 2048 and 126 variants, and your own, as a library for C and C++.
 *
 * Made by cbindgen from crates/capi/src; changes belong there. docs/c.md tells how to use it.
 *
 * Functions give PM_OK or what was wrong; pm_last_error() says it in words. Texts are UTF-8
 * with a NUL at the end. A handle is freed once, by its own function, which takes NULL, too.
 * Any thread may use it, one call at a time: others are refused with PM_BUSY. pm_rules may be
 * used by many at once. Pointers of one call must not overlap. Structs begin with their size:
 * set it to sizeof, so that programs go on with later versions.
 */

#ifndef POLYMERGE_H
#define POLYMERGE_H

#include <stddef.h>
#include <stdint.h>

// Nothing spawns after the move.
#define PM_SPAWNS_NONE 0

// All possible spawns are listed, with their probabilities.
#define PM_SPAWNS_LISTED 1

// Something spawns after the move, which can't be listed: only playing shows it.
#define PM_SPAWNS_SAMPLED 2

// The move itself depends on chance, so that it has no board before the spawns: only playing
// shows it. `moved` and `points` are 0.
#define PM_SPAWNS_BY_CHANCE 3

// The version of this interface: 1. Within it functions, kinds of texts, fields at the ends
// of structs and numbers of faults are only added.
#define PM_ABI 1

// All is well.
#define PM_OK 0

// An argument is invalid: NULL, a name, a setting, a wrong length.
#define PM_INPUT 1

// The player can't do this now; the game is as before.
#define PM_REFUSED 2

// A save code, a move string or a saved game can't be read or written.
#define PM_CODE 3

// A mode file has errors.
#define PM_FILE 4

// The mode can't be compiled, or one of its expressions failed.
#define PM_RULES 5

// A recorded game contradicts its rules.
#define PM_RECORD 6

// A limit was reached.
#define PM_LIMIT 7

// A buffer is too small: its `length` is the needed one.
#define PM_SPACE 8

// A fault of the library itself. The handles of the call can only be freed now.
#define PM_PANIC 9

// Another call uses the handle: of another thread, or the one that has called the handler of
// interrupts.
#define PM_BUSY 10

// The handler of interrupts has stopped the call.
#define PM_INTERRUPTED 11

// The game is not over.
#define PM_PLAYING 0

// The game is won; `can_go_on` is 1 if it can be continued.
#define PM_WON 1

// The game is lost, or nothing can move any more.
#define PM_OVER 2

// The number of an empty cell, in place of a kind.
#define PM_EMPTY (-1)

// The number of a hole, in place of a kind.
#define PM_HOLE (-2)

// The number of a cell that tiles pass over, in place of a kind.
#define PM_SLIPPERY (-3)

// The number of a hole for some moves, in place of a kind.
#define PM_TEMPORARY_HOLE (-4)

// The number of another content that is no tile, in place of a kind.
#define PM_OTHER (-5)

// The number of a tile where no more kinds are numbered, in place of a kind.
#define PM_TILE_WITHOUT_NUMBER (-6)

// The Game code: how it stands, for this engine and the original.
#define PM_GAME_CODE 0

// The Replay code: the whole game so far.
#define PM_GAME_REPLAY 1

// The Mode code of the mode from which it began.
#define PM_GAME_MODE 2

// JSON, for pm_open: everything, the random numbers to come and the last steps too.
#define PM_GAME_SAVED 3

// JSON: what happened in the last turn.
#define PM_GAME_EVENTS 4

// JSON: the kinds of tiles in the order of their numbers.
#define PM_GAME_KINDS 5

// The move string of the game so far, for pm_verify with its seed. PM_RECORD if these do not
// lead to it.
#define PM_GAME_MOVES 6

// JSON: the last hint, with all directions. PM_REFUSED if there was none since the last turn.
#define PM_GAME_HINT 7

// A picture as SVG.
#define PM_SVG 0

// A picture as a PNG file.
#define PM_PNG 1

// JSON: what happened in the step that was made last; nothing after a jump.
#define PM_REPLAY_EVENTS 0

// JSON: the kinds of tiles in the order of their numbers.
#define PM_REPLAY_KINDS 1

// JSON: the milliseconds from the start to each step, and to the end.
#define PM_REPLAY_TIMES 2

// JSON: title, rows, columns, directions and more.
#define PM_RULES_INFO 0

// The Mode code.
#define PM_RULES_CODE 1

// The mode as a mode file.
#define PM_RULES_FILE 2

// Many games that are played in step. A game that ends is followed by another one in its
// place.
typedef struct pm_batch pm_batch;

// An engine of rules: plays positions and looks ahead.
typedef struct pm_engine pm_engine;

// A game that is played.
typedef struct pm_game pm_game;

// A position of an engine. Only the engine that made it plays it.
typedef struct pm_position pm_position;

// A recorded game with a position in it.
typedef struct pm_replay pm_replay;

// A mode that is ready to be played. Threads may share it: calls that use it are counted, so that
// it is not freed under them.
typedef struct pm_rules pm_rules;

// A handler of interrupts: returns 0 to go on, and another number to stop the call. It must
// return, without an exception or longjmp. It may call the library, but for the handles of the
// call that asks it.
typedef int32_t (*pm_interrupt)(void *data);

// The place for a text that the library makes.
typedef struct {
  // Room for `capacity` bytes; NULL to ask for the length.
  char *bytes;
  // The number of bytes that there is room for.
  size_t capacity;
  // The length of the text in bytes, without the NUL behind it; it is set.
  size_t length;
} pm_buffer;

// Limits of what strangers send. What is 0 is as it is by default, or as `strict` says.
typedef struct {
  // The size of the struct: sizeof(pm_limits).
  size_t size;
  // 1: where nothing else is said, the limits for servers, which are far lower.
  uint32_t strict;
  // Cells of a grid.
  uint32_t cells;
  // Bytes of a text that is opened.
  uint64_t text;
  // Work of one evaluation.
  uint64_t evaluation_steps;
  // Memory of one evaluation, in bytes.
  uint64_t evaluation_memory;
  // Work of one turn.
  uint64_t turn_steps;
  // Work of all turns of a replay or a claim.
  uint64_t game_work;
  // Moves of a replay or a move string.
  uint64_t moves;
  // Steps that can be undone.
  uint64_t undo_steps;
  // Bytes of the states that can be gone back to.
  uint64_t undo_bytes;
} pm_limits;

// Moves of a move string, by the indices of their directions.
typedef struct {
  // The size of the struct: sizeof(pm_moves).
  size_t size;
  // The moves, or room for `capacity` of them; NULL to ask for their number.
  uint32_t *directions;
  // The number of moves that there is room for.
  size_t capacity;
  // The number of moves. pm_rules_read_moves sets it.
  size_t count;
  // The number of moves without those at the end that may be padding, where a string does
  // not say its length. pm_rules_read_moves sets it.
  size_t least;
} pm_moves;

// The state of a game.
typedef struct {
  // The size of the struct: sizeof(pm_status).
  size_t size;
  // PM_PLAYING, PM_WON or PM_OVER.
  int32_t status;
  // 1 if it is won and can be played on.
  int32_t can_go_on;
  // 1 if it was won at some time.
  int32_t was_won;
  // Rows of the grid.
  uint32_t rows;
  // Columns of the grid.
  uint32_t columns;
  // The number of directions.
  uint32_t directions;
  // The score.
  double score;
  // The moves so far.
  uint64_t moves;
  // The directions that move something, a bit for each; those from 64 on are left out.
  uint64_t legal;
  // The number of steps that can be undone.
  uint64_t undo_steps;
  // The number of undone steps that can be made again.
  uint64_t redo_steps;
  // The seed that the game was started with; 0 if it is not known.
  uint64_t seed;
} pm_status;

// The cells of a game, row by row.
typedef struct {
  // The size of the struct: sizeof(pm_board).
  size_t size;
  // The number of cells of the arrays: rows times columns.
  size_t cells;
  // NULL, or room for the kind of each cell: the number of the kind of a tile, from 0 on;
  // PM_EMPTY, PM_HOLE or another negative number where there is none.
  int32_t *kinds;
  // NULL, or room for what each tile is worth: 0 where there is none, NaN where that
  // can't be computed.
  double *values;
  // NULL, or room for the level of each cell: one number for its content, for learners.
  // An empty cell has 0, a tile of value 1 and more has 1 + log2(value).
  float *levels;
} pm_board;

// A tile that may spawn after a move.
typedef struct {
  // The row of its cell, counted from the top, from 0.
  uint32_t row;
  // The column of its cell, counted from the left, from 0.
  uint32_t column;
  // The number of its kind, as in pm_board.
  int32_t kind;
  // Its probability. Those of all spawns after a move have the sum 1.
  double probability;
} pm_spawn;

// The result of a move before anything spawns.
typedef struct {
  // The size of the struct: sizeof(pm_afterstate).
  size_t size;
  // NULL, or room for `capacity` spawns.
  pm_spawn *spawns;
  // The number of spawns that there is room for.
  size_t capacity;
  // Set: the number of possible spawns, whether there is room for them or not.
  size_t count;
  // Set: the points of the move.
  double points;
  // Set: 1 if anything moved, else 0.
  int32_t moved;
  // Set: PM_SPAWNS_NONE, PM_SPAWNS_LISTED, PM_SPAWNS_SAMPLED or PM_SPAWNS_BY_CHANCE.
  int32_t spawning;
} pm_afterstate;

// A step of all games of a batch: the directions, and what came of them. Arrays that are
// NULL are left out.
typedef struct {
  // The size of the struct: sizeof(pm_step).
  size_t size;
  // The number of games of the arrays.
  size_t games;
  // The number of cells of each: rows times columns.
  size_t cells;
  // The direction for each game; NULL to play nothing and only to look.
  const uint8_t *directions;
  // The kind of each cell, game by game, as in pm_board: games * cells of them.
  int32_t *kinds;
  // The values of the tiles, as in pm_board: games * cells of them.
  double *values;
  // The points of each game in the step.
  double *rewards;
  // 1 if anything moved, else 0.
  uint8_t *moved;
  // 1 if the game ended in the step, else 0. Another one is in its place then.
  uint8_t *over;
  // 1 if the turn was refused or failed, so that the game is as before; else 0.
  uint8_t *failed;
  // The directions that move something, a bit for each.
  uint64_t *legal;
  // The score with which the last game in each place ended.
  double *final_scores;
  // The levels of the cells, as in pm_board: games * cells of them.
  float *levels;
  // 1 if the game was won at some time, else 0.
  uint8_t *won;
} pm_step;

// Room for the boards of a batch after each direction, and the points of these turns. Arrays
// that are NULL are left out.
typedef struct {
  // The size of the struct: sizeof(pm_afterstates).
  size_t size;
  // The number of games of the arrays.
  size_t games;
  // The number of directions of each.
  size_t directions;
  // The number of cells of each board: rows times columns.
  size_t cells;
  // The kind of each cell as in pm_board, direction by direction, game by game:
  // games * directions * cells of them.
  int32_t *kinds;
  // The points of each turn: games * directions of them.
  double *points;
} pm_afterstates;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface of the library that is there: to be compared with PM_ABI.
uint32_t pm_abi(void);

// The version of the library, such as "0.1.0".
const char *pm_version(void);

// The message of the last call of this thread that failed, in a sentence; empty if none
// did. It stays until the next one fails.
const char *pm_last_error(void);

// A stable name of that, such as "no-such-mode".
const char *pm_last_error_code(void);

// Sets the handler of interrupts of this thread; NULL for none. pm_game_hint, pm_verify,
// pm_open, pm_game_replay, pm_replay_open, pm_replay_seek, PM_GAME_REPLAY and PM_GAME_MOVES ask it
// now and then. If it returns another number
// than 0, they stop and return PM_INTERRUPTED. `data` is for the handler.
void pm_set_interrupt(pm_interrupt handler, void *data);

// Lists the built-in modes, as JSON: a list of objects with name, number, title, family and
// more.
int32_t pm_modes(pm_buffer *json);

// Opens a text: the name, number or title of a built-in mode; a mode file; a save code of
// any kind with a mode; a saved game. `*game` is set to the game of a Game code or a saved
// game, to that at the end of a Replay code, and else to NULL. `limits`, `rules` and `game`
// may be NULL.
int32_t pm_open(const char *text, const pm_limits *limits, pm_rules **rules, pm_game **game);

// Lists the problems of a mode file, as JSON: a list of objects with severity, code,
// message, help, file, line, column and width.
int32_t pm_check(const char *text, const pm_limits *limits, pm_buffer *json);

// Rules with other settings ("goals=fresh") and modifiers ("grid=5x5"): one on each line;
// NULL for none. The rules that they are made from stay as they are.
int32_t pm_rules_change(const pm_rules *rules,
                        const char *settings,
                        const char *modifiers,
                        pm_rules **changed);

// Rules with cells drawn by a seed, the same for all games. Modes that draw cells before each
// game need it for engines and batches; other rules stay as they are.
int32_t pm_rules_draw(const pm_rules *rules, uint64_t seed, pm_rules **drawn);

// Writes `moves->count` moves as a move string.
int32_t pm_rules_write_moves(const pm_rules *rules, const pm_moves *moves, pm_buffer *text);

// Reads a move string. `moves->size` must be set, and `directions` and `capacity` if the moves
// are wanted. PM_SPACE if there is no room for them; `count` is set all the same.
int32_t pm_rules_read_moves(const pm_rules *rules, const char *text, pm_moves *moves);

// Writes rules as text: PM_RULES_INFO and so on.
int32_t pm_rules_text(const pm_rules *rules, uint32_t what, pm_buffer *text);

// Frees rules, unless another call uses them, as pm_game_free. Games and batches that were made
// from them can still be used.
void pm_rules_free(pm_rules *rules);

// Starts the game of a seed at the time `now`, in milliseconds: 0, where no clock is needed.
int32_t pm_game_start(const pm_rules *rules, uint64_t seed, double now, pm_game **game);

// Copies a game, with the random numbers of a seed. The copy has no steps to undo.
int32_t pm_game_fork(const pm_game *game, uint64_t seed, pm_game **fork);

// Presses a direction. A move that moves nothing is no fault: `*moved` is 0 then. `moved`
// and `score` may be NULL.
int32_t pm_game_play(pm_game *game, uint32_t direction, double now, int32_t *moved, double *score);

// Does something to a game: "on" (plays on after a win), "again" (plays again from the
// start), "tick" (lets time pass), "play:0", "tile:1:2" (clicks a tile, by row and column),
// "box:0" (clicks a stat box).
int32_t pm_game_act(pm_game *game, const char *action, double now);

// Takes back the last step, and its random numbers: the same move brings the same tiles.
// PM_REFUSED if there is none.
int32_t pm_game_undo(pm_game *game);

// Makes the last undone step again. PM_REFUSED if there is none.
int32_t pm_game_redo(pm_game *game);

// Reads the state of a game. `status->size` must be set.
int32_t pm_game_status(const pm_game *game, pm_status *status);

// The cells of a game as numbers. `board->size` and `board->cells` must be set, and the
// arrays that are wanted.
int32_t pm_game_board(pm_game *game, const pm_board *board);

// Evaluates an expression, as JSON, on a game; the value is JSON, too. The game stays as
// it is.
int32_t pm_game_eval(const pm_game *game, const char *expression, pm_buffer *json);

// Writes a game as text: PM_GAME_CODE and so on.
int32_t pm_game_text(pm_game *game, uint32_t what, pm_buffer *text);

// A picture of a game: PM_SVG, or PM_PNG, which has 100 pixels for a cell in each direction
// at scale 1. PM_REFUSED with "no-png" where the library was built without it.
int32_t pm_game_picture(pm_game *game, uint32_t format, float scale, pm_buffer *bytes);

// Ranks the directions by random games of `turns` turns in all: a better hint with more of them.
// `*best` is set to the best direction, or to -1 if none is legal; PM_GAME_HINT has all of them. A
// hint that is interrupted gives what it has found so far. `best` may be NULL.
int32_t pm_game_hint(pm_game *game, uint64_t turns, uint64_t seed, int32_t *best);

// The record of a game, to be watched from its start.
int32_t pm_game_replay(const pm_game *game, pm_replay **replay);

// Frees a game, unless another call uses it: then it stays, and pm_last_error_code is "busy". So do
// other functions that free.
void pm_game_free(pm_game *game);

// Opens a Replay code, or the record of a saved game, at its start. `limits` may be NULL.
int32_t pm_replay_open(const char *text, const pm_limits *limits, pm_replay **replay);

// The position, from 0 on, and the number of positions, which is at least 1. Both may be NULL.
int32_t pm_replay_place(const pm_replay *replay, size_t *position, size_t *length);

// Makes the next step. `*made` is set to 1, or to 0 at the end; it may be NULL.
int32_t pm_replay_step(pm_replay *replay, int32_t *made);

// Goes to a position, or to the end if there is none so far on. If that fails, the replay is at
// the last position that could be reached.
int32_t pm_replay_seek(pm_replay *replay, size_t position);

// Reads the state of the game at the position. `status->size` must be set.
int32_t pm_replay_status(const pm_replay *replay, pm_status *status);

// The cells at the position as numbers, as pm_game_board.
int32_t pm_replay_board(pm_replay *replay, const pm_board *board);

// Writes a replay as text: PM_REPLAY_EVENTS and so on.
int32_t pm_replay_text(pm_replay *replay, uint32_t what, pm_buffer *text);

// The game at the position, to be looked at as any game, or played on with the random numbers of
// a seed.
int32_t pm_replay_game(const pm_replay *replay, uint64_t seed, pm_game **game);

// Frees a replay.
void pm_replay_free(pm_replay *replay);

// An engine of rules, which plays positions and looks ahead in them, with the random numbers of
// a seed. For several threads, make one for each.
int32_t pm_engine_new(const pm_rules *rules, uint64_t seed, pm_engine **engine);

// Draws the random numbers of a seed from now on.
int32_t pm_engine_reseed(pm_engine *engine, uint64_t seed);

// The start of a game. The first one of an engine is that of its seed.
int32_t pm_engine_start(pm_engine *engine, pm_position **position);

// The position of a game, which must have been started from the rules of the engine.
int32_t pm_engine_position(pm_engine *engine, const pm_game *game, pm_position **position);

// The position of a text of pm_position_text, from this engine or another one of equal rules.
int32_t pm_engine_resume(pm_engine *engine, const char *text, pm_position **position);

// A game that goes on from a position, with the random numbers of a seed.
int32_t pm_engine_game(const pm_engine *engine,
                       const pm_position *position,
                       uint64_t seed,
                       pm_game **game);

// The kinds of tiles that boards of an engine have, in the order of their numbers, as JSON.
int32_t pm_engine_kinds(const pm_engine *engine, pm_buffer *json);

// Frees an engine. Its positions can then only be copied and freed.
void pm_engine_free(pm_engine *engine);

// Copies a position. Both can be played then.
int32_t pm_position_copy(const pm_position *position, pm_position **copy);

// Presses a direction, with random numbers of the engine. A move that moves nothing is no fault:
// `*moved` is 0 then. `moved` and `points` may be NULL.
int32_t pm_position_play(pm_engine *engine,
                         pm_position *position,
                         uint32_t direction,
                         int32_t *moved,
                         double *points);

// Presses a direction so that this tile spawns: one of the list of pm_position_afterstate for the
// same position and direction, by row, column and kind. Other random numbers of the turn are those
// of the engine. `points` may be NULL.
int32_t pm_position_play_spawn(pm_engine *engine,
                               pm_position *position,
                               uint32_t direction,
                               const pm_spawn *spawn,
                               double *points);

// Plays on after a win. PM_REFUSED if there is none, or the mode ends with it.
int32_t pm_position_play_on(pm_engine *engine, pm_position *position);

// The result of a direction before anything spawns: its points, and the spawns that may follow.
// `after->size` must be set, and `spawns` and `capacity` if the spawns are wanted; PM_SPACE if there
// is no room for them. `*board` is set to the board as a position, or to NULL if there is none.
// `board` may be NULL.
int32_t pm_position_afterstate(pm_engine *engine,
                               const pm_position *position,
                               uint32_t direction,
                               pm_afterstate *after,
                               pm_position **board);

// The directions that move something, a bit for each.
int32_t pm_position_legal(pm_engine *engine, const pm_position *position, uint64_t *legal);

// Reads the state of a position, which has no seed and no steps to undo. `status->size` must be
// set.
int32_t pm_position_status(pm_engine *engine, const pm_position *position, pm_status *status);

// The cells of a position as numbers, as pm_game_board.
int32_t pm_position_board(pm_engine *engine, const pm_position *position, const pm_board *board);

// A position as text, for pm_engine_resume: all but the random numbers to come.
int32_t pm_position_text(const pm_engine *engine, const pm_position *position, pm_buffer *text);

// Frees a position.
void pm_position_free(pm_position *position);

// Checks the score of the game of a seed and a move string: `*is_so` is set to 0 or 1,
// `*reached` to the score that it has. Both may be NULL.
int32_t pm_verify(const pm_rules *rules,
                  uint64_t seed,
                  const char *moves,
                  double score,
                  int32_t *is_so,
                  double *reached);

// Many games at their starts, to be played in step: the first has this seed, the next one
// the next seed, and so on.
int32_t pm_batch_new(const pm_rules *rules, size_t games, uint64_t seed, pm_batch **batch);

// Plays a step in every game, if there are directions, and reads what came of it.
// `step->size`, `games` and `cells` must be set, and the arrays that are wanted.
int32_t pm_batch_step(pm_batch *batch, const pm_step *step);

// Looks one move ahead in every game of a batch: the boards after each direction and before
// anything spawns, and the points of these turns. After a direction that moves nothing it is
// the present board, with 0 points; where more than the spawn goes by chance, a board that may
// come. All numbers of `after` must be set, and the arrays that are wanted.
int32_t pm_batch_afterstates(pm_batch *batch, const pm_afterstates *after);

// Begins the game of a seed in a place of a batch.
int32_t pm_batch_reset(pm_batch *batch, size_t place, uint64_t seed);

// Continues in a place of a batch from the state of a game, which must have been started
// from the rules of the batch.
int32_t pm_batch_load(pm_batch *batch, size_t place, const pm_game *game);

// The kinds of tiles that boards of a batch have, in the order of their numbers, as JSON.
int32_t pm_batch_kinds(pm_batch *batch, pm_buffer *json);

// The game in a place of a batch, to be played on by itself: it goes as it would there.
int32_t pm_batch_game(const pm_batch *batch, size_t place, pm_game **game);

// The games of a batch in which the last step did not happen, as JSON: a list of objects with
// game, code and message.
int32_t pm_batch_failures(const pm_batch *batch, pm_buffer *json);

// Frees a batch.
void pm_batch_free(pm_batch *batch);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* POLYMERGE_H */
