/** The way to another lesson; only its title where that lesson is not: a package holds one. */
import type { ReactNode } from 'react';
import { isLessonAvailable } from '../../ui/package';
import { useRoot } from '../../ui/root';

export function LessonLink({ name, children }: { name: string; children: ReactNode }) {
  const root = useRoot();
  return isLessonAvailable(name) ? (
    <a href={`${root}lessons/${name}/`}>{children}</a>
  ) : (
    <span>{children}</span>
  );
}
