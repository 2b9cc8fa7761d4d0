/** The text in its sections. What follows a prediction within its section is covered until that is locked. */
import { Children, isValidElement, type ReactNode } from 'react';
import { usePart } from '../../run/observable';
import { useVisit } from '../visit';
import { Predict } from './Predict';

export function Sections({ children }: { children?: ReactNode }) {
  const visit = useVisit();
  const answered = usePart(visit.progress, 'predictions');
  const shown: ReactNode[] = [];
  let covered = false;
  for (const child of Children.toArray(children)) {
    if (isValidElement(child) && (child.type === 'h2' || child.type === Heading)) covered = false;
    if (covered) continue;
    shown.push(child);
    if (
      isValidElement<{ id?: string }>(child) &&
      child.type === Predict &&
      answered[child.props.id ?? ''] === undefined
    ) {
      covered = true;
      shown.push(
        <p className="covered" key={`covered ${child.props.id}`}>
          The run, and what it shows, come when your prediction is locked.
        </p>,
      );
    }
  }
  return shown;
}

/** Headings of the text; they begin a section. */
export function Heading({ children }: { children?: ReactNode }) {
  return <h2>{children}</h2>;
}
