/**
 * The values on the path that can be dragged: rate and delay of links, as numbers under their pipes, and the open end of the
 * bottleneck's queue. Each is a slider, for pointer and keyboard.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../base/words/words';
import { scaleOf } from '../../ui/scale';
import { type Dragged, nudged, rounded, scrubbed, valueInWords } from './edits';
import './path.css';

interface Props {
  field: Dragged;
  /** Name for screen readers: "Delay of R1 → R2". */
  name: string;
  className: string;
  style?: CSSProperties;
  /** A number at the start of a drag, and the value after a drag from there; the value itself and `scrubbed` by default. */
  origin?: () => number;
  drag?: (start: number, pixels: number) => number;
  /** Screen CSS pixels per unit of the layout. */
  scale: number;
  onEdit(path: string, value: number, at: number): void;
  /** A press without a drag, or Enter: opens all fields. */
  onPress?: ((element: Element) => void) | undefined;
  /** Shown instead of the value, which then appears above it during a drag. */
  children?: ReactNode;
}

/** Pixels that a pointer may move during a press before it counts as a drag. */
const STILL = 3;

export function Handle(props: Props) {
  const { field, name, className, style, origin, drag, scale, onEdit, onPress, children } = props;
  const grabbed = useRef<{ x: number; start: number; moved: boolean } | null>(null);
  // The new value is shown at once, and the next key starts from it; the run follows.
  const [dragged, setDragged] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value in the run replaces it
  useEffect(() => {
    if (grabbed.current === null) setDragged(null);
  }, [field.value]);
  const shown = dragged ?? field.value;
  const words = valueInWords(field, shown);

  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, start: origin?.() ?? field.value, moved: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLSpanElement>) => {
    const { current } = grabbed;
    if (current === null) return;
    const around = event.currentTarget.offsetParent;
    const outer = around instanceof HTMLElement ? scaleOf(around) : 1;
    const pixels = (event.clientX - current.x) / (scale * outer);
    if (!current.moved && Math.abs(pixels) < STILL) return;
    current.moved = true;
    const next = drag?.(current.start, pixels) ?? scrubbed(field, current.start, pixels);
    if (next === shown) return;
    setDragged(next);
    onEdit(field.path, next, event.timeStamp);
  };
  const drop = () => {
    grabbed.current = null;
    setDragged(null);
  };
  const onPointerUp = (event: PointerEvent<HTMLSpanElement>) => {
    const pressed = grabbed.current?.moved === false;
    drop();
    if (pressed) onPress?.(event.currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLSpanElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && onPress !== undefined) {
      event.preventDefault();
      onPress(event.currentTarget);
      return;
    }
    const next = nextValue({ ...field, value: shown }, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === shown) return;
    setDragged(next);
    onEdit(field.path, next, event.timeStamp);
  };

  return (
    <span
      className={`handle ${className}`}
      style={style}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={field.min}
      aria-valuemax={field.max}
      aria-valuenow={shown}
      aria-valuetext={words}
      aria-orientation="horizontal"
      title={t('{name}: drag, or use the arrow keys', { name })}
      data-dragged={dragged !== null}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={drop}
      onKeyDown={onKeyDown}
      onBlur={drop}
    >
      {children ?? words}
      {children !== undefined && (
        // The slider's own value is what screen readers say.
        <span className="bubble" aria-hidden="true">
          {words}
        </span>
      )}
    </span>
  );
}

function nextValue(field: Dragged, key: string): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return nudged(field, 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return nudged(field, -1);
    case 'PageUp':
      return rounded(field, 2 * field.value);
    case 'PageDown':
      return rounded(field, field.value / 2);
    case 'Home':
      return field.min;
    case 'End':
      return field.max;
    default:
      return null;
  }
}
