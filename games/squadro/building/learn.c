/* Learns what positions are worth from some whose value is known (logistic regression).
 *
 *     learn SAMPLES VALUES > weights
 *
 * SAMPLES tells which weights count in each position (games/squadro/building/samples.py), VALUES is
 * a line for each with its value to the seat to move, as solve.c writes it. The weights of a
 * position add up to the logit of the score of the seat that has just moved. They are found by
 * stochastic gradient descent: positions are drawn, always the same, and the weights of each move a
 * little towards its score, in ever smaller steps. A weight is written as a signed byte.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 4    /* how often a position is drawn on average */
#define STEP 0.03   /* how far weights move first, for an error of 1 */
#define LARGEST 127

/* A pseudo-random number (xorshift64 by Marsaglia). */
static uint64_t draw(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static void learn(double *weights, const uint16_t *samples, const double *scores, long many, int each)
{
    long steps = many * ROUNDS;
    for (long step = 0; step < steps; step++) {
        long drawn = draw() % many;
        const uint16_t *sample = samples + drawn * each;
        double logit = 0;
        for (int i = 0; i < each; i++)
            logit += weights[sample[i]];
        double error = scores[drawn] - 1 / (1 + exp(-logit));
        for (int i = 0; i < each; i++)
            weights[sample[i]] += STEP * (1 - (double)step / steps) * error;
    }
}

static void write_weights(const double *weights, int many, int unit)
{
    for (int i = 0; i < many; i++) {
        long weight = lround(unit * weights[i]);
        putchar((int)(weight > LARGEST ? LARGEST : weight < -LARGEST ? -LARGEST : weight));
    }
}

int main(int many_arguments, char **arguments)
{
    enum { EACH, WEIGHTS, UNIT, HEAD };
    uint16_t head[HEAD], *samples = 0;
    double *scores = 0, *weights;
    long many = 0, room = 0;
    int value;
    FILE *from = many_arguments == 3 ? fopen(arguments[1], "rb") : 0;
    FILE *known = many_arguments == 3 ? fopen(arguments[2], "r") : 0;
    if (!from || !known || fread(head, sizeof *head, HEAD, from) != HEAD) {
        fprintf(stderr, "usage: learn SAMPLES VALUES > weights\n");
        return 2;
    }
    while (fscanf(known, "%d", &value) == 1) {
        if (many == room) {
            room = room ? 2 * room : 1 << 16;
            samples = realloc(samples, room * head[EACH] * sizeof *samples);
            scores = realloc(scores, room * sizeof *scores);
        }
        if (fread(samples + many * head[EACH], sizeof *samples, head[EACH], from) != head[EACH])
            break;
        scores[many++] = (1 - value) / 2.0;
    }
    weights = calloc(head[WEIGHTS], sizeof *weights);
    learn(weights, samples, scores, many, head[EACH]);
    write_weights(weights, head[WEIGHTS], head[UNIT]);
    return fflush(stdout) || ferror(stdout);
}
