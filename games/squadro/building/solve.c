/* Solves Squadro: who wins, wherever the pieces are and whoever is to move.
 *
 *     solve values [LEAST_HOME] < positions > values
 *     solve blocks [LEAST_HOME] > blocks
 *
 * A position is a line of text as the game writes it; its value is a line with 1, 0 or -1: won,
 * drawn or lost for the seat to move, whatever was played before. Blocks are those that
 * games/squadro/building/exchange.py reads; they tell the values with A to move. With LEAST_HOME only
 * positions in which each seat has so many pieces home are solved; they need no others.
 *
 * A piece is on its way out, on its way back or home, and never returns to an earlier phase. The
 * phases of a seat's pieces are its class. The positions of two classes are a block, which needs
 * only itself and the blocks in which one piece is a phase further. In a block each piece that is
 * away has six places, its digit: the progress since the last edge. The digits of A's pieces number
 * the rows. A row has a bit for all digits of B's pieces: the last two make 36 bits of a word, the
 * others number the words. So 36 positions are valued at a time.
 *
 * A position is won if a move leads to one that is lost for the other seat, lost if all lead to
 * won ones, and drawn if nothing ever shows it to be either. Without jumps the digits only grow, so
 * rows are valued from the last to the first, again and again until nothing changes.
 *
 * What a piece does in a move is in runs.h, written by games/squadro/building/exchange.py, so that each
 * rule is written only once. The whole game needs 10 GB of memory.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_max_threads() 1
#define omp_get_thread_num() 0
#endif

#include "runs.h"

#define TRACKS 5
#define EDGE 6
#define HOME 12
#define HOME_TO_WIN 4
#define CLASSES 243
#define PLACES 6
#define INNER 2
#define MOST_ROWS 7776
#define MOST_WORDS 216
#define FOR_GOOD 0x7FFFFFFF

enum { OUT, BACK, IN };
enum { A, B };

typedef uint64_t Word;
typedef struct {
    Word *won, *lost;
} Plane;

#define FULL ((Word)0xFFFFFFFFF)
/* The bits in which the last digit but one, or the last, is 0; shifted they are another place. */
static const Word ZERO[INNER] = {0x3F, 0x041041041};
static const int STRIDE[INNER] = {PLACES, 1};

typedef struct {
    int phase[TRACKS], home, level;
    int away, track[TRACKS], digit[TRACKS]; /* the tracks of the digits and the reverse, or -1 */
    int rows, words, weight[TRACKS];        /* weight: by how much a digit changes the row */
    int on[TRACKS]; /* the class in which the piece of the track is one phase further */
    uint8_t (*places)[TRACKS]; /* the digits of each row */
} Class;

static Class classes[CLASSES];

/* The memory that was asked for; without it, the program ends. */
static void *got(void *memory)
{
    if (!memory) {
        fprintf(stderr, "solve: there is not enough memory\n");
        exit(1);
    }
    return memory;
}

static int power(int n) { return n ? PLACES * power(n - 1) : 1; }

static void describe(int number)
{
    static const int weights[TRACKS] = {1, 3, 9, 27, 81};
    Class *c = &classes[number];
    for (int t = 0; t < TRACKS; t++) {
        c->phase[t] = number / weights[t] % 3;
        c->level += c->phase[t];
        c->home += c->phase[t] == IN;
        c->on[t] = number + weights[t];
        c->digit[t] = -1;
        if (c->phase[t] != IN) {
            c->digit[t] = c->away;
            c->track[c->away++] = t;
        }
    }
    c->rows = power(c->away);
    c->words = c->away > INNER ? power(c->away - INNER) : 1;
    c->places = got(calloc(c->rows, sizeof *c->places));
    for (int d = 0; d < c->away; d++) {
        int t = c->track[d], weight = c->weight[t] = power(c->away - 1 - d);
        for (int row = 0; row < c->rows; row++)
            c->places[row][t] = row / weight % PLACES;
    }
}

