/** Judges a drawn curve by features of its shape, and by its height where the lesson names one. */
import { formatPlain } from '../base/words/format';
import { t } from '../base/words/words';
import type { DrawnAxis, Feature } from './lesson';

interface Axes {
  x: DrawnAxis;
  y: DrawnAxis;
}

/** A share of an interval at each of its ends over which a drawing is averaged, because nobody draws a point exactly. */
const END = 0.12;

/** The least share of the run's change that counts as the same change. */
const LEAST_CHANGE = 1 / 3;

/** How many times as much a curve changes in one half of an interval as in the other, if it's called faster or slower there. */
const BEND = 1.2;

/** True if a drawing has a feature of the run's curve. Both have heights at evenly spaced places of the x axis. */
export function hasFeature(
  feature: Feature,
  { x }: Axes,
  drawn: readonly number[],
  run: readonly number[],
): boolean {
  const [from, to] = [placeOf(x, feature.from, drawn.length), placeOf(x, feature.to, drawn.length)];
  const of = (curve: readonly number[]) => curve.slice(Math.ceil(from), Math.floor(to) + 1);
  const [mine, its] = [of(drawn), of(run)];
  switch (feature.is) {
    case 'near':
      return mean(mine.map((value, place) => Math.abs(value - (its[place] ?? 0)))) <= feature.within;
    case 'level': {
      const [start, middle, end] = partsOf(mine);
      return Math.max(start, middle, end) - Math.min(start, middle, end) <= feature.within;
    }
    case 'rising':
    case 'falling': {
      const sign = feature.is === 'rising' ? 1 : -1;
      const change = ([start, , end]: Parts) => sign * (end - start);
      return (
        change(partsOf(mine)) >= LEAST_CHANGE * Math.abs(change(partsOf(its))) && bends(feature.pace, mine)
      );
    }
  }
}

function bends(pace: 'faster' | 'slower' | undefined, curve: readonly number[]): boolean {
  const [start, middle, end] = partsOf(curve);
  const [first, second] = [Math.abs(middle - start), Math.abs(end - middle)];
  switch (pace) {
    case undefined:
      return true;
    case 'faster':
      return second >= BEND * first;
    case 'slower':
      return first >= BEND * second;
  }
}

type Parts = readonly [start: number, middle: number, end: number];

/** Means at the start, in the middle and at the end of a curve. */
function partsOf(curve: readonly number[]): Parts {
  const length = Math.max(1, Math.round(END * curve.length));
  const middle = Math.floor((curve.length - length) / 2);
  return [
    mean(curve.slice(0, length)),
    mean(curve.slice(middle, middle + length)),
    mean(curve.slice(-length)),
  ];
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

function placeOf({ from, to }: DrawnAxis, at: number, points: number): number {
  return ((at - from) / (to - from)) * (points - 1);
}

/** Says of which kind the features are, without giving any of them away. */
export function judgedInWords(features: readonly Feature[], { y }: Axes): string {
  const near = features.find((feature) => feature.is === 'near');
  const hasShape = features.some(({ is }) => is !== 'near');
  if (near === undefined) return t('What counts is the shape, not how high it is.');
  const within = withUnit(near.within, y);
  return hasShape
    ? t('What counts is the shape, and the height to within {within}.', { within })
    : t('What counts is the height, to within {within}.', { within });
}

/** A feature in words, as the run has it. */
export function featureInWords(feature: Feature, axes: Axes): string {
  const { x } = axes;
  const shape = shapeInWords(feature, axes);
  if (feature.from === x.from && feature.to === x.to) return shape;
  return t('{from} to {to}: {shape}', {
    from: formatPlain(feature.from),
    to: withUnit(feature.to, x),
    shape,
  });
}

function shapeInWords(feature: Feature, { y }: Axes): string {
  switch (feature.is) {
    case 'near':
      return t('off by at most {within} on average', { within: withUnit(feature.within, y) });
    case 'level':
      return t('level');
    case 'rising':
      if (feature.pace === 'faster') return t('rises faster and faster');
      if (feature.pace === 'slower') return t('rises more and more slowly');
      return t('rises');
    case 'falling':
      if (feature.pace === 'faster') return t('falls faster and faster');
      if (feature.pace === 'slower') return t('falls more and more slowly');
      return t('falls');
  }
}

function withUnit(value: number, { unit }: DrawnAxis): string {
  return unit === '' ? formatPlain(value) : t('{value} {unit}', { value: formatPlain(value), unit });
}
