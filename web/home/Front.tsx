/** The home page with header and footer, as the build prerenders it. */
import type { ReactNode } from 'react';
import { Boundary } from '../ui/Boundary';
import { Footer } from '../ui/Footer';
import { t } from '../words/words';
import { HomePage } from './HomePage';

export function Front({ head }: { head: ReactNode }) {
  return (
    <>
      {head}
      <Boundary name={t('This page')}>
        <HomePage />
      </Boundary>
      <Footer />
    </>
  );
}