static int is_open(int number, int least_home)
{
    return classes[number].home >= least_home && classes[number].home < HOME_TO_WIN;
}

static int place(int number, int track, int row) { return classes[number].places[row][track]; }

static int progress(int number, int track, int row)
{
    int phase = classes[number].phase[track];
    return phase * EDGE + place(number, track, row);
}

static int coordinate(int p) { return p < EDGE ? p : HOME - p; }

/* The row without the digit of a piece, which is 0 there once the piece has reached an edge. */
static int without(int number, int track, int row)
{
    int weight = classes[number].weight[track];
    return row / (weight * PLACES) * weight + row % weight;
}

static int with_zero(int number, int track, int row)
{
    int weight = classes[number].weight[track];
    return row / weight * weight * PLACES + row % weight;
}

/* With room before and behind, which is read but never used where a row is shifted. */
static Plane new_plane(size_t words)
{
    Word *won = got(calloc(words + 2 * MOST_WORDS, sizeof(Word)));
    Word *lost = got(calloc(words + 2 * MOST_WORDS, sizeof(Word)));
    return (Plane){won + MOST_WORDS, lost + MOST_WORDS};
}

static Plane at(Plane p, size_t word)
{
    return (Plane){p.won + word, p.lost + word};
}

static void free_plane(Plane *p)
{
    if (p->won) {
        free(p->won - MOST_WORDS);
        free(p->lost - MOST_WORDS);
    }
    *p = (Plane){0, 0};
}

/* What is solved already. With A to move: the blocks of A's present class, by that of B. */
static Plane first[CLASSES];

/* With B to move: the rows that blocks to come may ask for, packed. */
typedef struct {
    uint32_t *won, *lost;
    uint8_t *high; /* four bits of each */
} Packed;
static Packed second[CLASSES][CLASSES];
static int32_t *slots[CLASSES]; /* where a row of A's class is kept, or -1 */
static int kept[CLASSES], askers[CLASSES];

/* A piece that reaches an edge comes to 0: where no piece is home, other rows are not asked for. */
static void choose_rows(int number)
{
    const Class *c = &classes[number];
    slots[number] = got(malloc(sizeof(int32_t) * c->rows));
    for (int row = 0; row < c->rows; row++) {
        int asked = c->home > 0;
        for (int t = 0; t < TRACKS; t++)
            asked |= c->phase[t] == BACK && place(number, t, row) == 0;
        slots[number][row] = asked ? kept[number]++ : -1;
    }
}

static void keep(int a, int b, Plane from)
{
    Packed *to = &second[a][b];
    size_t words = classes[b].words, all = words * kept[a];
    if (!all)
        return;
    to->won = got(malloc(4 * all));
    to->lost = got(malloc(4 * all));
    to->high = got(malloc(all));
    for (int row = 0; row < classes[a].rows; row++) {
        if (slots[a][row] < 0)
            continue;
        size_t t = slots[a][row] * words, f = row * words;
        for (size_t w = 0; w < words; w++) {
            to->won[t + w] = from.won[f + w];
            to->lost[t + w] = from.lost[f + w];
            to->high[t + w] = from.won[f + w] >> 32 | from.lost[f + w] >> 32 << 4;
        }
    }
}

static void unpack(int a, int b, int row, Plane to)
{
    const Packed *from = &second[a][b];
    size_t words = classes[b].words, f = slots[a][row] * words;
    for (size_t w = 0; w < words; w++) {
        to.won[w] = from->won[f + w] | (Word)(from->high[f + w] & 15) << 32;
        to.lost[w] = from->lost[f + w] | (Word)(from->high[f + w] >> 4) << 32;
    }
}

static void forget(int a)
{
    for (int b = 0; b < CLASSES; b++) {
        free(second[a][b].won);
        free(second[a][b].lost);
        free(second[a][b].high);
        second[a][b] = (Packed){0, 0, 0};
    }
}

