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
