/* Two threads that use one game: calls that come while another one uses it are refused, and
 * tried again. A third one stops a hint that would take hours. */
#include <polymerge.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status) {
    if (status == PM_OK) return;
    fprintf(stderr, "%s: %s\n", pm_last_error_code(), pm_last_error());
    exit(1);
}

static atomic_int refused, waiting, stop;

static void *press(void *game) {
    for (uint32_t turn = 0; turn < 500; turn++) {
        int32_t status;
        while ((status = pm_game_play(game, turn % 4, 0.0, NULL, NULL)) == PM_BUSY) {
            atomic_fetch_add(&refused, 1);
        }
        if (status != PM_REFUSED) check(status); /* the game may be over */
    }
    return NULL;
}

/* Called now and then by the thread that works on the hint. */
static int32_t is_enough(void *data) {
    (void)data;
    atomic_store(&waiting, 1);
    return atomic_load(&stop);
}

static void *ask(void *game) {
    int32_t best = -1;
    pm_set_interrupt(is_enough, NULL);
    int32_t status = pm_game_hint(game, UINT64_MAX, 7, &best);
    pm_set_interrupt(NULL, NULL);
    if (status != PM_INTERRUPTED) exit(1);
    printf("direction %d is the best so far\n", (int)best);
    return NULL;
}

int main(void) {
    pm_rules *rules = NULL;
    pm_game *game = NULL, *other = NULL;
    pthread_t threads[3];
    check(pm_open("classic", NULL, &rules, NULL));
    check(pm_game_start(rules, 7, 0.0, &game));
    check(pm_game_start(rules, 8, 0.0, &other));

    for (int thread = 0; thread < 2; thread++) {
        if (pthread_create(&threads[thread], NULL, press, game)) return 1;
    }
    if (pthread_create(&threads[2], NULL, ask, other)) return 1;
    while (!atomic_load(&waiting)) {
    }
    /* The hint uses the game until it is stopped. */
    if (pm_game_undo(other) != PM_BUSY) return 1;
    printf("%s: %s\n", pm_last_error_code(), pm_last_error());
    atomic_store(&stop, 1);
    for (int thread = 0; thread < 3; thread++) pthread_join(threads[thread], NULL);
    printf("%d calls were tried again\n", atomic_load(&refused));

    pm_game_free(other);
    pm_game_free(game);
    pm_rules_free(rules);
    return 0;
}