/* The places of B in which chosen pieces stand where a piece of A meets them, and the same places
 * with these pieces sent back to 0. */
typedef struct {
    Word there[MOST_WORDS], sent; /* which bits these are, and which they come from */
    int back, shift;              /* how many words and bits before */
} Meeting;

typedef struct {
    int a, b;
    Plane first, second;           /* with A to move, with B to move */
    Plane edge_a[TRACKS];          /* with B to move after a piece of A has reached an edge */
    Plane edge_b[TRACKS], home_b[TRACKS]; /* with A to move after one of B has, and room for it */
    Meeting meetings[TRACKS][1 << TRACKS];
    int met[TRACKS]; /* which pieces of B a piece of A can meet */
    int changed[2][MOST_ROWS], valued[2][MOST_ROWS], now; /* when a row was, by a count of rows */
    Word won[MOST_WORDS], lost[MOST_WORDS], after_won[MOST_WORDS], after_lost[MOST_WORDS];
} Block;

static Plane lost_row;

static void describe_meeting(Block *k, int piece, int jumped)
{
    const Class *b = &classes[k->b];
    Meeting *m = &k->meetings[piece][jumped];
    int outer = b->away - INNER;
    Word there = FULL;
    m->sent = FULL;
    m->back = m->shift = 0;
    for (int w = 0; w < b->words; w++)
        m->there[w] = FULL;
    for (int t = 0; t < TRACKS; t++) {
        int d = b->digit[t], c = b->phase[t] == OUT ? piece + 1 : EDGE - piece - 1;
        if (!(jumped >> t & 1))
            continue;
        if (d < outer) {
            int run = power(outer - 1 - d);
            m->back += c * run;
            for (int w = 0; w < b->words; w++)
                if (w / run % PLACES != c)
                    m->there[w] = 0;
        } else {
            there &= ZERO[d - outer] << c * STRIDE[d - outer];
            m->sent &= ZERO[d - outer];
            m->shift += c * STRIDE[d - outer];
        }
    }
    for (int w = 0; w < b->words; w++)
        m->there[w] &= there;
}

static void describe_meetings(Block *k)
{
    int away = 0;
    for (int t = 0; t < TRACKS; t++)
        if (classes[k->b].phase[t] != IN)
            away |= 1 << t;
    for (int piece = 0; piece < TRACKS; piece++) {
        k->met[piece] = away;
        if (classes[k->a].phase[piece] != IN)
            for (int jumped = 1; jumped < 1 << TRACKS; jumped++)
                if ((jumped & away) == jumped)
                    describe_meeting(k, piece, jumped);
    }
}

/* Put what comes of a jump, `from`, where a move without it was written. */
static void put_jump(const Meeting *m, int words, const Word *restrict from, Word *restrict to)
{
    Word sent = m->sent;
    int shift = m->shift;
    from -= m->back;
    for (int w = 0; w < words; w++)
        to[w] = (to[w] & ~m->there[w]) | ((from[w] & sent) << shift & m->there[w]);
}

/* The positions with B to move after a piece of A went on to `end`. */
static Plane after_a(Block *k, int row, int piece, int end)
{
    const Class *a = &classes[k->a];
    int words = classes[k->b].words;
    if (end % EDGE == 0) {
        if (a->phase[piece] == BACK && a->home == HOME_TO_WIN - 1)
            return lost_row;
        return at(k->edge_a[piece], (size_t)without(k->a, piece, row) * words);
    }
    int by = end - progress(k->a, piece, row);
    return at(k->second, (size_t)(row + by * a->weight[piece]) * words);
}

