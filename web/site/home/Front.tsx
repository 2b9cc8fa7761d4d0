/** The home page with header and footer, as the build prerenders it. */
import type { ReactNode } from 'react';
import { t } from '../../base/words/words';
import { Boundary } from '../../ui/Boundary';
import { Footer } from '../../ui/Footer';
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
