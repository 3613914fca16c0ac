// What the scripts of the pages hand to each other, for those who read and check them: nothing loads it.

/**
 * What is known of the table itself: see `page_state` in `firmware_host/web/page_state.py`.
 * @typedef {object} TableFacts
 * @property {boolean} isConnected
 * @property {string} happening
 * @property {boolean} isBetweenGames
 * @property {string} notice
 * @property {string} problem
 * @property {string} awaited
 * @property {number | null} actor
 * @property {any} words
 * @property {any} marked
 * @property {string} [next] what goes on after a game, such as the next one of a match
 * @property {Record<number, string>} [seatNotes]
 * @property {Record<number, string>} [seatPersons]
 * @property {Record<number, string>} [seatNames]
 */

/**
 * A seat of the game on the table.
 * @typedef {{name: string, sign: string, side: string, player: string, isTurn: boolean, isPerson: boolean,
 *   isOnPhone: boolean, hand: number, home?: number, lost?: number, points?: string}} SeatFacts
 */

/**
 * The game on the table.
 * @typedef {object} GameFacts
 * @property {string} name
 * @property {string} title
 * @property {boolean} isOver
 * @property {boolean} hasMoves
 * @property {boolean} isExercise
 * @property {number} actions
 * @property {SeatFacts[]} seats
 * @property {any[]} turns
 * @property {any} pending
 * @property {any} throw
 * @property {number} settled
 */

/**
 * A legal move: the choices that pick it, and what it says.
 * @typedef {object} LegalMove
 * @property {any[][]} choices
 * @property {string} text
 * @property {string} words
 * @property {string[]} captures
 * @property {string} origin
 * @property {string} target
 * @property {boolean} isPass
 */

/**
 * What a page knows. `own` is what only a practice table has; `moment` is what is looked at, null: now.
 * @typedef {object} PageFacts
 * @property {Record<string, string>} words
 * @property {{role: string, seat: number | null, isPaired?: boolean}} you
 * @property {any} own
 * @property {number | null} moment
 * @property {any} told
 * @property {TableFacts} table
 * @property {GameFacts | null} game
 * @property {any} position
 * @property {LegalMove[]} moves
 * @property {{stage: string, isMyTurn: boolean}} before
 */

export {};
