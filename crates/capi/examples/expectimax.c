/* Plays plain 2048 by expectimax: for each direction it takes the mean over the tiles that may
 * spawn after it of the best that can follow, and plays the best direction. Plays as many games
 * at random, and prints the mean scores of both. `expectimax 2 10` looks two moves ahead, and
 * plays ten games. */
#include <polymerge.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 16
#define MOST_SPAWNS (2 * CELLS)

static void check(int32_t status) {
    if (status == PM_OK) return;
    fprintf(stderr, "%s: %s\n", pm_last_error_code(), pm_last_error());
    exit(1);
}

/* What a board without a choice is worth: it is better with more empty cells. */
static double worth(pm_engine *engine, const pm_position *position) {
    int32_t kinds[CELLS];
    pm_board board = {.size = sizeof board, .cells = CELLS, .kinds = kinds};
    check(pm_position_board(engine, position, &board));
    double empty = 0;
    for (int cell = 0; cell < CELLS; cell++) empty += kinds[cell] == PM_EMPTY;
    return 10 * empty;
}

static double best(pm_engine *engine, const pm_position *position, int depth, uint32_t *direction);

/* The mean over all tiles that may spawn after a direction. */
static double mean(pm_engine *engine, const pm_position *position, uint32_t direction, int depth) {
    pm_spawn spawns[MOST_SPAWNS];
    pm_afterstate after = {.size = sizeof after, .spawns = spawns, .capacity = MOST_SPAWNS};
    pm_position *board = NULL;
    check(pm_position_afterstate(engine, position, direction, &after, &board));
    double sum = after.points;
    if (depth <= 1) {
        sum += worth(engine, board);
    } else {
        for (size_t spawn = 0; spawn < after.count; spawn++) {
            pm_position *next = NULL;
            check(pm_position_copy(position, &next));
            check(pm_position_play_spawn(engine, next, direction, &spawns[spawn], NULL));
            sum += spawns[spawn].probability * best(engine, next, depth - 1, NULL);
            pm_position_free(next);
        }
    }
    pm_position_free(board);
    return sum;
}

/* The value of the best direction; a board on which nothing moves has none. */
static double best(pm_engine *engine, const pm_position *position, int depth, uint32_t *direction) {
    uint64_t legal = 0;
    double most = -1000;
    check(pm_position_legal(engine, position, &legal));
    for (uint32_t own = 0; own < 4; own++) {
        if (!(legal >> own & 1)) continue;
        double value = mean(engine, position, own, depth);
        if (value <= most) continue;
        most = value;
        if (direction) *direction = own;
    }
    return most;
}

/* The score of a game: by expectimax of a depth, or at random if it is 0. */
static double play(pm_engine *engine, uint64_t seed, int depth) {
    pm_position *position = NULL;
    pm_status status = {.size = sizeof status};
    check(pm_engine_reseed(engine, seed));
    check(pm_engine_start(engine, &position));
    for (;;) {
        check(pm_position_status(engine, position, &status));
        if (status.status == PM_WON && status.can_go_on) check(pm_position_play_on(engine, position));
        else if (status.status != PM_PLAYING) break;
        uint32_t direction = (uint32_t)rand() % 4;
        if (depth) best(engine, position, depth, &direction);
        else if (!(status.legal >> direction & 1)) continue;
        check(pm_position_play(engine, position, direction, NULL, NULL));
    }
    pm_position_free(position);
    return status.score;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 2, games = count > 2 ? atoi(arguments[2]) : 3;
    double searched = 0, random = 0;
    pm_rules *rules = NULL;
    pm_engine *engine = NULL;
    check(pm_open("classic", NULL, &rules, NULL));
    check(pm_engine_new(rules, 0, &engine));
    for (int game = 0; game < games; game++) {
        searched += play(engine, (uint64_t)game, depth) / games;
        random += play(engine, (uint64_t)game, 0) / games;
    }
    printf("expectimax: %.0f points, at random: %.0f points\n", searched, random);
    pm_engine_free(engine);
    pm_rules_free(rules);
    return searched > random ? 0 : 1;
}
