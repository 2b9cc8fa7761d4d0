/** A choice of a filter, shown as a pill. */
import type { ReactNode } from 'react';
import './Battery.css';

interface Props {
  name: string;
  checked: boolean;
  choose(): void;
  children: ReactNode;
}

export function FilterChoice({ name, checked, choose, children }: Props) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span>{children}</span>
    </label>
  );
}
