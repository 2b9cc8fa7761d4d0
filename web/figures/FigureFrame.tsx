/** The frame of a figure of a paper: where it is there, and what it shows. */
import { type ReactNode, useId } from 'react';
import { inEnglish } from '../ui/InEnglish';
import type { Figure } from './select';
import './figures.css';

interface Props {
  figure: Figure;
  children: ReactNode;
}

export function FigureFrame({ figure, children }: Props) {
  const { name, place, title, about } = figure;
  const heading = useId();
  return (
    <figure
      className="paper-figure"
      aria-labelledby={heading}
      data-figure-of={name}
      data-kind={figure.drawing.kind}
    >
      <figcaption>
        <span id={heading} {...inEnglish()}>
          <b>{place}</b> {title}
        </span>
        {about !== undefined && (
          <p className="words" {...inEnglish()}>
            {about}
          </p>
        )}
      </figcaption>
      {children}
    </figure>
  );
}
