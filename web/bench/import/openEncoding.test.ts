/** Tests that a scenario in another encoding than UTF-8 is refused with the reason. */
import { expect, it } from 'vitest';
import type { Bench } from '../../run/bench';
import { incoming } from './incoming';
import { openFile } from './open';

const JSON_TEXT = '{\n  "title": "Zoë’s run"\n}\n';

it.each([
  ['Windows-1252', [...JSON_TEXT].map((letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0))), 'line 2'],
  ['UTF-16', [0xff, 0xfe, ...[...JSON_TEXT].flatMap((letter) => [letter.charCodeAt(0) & 255, 0])], 'UTF-16'],
])('a scenario in %s', async (_, bytes, words) => {
  await openFile({} as Bench, new File([Uint8Array.from(bytes)], 'a.json'));
  expect(incoming.value).toMatchObject({ phase: 'failed', message: expect.stringContaining(words) });
});