static void move_a(Block *k, int row, int piece)
{
    int words = classes[k->b].words, p = progress(k->a, piece, row);
    int edge = p < EDGE ? EDGE : HOME;
    Plane after = after_a(k, row, piece, RUNS[piece][p][0].end);
    memcpy(k->after_won, after.won, words * sizeof(Word));
    memcpy(k->after_lost, after.lost, words * sizeof(Word));
    for (int nearest = edge - 1; nearest > p; nearest--) {
        int jumped = 0;
        for (int q = nearest; q < edge; q++) {
            int enemy = 1 << (coordinate(q) - 1);
            jumped |= enemy;
            const Run *run = &RUNS[piece][p][jumped];
            if (!(k->met[piece] & enemy) || run->jumped != jumped)
                break;
            const Meeting *m = &k->meetings[piece][jumped];
            after = after_a(k, row, piece, run->end);
            put_jump(m, words, after.won, k->after_won);
            put_jump(m, words, after.lost, k->after_lost);
        }
    }
    for (int w = 0; w < words; w++) {
        k->won[w] |= k->after_lost[w];
        k->lost[w] &= k->after_won[w];
    }
}

/* Take over what was found for a row of a seat; true if that was news. */
static int news(Block *k, int seat, int row)
{
    int words = classes[k->b].words;
    Plane to = at(seat == A ? k->first : k->second, (size_t)row * words);
    Word fresh = 0, known = FULL;
    for (int w = 0; w < words; w++) {
        fresh |= (to.won[w] ^ k->won[w]) | (to.lost[w] ^ k->lost[w]);
        known &= k->won[w] | k->lost[w];
    }
    k->valued[seat][row] = known == FULL ? FOR_GOOD : ++k->now;
    if (!fresh)
        return 0;
    memcpy(to.won, k->won, words * sizeof(Word));
    memcpy(to.lost, k->lost, words * sizeof(Word));
    k->changed[seat][row] = k->now;
    return 1;
}

static void begin_row(Block *k, int words)
{
    for (int w = 0; w < words; w++) {
        k->won[w] = 0;
        k->lost[w] = FULL;
    }
}

static int is_due_a(Block *k, int row)
{
    if (!k->valued[A][row])
        return 1;
    for (int piece = 0; piece < TRACKS; piece++)
        if (classes[k->a].phase[piece] != IN) {
            int weight = classes[k->a].weight[piece];
            for (int d = place(k->a, piece, row) + 1, r = row + weight; d < PLACES; d++, r += weight)
                if (k->changed[B][r] >= k->valued[A][row])
                    return 1;
        }
    return 0;
}

static int value_a(Block *k, int row)
{
    if (!is_due_a(k, row))
        return 0;
    begin_row(k, classes[k->b].words);
    for (int piece = 0; piece < TRACKS; piece++)
        if (classes[k->a].phase[piece] != IN)
            move_a(k, row, piece);
    return news(k, A, row);
}

/* A piece of B moves from one place to another, and that is valued by A's row `row`. */
typedef struct {
    int track, from, to, row;
    Plane after;
} Step;

static int steps_of_b(Block *k, int row, Step *steps)
{
    const Class *b = &classes[k->b];
    int on[TRACKS] = {0}, many = 0, words = b->words;
    for (int i = 0; i < TRACKS; i++) {
        int p = progress(k->a, i, row);
        if (p % EDGE)
            on[coordinate(p) - 1] |= 1 << i;
    }
    for (int d = 0; d < b->away; d++)
        for (int from = 0, t = b->track[d]; from < PLACES; from++) {
            const Run *run = &RUNS[TRACKS + t][b->phase[t] * EDGE + from][on[t]];
            int to = run->end - b->phase[t] * EDGE, after = row;
            for (int i = 0; i < TRACKS; i++)
                if (run->jumped >> i & 1)
                    after -= place(k->a, i, row) * classes[k->a].weight[i];
            Plane plane = to == PLACES ? k->edge_b[t] : k->first;
            steps[many++] = (Step){t, from, to % PLACES, after, at(plane, (size_t)after * words)};
        }
    return many;
}

