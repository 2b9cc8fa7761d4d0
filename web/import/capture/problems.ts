/** Problems with a capture. Each has a code, because the worker that finds it has no translations. */
import { formatCount } from '../../words/format';
import { t } from '../../words/words';

const SENTENCES = {
  'not-a-capture': () => t('The file doesn’t begin like a capture (byte 0). Open a pcap or pcapng file.'),
  'packet-size': (values: { at: number; size: number; most: number }) =>
    t('The packet at byte {at} has a size of {size} bytes. At most {most} are allowed.', values),
  'byte-order': (values: { at: number }) =>
    t('The section at byte {at} has no valid byte-order magic.', values),
  'block-length': (values: { at: number; size: number }) =>
    t(
      'The block at byte {at} has a length of {size} bytes. It must be a multiple of 4 and at least 12.',
      values,
    ),
  'packet-block-length': (values: { at: number; size: number; least: number }) =>
    t('The packet block at byte {at} has a length of {size} bytes. It must be at least {least}.', values),
  'unknown-interface': (values: { at: number; which: number }) =>
    t('The packet at byte {at} uses interface {which}, which no block before it describes.', values),
  'packet-too-long': (values: { at: number; size: number }) =>
    t('The packet at byte {at} has {size} bytes, more than its block can contain.', values),
  'unknown-links': (values: { number: string; links: string }) =>
    t('The capture’s link type {number} isn’t supported. These are: {links}.', values),
  'no-packets': () => t('The capture contains no packets. It needs at least one TCP segment with data.'),
  'no-data': ({ packets }: { packets: number }) =>
    t(
      'None of the capture’s {packets} packets is a TCP segment with data over IPv4 or IPv6. The lab shows only those.',
      { packets: formatCount(packets) },
    ),
  unreadable: (values: { reason: string }) => t('The file couldn’t be read: {reason}', values),
} as const;

type Code = keyof typeof SENTENCES;

/** A problem as it's sent from the worker to the page. */
export type CaptureProblem = { [C in Code]: { code: C; values: Parameters<(typeof SENTENCES)[C]>[0] } }[Code];

/** A problem in the current language. It says where it is and what's allowed. */
export function sentenceOf({ code, values }: CaptureProblem): string {
  return (SENTENCES[code] as (values: unknown) => string)(values);
}

export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly problem: CaptureProblem;

  constructor(problem: CaptureProblem) {
    super(sentenceOf(problem));
    this.problem = problem;
  }
}

export function fileProblem<C extends Code>(
  code: C,
  ...[values]: Parameters<(typeof SENTENCES)[C]>
): FileProblem {
  return new FileProblem({ code, values } as CaptureProblem);
}
