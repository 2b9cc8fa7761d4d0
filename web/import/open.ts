/** Opens a user's file. A scenario goes to the bench as if typed into the editor; a capture is shown next to the run. */
import type { Bench } from '../run/bench';
import { formatBytes } from '../words/format';
import { t } from '../words/words';
import { isCapture } from './capture/frames';
import { LARGEST_FILE, readStreams } from './capture/streams';
import { dismiss, incoming } from './incoming';
import { elsewhereOf, openText } from './openText';

/** Maximum size of a scenario file, in bytes. */
const LARGEST_SCENARIO = 4 << 20;

export async function openFile(bench: Bench, file: File): Promise<void> {
  const { name } = file;
  const before = incoming.value;
  const reading = { phase: 'reading', name, progress: 0 } as const;
  incoming.set(reading);
  try {
    if (file.size > LARGEST_FILE)
      throw new Error(
        t(
          'The file has {size}; at most {most} are allowed. Keep only headers with tcpdump -s 96, or cut out a few seconds with editcap.',
          {
            size: formatBytes(file.size),
            most: formatBytes(LARGEST_FILE),
          },
        ),
      );
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
    if (isCapture(start)) {
      const cancelled = () => !isReading(name);
      const streams = await readStreams(
        await file.arrayBuffer(),
        (progress) => incoming.set({ phase: 'reading', name, progress }),
        cancelled,
      );
      if (streams !== null && !cancelled()) incoming.set({ phase: 'capture', name, streams });
      return;
    }
    if (start[0] === 0x1f && start[1] === 0x8b)
      throw new Error(`${t('The file is compressed. Unpack it first.')} ${allowed()}`);
    const text = file.size > LARGEST_SCENARIO ? '' : await file.text();
    if (elsewhereOf(text) === null && !/^\s*[{[]/.test(new TextDecoder().decode(start)))
      throw new Error(`${t('The file is neither a scenario nor a capture (byte 0).')} ${allowed()}`);
    openText(bench, name, text, before);
  } catch (error) {
    incoming.set({ phase: 'failed', name, message: error instanceof Error ? error.message : String(error) });
  }
}

/** The supported files, as listed in messages. */
function allowed(): string {
  return t('Open a scenario (JSON) or a capture (pcap or pcapng).');
}

function isReading(name: string): boolean {
  const { value } = incoming;
  return value.phase === 'reading' && value.name === name;
}

export const cancelReading = dismiss;
