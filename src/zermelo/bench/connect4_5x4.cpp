// The limit: plain alpha-beta over connect four on 5 columns and 4 rows, by hand.
//
// No table, no move ordering, nothing clever: columns from left to right, cut when alpha >= beta,
// fail-soft, an infinite window, +1 a win for the player who begins, -1 a loss, 0 a draw. That
// enters exactly 18,026,614 nodes, the root among them. Zermelo's compiled alpha-beta enters the
// same nodes; the benchmark divides its speed by this one.
//
//     g++ -O3 -march=native -o connect4_5x4 connect4_5x4.cpp
//
// Prints the value, the nodes and the seconds of the fastest of several runs (argument 1, default
// 3) on one line.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

// The bit of each cell. The empty row on top keeps a column from running on into the next.
//
//      4   9  14  19  24
//      -------------------
//      3   8  13  18  23
//      2   7  12  17  22
//      1   6  11  16  21
//      0   5  10  15  20

using Board = std::uint64_t;

constexpr int columns = 5, rows = 4, stride = rows + 1;
constexpr int infinity = 1000;

constexpr Board column(int i) { return ((Board{1} << rows) - 1) << (i * stride); }
constexpr Board bottom(int i) { return Board{1} << (i * stride); }

constexpr Board full() {
    Board cells = 0;
    for (int i = 0; i < columns; ++i) cells |= column(i);
    return cells;
}

std::int64_t nodes = 0;

template <int step> bool four_at(Board stones) {
    Board pairs = stones & (stones >> step);
    return pairs & (pairs >> 2 * step);
}

bool four(Board stones) {
    return four_at<1>(stones) || four_at<stride>(stones) || four_at<stride + 1>(stones) ||
           four_at<stride - 1>(stones);
}

// The value v for the player who begins; `mine` are the stones of the player to move, and m being
// the minimax value, v <= alpha means m <= v, alpha < v < beta means m == v, v >= beta m >= v.
template <bool first> int value(Board mine, Board both, int alpha, int beta) {
    ++nodes;
    if (four(both ^ mine)) return first ? -1 : 1;
    if (both == full()) return 0;
    int best = first ? -infinity : infinity;
    for (int i = 0; i < columns; ++i) {
        Board cell = (both + bottom(i)) & column(i);
        if (!cell) continue;
        int v = value<!first>(both ^ mine, both | cell, alpha, beta);
        if (first ? v > best : v < best) {
            best = v;
            if (first) {
                if (v > alpha) alpha = v;
            } else {
                if (v < beta) beta = v;
            }
            if (alpha >= beta) break;
        }
    }
    return best;
}

}  // namespace

int main(int count, char **arguments) {
    int runs = count > 1 ? std::atoi(arguments[1]) : 3;
    double best = 1e9;
    int result = 0;
    for (int run = 0; run < runs; ++run) {
        nodes = 0;
        auto start = std::chrono::steady_clock::now();
        result = value<true>(0, 0, -infinity, infinity);
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        if (seconds.count() < best) best = seconds.count();
    }
    std::printf("value %d nodes %lld seconds %.6f\n", result, static_cast<long long>(nodes), best);
}
