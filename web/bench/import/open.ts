/** Opens a user's file. A scenario goes to the bench as if typed into the editor; a capture is shown next to the run. */

import { formatBytes } from '../../base/words/format';
import { t } from '../../base/words/words';
import { CaptureReader } from '../../engine/captureReader';
import { LARGEST_CAPTURE } from '../../engine/captureView';
import type { Bench } from '../../run/bench';
import { readText, readUtf8 } from '../../ui/textFile';
import { type Incoming, incoming, present } from './incoming';
import { elsewhereOf, openText } from './openText';
import { messageOf } from './problems';

/** Maximum size of a scenario file, in bytes. */
const LARGEST_SCENARIO = 4 << 20;

/** The first bytes of captures in either byte order, and of files compressed by gzip. */
const MAGICS = ['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', '0a0d0d0a', '1f8b'];

/** True if only the reader of captures can say what the file is. */
export function isCapture(start: Uint8Array): boolean {
  const hex = Array.from(start.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return MAGICS.some((magic) => hex.startsWith(magic));
}

export async function openFile(bench: Bench, file: File): Promise<void> {
  const { name } = file;
  const before = incoming.value;
  const reading: Incoming = { phase: 'reading', name, progress: 0, reader: null };
  present(reading);
  try {
    if (file.size > LARGEST_CAPTURE)
      throw new Error(
        t(
          'The file has {size}; at most {most} are allowed. Keep only headers with tcpdump -s 96, or cut out a few seconds with editcap.',
          {
            size: formatBytes(file.size),
            most: formatBytes(LARGEST_CAPTURE),
          },
        ),
      );
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
    // The user may have canceled, or opened another file.
    if (incoming.value !== reading) return;
    if (isCapture(start)) {
      const reader = new CaptureReader(file);
      const progress = (share: number) => present({ phase: 'reading', name, progress: share, reader });
      progress(0);
      const view = await reader.read({}, progress);
      if (view !== null) present({ phase: 'capture', name, reader, view });
      return;
    }
    const { text: first } = await readText(new Blob([start]));
    const { text } = file.size > LARGEST_SCENARIO ? { text: '' } : await readText(file);
    const elsewhere = elsewhereOf(text);
    if (elsewhere === null && !/^\s*[{[]/.test(first))
      throw new Error(
        t(
          'The file is neither a scenario nor a capture (byte 0). Open a scenario (JSON) or a capture (pcap or pcapng, also compressed by gzip).',
        ),
      );
    if (file.size > LARGEST_SCENARIO)
      throw new Error(
        t('The file has {size}; a scenario has at most {most}.', {
          size: formatBytes(file.size),
          most: formatBytes(LARGEST_SCENARIO),
        }),
      );
    if (elsewhere === null) await readUtf8(file);
    if (incoming.value !== reading) return;
    openText(bench, name, text, before);
  } catch (error) {
    present({ phase: 'failed', name, message: messageOf(error) });
  }
}
