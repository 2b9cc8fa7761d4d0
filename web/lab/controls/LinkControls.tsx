/** The network's links: the bottleneck is in sight; the others are folded. */
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatQuantity } from '../../base/words/quantity';
import { t } from '../../base/words/words';
import type { FieldInfo, Scenario } from '../../engine/schema';
import { useFocus } from '../../run/hooks';
import { useOpen } from '../../run/tabStorage';
import { linkBehind } from '../../run/trace';
import { Fold } from './Fold';
import { bottleneckOf, endsOf, slowestOf } from './links';
import { GroupWithMore } from './More';

type Links = Scenario['links'];

interface Props {
  links: Links;
  /** The links before any edit. */
  origin: Links | undefined;
  fields: FieldInfo[];
}

export const LinkControls = memo(function LinkControls({ links, origin, fields }: Props) {
  const first = bottleneckOf(links, origin);
  const bottleneck = links[first];
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useOpen('controls links');
  // A new object for each pick, so that picking the same link again moves the focus again.
  const [picked, setPicked] = useState<{ name: string } | null>(null);
  useFocus((focus) => {
    if (!('link' in focus)) return;
    const link = linkBehind({ links }, focus.link);
    if (link === bottleneck) return showSoon(heading.current);
    setOpen(true);
    setPicked(link ? { name: link.name } : null);
  });
  const originalOf = (link: Links[number]) => origin?.find(({ name }) => name === link.name);
  return (
    <>
      {bottleneck && (
        <section className="controls" data-link={bottleneck.name}>
          <h2 ref={heading} tabIndex={-1}>
            {slowestOf(links) === first ? t('Bottleneck') : t('Link')} <small>{endsOf(bottleneck)}</small>
          </h2>
          <GroupWithMore
            name="link"
            fields={fields}
            path={`links.${first}`}
            value={bottleneck}
            preset={originalOf(bottleneck)}
          />
        </section>
      )}
      {links.length > 1 && (
        <Fold title={t('Other links')} count={links.length - 1} open={open} setOpen={setOpen}>
          {links.map(
            (link, index) =>
              index !== first && (
                <LinkItem
                  key={link.name}
                  link={link}
                  original={originalOf(link)}
                  path={`links.${index}`}
                  fields={fields}
                  picked={picked?.name === link.name ? picked : null}
                />
              ),
          )}
        </Fold>
      )}
    </>
  );
});

/** Scrolls to an element and focuses it, a frame later, because the drawer around it may open only now. */
function showSoon(element: HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    element?.scrollIntoView({ block: 'nearest' });
    element?.focus({ preventScroll: true });
  });
}

interface ItemProps {
  link: Links[number];
  original: Links[number] | undefined;
  path: string;
  fields: FieldInfo[];
  /** Another object each time that the user picks the link in a drawing of the network; null if it isn't picked. */
  picked: object | null;
}

function LinkItem({ link, original, path, fields, picked }: ItemProps) {
  const [open, setOpen] = useOpen(`link ${link.name}`);
  const place = useRef<HTMLDetailsElement>(null);
  const unfold = useEffectEvent(() => setOpen(true));
  useEffect(() => {
    if (picked === null) return;
    unfold();
    showSoon(place.current?.querySelector('summary'));
  }, [picked]);
  return (
    <details
      ref={place}
      className="link"
      data-link={link.name}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{endsOf(link)}</b>{' '}
        <small>
          {formatQuantity(link.rate_bps, 'bit/s')}, {formatQuantity(link.delay_ms, 'ms')}
        </small>
      </summary>
      {open && <GroupWithMore name="link" fields={fields} path={path} value={link} preset={original} />}
    </details>
  );
}
