// Measures what each step of a drag costs before the first packet: the worker reads the scenario once, answers the page, and sets up the run.
import { loadEngine, scenarioText } from '../engine.mjs';
import { quantile } from './statistics.mjs';

/** Small and large ones: 2, 8, 473 and 473 flows. */
const SCENARIOS = ['ahn-fig2', 'low-buffer-loaded', 'martin-asu', 'martin-emory'];

/**
 * The median times of the parts, in ms.
 * @param {number} rounds
 */
export async function reading(rounds) {
  const { engine } = await loadEngine();
  return SCENARIOS.map((scenario) => {
    const first = engine.open(scenarioText(scenario));
    const answer = first.verdict();
    first.free();
    // A change with a control writes the scenario out.
    const { scenario: whole } = JSON.parse(answer);
    const text = JSON.stringify(whole, null, 2);
    const opened = engine.open(text);
    const parts = {
      write_ms: timed(rounds, () => JSON.stringify(whole, null, 2)),
      read_ms: timed(rounds, () => engine.open(text).free()),
      answer_ms: timed(rounds, () => structuredClone(JSON.parse(opened.verdict()))),
      set_up_ms: timed(rounds, () => opened.run(false)?.free()),
    };
    opened.free();
    const before_first_packet_ms = hundredth(Object.values(parts).reduce((sum, part) => sum + part, 0));
    return { scenario, answer_bytes: answer.length, ...parts, before_first_packet_ms };
  });
}

/** @param {Awaited<ReturnType<typeof reading>>[number]} row */
export function describeReading({ scenario, answer_bytes, before_first_packet_ms }) {
  return `${scenario}: ${before_first_packet_ms} ms from a change to the first packet, ${Math.round(answer_bytes / 1000)} kB to the page`;
}

/** @param {number} rounds @param {() => void} work */
function timed(rounds, work) {
  const times = Array.from({ length: 2 * rounds }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  // The first half compiles.
  return hundredth(quantile(times.slice(rounds), 0.5));
}

/** @param {number} value */
function hundredth(value) {
  return Math.round(100 * value) / 100;
}
