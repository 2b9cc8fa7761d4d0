/** The page on the Python package: how to get it, and a first example with its picture. */

import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { documentTitle } from '../run/share/route';
import picture from './pythonRun.png';
import '../lessons/lesson.css';
import './PythonPage.css';

const BUILD = `npm run python
pip install pandas matplotlib .cache/python/wheels/vegaslab-*.whl`;

/** The picture is what this draws; `engine-wasm/python/tests/test_notebooks.py` compares the two. */
const EXAMPLE = `import vegaslab as vl

run = vl.run(vl.scenario("ahn-fig1-rr"))
run.windows.to_pandas()
run.plot("sequence", "window", "queue")`;

/** The address of the API reference, which `npm run build` writes if it can. */
const REFERENCE = import.meta.env.VITE_PYTHON_REFERENCE;

export function PythonPage() {
  return (
    <main className="lesson python" id="content">
      <title>{documentTitle(t('In Python'))}</title>
      <article className="lesson-text">
        <h1>{t('In Python')}</h1>
        <p>
          {t(
            'The same engine is a Python package, for notebooks, DataFrames and clusters. A scenario gives the same packets there as here: compare the digests.',
          )}
        </p>
        <h2>{t('Install it')}</h2>
        <p>
          {rich(
            'You need Python 3.11 or later, and a copy of this lab with Node and Rust. The first command builds and tests the package in a few minutes; the second installs it in your own environment. Wheels for Linux, macOS and Windows are attached to each run of the lab’s workflow <code>Python</code>.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
        <pre>
          <code>{BUILD}</code>
        </pre>
        <h2>{t('A first example')}</h2>
        <pre>
          <code>{EXAMPLE}</code>
        </pre>
        <img
          src={picture}
          width={911}
          height={831}
          alt={t(
            'Three plots over time: the segments that Reno sends, its window, and the queue. The queue overflows in the second second, and the sender is idle until its timer expires.',
          )}
        />
        <p>
          {t(
            'Columns go to numpy, pandas, polars and pyarrow without a copy. Runs use all cores from threads, and Ctrl-C stops them.',
          )}
        </p>
        <h2>{t('From the bench and back')}</h2>
        <p>
          {rich(
            '<code>vl.Scenario.from_link("…")</code> opens a link of the bench, and <code>run.link()</code> makes one.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
        <h2>{t('Learn more')}</h2>
        <p>
          {rich(
            'The notebooks in <code>engine-wasm/python/notebooks</code> lead from zero to Figure 1, to an algorithm of your own on a class of paths, and from a sweep on a laptop to one on Slurm. <code>help(vl)</code> documents every function, column and unit.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
        {REFERENCE && (
          <p>
            <a href={REFERENCE}>{t('API reference')}</a>
          </p>
        )}
      </article>
    </main>
  );
}