/* The words in which the last place outside of a word is one of `many` from the first on. */
static Word strides[PLACES][PLACES + 1][MOST_WORDS];

static void describe_strides(void)
{
    for (int from = 0; from < PLACES; from++)
        for (int many = 1; many <= PLACES; many++)
            for (int w = 0; w < MOST_WORDS; w++)
                strides[from][many][w] = w % PLACES >= from && w % PLACES < from + many ? FULL : 0;
}

/* What a row of B is worth by moves from places in `mask` that are `by` words further. */
static void take(int words, int by, const Word *mask, const Plane *after, Word *restrict won, Word *restrict lost)
{
    const Word *restrict their_won = after->won + by, *restrict their_lost = after->lost + by;
    for (int w = 0; w < words; w++) {
        won[w] |= their_lost[w] & mask[w];
        lost[w] &= their_won[w] | ~mask[w];
    }
}

/* Take `many` steps at once that differ in nothing but where they begin, one place after another. */
static void take_outer(Block *k, int digit, const Step *s, int many)
{
    int run = power(classes[k->b].away - INNER - 1 - digit), words = classes[k->b].words;
    int by = (s->to - s->from) * run;
    if (run == 1) {
        take(words, by, strides[s->from][many], &s->after, k->won, k->lost);
        return;
    }
    for (int w = s->from * run; w < words; w += run * PLACES) {
        Plane after = at(s->after, w);
        take(many * run, by, strides[0][PLACES], &after, k->won + w, k->lost + w);
    }
}

static void take_inner(Block *k, int which, const Step *s, int many)
{
    int words = classes[k->b].words, left = s->from * STRIDE[which], right = s->to * STRIDE[which];
    Word from = 0, *restrict won = k->won, *restrict lost = k->lost;
    const Word *restrict their_won = s->after.won, *restrict their_lost = s->after.lost;
    for (int i = 0; i < many; i++)
        from |= ZERO[which] << (s->from + i) * STRIDE[which];
    for (int w = 0; w < words; w++) {
        won[w] |= their_lost[w] >> right << left & from;
        lost[w] &= their_won[w] >> right << left | ~from;
    }
}

/* Whether a step is the same as the one before it, but from one place further. */
static int goes_on(const Step *s)
{
    return s->track == s[-1].track && s->after.won == s[-1].after.won && s->to == s[-1].to + 1;
}

static int is_due_b(Block *k, int row, const Step *steps, int many)
{
    if (!k->valued[B][row])
        return 1;
    for (int i = 0; i < many; i++)
        if (k->changed[A][steps[i].row] >= k->valued[B][row])
            return 1;
    return 0;
}

static int value_b(Block *k, int row)
{
    Step steps[TRACKS * PLACES];
    const Class *b = &classes[k->b];
    int many = steps_of_b(k, row, steps);
    if (!is_due_b(k, row, steps, many))
        return 0;
    begin_row(k, b->words);
    for (int i = 0, same; i < many; i += same) {
        int which = b->digit[steps[i].track] - (b->away - INNER);
        for (same = 1; i + same < many && goes_on(&steps[i + same]); same++)
            ;
        if (which < 0)
            take_outer(k, b->digit[steps[i].track], &steps[i], same);
        else
            take_inner(k, which, &steps[i], same);
    }
    return news(k, B, row);
}

/* A's pieces at an edge: their rows are those without the digit of the piece. */
static void load_edges_of_a(Block *k)
{
    const Class *a = &classes[k->a];
    int words = classes[k->b].words;
    for (int t = 0; t < TRACKS; t++) {
        if (a->phase[t] == IN || (a->phase[t] == BACK && a->home == HOME_TO_WIN - 1))
            continue;
        for (int row = 0; row < a->rows / PLACES; row++) {
            int there = a->phase[t] == OUT ? with_zero(k->a, t, row) : row;
            unpack(a->on[t], k->b, there, at(k->edge_a[t], (size_t)row * words));
        }
    }
}

