/** The network's links. The slowest, where the queue forms, is unfolded. */
import { memo, useRef } from 'react';
import type { FieldInfo, Scenario } from '../engine/schema';
import { useFocus } from '../run/hooks';
import { useOpen } from '../run/tabStorage';
import { linkBehind } from '../run/trace';
import { formatExact, formatRate } from '../words/format';
import { t } from '../words/words';
import { Group } from './Field';

type Links = Scenario['links'];

interface Props {
  links: Links;
  /** The links before any edit. */
  origin: Links | undefined;
  fields: FieldInfo[];
}

export const LinkControls = memo(function LinkControls({ links, origin, fields }: Props) {
  const slowest = links.reduce(
    (best, link, index) => (link.rate_bps < (links[best]?.rate_bps ?? 0) ? index : best),
    0,
  );
  return (
    <section className="controls">
      <h2>{t('Links')}</h2>
      {links.map((link, index) => (
        <LinkItem
          key={link.name}
          link={link}
          original={origin?.find(({ name }) => name === link.name)}
          path={`links.${index}`}
          fields={fields}
          first={index === slowest}
          isBehind={(directed) => linkBehind({ links }, directed) === link}
        />
      ))}
    </section>
  );
});

interface ItemProps {
  link: Links[number];
  original: Links[number] | undefined;
  path: string;
  fields: FieldInfo[];
  first: boolean;
  /** Returns true if a directed link is one of its directions. */
  isBehind(directed: number): boolean;
}

function LinkItem({ link, original, path, fields, first, isBehind }: ItemProps) {
  const [open, setOpen] = useOpen(`link ${link.name}`, first);
  const place = useRef<HTMLDetailsElement>(null);
  useFocus((focus) => {
    if (!('link' in focus) || !isBehind(focus.link)) return;
    setOpen(true);
    // Wait a frame, because the drawer around it may open only now.
    requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: 'nearest' });
      place.current?.querySelector('summary')?.focus({ preventScroll: true });
    });
  });
  return (
    <details ref={place} className="link" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>
          {link.from} {link.both_ways ? '↔' : '→'} {link.to}
        </b>{' '}
        {formatRate(link.rate_bps)}, {formatExact(link.delay_ms)} ms
      </summary>
      {open && <Group fields={fields} path={path} value={link} preset={original} />}
    </details>
  );
}
