// @ts-check
// How pieces travel: along the ways that they went, one move after another, never long behind.

/** @typedef {import("./told.js").Motion} Motion */
/** @typedef {{begin: number, span: number, places: string[], isFading: boolean, by: number}} Leg */

const STEP = 220, LONGEST = 600, MORE = 40; // milliseconds of a way: of one with two points, at most, and for each more
export const BEHIND = 1200; // milliseconds that a board may be behind what it shows

// Return when each of `motions` begins and how long it takes, and when all are over.
export function scheduled(motions) {
  const spans = motions.map(({ way }) => Math.min(LONGEST, STEP + MORE * Math.max(0, way.length - 2)));
  const whole = spans.reduce((sum, span) => sum + span, 0) || STEP, pace = Math.min(1, (BEHIND - STEP) / whole);
  let begin = 0;
  const times = spans.map((span) => {
    const time = { begin, span: span * pace };
    begin += time.span;
    return time;
  });
  return { times, end: begin };
}

// Return the legs on which a piece of `seat` goes `from` a place `to` another, by `motions`; null: it was, or
// is, not drawn by itself. Each leg has the places that it passes, and by which motion (-1: of none that moves
// it); a piece that is captured fades.
/** @returns {Leg[]} */
export function legsOf({ seat, from, to }, motions) {
  const { times, end } = scheduled(motions), straight = { begin: end, span: STEP };
  const known = to === null ? null : chainTo(to, from, seat, motions);
  if (known) return known.map((i) => ({ ...times[i], places: motions[i].way, isFading: false, by: i }));
  if (from === null) return [];
  const legs = chainFrom(from, seat, motions, times), here = legs.at(-1)?.places.at(-1) ?? from;
  if (to === null && !legs.length) return [{ begin: 0, span: STEP, places: [from, from], isFading: true, by: -1 }];
  if (to === null || here === to) return legs;
  return [...legs, { ...straight, places: [here, to], isFading: isAway(to), by: -1 }];
}

// The numbers of the motions that lead to a place, one to the next; null if they begin elsewhere than `from`.
function chainTo(to, from, seat, motions) {
  const chain = [];
  let need = to;
  for (let i = motions.length - 1; i >= 0 && (need !== from || !chain.length); i--) {
    const { way } = motions[i];
    if (motions[i].seat !== seat || way.at(-1) !== need) continue;
    chain.unshift(i);
    need = way[0];
  }
  return chain.length && (from === null || need === from) ? chain : null;
}

function chainFrom(from, seat, motions, times) {
  const legs = [];
  let here = from;
  motions.forEach((motion, i) => {
    const taken = motion.captures.find(({ place }) => place === here), { begin, span } = times[i];
    if (motion.seat === seat && motion.way[0] === here) legs.push({ begin, span, places: motion.way, isFading: isAway(motion.way.at(-1)), by: i });
    else if (taken) legs.push({ begin: begin + span, span: STEP, places: [here, taken.to], isFading: isAway(taken.to), by: -1 });
    else return;
    here = legs.at(-1).places.at(-1);
  });
  return legs;
}

// whether a place is beside the board
const isAway = (place) => place.includes(" ");

// Return the motions that take `motions` back.
export function takenBack(motions) {
  return [...motions].reverse().map(({ way, captures, ...rest }) => ({ ...rest, way: [...way].reverse(), captures: [] }));
}

// Return the keyframes of a piece on its `legs`, whose places are at `spots`, and how long they take.
export function framesOf(legs, spots) {
  const last = legs.at(-1), duration = last ? last.begin + last.span : 0, frames = [];
  legs.forEach((leg, i) => {
    const lengths = reaches(spots[i]), whole = lengths.at(-1) || 1;
    if (i === 0 && leg.begin > 0) frames.push(frame(spots[0][0], 0, 1));
    spots[i].forEach((spot, k) => frames.push(
      frame(spot, (leg.begin + leg.span * (lengths[k] / whole)) / duration, leg.isFading ? 1 - lengths[k] / whole : 1)));
    if (leg.isFading && lengths.at(-1) === 0) frames[frames.length - 1].opacity = 0;
  });
  return { frames, duration };
}

const frame = ([x, y, size = 1], offset, opacity) => ({ transform: `translate(${x}px, ${y}px) scale(${size})`, opacity, offset: Math.min(1, offset) });

// How far each of `spots` is from the first one along them.
function reaches(spots) {
  let far = 0;
  return spots.map(([x, y], i) => {
    if (i) far += Math.hypot(x - spots[i - 1][0], y - spots[i - 1][1]);
    return far;
  });
}

// Whether nothing may move: the visitor has asked for that, or does not see the page.
export const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

// What travels on a board, so that something new does not wait long for it.
export class Travels {
  constructor() {
    this.running = new Set();
    this.endsAt = 0;
    this.arrivesAt = 0;
  }

  // How long it takes until what moves has arrived.
  get rest() {
    return Math.max(0, this.arrivesAt - performance.now());
  }

  // Let `changes` of pieces happen by `motions`; `middle` returns where a place is, `twin` a piece that looks
  // like the one of a motion, for one that comes from a pile and goes to a pile. Return how long that takes.
  begin(changes, motions, middle, twin) {
    const now = performance.now(), { end } = scheduled(motions);
    if (this.endsAt - now + end > BEHIND || changes.some(({ element }) => element.getAnimations?.().length)) this.finish();
    const delay = Math.max(0, this.endsAt - now);
    const paths = changes.map((change) => ({ change, legs: legsOf(change, motions) }));
    const seen = new Set(paths.flatMap(({ legs }) => legs.map(({ by }) => by)));
    motions.forEach(({ way }, i) => {
      const element = seen.has(i) ? null : twin(motions[i]);
      if (element) paths.push({ change: { element, spot: null, before: null }, legs: [{ ...scheduled(motions).times[i], places: way, isFading: false, by: i }] });
    });
    const longest = Math.max(0, ...paths.map(({ change, legs }) => this.travel(change, legs, delay, middle)));
    this.endsAt = now + delay + longest;
    this.arrivesAt = now + delay + (motions.length ? end : 0);
    return delay + longest;
  }

  travel({ element, spot, before }, legs, delay, middle) {
    if (!legs.length) {
      const frames = before ? [before.spot, spot].map((each, i) => frame(each, i, 1)) : [{ opacity: 0 }, { opacity: 1 }];
      return this.run(element, frames, STEP, delay);
    }
    const spots = legs.map((leg) => leg.places.map(middle));
    if (before) spots[0][0] = before.spot;
    if (spot) spots[spots.length - 1].splice(-1, 1, spot);
    const { frames, duration } = framesOf(legs, spots);
    element.parentNode?.append(element); // above those that stand
    return this.run(element, frames, duration, delay, !spot);
  }

  run(element, frames, duration, delay, isLeaving = false) {
    const travel = element.animate(frames, { duration, delay, fill: isLeaving ? "both" : "backwards" });
    this.running.add(travel);
    travel.onfinish = () => {
      this.running.delete(travel);
      if (isLeaving) element.remove();
    };
    return duration;
  }

  // Bring everything to where it goes at once.
  finish() {
    for (const travel of this.running) travel.finish();
    [this.endsAt, this.arrivesAt] = [0, 0];
  }
}