/* Six places of one piece, spread so that each is the first of the six of another. */
static Word spread(Word six)
{
    Word word = 0;
    for (int i = 0; i < PLACES; i++)
        word |= (six >> i & 1) << i * PLACES;
    return word;
}

/* A row without one of the digits of B, written where that digit is 0. */
static void widen(const Class *b, int digit, const Word *from, Word *to)
{
    int inner = b->away - INNER, run = digit < inner ? power(inner - 1 - digit) : 1;
    for (int w = 0; w < b->words; w++) {
        if (digit < inner) {
            if (w / run % PLACES == 0)
                to[w] = from[w / (run * PLACES) * run + w % run];
        } else {
            Word six = from[w / PLACES] >> w % PLACES * PLACES & 0x3F;
            to[w] = digit == inner ? six : spread(six);
        }
    }
}

static void load_homes_of_b(Block *k, int t)
{
    const Class *b = &classes[k->b], *on = &classes[b->on[t]];
    Plane from = first[b->on[t]];
    k->edge_b[t] = k->home_b[t];
    for (int row = 0; row < classes[k->a].rows; row++) {
        Plane to = at(k->edge_b[t], (size_t)row * b->words);
        if (b->home == HOME_TO_WIN - 1) {
            memcpy(to.won, lost_row.won, b->words * sizeof(Word));
            memcpy(to.lost, lost_row.lost, b->words * sizeof(Word));
        } else {
            widen(b, b->digit[t], from.won + (size_t)row * on->words, to.won);
            widen(b, b->digit[t], from.lost + (size_t)row * on->words, to.lost);
        }
    }
}

static void load_edges_of_b(Block *k)
{
    const Class *b = &classes[k->b];
    for (int t = 0; t < TRACKS; t++)
        if (b->phase[t] == OUT)
            k->edge_b[t] = first[b->on[t]];
        else if (b->phase[t] == BACK)
            load_homes_of_b(k, t);
}

static void choose_block(Block *k, int a, int b)
{
    k->a = a;
    k->b = b;
    k->first = first[b];
    describe_meetings(k);
}

static void solve(Block *k, int a, int b)
{
    size_t words = (size_t)classes[a].rows * classes[b].words;
    first[b] = new_plane(words);
    choose_block(k, a, b);
    k->now = 0;
    memset(k->second.won, 0, words * sizeof(Word));
    memset(k->second.lost, 0, words * sizeof(Word));
    memset(k->changed, 0, sizeof k->changed);
    memset(k->valued, 0, sizeof k->valued);
    load_edges_of_a(k);
    load_edges_of_b(k);
    for (int changes = 1; changes;) {
        changes = 0;
        for (int row = classes[a].rows - 1; row >= 0; row--)
            changes += value_a(k, row) + value_b(k, row);
    }
}

/* The positions asked for, and what is found. */
typedef struct {
    uint8_t seat, a, b;
    int8_t value;
    uint16_t row, column; /* the places of A and of B */
} Question;

static int writes_blocks;
static Question *questions;
static int32_t *next_question, asked[CLASSES][CLASSES];
static int many_questions;

static int read_side(const int *p, uint16_t *row)
{
    int number = 0;
    for (int t = TRACKS - 1; t >= 0; t--)
        number = number * 3 + p[t] / EDGE;
    *row = 0;
    for (int t = 0; t < TRACKS; t++)
        if (p[t] != HOME)
            *row = *row * PLACES + p[t] % EDGE;
    return number;
}

