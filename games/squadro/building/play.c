/* Plays games of Squadro, to learn from the positions in them.
 *
 *     play GAMES > positions
 *
 * Each seat goes for the lead in moves, but a share of its moves is drawn from all. In each game
 * that is another share, so that odd positions occur too. A position is a line of text as the game
 * writes it. The same number of games gives the same positions.
 *
 * runs.h and turns.h are written by games/squadro/building/exchange.py.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"
#include "turns.h"

enum { TRACKS = 5, PIECES = 10, EDGE = 6, HOME = 12, LONGEST = 200 };

/* A pseudo-random number (xorshift64 by Marsaglia). */
static uint64_t draw(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static double draw_share(void) { return (draw() >> 11) / 9007199254740992.0; }

static int lead(const uint8_t *progress, int seat)
{
    return turns_to_win(progress, !seat) - turns_to_win(progress, seat);
}

static void move(uint8_t *progress, int piece)
{
    int mask = 0, track = piece % TRACKS, seat = piece / TRACKS;
    uint8_t *enemies = progress + !seat * TRACKS;
    for (int enemy = 0; enemy < TRACKS; enemy++) {
        int p = enemies[enemy], along = p < EDGE ? p : HOME - p;
        mask |= (p % EDGE && along == track + 1) << enemy;
    }
    const Run *run = &RUNS[piece][progress[piece]][mask];
    progress[piece] = run->end;
    for (int enemy = 0; enemy < TRACKS; enemy++)
        if (run->jumped >> enemy & 1)
            enemies[enemy] -= enemies[enemy] % EDGE;
}

/* Move the piece that gives the seat the largest lead, or any if `any`; draw between equals. */
static void play_turn(uint8_t *progress, int seat, int any)
{
    uint8_t best[PIECES], after[PIECES];
    int most = -LONGEST, equals = 0;
    for (int piece = seat * TRACKS; piece < (seat + 1) * TRACKS; piece++) {
        if (progress[piece] == HOME)
            continue;
        memcpy(after, progress, PIECES);
        move(after, piece);
        int found = any ? 0 : lead(after, seat);
        equals = found > most ? 1 : equals + (found == most);
        if (found > most || (found == most && draw() % equals == 0))
            memcpy(best, after, PIECES);
        most = found > most ? found : most;
    }
    memcpy(progress, best, PIECES);
}

static void play(void)
{
    uint8_t progress[PIECES] = {0};
    double share = draw_share();
    int seat = draw() % 2;
    for (int turn = 0; turn < LONGEST && turns_to_win(progress, !seat); turn++) {
        printf("%d", seat);
        for (int piece = 0; piece < PIECES; piece++)
            printf("%c%d", piece ? piece == TRACKS ? '/' : ',' : ' ', progress[piece]);
        putchar('\n');
        play_turn(progress, seat, draw_share() < share);
        seat = !seat;
    }
}

int main(int many, char **arguments)
{
    if (many != 2) {
        fprintf(stderr, "usage: play GAMES > positions\n");
        return 2;
    }
    for (long game = atol(arguments[1]); game > 0; game--)
        play();
    return fflush(stdout) || ferror(stdout);
}
