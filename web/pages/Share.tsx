/** The address that opens the bench as it stands: to copy, and as a QR code. */
import { useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { Floating } from '../design/Floating';
import type { Bench } from '../run/bench';
import { keptParameters } from '../share/kept';
import { LinkField } from '../share/LinkField';
import { linkOf } from '../share/linkOf';
import { embedAddress } from '../share/route';
import { t } from '../words/words';
import { absolute } from './root';

export function Share({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Share')} className="share">
      {() => <Link bench={bench} />}
    </Floating>
  );
}

function Link({ bench }: { bench: Bench }) {
  const state = useObservable(bench.state);
  const [address, setAddress] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the bench is another link
  useEffect(() => {
    let gone = false;
    void addressOf(bench).then((made) => gone || setAddress(made));
    return () => {
      gone = true;
    };
  }, [bench, state]);
  if (address === null) return <p>{t('The link is being made.')}</p>;
  return (
    <LinkField label={t('Link to this bench')} address={address} opens={t('this bench as it stands here')}>
      <a href={embedAddress({ link: address.replace(/^.*#\/bench\?/, '') })}>{t('Put it in your page')}</a>
      <a href={address.replace('#/bench?', '#/assign?')}>{t('Set it as a task')}</a>
    </LinkField>
  );
}

/** Null while the engine has not read the scenario and its file. */
export async function addressOf(bench: Bench): Promise<string | null> {
  const { name, text, scenario } = bench.state.value;
  const { catalogue } = bench.runner.state.value;
  const { origin } = bench;
  if (origin === null || scenario === null || catalogue === null) return null;
  const link = await linkOf({ name, text, scenario, origin }, catalogue);
  const kept = (await keptParameters(bench)).map((one) => `&${new URLSearchParams({ with: one })}`);
  return absolute(link + kept.join(''));
}