static void read_questions(void)
{
    int seat, p[2 * TRACKS], room = 0;
    while (scanf("%d %d,%d,%d,%d,%d/%d,%d,%d,%d,%d", &seat, p, p + 1, p + 2, p + 3, p + 4, p + 5,
                 p + 6, p + 7, p + 8, p + 9) == 1 + 2 * TRACKS) {
        if (many_questions == room) {
            room = room ? 2 * room : 1024;
            questions = got(realloc(questions, room * sizeof *questions));
            next_question = got(realloc(next_question, room * sizeof *next_question));
        }
        Question *q = &questions[many_questions];
        q->seat = seat;
        q->value = 0;
        q->a = read_side(p, &q->row);
        q->b = read_side(p + TRACKS, &q->column);
        next_question[many_questions] = asked[q->a][q->b];
        asked[q->a][q->b] = many_questions++;
    }
}

static void answer(const Block *k)
{
    int words = classes[k->b].words;
    for (int i = asked[k->a][k->b]; i >= 0; i = next_question[i]) {
        Question *q = &questions[i];
        Plane row = at(q->seat == A ? k->first : k->second, (size_t)q->row * words);
        int word = q->column / (PLACES * PLACES), bit = q->column % (PLACES * PLACES);
        q->value = (int)(row.won[word] >> bit & 1) - (int)(row.lost[word] >> bit & 1);
    }
}

/* The bits of a row in which two pieces would stand on one point. */
static void find_collisions(const Block *k, int row, Word *mask)
{
    int words = classes[k->b].words;
    memset(mask, 0, words * sizeof *mask);
    for (int i = 0; i < TRACKS; i++) {
        int p = progress(k->a, i, row), enemy = p % EDGE ? 1 << (coordinate(p) - 1) : 0;
        if (k->met[i] & enemy)
            for (int w = 0; w < words; w++)
                mask[w] |= k->meetings[i][enemy].there[w];
    }
}

/* Write where the draws are with A to move, counted from the first position of the block. The bits
 * in `open` say where the value does not matter: there, and where pieces collide. */
static void write_draws(const Block *k, Word *open)
{
    static uint32_t *draws;
    static size_t room;
    size_t words = classes[k->b].words;
    uint32_t many = 0;
    for (int row = 0; row < classes[k->a].rows; row++) {
        Word *mask = open + row * words;
        find_collisions(k, row, mask);
        for (size_t w = row * words; w < (row + 1) * words; w++) {
            Word drawn = FULL & ~(k->first.won[w] | k->first.lost[w] | open[w]);
            open[w] |= drawn;
            for (; drawn; drawn &= drawn - 1) {
                if (many == room)
                    draws = got(realloc(draws, (room = room ? 2 * room : 1024) * sizeof *draws));
                draws[many++] = w * PLACES * PLACES + __builtin_ctzll(drawn);
            }
        }
    }
    fwrite(&many, sizeof many, 1, stdout);
    fwrite(draws, sizeof *draws, many, stdout);
}

/* Six bits, those that are open as the next one before them, or else after them. */
static int filled(int bits, int open)
{
    int first = 0;
    while (open >> first & 1)
        first++;
    int last = bits >> first & 1;
    for (int i = 0; i < PLACES; i++) {
        if (!(open >> i & 1))
            last = bits >> i & 1;
        bits = (bits & ~(1 << i)) | last << i;
    }
    return bits;
}

/* Write who wins with A to move, six positions in a byte. What does not matter is written as what
 * is near, which packs best. */
static void write_won(const Block *k, const Word *open)
{
    uint8_t six[64][63], line[MOST_WORDS * PLACES];
    int words = classes[k->b].words, last = 0;
    for (int bits = 0; bits < 64; bits++)
        for (int mask = 0; mask < 63; mask++)
            six[bits][mask] = filled(bits, mask);
    for (int row = 0; row < classes[k->a].rows; row++, open += words) {
        const Word *won = k->first.won + (size_t)row * words;
        for (int w = 0; w < words; w++)
            for (int i = 0; i < PLACES; i++) {
                int mask = open[w] >> i * PLACES & 0x3F;
                if (mask != 0x3F)
                    last = six[won[w] >> i * PLACES & 0x3F][mask];
                line[w * PLACES + i] = last;
            }
        fwrite(line, PLACES, words, stdout);
    }
}

