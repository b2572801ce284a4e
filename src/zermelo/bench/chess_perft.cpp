// The limit: the number of move sequences in chess, by hand.
//
// Bitboards copied from move to move, legal moves by checks and pins, no table, and every move of
// the last ply is met: what Zermelo's compiled perft does from the rules in Python; the benchmark
// divides its speed by this one.
//
//     g++ -O3 -march=native -std=c++17 -o chess_perft chess_perft.cpp
//     chess_perft 5 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
//
// Prints the number and the seconds on one line.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

using Set = std::uint64_t;  // of squares, a1 = 0, h8 = 63
enum Piece { pawn, knight, bishop, rook, queen, king };
enum Side { white, black };

struct Position {
    Set of[2], kind[6];
    Set passing;   // the square that a pawn has just jumped over
    Set castling;  // rooks with which the king may castle
};

constexpr Set file_a = 0x0101010101010101, file_h = file_a << 7, all = ~Set{0};
Set ranks[64], files[64], rising[64], falling[64], leaps[64], steps[64], attacks[2][64];
Set between[64][64], line[64][64];  // the squares from after one to another; the line of both

constexpr Set bit(int square) { return Set{1} << square; }
int first(Set set) { return __builtin_ctzll(set); }
Set pop(Set &set) {
    Set lowest = set & -set;
    set ^= lowest;
    return lowest;
}

Set reached(int square, const int (*by)[2], int count, bool far) {
    Set found = 0;
    for (int i = 0; i < count; ++i) {
        int file = square % 8 + by[i][0], rank = square / 8 + by[i][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            found |= bit(8 * rank + file);
            if (!far) break;
            file += by[i][0], rank += by[i][1];
        }
    }
    return found;
}

// The squares of a line up to the first taken one, both ways.
Set along(int square, Set line, Set taken) {
    Set below = line & taken & (bit(square) - 1), above = line & taken & -(bit(square) << 1);
    return line & (2 * (above & -above) - (Set{1} << (63 - __builtin_clzll(below | 1))));
}
Set straight(int at, Set taken) { return along(at, ranks[at], taken) | along(at, files[at], taken); }
Set aslant(int at, Set taken) { return along(at, rising[at], taken) | along(at, falling[at], taken); }

