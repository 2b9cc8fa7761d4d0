/** Sums up a run in a sentence or two. Every number comes from the run. */
import { plural, t } from '../../base/words/words';
import { millisecondsInWords, packetsInWords, secondsInWords } from './numbers';
import { SENDERS, type Sender } from './path';
import type { Story } from './replay';

export function storyInWords(sender: Sender, story: Story): string {
  const name = SENDERS[sender];
  return [mainEvent(name, story), ...ending(story)].join(' ');
}

function mainEvent(
  sender: string,
  { drops, first_drop_s, silence, most_packets, longest_wait_ms, receiver_limits }: Story,
): string {
  if (first_drop_s === null) {
    const waits = t('{sender} drops nothing. At most {packets} wait in the buffer, for up to {wait}.', {
      sender,
      packets: packetsInWords(most_packets),
      wait: millisecondsInWords(longest_wait_ms),
    });
    return receiver_limits ? `${waits} ${t("The receiver's window keeps it from sending more.")}` : waits;
  }
  const values = { sender, time: secondsInWords(first_drop_s) };
  if (silence === null)
    return plural(
      drops,
      '{sender} overflows the buffer at {time}. It loses {n} packet, and retransmits it without waiting for a timer.',
      '{sender} first overflows the buffer at {time}. It loses {n} packets in all, and retransmits each without waiting for a timer.',
      values,
    );
  const overflow = plural(
    drops,
    '{sender} overflows the buffer at {time} and loses {n} packet.',
    '{sender} overflows the buffer at {time} and loses {n} packets.',
    values,
  );
  const waited = t('Then it sends nothing for {gap}, until its timer expires at {time}.', {
    gap: secondsInWords(silence.to_s - silence.from_s),
    time: secondsInWords(silence.to_s),
  });
  return `${overflow} ${waited}`;
}

function ending({ completed_s }: Story): string[] {
  return completed_s === null
    ? []
    : [t('The 2 MiB transfer takes {time}.', { time: secondsInWords(completed_s) })];
}
