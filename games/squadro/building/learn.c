/* Learns what positions are worth from some whose value is known (logistic regression).
 *
 *     learn SAMPLES VALUES > weights
 *
 * SAMPLES tells which weights count in each position (games/squadro/building/samples.py), VALUES is
 * a line for each with its value to the seat to move, as solve.c writes it. The weights of a
 * position add up to the logit of the score of the seat that has just moved. A weight is what all
 * parts of the game have in common, and what its own part adds to that. They are found by
 * stochastic gradient descent: positions are drawn, always the same, and the weights of each move a
 * little towards its score, in ever smaller steps. A weight is written as a signed byte.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 4    /* how often a position is drawn on average */
#define STEP 0.02   /* how far weights move first, for an error of 1 */
#define LARGEST 127

/* A pseudo-random number (xorshift64 by Marsaglia). */
static uint64_t draw(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

enum { EACH, SIZE, PARTS, UNIT, HEAD };
enum { MOVER, PART, PLACES };

/* The weights that all parts of the game share, then what each part adds to them. */
static double *shared, *added;

static void learn(const uint16_t *head, const uint16_t *samples, const double *scores, long many)
{
    long steps = many * ROUNDS;
    for (long step = 0; step < steps; step++) {
        long drawn = draw() % many;
        const uint16_t *sample = samples + drawn * (PLACES + head[EACH]);
        long common = (long)sample[MOVER] * head[SIZE];
        long own = ((long)sample[MOVER] * head[PARTS] + sample[PART]) * head[SIZE];
        double logit = 0;
        for (int i = 0; i < head[EACH]; i++)
            logit += shared[common + sample[PLACES + i]] + added[own + sample[PLACES + i]];
        double error = scores[drawn] - 1 / (1 + exp(-logit));
        double change = STEP * (1 - (double)step / steps) * error;
        for (int i = 0; i < head[EACH]; i++) {
            shared[common + sample[PLACES + i]] += change;
            added[own + sample[PLACES + i]] += change;
        }
    }
}

static void write_weights(const uint16_t *head)
{
    for (int table = 0; table < 2 * head[PARTS]; table++)
        for (int i = 0; i < head[SIZE]; i++) {
            double common = shared[(long)(table / head[PARTS]) * head[SIZE] + i];
            long weight = lround(head[UNIT] * (common + added[(long)table * head[SIZE] + i]));
            putchar((int)(weight > LARGEST ? LARGEST : weight < -LARGEST ? -LARGEST : weight));
        }
}

int main(int many_arguments, char **arguments)
{
    uint16_t head[HEAD], *samples = 0;
    double *scores = 0;
    long many = 0, room = 0;
    int value;
    FILE *from = many_arguments == 3 ? fopen(arguments[1], "rb") : 0;
    FILE *known = many_arguments == 3 ? fopen(arguments[2], "r") : 0;
    if (!from || !known || fread(head, sizeof *head, HEAD, from) != HEAD) {
        fprintf(stderr, "usage: learn SAMPLES VALUES > weights\n");
        return 2;
    }
    size_t each = PLACES + head[EACH], all = 2 * head[SIZE];
    while (fscanf(known, "%d", &value) == 1) {
        if (many == room) {
            room = room ? 2 * room : 1 << 16;
            samples = realloc(samples, room * each * sizeof *samples);
            scores = realloc(scores, room * sizeof *scores);
        }
        if (fread(samples + many * each, sizeof *samples, each, from) != each)
            break;
        scores[many++] = (1 - value) / 2.0;
    }
    shared = calloc(all, sizeof *shared);
    added = calloc(all * head[PARTS], sizeof *added);
    learn(head, samples, scores, many);
    write_weights(head);
    return fflush(stdout) || ferror(stdout);
}
