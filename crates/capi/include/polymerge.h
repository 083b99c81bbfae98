/* Polymerge: 2048 and 126 variants, and your own, as a library for C and C++.
 *
 * Made by cbindgen from crates/capi/src; changes belong there. docs/c.md tells how to use it.
 *
 * Functions give PM_OK or what was wrong; pm_last_error() says it in words. Texts are UTF-8
 * with a NUL at the end. A handle is freed once, by its own function, which takes NULL, too.
 * It may be handed to another thread, but only one call at a time uses it; pm_rules may be
 * used by many at once. Pointers of one call must not overlap. Structs begin with their size:
 * set it to sizeof, so that programs go on with later versions.
 */

#ifndef POLYMERGE_H
#define POLYMERGE_H

#include <stddef.h>
#include <stdint.h>

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

// The game is not over.
#define PM_PLAYING 0

// The game is won; `can_go_on` is 1 if it can be continued.
#define PM_WON 1

// The game is lost, or nothing can move any more.
#define PM_OVER 2

// The number of an empty cell, in place of a kind.
#define PM_EMPTY -1

// The number of a hole, in place of a kind.
#define PM_HOLE -2

// The number of a cell that tiles pass over, in place of a kind.
#define PM_SLIPPERY -3

// The number of a hole for some moves, in place of a kind.
#define PM_TEMPORARY_HOLE -4

// The number of another content that is no tile, in place of a kind.
#define PM_OTHER -5

// The number of a tile where no more kinds are numbered, in place of a kind.
#define PM_TILE_WITHOUT_NUMBER -6

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

// A picture as SVG.
#define PM_SVG 0

// A picture as a PNG file.
#define PM_PNG 1

// JSON: title, rows, columns, directions and more.
#define PM_RULES_INFO 0

// The Mode code.
#define PM_RULES_CODE 1

// The mode as a mode file.
#define PM_RULES_FILE 2

// Many games that are played in step. A game that ends is followed by another one in its
// place.
typedef struct pm_batch pm_batch;

// A game that is played.
typedef struct pm_game pm_game;

// A mode that is ready to be played. Threads may share it.
typedef struct pm_rules pm_rules;

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

// The place for a text that the library makes.
typedef struct {
  // Room for `capacity` bytes; NULL to ask for the length.
  char *bytes;
  // The number of bytes that there is room for.
  size_t capacity;
  // The length of the text in bytes, without the NUL behind it; it is set.
  size_t length;
} pm_buffer;

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
} pm_board;

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
} pm_step;

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

// Writes rules as text: PM_RULES_INFO and so on.
int32_t pm_rules_text(const pm_rules *rules, uint32_t what, pm_buffer *text);

// Frees rules. Games and batches that were made from them can still be used.
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
// at scale 1.
int32_t pm_game_picture(pm_game *game, uint32_t format, float scale, pm_buffer *bytes);

// Frees a game.
void pm_game_free(pm_game *game);

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

// Begins the game of a seed in a place of a batch.
int32_t pm_batch_reset(pm_batch *batch, size_t place, uint64_t seed);

// Continues in a place of a batch from the state of a game, which must have been started
// from the rules of the batch.
int32_t pm_batch_load(pm_batch *batch, size_t place, const pm_game *game);

// The kinds of tiles that boards of a batch have, in the order of their numbers, as JSON.
int32_t pm_batch_kinds(pm_batch *batch, pm_buffer *json);

// Frees a batch.
void pm_batch_free(pm_batch *batch);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* POLYMERGE_H */
