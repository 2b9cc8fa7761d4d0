/** A value that calls its subscribers when it's replaced: the lab's only state management. */
import { useSyncExternalStore } from 'react';

export class Observable<T> {
  /** The first value, used for prerendering and hydration. */
  readonly initial: T;
  private current: T;
  private readonly listeners = new Set<() => void>();

  constructor(initial: T) {
    this.initial = initial;
    this.current = initial;
  }

  get value(): T {
    return this.current;
  }

  set(next: T): void {
    if (Object.is(next, this.current)) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/**
 * Waits until `read` returns something other than undefined, now or after a change of one of the observables. Resolves with `late` if none of
 * them changes for `limit_ms()`; null is no limit.
 */
export function until<T>(
  observables: readonly Pick<Observable<unknown>, 'subscribe'>[],
  read: () => T | undefined,
  limit_ms: () => number | null,
  late: T,
): Promise<T> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (result: T) => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve(result);
    };
    const check = () => {
      clearTimeout(timer);
      const found = read();
      const limit = limit_ms();
      if (found !== undefined) end(found);
      else if (limit !== null) timer = setTimeout(end, limit, late);
    };
    // Check only after all subscribers were notified, because one of them may change more.
    const stops = observables.map(({ subscribe }) => subscribe(() => queueMicrotask(check)));
    setTimeout(check);
  });
}

export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(
    observable.subscribe,
    () => observable.value,
    () => observable.initial,
  );
}

/** One property of the value. The component re-renders only when that property is replaced. */
export function usePart<T, K extends keyof T>(observable: Observable<T>, part: K): T[K] {
  return useReading(observable, (value) => value[part]);
}

/** A value computed by `read`: a string, a number, or an object that keeps its identity while it's equal. */
export function useReading<T, R>(observable: Observable<T>, read: (value: T) => R): R {
  return useSyncExternalStore(
    observable.subscribe,
    () => read(observable.value),
    () => read(observable.initial),
  );
}
