// Lists the battery's rows: every path with every algorithm, with SACK and, if the path requires it, without.

// A full-sized Ethernet packet: 20 bytes of IP, 20 of TCP, 12 of timestamps.
const SMSS_BYTES = 1448;
const HEADER_BYTES = 52;
const SEGMENT_CLOCK_MS = 40;
// More than any window of the battery needs, so that it never limits a flow. The kernel advertises half of its buffer.
const RWND_BYTES = 16_000_000;
/** The delay between the starts of two flows. */
const STAGGER_S = 1;

/**
 * @typedef {object} Path
 * @property {string} id
 * @property {string} title
 * @property {number} rate_bps of the bottleneck, in both directions
 * @property {number} delay_ms propagation, one way
 * @property {number} limit_packets of the bottleneck's buffer, including the packet in transmission
 * @property {number} [loss] probability of losing a data packet at random
 * @property {boolean} [delayed_acks] acknowledge every second segment instead of every segment
 * @property {number} [flows]
 * @property {[number, number]} window_s
 * @property {number} runs
 * @property {boolean} [without_sack] also run it without SACK
 */

/**
 * @typedef {object} Battery
 * @property {string[]} algorithms by their names in the kernel
 * @property {Record<string, string>} presets our presets, by algorithm
 * @property {Record<string, unknown>} without_sack changes to a preset for runs without SACK
 * @property {Path[]} paths
 * @property {{ rows: string[], why: Record<string, string> }[]} [explanations] of differences, by metric
 */

/** @typedef {{ id: string, title: string, path: Path, algorithm: string, sack: boolean }} Row */

/** @param {Battery} battery @returns {Row[]} */
export function rowsOf({ algorithms, paths }) {
  return paths.flatMap((path) =>
    [true, ...(path.without_sack ? [false] : [])].flatMap((sack) =>
      algorithms.map((algorithm) => ({
        id: `${path.id}-${algorithm}${sack ? '' : '-nosack'}`,
        title: `${path.title}: ${algorithm}${sack ? '' : ' without SACK'}`,
        path,
        algorithm,
        sack,
      })),
    ),
  );
}

/** Explanations by row. @param {Battery} battery @returns {Map<string, Record<string, string>>} */
export function explanationsOf(battery) {
  const known = new Set(rowsOf(battery).map(({ id }) => id));
  const entries = (battery.explanations ?? []).flatMap(({ rows, why }) =>
    rows.map((id) => /** @type {const} */ ([id, why])),
  );
  const wrong = entries.map(([id]) => id).find((id) => !known.has(id));
  if (wrong !== undefined) throw new Error(`The battery explains ${wrong}, but has no such row.`);
  return new Map(entries);
}

/** The arguments of `one_run` in network.sh for each run of a row. @param {Row} row @returns {string[]} */
export function guestLines({ id, path, algorithm, sack }) {
  const [from, to] = path.window_s.map((seconds) => 1000 * seconds);
  const fields = [
    algorithm,
    sack ? 1 : 0,
    path.rate_bps,
    path.delay_ms,
    path.limit_packets,
    100 * (path.loss ?? 0),
    path.delayed_acks ? 0 : 1,
    2 * RWND_BYTES,
    from,
    to,
    path.flows ?? 1,
    1000 * STAGGER_S,
  ];
  return Array.from({ length: path.runs }, (_, index) => [`${id}/${index + 1}`, ...fields].join(' '));
}

/** The row as a scenario for our engine. @param {Row} row @param {Battery} battery */
export function scenarioOf({ id, title, path, algorithm, sack }, { presets, without_sack }) {
  const preset = presets[algorithm];
  if (preset === undefined) throw new Error(`The battery has no preset for ${algorithm}.`);
  const count = path.flows ?? 1;
  return {
    version: 1,
    name: id,
    title,
    duration_s: path.window_s[1],
    topology: {
      kind: 'dumbbell',
      pairs: count,
      rate_bps: path.rate_bps,
      delay_ms: path.delay_ms,
      access_rate_bps: 10_000_000_000,
      queue: { kind: 'drop_tail_packets', limit_packets: path.limit_packets },
      loss: path.loss ? { kind: 'bernoulli', rate: path.loss } : { kind: 'none' },
    },
    flows: Array.from({ length: count }, (_, index) => ({
      name: `s${index + 1}`,
      from: `s${index + 1}`,
      to: `r${index + 1}`,
      start_s: index * STAGGER_S,
      // Varies the start time slightly, so that seeds differ even if nothing else is random.
      start_jitter_s: 0.1,
      smss_bytes: SMSS_BYTES,
      header_bytes: HEADER_BYTES,
      rwnd_bytes: RWND_BYTES,
      traffic: { kind: 'bulk' },
      sender: { preset, ...(sack ? {} : without_sack) },
      receiver: path.delayed_acks
        ? { kind: 'bsd_reno', ack_every: 2, clock: 'per_segment', delayed_ack_ms: SEGMENT_CLOCK_MS }
        : { kind: 'every_packet' },
    })),
  };
}
