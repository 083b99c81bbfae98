/* Plays a game to its end, always in the first direction that moves something, and prints the
 * board. */
#include <polymerge.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status) {
    if (status == PM_OK) return;
    fprintf(stderr, "%s: %s\n", pm_last_error_code(), pm_last_error());
    exit(1);
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "classic";
    pm_rules *rules = NULL;
    pm_game *game = NULL;
    if (pm_abi() != PM_ABI) return 1;
    check(pm_open(mode, NULL, &rules, NULL));
    check(pm_game_start(rules, 7, 0.0, &game));

    pm_status status = {.size = sizeof status};
    for (int turn = 0; turn < 100000; turn++) {
        check(pm_game_status(game, &status));
        if (status.status == PM_WON && status.can_go_on) {
            check(pm_game_act(game, "on", 0.0));
            continue;
        }
        if (status.status != PM_PLAYING) break;
        uint32_t direction = 0;
        while (!(status.legal >> direction & 1)) direction++;
        check(pm_game_play(game, direction, 0.0, NULL, NULL));
    }

    size_t cells = (size_t)status.rows * status.columns;
    pm_board board = {.size = sizeof board, .cells = cells};
    board.values = malloc(cells * sizeof *board.values);
    board.kinds = malloc(cells * sizeof *board.kinds);
    if (!board.values || !board.kinds) return 1;
    check(pm_game_board(game, &board));
    for (size_t cell = 0; cell < cells; cell++) {
        if (board.kinds[cell] == PM_EMPTY) printf("%8s", ".");
        else printf("%8g", board.values[cell]);
        if ((cell + 1) % status.columns == 0) putchar('\n');
    }
    printf("%.0f points in %llu moves\n", status.score, (unsigned long long)status.moves);

    /* A text of any length: first its length, then the text. */
    pm_buffer code = {NULL, 0, 0};
    check(pm_game_text(game, PM_GAME_CODE, &code));
    code.capacity = code.length + 1;
    code.bytes = malloc(code.capacity);
    if (!code.bytes) return 1;
    check(pm_game_text(game, PM_GAME_CODE, &code));
    printf("Game code: %zu bytes\n", code.length);

    free(code.bytes);
    free(board.values);
    free(board.kinds);
    pm_game_free(game);
    pm_rules_free(rules);
    return 0;
}
