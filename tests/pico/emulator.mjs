// Runs a Pico of rp2040js: node emulator.mjs RP2040JS BOOTROM FIRMWARE FILES
//
// It reads commands as lines of JSON and answers each with one. {"run": MS} lets so much time of the
// Pico pass. {"pin": [GP, LEVEL]} drives a pin, {"say": HEX} sends bytes to the USB port, and
// {"registers": {...}} puts shift registers of a matrix on the bus SPI 0, {"chain": [COUNT, CLOSED]} a
// chain of 74HC165 with so many inputs, and {"string": GP} a string of lights on a pin. An answer has the
// time of the Pico (ms), the bytes that it has sent, the levels of its outputs, and the bytes that the
// string got last. {"halls": {...}} puts Hall sensors behind multiplexers on the ADC; an answer has how
// many readings there were, and the longest time from one pass over all sensors to the next (ms).

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [library, bootrom, firmware, files] = process.argv.slice(2);
const { ConsoleLogger, LogLevel, Simulator, USBCDC } = await import(pathToFileURL(library));

const FILES_AT = 0xa0000; // where the file system of MicroPython begins in the flash of a Pico
const CYCLE_NS = 8; // of 125 MHz
const MS = 1e6;
const PINS = 29;

const { rp2040: pico, clock } = new Simulator();
pico.logger = new ConsoleLogger(LogLevel.Error);
const rom = readFileSync(bootrom);
pico.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
pico.flash.set(readFileSync(firmware), 0);
pico.flash.set(readFileSync(files), FILES_AT);
pico.core.PC = 0x10000000;

const usb = new USBCDC(pico.usbCtrl);
let heard = [];
let isConnected = false;
usb.onDeviceConnected = () => { isConnected = true; };
usb.onSerialData = (bytes) => heard.push(...bytes);

// A host sends nothing until it has bytes. The library would send empty packets without end instead, of
// which each interrupts the Pico: it would spend five sixths of its time on them.
const answer = pico.usbCtrl.onEndpointRead;
let awaited = null;
pico.usbCtrl.onEndpointRead = (endpoint, size) => {
  if (usb.txFIFO.itemCount) answer(endpoint, size);
  else awaited = [endpoint, size];
};

function tell(bytes) {
  for (const byte of bytes) usb.sendSerialByte(byte);
  if (awaited) answer(...awaited);
  awaited = null;
}

function run(ms) {
  const end = clock.nanos + ms * MS;
  while (clock.nanos < end) {
    if (pico.core.waiting) {
      clock.tick(Math.min(clock.nanosToNextAlarm || CYCLE_NS, end - clock.nanos));
    } else {
      clock.tick(pico.core.executeInstruction() * CYCLE_NS);
    }
  }
}

// 74HC595s that select a row, and 74HC165s with the columns of that row: both shift at once
let shifted = [];
let row = -1;
let transfers = 0;

function wire({ rows, columns, pieces }) {
  const bytesOfRow = Math.ceil(rows / 8);
  const bytesOfColumns = Math.ceil(columns / 8);
  let loaded = [];
  pico.spi[0].onTransmit = (value) => {
    shifted = [...shifted, value].slice(-bytesOfRow);
    pico.spi[0].completeTransmit(loaded.shift() ?? 0xff);
    transfers += 1;
  };
  pico.gpio[20].addListener((state) => {
    if (state !== 1) return; // a rising latch shows the row whose bit is low
    const bits = shifted.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    row = [...Array(rows).keys()].find((each) => !((bits >> BigInt(each)) & 1n)) ?? -1;
  });
  pico.gpio[21].addListener((state) => {
    if (state !== 0) return; // a low load takes the columns in
    const closed = new Set(pieces.filter(([, y]) => y === row).map(([x]) => x));
    loaded = [...Array(bytesOfColumns).keys()].map((chip) =>
      [...Array(8).keys()].reduce((byte, i) => byte | (closed.has(chip * 8 + i) ? 0 : 1 << i), 0));
  });
}

// a chain of 74HC165 that is loaded by GP21; H of the first chip comes first
function chain([count, closed]) {
  const shut = new Set(closed);
  let loaded = [];
  pico.spi[0].onTransmit = () => {
    pico.spi[0].completeTransmit(loaded.shift() ?? 0xff);
    transfers += 1;
  };
  pico.gpio[21].addListener((state) => {
    if (state !== 0) return;
    loaded = [...Array(Math.ceil(count / 8)).keys()].map((chip) =>
      [...Array(8).keys()].reduce((byte, i) => byte | (shut.has(chip * 8 + i) ? 0 : 1 << i), 0));
  });
}

// WS2812 lights: a bit is 1 if it is high for longer than half of its time; a long low ends a picture
const LONG_NS = 600;
const RESET_NS = 50_000;
let bits = [];
let shown = [];

function string(gp) {
  let since = 0;
  let isHigh = false;
  pico.gpio[gp].addListener((state) => {
    const now = clock.nanos;
    if (state === 1 && !isHigh) {
      if (now - since > RESET_NS) bits = [];
      [since, isHigh] = [now, true];
    } else if (state === 0 && isHigh) {
      bits.push(now - since > LONG_NS ? 1 : 0);
      shown = bits;
      [since, isHigh] = [now, false];
    }
  });
}

function colours() {
  return [...Array(Math.floor(shown.length / 8)).keys()]
    .map((at) => shown.slice(at * 8, at * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0));
}

// 74HC4067s with joined outputs: the one whose enable is low puts one of its sensors on GP26
let reads = 0;
let passed = 0;
let longest = 0;

function sense({ address, enables, levels }) {
  [passed, longest] = [0, 0];
  const isHigh = (pin) => pico.gpio[pin].value === 1;
  pico.adc.onADCRead = () => {
    const channel = address.reduce((sum, pin, bit) => sum | (isHigh(pin) << bit), 0);
    const on = enables.findIndex((pin) => !isHigh(pin));
    // a little noise, the same in every run: a sum of sixteen readings stays what it would be
    const noise = ((reads * 7919) % 5) - 2;
    pico.adc.channelValues[0] = on < 0 ? 0 : levels[on * 16 + channel] + noise;
    if (reads % levels.length === 0) {
      if (passed) longest = Math.max(longest, clock.nanos - passed);
      passed = clock.nanos;
    }
    reads += 1;
    pico.adc.sampleAlarm.schedule(pico.adc.sampleTime * 1000);
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { run: ms, pin, say, registers, chain: inputs, string: lights, halls } = JSON.parse(line);
  if (pin) pico.gpio[pin[0]].setInputValue(Boolean(pin[1]));
  if (registers) wire(registers);
  if (inputs) chain(inputs);
  if (lights !== undefined) string(lights);
  if (halls) sense(halls);
  if (say) tell(Buffer.from(say, 'hex'));
  if (ms) run(ms);
  const levels = [...Array(PINS).keys()].map((each) => pico.gpio[each].value);
  console.log(JSON.stringify({
    at: clock.nanos / MS, heard: Buffer.from(heard).toString('hex'), levels, isConnected, transfers,
    lights: colours(), reads, longest: longest / MS,
  }));
  heard = [];
}
