// Every position of connect four with its value and its distance, symmetric ones once, by the same
// algorithm as zermelo.tablebase and by hand: levels forward (expand, sort by digits, drop doubles),
// values backward (look the children up by bisection in buckets), all in memory, nothing written.
//
//     tablebase WIDTH HEIGHT   prints: positions N score S seconds T
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Word = int64_t;
using Words = std::vector<Word>;

static int width, height, stride, cells;
static Word floor_bits, column, board;
static const Word UNIT = 1 << 24, NEVER = (1 << 23) - 1;

static Word mirror(Word discs) {
    Word image = 0, mask = column;
    for (int distance = (width - 1) * stride; distance >= 0; distance -= 2 * stride) {
        image |= (discs & mask) << distance | (discs >> distance & mask);
        mask <<= stride;
    }
    return image;
}

static bool has_line(Word discs) {
    for (int step : {1, stride, stride - 1, stride + 1}) {
        Word pairs = discs & discs >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

struct Discs { Word own, taken; };

static Discs decode(Word key) {
    Word taken = key + floor_bits;
    for (int row = 0; row < height; row++) taken |= taken >> 1 & board;
    taken = taken >> 1 & board;
    return {key - taken, taken};
}

// Writes the keys of the children; how many, or -1 where the game is over.
static int expand(Word key, Word *out, bool &line) {
    Discs here = decode(key);
    line = has_line(here.own ^ here.taken);
    if (line || here.taken == board) return -1;
    int count = 0;
    for (Word moves = here.taken + floor_bits & board; moves; moves &= moves - 1) {
        Word cell = moves & -moves, own = here.own ^ here.taken, taken = here.taken | cell;
        out[count++] = std::min(own + taken, mirror(own) + mirror(taken));
    }
    return count;
}

static void unique_sorted(Words &keys, Words &other) {
    Word all = 0;
    for (Word key : keys) all |= key;
    int bits = 64 - __builtin_clzll(all | 1), passes = (bits + 10) / 11;
    int digit = (bits + passes - 1) / passes, buckets = 1 << digit;
    std::vector<Word> counts((size_t)passes * buckets);
    for (Word key : keys)
        for (int turn = 0; turn < passes; turn++)
            counts[turn * buckets + (key >> digit * turn & (buckets - 1))]++;
    other.resize(keys.size());
    for (int turn = 0; turn < passes; turn++) {
        Word *begin = &counts[(size_t)turn * buckets], total = 0;
        for (int i = 0; i < buckets; i++) { Word n = begin[i]; begin[i] = total; total += n; }
        for (Word key : keys) other[begin[key >> digit * turn & (buckets - 1)]++] = key;
        keys.swap(other);
    }
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

struct Table {
    Words keys, scores, index;
    Word low = 0;
    int shift = 0;
    void make() {
        low = keys.front();
        Word span = keys.back() - low, wanted = std::max<Word>(keys.size() / 4, 1);
        int bits = span ? 64 - __builtin_clzll(span) : 0;
        shift = std::max(0, bits - (64 - __builtin_clzll(wanted)));
        index.assign((span >> shift) + 2, (Word)keys.size());
        for (size_t i = keys.size(); i-- > 0;) index[(keys[i] - low) >> shift] = i;
        for (size_t b = index.size() - 1; b-- > 0;) index[b] = std::min(index[b], index[b + 1]);
    }
};

static void look_up(const Table &table, const Word *children, size_t count, Word *found) {
    for (size_t begin = 0; begin < count; begin += 16) {
        size_t end = std::min(begin + 16, count);
        for (size_t i = begin; i < end; i++)
            __builtin_prefetch(&table.index[(children[i] - table.low) >> table.shift]);
        for (size_t i = begin; i < end; i++) {
            const Word *at = &table.index[(children[i] - table.low) >> table.shift];
            Word middle = (at[0] + at[1]) >> 1;
            __builtin_prefetch(&table.keys[middle]);
            __builtin_prefetch(&table.scores[middle]);
        }
        for (size_t i = begin; i < end; i++) {
            const Word *at = &table.index[(children[i] - table.low) >> table.shift];
            auto place = std::lower_bound(&table.keys[at[0]], &table.keys[at[1]], children[i]);
            found[i] = table.scores[place - &table.keys[0]];
        }
    }
}

int main(int argc, char **argv) {
    width = argc > 1 ? atoi(argv[1]) : 5, height = argc > 2 ? atoi(argv[2]) : 5;
    stride = height + 1, cells = width * height, column = (1LL << height) - 1;
    for (int c = 0; c < width; c++) floor_bits |= 1LL << c * stride;
    board = floor_bits * column;
    auto began = std::chrono::steady_clock::now();
    std::vector<Words> levels{{0}};
    Words children, other;
    bool line;
    while (!levels.back().empty()) {
        children.resize(levels.back().size() * width);
        size_t used = 0;
        for (Word key : levels.back()) used += std::max(expand(key, &children[used], line), 0);
        children.resize(used);
        unique_sorted(children, other);
        levels.emplace_back(children.begin(), children.end());
    }
    levels.pop_back();
    size_t positions = 0;
    for (auto &level : levels) positions += level.size();
    Table table;
    const size_t CHUNK = 1 << 16;
    Words some(CHUNK + 64), found(CHUNK + 64);
    std::vector<int> heads;
    for (int moves = levels.size() - 1; moves >= 0; moves--) {
        Words scores(levels[moves].size());
        for (size_t first = 0, last = 0; first < scores.size(); first = last) {
            size_t used = 0;
            heads.clear();
            for (last = first; last < scores.size() && used + width <= CHUNK; last++) {
                int count = expand(levels[moves][last], &some[used], line);
                heads.push_back(count);
                if (count < 0) {
                    Word worth = line ? (cells + 2 - std::max(moves, 7)) >> 1 : 0;
                    scores[last] = (moves & 1 ? worth : -worth) * UNIT;
                } else used += count;
            }
            look_up(table, some.data(), used, found.data());
            size_t at = 0;
            for (size_t i = first; i < last; i++) {
                int count = heads[i - first];
                if (count < 0) continue;
                Word best = found[at];
                for (int j = 1; j < count; j++)
                    best = moves & 1 ? std::min(best, found[at + j]) : std::max(best, found[at + j]);
                scores[i] = best == NEVER ? best : best > NEVER ? best - 1 : best + 1;
                at += count;
            }
        }
        table.keys.swap(levels[moves]);
        table.scores.swap(scores);
        table.make();
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    printf("positions %zu score %lld seconds %f\n", positions, (long long)table.scores[0],
           took.count());
}
