/* Learns what positions of T'shu-p'u are worth by playing against itself.
 *
 *     learn GAMES > pairs.table
 *     learn perft DEPTH [SEAT PROGRESS...]
 *
 * Each seat plays the move after which its team stands best, one move in fifty at random. After a
 * game the weights of all its positions move a little towards the result (temporal differences: in
 * part towards what the later positions expected), in ever smaller steps. The same number of games
 * gives the same weights.
 *
 * The rules are those of games/tshupu/rules.py without options; perft counts the lines of play from
 * a position, so that a test can compare them. The weights are those of games/tshupu/evaluate.py.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 4, PIECES = 4, FACES = 4, ALONE = 4, KINDS = 10, MOST_MOVES = 64, MOST_TURNS = 5000 };
enum { HAND, START, RING = 28, HOME_START, CENTRE = 32, OFF, STAGES };

#define UNIT 2048       /* how many parts of a logit a weight is written in */
#define LARGEST 32767
#define FIRST_STEP 0.005 /* how far weights move for an error of 1 in the first game... */
#define LAST_STEP 0.00025 /* ...and in the last */
#define TRUST 0.8       /* how much of a position's error comes from the result, not the next one */
#define OFTEN 50        /* one move in so many is drawn at random */
#define AHEAD 0.01      /* what a step forward is worth before anything is learnt, as a logit */

typedef struct {
    int8_t groups[SEATS][PIECES]; /* the progress of each piece, furthest first */
} position;

static const int FACE[FACES] = {1, 3, 4, 6};
static const int BEGINS[SEATS] = {0, 21, 14, 7}; /* where on the ring of the first seat */
static const int FIRST_OF[KINDS] = {0, 1, 2, 3, 0, 0, 2, 2, 0, 1};
static const int SECOND_OF[KINDS] = {0, 1, 2, 3, 1, 3, 1, 3, 2, 3};
static int is_cross_cut[STAGES];
static float weights[KINDS][STAGES][STAGES];

/* A pseudo-random number (xorshift64 by Marsaglia). */
static uint64_t draw(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Where on the ring a piece stands, -1 if beside it. */
static int square(int seat, int progress)
{
    return progress >= START && progress <= HOME_START ? (progress - 1 + BEGINS[seat]) % RING : -1;
}

static int is_home(const int8_t *group)
{
    return group[PIECES - 1] == OFF;
}

static int has_won(const position *at, int seat)
{
    return is_home(at->groups[seat]) && is_home(at->groups[seat ^ 2]);
}

static void sort(int8_t *group)
{
    for (int i = 1; i < PIECES; i++)
        for (int j = i; j && group[j - 1] < group[j]; j--) {
            int8_t other = group[j];
            group[j] = group[j - 1];
            group[j - 1] = other;
        }
}

/* Send all enemies of the seat on a square back to hand; tell whether there was any. */
static int hit(position *at, int seat, int ring, int keep)
{
    int found = 0;
    for (int enemy = !(seat & 1); enemy < SEATS; enemy += 2)
        for (int i = 0; i < PIECES; i++)
            if (square(enemy, at->groups[enemy][i]) == ring) {
                found = 1;
                if (!keep)
                    at->groups[enemy][i] = HAND;
            }
    return found;
}

static int can(const position *at, int seat, int progress, int steps, int is_sum)
{
    if (progress >= CENTRE)
        return progress == CENTRE && steps == 1 && !is_sum;
    if (progress + steps > CENTRE)
        return 0;
    return !is_cross_cut[progress + steps]
        || !hit((position *)at, seat, square(seat, progress + steps), 1);
}

static void move(position *at, int seat, int piece, int steps)
{
    int target = at->groups[seat][piece] += steps;
    if (target <= HOME_START && !is_cross_cut[target])
        hit(at, seat, square(seat, target), 0);
}

/* Make a move of one piece, or of two; tell how many positions that is. */
static int played(const position *at, int seat, int piece, int steps, int other, int more, position *after)
{
    *after = *at;
    move(after, seat, piece, steps);
    if (other >= 0)
        move(after, seat, other, more);
    for (int each = 0; each < SEATS; each++)
        sort(after->groups[each]);
    return 1;
}

static int is_again(const int8_t *group, int piece, int without)
{
    int before = piece - 1 == without ? piece - 2 : piece - 1;
    return before >= 0 && group[before] == group[piece];
}

static int find_moves(const position *at, int seat, int small, int large, position *after)
{
    int mover = is_home(at->groups[seat]) ? seat ^ 2 : seat, many = 0, dice[2] = {small, large};
    const int8_t *group = at->groups[mover];
    for (int i = 0; i < PIECES; i++) {
        if (is_again(group, i, -1))
            continue;
        if (can(at, mover, group[i], small + large, 1))
            many += played(at, mover, i, small + large, -1, 0, after + many);
        if (!can(at, mover, group[i], small, 0))
            continue;
        for (int j = 0; j < PIECES; j++)
            if (j != i && !is_again(group, j, i) && can(at, mover, group[j], large, 0)
                && (small != large || group[j] <= group[i]))
                many += played(at, mover, i, small, j, large, after + many);
    }
    for (int die = 0; die < 2 - (small == large) && (!many || die); die++)
        for (int i = 0; i < PIECES; i++)
            if (!is_again(group, i, -1) && can(at, mover, group[i], dice[die], 0))
                many += played(at, mover, i, dice[die], -1, 0, after + many);
    if (!many)
        after[many++] = *at;
    return many;
}

/* Add up the weights of a position, for the team of the seat that throws next, and move them. */
static double total(const position *at, int first, double change)
{
    double sum = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const int8_t *one = at->groups[(first + FIRST_OF[kind]) % SEATS];
        const int8_t *other = at->groups[(first + SECOND_OF[kind]) % SEATS];
        for (int i = 0; i < PIECES; i++)
            for (int j = kind < ALONE ? i + 1 : 0; j < PIECES; j++)
                sum += weights[kind][one[i]][other[j]] += change;
    }
    return sum;
}

