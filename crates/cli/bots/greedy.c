/* A bot: it moves where the most points are. It looks for {"move":"L","points":4, in the line. */

#include <stdio.h>
#include <string.h>

static char line[1 << 20], best[16];

static void look_at(const char *position) {
    const char *after = strstr(position, "\"after\":[");
    double most = -1e300, points;
    for (const char *at = after; at && (at = strstr(at, "{\"move\":\"")); at++) {
        char move[16];
        if (sscanf(at, "{\"move\":\"%15[^\"]\",\"points\":%lf", move, &points) < 2) points = 0;
        if (points > most) {
            most = points;
            strcpy(best, move);
        }
    }
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) {
            puts("hello {\"protocol\":1,\"name\":\"Greedy in C\",\"wants\":[\"after\"]}");
        } else if (!strncmp(line, "mode", 4)) {
            puts("ready");
        } else if (!strncmp(line, "position", 8)) {
            look_at(line);
        } else if (!strncmp(line, "go", 2)) {
            printf("bestmove %s\n", best);
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
