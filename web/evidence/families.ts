/** Presets grouped by what their senders react to, in the picture's order. */
import { t } from '../words/words';

interface Family {
  title: () => string;
  presets: readonly string[];
}

const FAMILIES: readonly Family[] = [
  { title: () => t('Reacts to losses'), presets: ['tahoe', 'reno', 'newreno', 'sack', 'fack'] },
  {
    title: () => t('Vegas and its variants'),
    presets: ['vegas', 'vegas-cam', 'vegas-reno', 'linux-vegas', 'vegas-pf', 'vegas-wpf', 'vegas-rem'],
  },
  {
    title: () => t('Other senders that measure delay or rate'),
    presets: ['veno', 'sack-veno', 'dual', 'card', 'tri-s', 'westwood'],
  },
  { title: () => t('In wide use today'), presets: ['cubic', 'bbr'] },
  {
    title: () => t('As in Linux 6'),
    presets: ['linux-reno', 'linux-cubic', 'linux-veno', 'linux-westwood', 'linux-6-vegas', 'linux-bbr'],
  },
  { title: () => t('A window set by hand'), presets: ['by-hand'] },
];

/** The presets by family; those without one come last. */
export function byFamily(presets: readonly string[]): Family[] {
  const families = FAMILIES.map(({ title, presets: members }) => ({
    title,
    presets: members.filter((preset) => presets.includes(preset)),
  }));
  const others = presets.filter((preset) =>
    FAMILIES.every(({ presets: members }) => !members.includes(preset)),
  );
  return [...families, { title: () => t('Others'), presets: others }].filter((one) => one.presets.length > 0);
}