void prepare() {
    constexpr int by[16][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1},
                               {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    for (int at = 0; at < 64; ++at) {
        ranks[at] = reached(at, by, 2, true), files[at] = reached(at, by + 2, 2, true);
        rising[at] = reached(at, by + 4, 2, true), falling[at] = reached(at, by + 6, 2, true);
        steps[at] = reached(at, by, 8, false), leaps[at] = reached(at, by + 8, 8, false);
        constexpr int up[2][2] = {{1, 1}, {-1, 1}}, down[2][2] = {{1, -1}, {-1, -1}};
        attacks[white][at] = reached(at, up, 2, false), attacks[black][at] = reached(at, down, 2, false);
    }
    for (int i = 0; i < 64; ++i)
        for (const Set *lines : {ranks, files, rising, falling})
            for (Set left = lines[i]; left;) {
                int j = first(pop(left));
                line[i][j] = lines[i] | bit(i);
                between[i][j] = bit(j) | (along(i, lines[i], bit(j)) & along(j, lines[j], bit(i)));
            }
}

template <Side side> Set attackers(const Position &p, int at, Set taken) {  // of the other side
    Set diagonal = p.kind[bishop] | p.kind[queen], upright = p.kind[rook] | p.kind[queen];
    return p.of[!side] & ((leaps[at] & p.kind[knight]) | (steps[at] & p.kind[king]) |
                          (attacks[side][at] & p.kind[pawn]) | (straight(at, taken) & upright) |
                          (aslant(at, taken) & diagonal));
}

template <Side side> constexpr Set ahead(Set set) { return side == white ? set << 8 : set >> 8; }

template <Side side, typename Visit> void moves(const Position &p, Visit visit) {
    const Set own = p.of[side], other = p.of[!side], taken = own | other;
    const int home = first(own & p.kind[king]);
    // The squares on which a check ends, and the pieces that keep to their line.
    const Set checks = attackers<side>(p, home, taken);
    const Set saves = !checks ? all : checks & (checks - 1) ? 0 : between[home][first(checks)] | checks;
    Set pinned = 0;
    Set pinners = other & ((straight(home, other) & (p.kind[rook] | p.kind[queen])) |
                           (aslant(home, other) & (p.kind[bishop] | p.kind[queen])));
    while (pinners) {
        Set way = between[home][first(pop(pinners))] & own;
        if (way && !(way & (way - 1))) pinned |= way;
    }
    Set left = steps[home] & ~own;
    while (left) {
        int to = first(pop(left));
        if (!attackers<side>(p, to, taken ^ bit(home))) visit(king, home, to, king);
    }
    if (!saves) return;
    if (saves == all)
        for (Set rooks = p.castling & own; rooks;) {
            int from = first(pop(rooks)), to = from > home ? home + 2 : home - 2;
            bool free = !((between[home][from] ^ bit(from)) & taken);
            for (int at = to; free && at != home; at += from > home ? -1 : 1)
                free = !attackers<side>(p, at, taken);
            if (free) visit(king, home, to, king);
        }
    for (int kind = knight; kind <= queen; ++kind)
        for (Set pieces = own & p.kind[kind]; pieces;) {
            int from = first(pop(pieces));
            Set to = kind == knight ? leaps[from] : 0;
            if (kind == bishop || kind == queen) to = aslant(from, taken);
            if (kind == rook || kind == queen) to |= straight(from, taken);
            to &= ~own & saves & (pinned & bit(from) ? line[home][from] : all);
            while (to) visit(Piece(kind), from, first(pop(to)), Piece(kind));
        }
    for (Set pawns = own & p.kind[pawn]; pawns;) {
        Set self = pop(pawns);
        int from = first(self);
        Set step = ahead<side>(self) & ~taken, third = Set{0xFF} << (side == white ? 16 : 40);
        Set to = step | (ahead<side>(step & third) & ~taken) | (attacks[side][from] & other);
        to &= saves & (pinned & self ? line[home][from] : all);
        if (attacks[side][from] & p.passing) {
            Set jumped = ahead<side == white ? black : white>(p.passing);
            Position after = p;
            after.of[!side] ^= jumped;
            if (!attackers<side>(after, home, taken ^ self ^ jumped ^ p.passing)) to |= p.passing;
        }
        while (to) {
            int end = first(pop(to));
            if (end < 8 || end > 55)
                for (Piece becomes : {queen, rook, bishop, knight}) visit(pawn, from, end, becomes);
            else
                visit(pawn, from, end, pawn);
        }
    }
}

template <Side side>
Position result(const Position &p, Piece piece, int from, int to, Piece becomes) {
    Position after = p;
    Set gone = bit(to);
    if (piece == pawn && gone == p.passing) gone = ahead<side == white ? black : white>(gone);
    if (p.of[!side] & gone) {
        after.of[!side] ^= gone;
        for (Set &kind : after.kind) kind &= ~gone;
    }
    after.of[side] ^= bit(from) | bit(to);
    after.kind[piece] ^= bit(from), after.kind[becomes] |= bit(to);
    after.passing = piece == pawn && abs(to - from) == 16 ? bit((from + to) / 2) : 0;
    after.castling &= ~(bit(from) | bit(to) | (piece == king ? p.of[side] : 0));
    if (piece == king && abs(to - from) == 2) {
        Set rooks = to > from ? bit(to + 1) | bit(to - 1) : bit(to - 2) | bit(to + 1);
        after.of[side] ^= rooks, after.kind[rook] ^= rooks;
    }
    return after;
}

template <Side side> std::int64_t perft(const Position &p, int depth) {
    std::int64_t total = 0;
    moves<side>(p, [&](Piece piece, int from, int to, Piece becomes) {
        constexpr Side next = side == white ? black : white;
        total += depth == 1 ? 1 : perft<next>(result<side>(p, piece, from, to, becomes), depth - 1);
    });
    return total;
}

}  // namespace

int main(int, char **given) {
    prepare();
    Position p{};
    const char *at = given[2], letters[] = "PNBRQKpnbrqk", rights[] = "QKqk";
    for (int square = 56; *at != ' '; ++at)
        if (const char *found = std::strchr(letters, *at)) {
            int which = int(found - letters);
            p.of[which / 6] |= bit(square), p.kind[which % 6] |= bit(square++);
        } else
            square += *at == '/' ? -16 : *at - '0';
    bool first_moves = *++at == 'w';
    for (at += 2; *at != ' '; ++at)
        if (const char *found = std::strchr(rights, *at)) {
            constexpr int rooks[] = {0, 7, 56, 63};
            p.castling |= bit(rooks[found - rights]);
        }
    if (*++at != '-' && *at) p.passing = bit(8 * (at[1] - '1') + at[0] - 'a');
    auto began = std::chrono::steady_clock::now();
    auto count = first_moves ? perft<white>(p, std::atoi(given[1])) : perft<black>(p, std::atoi(given[1]));
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    std::printf("nodes %lld seconds %.6f\n", static_cast<long long>(count), took.count());
}
