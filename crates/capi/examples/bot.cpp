// A bot that plays many games in step: it looks one move ahead, and of the directions that move
// something it takes the one after which most cells are empty. Prints how many games ended, and their mean score. `bot 50` plays 50 turns.
#include <polymerge.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

static void check(std::int32_t status) {
    if (status != PM_OK) throw std::runtime_error(pm_last_error());
}

// Handles that free themselves.
template <typename T, void (*Free)(T *)> struct Freed {
    void operator()(T *handle) const { Free(handle); }
};
using Rules = std::unique_ptr<pm_rules, Freed<pm_rules, pm_rules_free>>;
using Batch = std::unique_ptr<pm_batch, Freed<pm_batch, pm_batch_free>>;

int main(int count, char **arguments) try {
    const int turns = count > 1 ? std::atoi(arguments[1]) : 1000;
    constexpr std::size_t games = 64, ways = 4, cells = 16;
    pm_rules *opened = nullptr;
    check(pm_open("classic", nullptr, &opened, nullptr));
    Rules rules(opened);
    pm_batch *made = nullptr;
    check(pm_batch_new(rules.get(), games, 7, &made));
    Batch batch(made);

    std::vector<std::uint8_t> directions(games), over(games);
    std::vector<std::int32_t> boards(games * ways * cells);
    std::vector<std::uint64_t> legal(games);
    std::vector<double> scores(games);
    pm_step step{};
    step.size = sizeof step;
    step.games = games;
    step.cells = cells;
    step.over = over.data();
    step.legal = legal.data();
    step.final_scores = scores.data();

    pm_afterstates after{};
    after.size = sizeof after;
    after.games = games;
    after.directions = ways;
    after.cells = cells;
    after.kinds = boards.data();

    check(pm_batch_step(batch.get(), &step));  // no directions: only looks
    step.directions = directions.data();
    std::size_t ended = 0;
    double sum = 0;
    for (int turn = 0; turn < turns; turn++) {
        check(pm_batch_afterstates(batch.get(), &after));
        for (std::size_t game = 0; game < games; game++) {
            std::ptrdiff_t most = -1;
            for (std::size_t way = 0; way < ways; way++) {
                if (!(legal[game] >> way & 1)) continue;
                const auto board = boards.begin() + static_cast<std::ptrdiff_t>((game * ways + way) * cells);
                const auto room = std::count(board, board + cells, PM_EMPTY);
                if (room <= most) continue;
                most = room;
                directions[game] = static_cast<std::uint8_t>(way);
            }
        }
        check(pm_batch_step(batch.get(), &step));
        for (std::size_t game = 0; game < games; game++) {
            if (!over[game]) continue;
            ended++;
            sum += scores[game];
        }
    }
    std::printf("%zu games, %.0f points on average\n", ended, ended ? sum / ended : 0.0);
} catch (const std::exception &fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
}