static const position *choose(const position *moves, int many, int seat)
{
    const position *best = moves + draw() % many;
    double most = -1e9;
    if (draw() % OFTEN == 0)
        return best;
    for (int i = 0; i < many; i++) {
        double value = has_won(moves + i, seat) ? 1e9 : -total(moves + i, (seat + 1) % SEATS, 0);
        if (value > most) {
            most = value;
            best = moves + i;
        }
    }
    return best;
}

/* Play a game; return how many turns it took. The seat of a position is the one that throws next. */
static int play(position *met, int *seats)
{
    position at, moves[MOST_MOVES];
    memset(&at, START, sizeof at);
    for (int turns = 0, seat = 0; ; seat = (seat + 1) % SEATS) {
        int one = FACE[draw() % FACES], other = FACE[draw() % FACES];
        int small = one < other ? one : other;
        at = *choose(moves, find_moves(&at, seat, small, one + other - small, moves), seat);
        met[turns] = at;
        seats[turns++] = (seat + 1) % SEATS;
        if (has_won(&at, seat) || turns == MOST_TURNS)
            return turns;
    }
}

static void learn(long games)
{
    static position met[MOST_TURNS];
    static int seats[MOST_TURNS];
    for (int kind = 0; kind < ALONE; kind++)
        for (int p = 0; p < STAGES; p++)
            for (int q = 0; q < STAGES; q++)
                weights[kind][p][q] = (kind & 1 ? -AHEAD : AHEAD) * (p + q) / (PIECES - 1);
    for (long game = 0; game < games; game++) {
        int last = play(met, seats) - 1;
        double step = FIRST_STEP * pow(LAST_STEP / FIRST_STEP, (double)game / games);
        double score = seats[last] & 1; /* of the first team: after its win the other would throw */
        for (int turn = last - 1; turn >= 0 && last < MOST_TURNS - 1; turn--) {
            int is_other = seats[turn] & 1;
            double found = 1 / (1 + exp(-total(&met[turn], seats[turn], 0)));
            double error = (is_other ? 1 - score : score) - found;
            total(&met[turn], seats[turn], step * error);
            score = TRUST * score + (1 - TRUST) * (is_other ? 1 - found : found);
        }
    }
}

static void write_weights(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int p = 0; p < STAGES; p++)
            for (int q = 0; q < STAGES; q++) {
                long weight = lround(UNIT * weights[kind][p][q]);
                weight = weight > LARGEST ? LARGEST : weight < -LARGEST ? -LARGEST : weight;
                putchar(weight & 255);
                putchar(weight >> 8 & 255);
            }
}

static long perft(const position *at, int seat, int depth)
{
    long found = 0;
    if (depth <= 0 || has_won(at, seat ^ 1) || has_won(at, seat))
        return depth == 0;
    for (int small = 0; small < FACES; small++)
        for (int large = small; large < FACES; large++) {
            position moves[MOST_MOVES];
            int many = find_moves(at, seat, FACE[small], FACE[large], moves);
            if (depth == 1)
                found++;
            for (int i = 0; depth > 1 && i < many; i++)
                found += perft(moves + i, (seat + 1) % SEATS, depth - 2);
        }
    return found;
}

/* Read a position, the start if there is none; return the seat that throws. */
static int read_position(position *at, int many, char **numbers)
{
    memset(at, START, sizeof *at);
    for (int i = 0; i < many - 1 && i < SEATS * PIECES; i++)
        at->groups[i / PIECES][i % PIECES] = atoi(numbers[i + 1]);
    return many ? atoi(numbers[0]) : 0;
}

int main(int many, char **arguments)
{
    static const int cross_cuts[] = {3, 6, 10, 13, 17, 20, 24, 27};
    position at;
    for (unsigned i = 0; i < sizeof cross_cuts / sizeof *cross_cuts; i++)
        is_cross_cut[cross_cuts[i]] = 1;
    if (many > 2 && !strcmp(arguments[1], "perft")) {
        int seat = read_position(&at, many - 3, arguments + 3);
        printf("%ld\n", perft(&at, seat, atoi(arguments[2])));
    } else if (many == 2) {
        learn(atol(arguments[1]));
        write_weights();
    } else {
        fprintf(stderr, "usage: learn GAMES > pairs.table, or learn perft DEPTH [SEAT PROGRESS...]\n");
        return 2;
    }
    return fflush(stdout) || ferror(stdout);
}
