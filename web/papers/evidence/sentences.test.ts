/** Tests that every sentence of an RFC is as its verdict says, on its own run. */
import { describe, expect, it } from 'vitest';
import { simulatedText } from '../../run/simulated';
import {
  loadRfcs,
  loadSentenceBase,
  type Moment,
  type Rfc,
  type Sentence,
  sentenceScenario,
  shownIn,
} from '../../scenario/content/evidence/sentences';
import { differences } from './sentenceCheck';

const [rfcs, base] = await Promise.all([loadRfcs(), loadSentenceBase()]);
const all = rfcs.flatMap((rfc) => rfc.sentences.map((sentence) => ({ rfc, sentence, id: sentence.id })));

const runOf = (rfc: Rfc, sentence: Sentence, switched = false) =>
  simulatedText(JSON.stringify(sentenceScenario(base, rfc, sentence, switched)));

async function differencesOf(rfc: Rfc, sentence: Sentence, moments: readonly Moment[], switched = false) {
  const { trace } = await runOf(rfc, sentence, switched);
  return differences(trace, moments, sentence.until_ms);
}

/** The moments with one thing wrong, in every way. */
function wrongVersions(moments: readonly Moment[]): Moment[][] {
  return moments.flatMap((moment, place) => {
    const changed: Moment[] = [
      ...(['new', 'fast', 'timeout'] as const).flatMap((list) => [
        { ...moment, [list]: [...(moment[list] ?? []), 77] },
        ...(moment[list] === undefined ? [] : [{ ...moment, [list]: moment[list].slice(1) }]),
      ]),
      ...(['cwnd', 'ssthresh', 'srtt_ms', 'rto_ms'] as const).flatMap((name) =>
        moment[name] === undefined ? [] : [{ ...moment, [name]: (moment[name] ?? 0) + 0.02 }],
      ),
      ...(moment.state === undefined ? [] : [{ ...moment, state: 'done' }]),
    ];
    return changed.map((one) => moments.with(place, one));
  });
}

const isTimed = ({ flow }: Sentence) => {
  const { kind, acks } = (flow.receiver ?? {}) as { kind?: string; acks?: readonly unknown[] };
  return kind === 'scripted' && (acks?.length ?? 0) > 0;
};

it('the sentences are many, each with its own name, and many are timed by scripted ACKs', () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { rfc, id } of all) expect(id.startsWith(`${rfc.rfc}-`), id).toBe(true);
  expect(all.filter(({ sentence }) => isTimed(sentence)).length).toBeGreaterThanOrEqual(20);
});

it('the sentences say why and what happens instead, unless they hold', () => {
  for (const { sentence, id } of all) {
    const { verdict, because, instead } = sentence;
    expect([because !== undefined, instead !== undefined], id).toEqual(
      verdict === 'holds' ? [false, false] : [true, true],
    );
    expect(sentence.switch !== undefined, id).toBe(verdict === 'switch');
    const moments = [...sentence.expect, ...(instead ?? [])];
    expect(
      moments.every(({ at_ms }) => at_ms <= sentence.until_ms),
      id,
    ).toBe(true);
  }
});

it('the check finds whatever is wrong in what is expected', async () => {
  for (const { rfc, sentence, id } of all) {
    const switched = sentence.switch !== undefined;
    const { trace } = await runOf(rfc, sentence, switched);
    for (const wrong of wrongVersions(shownIn(sentence, switched)))
      expect(differences(trace, wrong, sentence.until_ms), `${id} ${JSON.stringify(wrong)}`).not.toEqual([]);
  }
});

describe.each(rfcs)('RFC $rfc', (rfc) => {
  it.each(rfc.sentences)('$id: $verdict', async (sentence) => {
    const { verdict, instead = [] } = sentence;
    const found = await differencesOf(rfc, sentence, sentence.expect);
    if (verdict === 'holds') expect(found).toEqual([]);
    else {
      expect(found, 'the default obeys, so the verdict must change').not.toEqual([]);
      expect(await differencesOf(rfc, sentence, instead), 'what happens instead').toEqual([]);
    }
    if (verdict === 'switch')
      expect(await differencesOf(rfc, sentence, sentence.expect, true), 'with the switch').toEqual([]);
  });
});
