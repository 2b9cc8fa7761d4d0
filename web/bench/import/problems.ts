/** Sentences for why a capture isn't shown. The worker that finds a problem has no translations, so it sends a code and values. */

import { formatBytes, formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { CaptureError, type CaptureProblem } from '../../engine/captureReader';
import { translateSentence } from '../../engine/translate';

/** A problem in the current language. It says where it is and what's allowed. */
export function sentenceOf(problem: CaptureProblem): string {
  switch (problem.code) {
    case 'not-a-capture':
      return t(
        'The file doesn’t begin like a capture (byte 0). Open a pcap or pcapng file, or one compressed by gzip.',
      );
    case 'damaged-gzip':
      return t(
        'The compressed file is damaged near byte {at}. Get it again, or decompress it with gzip -dc.',
        problem.values,
      );
    case 'decompressed-size':
      return t(
        'The file has more than {most} when it’s decompressed, which is the limit. Keep only headers with tcpdump -s 96, or cut out a few seconds with editcap.',
        { most: formatBytes(problem.values.most) },
      );
    case 'packet-size':
      return t(
        'The packet at byte {at} has a size of {size} bytes. At most {most} are allowed.',
        problem.values,
      );
    case 'byte-order':
      return t('The section at byte {at} has no valid byte-order magic.', problem.values);
    case 'block-length':
      return t(
        'The block at byte {at} has a length of {size} bytes. It must be a multiple of 4 and at least 12.',
        problem.values,
      );
    case 'packet-block-length':
      return t(
        'The packet block at byte {at} has a length of {size} bytes. It must be at least {least}.',
        problem.values,
      );
    case 'unknown-interface':
      return t(
        'The packet at byte {at} uses interface {which}, which no block before it describes.',
        problem.values,
      );
    case 'packet-too-long':
      return t('The packet at byte {at} has {size} bytes, more than its block can contain.', problem.values);
    case 'unknown-links':
      return t('The capture’s link type {number} isn’t supported. These are: {links}.', problem.values);
    case 'no-packets':
      return t('The capture contains no packets. It needs at least one TCP segment.');
    case 'no-tcp':
      return t(
        'None of the capture’s {packets} packets is a TCP segment over IPv4 or IPv6. The lab shows only those.',
        { packets: formatCount(problem.values.packets) },
      );
    case 'unreadable':
      return t('The file couldn’t be read: {reason}', problem.values);
    case 'defect':
      return t(
        'The reader of captures failed ({reason}). The browser may have too little memory for this file; otherwise it’s a defect. Cut out a few seconds with editcap, or use the command line: vegaslab capture.',
        problem.values,
      );
    case 'not-loaded':
      return translateSentence(problem.values.reason);
    case 'not-started':
      return t(
        'The script that reads captures couldn’t be started: it’s missing, or something blocks it. Reload the page. If that doesn’t help, update the browser, or ask the administrator to allow this site’s scripts and workers.',
      );
  }
}

/** The message of an error for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof CaptureError) return sentenceOf(error.problem);
  return error instanceof Error ? error.message : String(error);
}
