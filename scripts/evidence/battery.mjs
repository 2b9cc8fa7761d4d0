// Reads the scenarios of a battery. A row has either changes to a scenario in content/scenarios or a complete scenario.
// A sender may be a name in the battery's list of senders, or such a name with changes: { "use": "newreno",
// "limited_transmit": true }.
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {{ base: string, set: Record<string, unknown> } | { inline: Record<string, any> }} scenario
 * @property {[number, number]} window_s
 * @property {string} link the directed link whose queue is compared
 * @property {string[]} [flows] the flows that are compared; by default all
 * @property {number} [seeds] overrides the battery's number of seeds
 * @property {Record<string, string>} [explanations] of differences, by metric
 */

/**
 * The scenario of a row.
 * @param {Row} row
 * @param {{ senders: Record<string, Record<string, unknown>> }} battery
 * @param {string} folder of the named scenarios
 * @returns {{ value: unknown, sets: string[], published: Row['scenario'] }} a scenario, the assignments that change it, and both in the
 *   format of the result file
 */
export function scenarioOf({ id, title, scenario }, { senders }, folder) {
  if ('base' in scenario) {
    const changes = Object.entries(scenario.set).map(([path, value]) => {
      return [path, path.endsWith('.sender') ? senderOf(value, senders) : value];
    });
    const sets = changes.map(([path, value]) => `${path}=${JSON.stringify(value)}`);
    const value = JSON.parse(readFileSync(`${folder}/${scenario.base}.json`, 'utf8'));
    return { value, sets, published: { base: scenario.base, set: Object.fromEntries(changes) } };
  }
  const flows = scenario.inline.flows.map((/** @type {any} */ flow) => ({
    ...flow,
    sender: senderOf(flow.sender, senders),
  }));
  const inline = { version: 1, name: id, title, ...scenario.inline, flows };
  return { value: inline, sets: [], published: { inline } };
}

/** @param {any} sender @param {Record<string, Record<string, unknown>>} senders */
function senderOf(sender, senders) {
  const { use = sender, ...changes } = typeof sender === 'string' ? {} : sender;
  if (typeof use !== 'string') return sender;
  const named = senders[use];
  if (named === undefined)
    throw new Error(`The battery has no sender ${use}; allowed: ${Object.keys(senders).join(', ')}.`);
  return { ...named, ...changes };
}
