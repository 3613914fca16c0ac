/* Learns what positions are worth from some whose value is known (logistic regression).
 *
 *     learn POSITIONS VALUES > weights
 *
 * POSITIONS has a line of text for each, as the game writes it; VALUES is a line for each with its
 * value to the seat to move, as solve.c writes it. Which weights count in a position, and in which
 * order they are written, games/squadro/evaluate.py tells. Those of a position add up to the logit of
 * the score of the seat that has just moved. A weight of a pair or lead is what all parts of the game
 * have in common, and what its own part adds to that. They are found by stochastic gradient descent:
 * positions are drawn, always the same, and the weights of each move a little towards its score, in
 * ever smaller steps. A weight is written as a signed byte.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "turns.h"

enum { TRACKS = 5, PIECES = 10, STAGES = 13, HOME = 12, ALL_TURNS = 30, HOME_TO_WIN = 4 };
enum { PAIRS = 45, LEAD = PAIRS * STAGES * STAGES + ALL_TURNS, SHARED = LEAD + ALL_TURNS + 1 };
enum { PARTS = HOME_TO_WIN * HOME_TO_WIN, TRIPLES = 120, SOLID = TRIPLES * STAGES * STAGES * STAGES };

#define UNIT 28     /* how many parts of a logit a weight is written in */
#define LARGEST 127
#define ROUNDS 2    /* how often a position is drawn on average */
#define STEP 0.008  /* how far weights move first, for an error of 1 */

typedef struct {
    uint8_t mover, progress[PIECES];
    int8_t score; /* of the mover: 1, 0 or -1 */
} Sample;

typedef struct {
    int part, pairs[PAIRS + 1], triples[TRIPLES];
} Places;

/* The weights of each mover: what all parts of the game share, what each part adds, and triples. */
static float shared[2][SHARED], added[2][PARTS][SHARED], triples[2][SOLID];

/* A pseudo-random number (xorshift64 by Marsaglia). */
static uint64_t draw(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static int home(const uint8_t *progress, int seat)
{
    int found = 0;
    for (int piece = seat * TRACKS; piece < (seat + 1) * TRACKS; piece++)
        found += progress[piece] == HOME;
    return found;
}

/* Find where the weights of a position are. */
static void find(const Sample *sample, Places *at)
{
    const uint8_t *p = sample->progress;
    int pair = 0, triple = 0;
    for (int i = 0; i < PIECES; i++)
        for (int j = i + 1; j < PIECES; j++) {
            int two = STAGES * p[i] + p[j];
            at->pairs[pair] = STAGES * STAGES * pair + two;
            pair++;
            for (int k = j + 1; k < PIECES; k++, triple++)
                at->triples[triple] = STAGES * (STAGES * STAGES * triple + two) + p[k];
        }
    at->pairs[pair] = LEAD + turns_to_win(p, !sample->mover) - turns_to_win(p, sample->mover);
    at->part = HOME_TO_WIN * home(p, 0) + home(p, 1);
}

static void learn(const Sample *samples, long many)
{
    long steps = many * ROUNDS;
    for (long step = 0; step < steps; step++) {
        const Sample *sample = samples + draw() % many;
        Places at;
        find(sample, &at);
        float *common = shared[sample->mover], *own = added[sample->mover][at.part];
        float *solid = triples[sample->mover];
        double logit = 0;
        for (int i = 0; i <= PAIRS; i++)
            logit += common[at.pairs[i]] + own[at.pairs[i]];
        for (int i = 0; i < TRIPLES; i++)
            logit += solid[at.triples[i]];
        double error = (1 + sample->score) / 2.0 - 1 / (1 + exp(-logit));
        double change = STEP * (1 - (double)step / steps) * error;
        for (int i = 0; i <= PAIRS; i++) {
            common[at.pairs[i]] += change;
            own[at.pairs[i]] += change;
        }
        for (int i = 0; i < TRIPLES; i++)
            solid[at.triples[i]] += change;
    }
}

static void write_weight(double weight)
{
    long parts = lround(UNIT * weight);
    putchar((int)(parts > LARGEST ? LARGEST : parts < -LARGEST ? -LARGEST : parts));
}

static void write_weights(void)
{
    for (int mover = 0; mover < 2; mover++)
        for (int part = 0; part < PARTS; part++)
            for (int i = 0; i < SHARED; i++)
                write_weight((double)shared[mover][i] + added[mover][part][i]);
    for (int mover = 0; mover < 2; mover++)
        for (int i = 0; i < SOLID; i++)
            write_weight(triples[mover][i]);
}

/* Read a position and its value; tell whether there was one. */
static int read_sample(FILE *positions, FILE *values, Sample *sample)
{
    int seat, p, value;
    if (fscanf(positions, "%d", &seat) != 1)
        return 0;
    for (int piece = 0; piece < PIECES; piece++) {
        if (fscanf(positions, "%d%*[,/]", &p) != 1)
            return 0;
        sample->progress[piece] = p;
    }
    if (fscanf(values, "%d", &value) != 1)
        return 0;
    sample->mover = !seat;
    sample->score = -value;
    return 1;
}

int main(int many_arguments, char **arguments)
{
    Sample *samples = 0;
    long many = 0, room = 0;
    FILE *positions = many_arguments == 3 ? fopen(arguments[1], "r") : 0;
    FILE *values = many_arguments == 3 ? fopen(arguments[2], "r") : 0;
    if (!positions || !values) {
        fprintf(stderr, "usage: learn POSITIONS VALUES > weights\n");
        return 2;
    }
    do {
        if (many == room) {
            room = room ? 2 * room : 1 << 16;
            samples = realloc(samples, room * sizeof *samples);
        }
    } while (read_sample(positions, values, samples + many) && ++many);
    learn(samples, many);
    write_weights();
    return fflush(stdout) || ferror(stdout);
}