/* Write all blocks of A's class, which are kept until the next one. */
static void write_class(int a, int least_home, Block *k)
{
    Word *open = got(malloc(sizeof(Word) * classes[a].rows * MOST_WORDS));
    for (int b = 0; b < CLASSES; b++)
        if (is_open(b, least_home)) {
            choose_block(k, a, b);
            putchar(a);
            putchar(b);
            write_draws(k, open);
            write_won(k, open);
        }
    free(open);
}

static Block *new_block(void)
{
    size_t words = MOST_ROWS * MOST_WORDS;
    Block *k = got(calloc(1, sizeof *k));
    k->second = new_plane(words);
    for (int t = 0; t < TRACKS; t++) {
        k->edge_a[t] = new_plane(words / PLACES);
        k->home_b[t] = new_plane(words);
    }
    return k;
}

/* Solve all blocks of A's class, those of B's classes with the same level at the same time. */
static void solve_class(int a, int least_home, Block **blocks)
{
    choose_rows(a);
    for (int level = 2 * TRACKS; level >= 0; level--) {
#pragma omp parallel for schedule(dynamic)
        for (int b = 0; b < CLASSES; b++)
            if (classes[b].level == level && is_open(b, least_home)) {
                Block *k = blocks[omp_get_thread_num()];
                solve(k, a, b);
                keep(a, b, k->second);
                answer(k);
            }
    }
    if (writes_blocks)
        write_class(a, least_home, blocks[0]);
    for (int b = 0; b < CLASSES; b++)
        free_plane(&first[b]);
    for (int t = 0; t < TRACKS; t++)
        if (classes[a].phase[t] != IN && --askers[classes[a].on[t]] == 0)
            forget(classes[a].on[t]);
}

static void solve_all(int least_home)
{
    int threads = omp_get_max_threads();
    Block **blocks = got(malloc(threads * sizeof *blocks));
    for (int i = 0; i < threads; i++)
        blocks[i] = new_block();
    for (int level = 2 * TRACKS; level >= 0; level--) {
        for (int a = 0; a < CLASSES; a++)
            if (classes[a].level == level && is_open(a, least_home))
                solve_class(a, least_home, blocks);
        fprintf(stderr, "%d of %d levels\n", 2 * TRACKS - level + 1, 2 * TRACKS + 1);
    }
}

static void describe_all(int least_home)
{
    lost_row = new_plane(MOST_WORDS);
    for (int w = 0; w < MOST_WORDS; w++)
        lost_row.lost[w] = FULL;
    describe_strides();
    for (int c = 0; c < CLASSES; c++)
        describe(c);
    for (int c = 0; c < CLASSES; c++)
        if (is_open(c, least_home))
            for (int t = 0; t < TRACKS; t++)
                if (classes[c].phase[t] != IN)
                    askers[classes[c].on[t]]++;
}

int main(int many, char **arguments)
{
    char *rest = "";
    long least_home = many > 2 ? strtol(arguments[2], &rest, 10) : 0;
    writes_blocks = many > 1 && !strcmp(arguments[1], "blocks");
    int is_known = writes_blocks || (many > 1 && !strcmp(arguments[1], "values"));
    if (!is_known || *rest || least_home < 0 || least_home >= HOME_TO_WIN) {
        fprintf(stderr, "usage: solve values|blocks [LEAST_HOME], from 0 to %d\n", HOME_TO_WIN - 1);
        return 2;
    }
    memset(asked, -1, sizeof asked);
    if (!writes_blocks)
        read_questions();
    describe_all(least_home);
    solve_all(least_home);
    if (writes_blocks)
        putchar(CLASSES);
    for (int i = 0; i < many_questions; i++)
        printf("%d\n", questions[i].value);
    return fflush(stdout) || ferror(stdout);
}
