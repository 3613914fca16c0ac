/* Solves the endgames of Squadro: every position in which both seats have few pieces away.
 *
 * Positions are numbered as games/squadro/ranks.py tells; what a piece does in a move stands in
 * runs.h, written by games/squadro/building/runs.py, so that no rule is told twice. A position is
 * won if a move leads to one that is lost for the other seat, lost if all lead to won ones, and
 * drawn if nothing ever shows it to be either. The values with seat A to move go to standard
 * output, 2 bits each: 0 drawn, 1 won, 2 lost. What cannot stand is written as what came before,
 * which packs best.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"

#ifndef MOST_AWAY
#define MOST_AWAY 3
#endif
#define LEAST_AWAY 2
#define TRACKS 5
#define FAR_EDGE 6
#define HOME 12
#define CODES (13 * 13 * 13 * 13 * 13)
#define MOST_RANKS 18720

enum { DRAWN, WON, LOST, IMPOSSIBLE };

/* By the rank of a seat's pieces: where they are, how many are away, their progress together. */
static uint8_t progress[MOST_RANKS][TRACKS], away[MOST_RANKS], advance[MOST_RANKS];
/* Which of them stand on the track of each enemy. */
static uint8_t crossing[MOST_RANKS][TRACKS];
/* The rank when a piece goes on by one, when it is home, when it is sent back. */
static int32_t step[MOST_RANKS][TRACKS], homed[MOST_RANKS][TRACKS], sent[MOST_RANKS][TRACKS];
static int32_t ranks, rank_of[CODES], order[MOST_RANKS];
/* By the seat to move, then by the rank of A's pieces, then by that of B's. */
static uint8_t *values[2];

static int coordinate(int p) { return p < FAR_EDGE ? p : HOME - p; }

static uint8_t *value_at(int seat, int own, int other)
{
    int a = seat ? other : own, b = seat ? own : other;
    return values[seat] + (size_t)a * ranks + b;
}

static int code_of(const uint8_t *pieces)
{
    int code = 0;
    for (int i = 0; i < TRACKS; i++)
        code = code * 13 + pieces[i];
    return code;
}

/* The ranks in which the pieces of `mask` are away. */
static void number(int mask)
{
    int tracks[TRACKS], n = 0, many = 1;
    for (int i = 0; i < TRACKS; i++)
        if (mask >> i & 1) {
            tracks[n++] = i;
            many *= HOME;
        }
    for (int digits = 0; digits < many; digits++, ranks++) {
        int rest = digits, weight = 1;
        memset(progress[ranks], HOME, TRACKS);
        for (int j = n - 1; j >= 0; j--, rest /= HOME, weight *= HOME) {
            progress[ranks][tracks[j]] = rest % HOME;
            step[ranks][tracks[j]] = weight;
        }
        away[ranks] = n;
        rank_of[code_of(progress[ranks])] = ranks;
    }
}

static int rank_with(int rank, int piece, int p)
{
    uint8_t pieces[TRACKS];
    memcpy(pieces, progress[rank], TRACKS);
    pieces[piece] = p;
    return rank_of[code_of(pieces)];
}

static void describe(int rank)
{
    for (int i = 0; i < TRACKS; i++) {
        int p = progress[rank][i];
        advance[rank] += p;
        if (p % FAR_EDGE)
            crossing[rank][coordinate(p) - 1] |= 1 << i;
        if (p != HOME) {
            homed[rank][i] = away[rank] == LEAST_AWAY ? -1 : rank_with(rank, i, HOME);
            sent[rank][i] = rank_with(rank, i, p < FAR_EDGE ? 0 : FAR_EDGE);
        }
    }
}

static int furthest_first(const void *one, const void *other)
{
    int a = *(const int32_t *)one, b = *(const int32_t *)other;
    return advance[a] != advance[b] ? advance[b] - advance[a] : a - b;
}

static void number_all(void)
{
    for (int n = MOST_AWAY; n >= LEAST_AWAY; n--)
        for (int mask = 0; mask < 1 << TRACKS; mask++)
            if (__builtin_popcount(mask) == n)
                number(mask);
    for (int rank = 0; rank < ranks; rank++) {
        describe(rank);
        order[rank] = rank;
    }
    qsort(order, ranks, sizeof *order, furthest_first);
}

/* The value of a position to `seat`, which moves, as far as it follows from what is known. */
static int value(int seat, int own, int other)
{
    int result = LOST;
    for (int i = 0; i < TRACKS; i++) {
        int p = progress[own][i], mine, theirs = other;
        if (p == HOME)
            continue;
        const Run *run = &RUNS[seat * TRACKS + i][p][crossing[other][i]];
        mine = run->end == HOME ? homed[own][i] : own + (run->end - p) * step[own][i];
        if (mine < 0)
            return WON;
        for (int jumped = run->jumped; jumped; jumped &= jumped - 1)
            theirs = sent[theirs][__builtin_ctz(jumped)];
        switch (*value_at(1 - seat, theirs, mine)) {
        case LOST:
            return WON;
        case DRAWN:
            result = DRAWN;
        }
    }
    return result;
}

static int collide(int a, int b)
{
    for (int i = 0; i < TRACKS; i++)
        if (progress[a][i] % FAR_EDGE && crossing[b][i] >> (coordinate(progress[a][i]) - 1) & 1)
            return 1;
    return 0;
}

static void mark_impossible(void)
{
    for (int a = 0; a < ranks; a++)
        for (int b = 0; b < ranks; b++)
            if (collide(a, b))
                *value_at(0, a, b) = *value_at(1, b, a) = IMPOSSIBLE;
}

/* Values every position once more, those near the end first; returns how many became known. */
static size_t pass(void)
{
    size_t known = 0;
    for (int i = 0; i < ranks; i++)
        for (int j = 0; j < ranks; j++)
            for (int seat = 0; seat < 2; seat++) {
                int own = order[seat ? j : i], other = order[seat ? i : j];
                uint8_t *at = value_at(seat, own, other);
                if (*at == DRAWN)
                    known += (*at = value(seat, own, other)) != DRAWN;
            }
    return known;
}

static int write_values(void)
{
    size_t many = (size_t)ranks * ranks;
    uint8_t last = DRAWN;
    for (size_t i = 0; i < many; i += 4) {
        int byte = 0;
        for (int k = 0; k < 4; k++) {
            if (values[0][i + k] != IMPOSSIBLE)
                last = values[0][i + k];
            byte |= last << 2 * k;
        }
        putchar(byte);
    }
    return fflush(stdout) || ferror(stdout);
}

int main(void)
{
    size_t known;
    number_all();
    for (int seat = 0; seat < 2; seat++)
        if (!(values[seat] = calloc(ranks, ranks))) {
            fprintf(stderr, "endgame: 700 MB of memory are needed\n");
            return 1;
        }
    mark_impossible();
    for (int i = 1; (known = pass()); i++)
        fprintf(stderr, "pass %d: %zu positions became known\n", i, known);
    return write_values();
}
