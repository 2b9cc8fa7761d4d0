/** The foot of every page: where it is said what becomes of the reader's data. */
import { useRoot } from './root';
import { PRIVACY_ADDRESS } from './route';

export function Footer() {
  const root = useRoot();
  return (
    <footer className="foot">
      <p>
        Vegas Lab runs in your browser and collects nothing.{' '}
        <a href={root + PRIVACY_ADDRESS}>Privacy and use without a network</a>
      </p>
    </footer>
  );
}
