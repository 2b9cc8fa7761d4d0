/** What the papers report beside what was measured here, disagreements as plainly as agreements. */
import { useEffect, useState } from 'react';
import { ScrollRegion } from '../design/ScrollRegion';
import {
  armOf,
  type Entry,
  type Finding,
  groups,
  loadFindings,
  loadPaper,
  PAPER_NAMES,
  type Paper,
} from '../papers/papers';
import { number, published, VERDICTS } from '../papers/words';
import { experimentAddress, paperAddress } from './route';

interface Loaded {
  papers: Paper[];
  findings: Map<string, Finding>;
}

/** All papers, or the one that the address asks for. */
export function PapersPage({ wanted }: { wanted: string | null }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let gone = false;
    setFailure(null);
    load()
      .then((all) => gone || setLoaded(all))
      .catch((error) => gone || setFailure(`${error}`));
    return () => {
      gone = true;
    };
  }, [attempt]);
  const chosen = loaded?.papers.find(({ name }) => name === wanted);
  return (
    <main className="figure-page papers" id="content">
      <header className="introduction">
        <title>{`${chosen ? chosen.title : 'Published numbers'} · Vegas Lab`}</title>
        <h1>Published numbers beside ours</h1>
        <p className="about">
          Each row is a number that a paper prints and what this lab's simulator gives for the same set-up:
          the mean over several seeds with its 95 % interval. A tolerance comes from the paper's own spread
          and was chosen before the run. Where ours differs, the row says so and why. Every number opens the
          run that it comes from.
        </p>
      </header>
      {wanted !== null && loaded !== null && chosen === undefined && (
        <p className="note" role="alert">
          There is no paper called <code>{wanted}</code>; these are all.
        </p>
      )}
      {failure !== null && (
        <div className="failure" role="alert">
          <p>
            <b>The numbers could not be loaded.</b> <code>{failure}</code>
          </p>
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Load again
          </button>
        </div>
      )}
      {loaded === null && failure === null && (
        <p className="status" role="status">
          The numbers are on their way.
        </p>
      )}
      {loaded && <Contents {...loaded} chosen={chosen} />}
      {loaded &&
        (chosen ? [chosen] : loaded.papers).map((paper) => (
          <PaperSection
            key={paper.name}
            paper={paper}
            findings={loaded.findings}
            whole={chosen !== undefined}
          />
        ))}
    </main>
  );
}

async function load(): Promise<Loaded> {
  const [findings, ...papers] = await Promise.all([loadFindings(), ...PAPER_NAMES.map(loadPaper)]);
  return {
    papers: papers.filter((paper) => paper !== null),
    findings: new Map(findings.map((finding) => [`${finding.paper}/${finding.item}`, finding])),
  };
}

/** The papers with how many of their numbers agree. */
function Contents({ papers, findings, chosen }: Loaded & { chosen: Paper | undefined }) {
  return (
    <ScrollRegion label="The papers" className="panel">
      <table className="figures links">
        <caption>The papers</caption>
        <thead>
          <tr>
            <th scope="col">paper</th>
            <th scope="col">agree</th>
            <th scope="col">deviate</th>
            <th scope="col">not simulated</th>
          </tr>
        </thead>
        <tbody>
          {papers.map((paper) => {
            const count = (verdict: Finding['verdict']) =>
              paper.entries.filter(({ item }) => findings.get(`${paper.name}/${item}`)?.verdict === verdict)
                .length;
            return (
              <tr key={paper.name} data-paper={paper.name}>
                <th scope="row">
                  <a href={paperAddress(paper.name)} aria-current={paper === chosen ? 'page' : undefined}>
                    {paper.authors}: {paper.title}
                  </a>
                </th>
                <td>{count('agrees')}</td>
                <td>{count('deviates')}</td>
                <td>{count('not_simulated')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface SectionProps {
  paper: Paper;
  findings: Loaded['findings'];
  /** Every table is open: the reader came for this paper. */
  whole: boolean;
}

function PaperSection({ paper, findings, whole }: SectionProps) {
  return (
    <section className="paper" aria-label={paper.title}>
      <h2>{paper.title}</h2>
      <p className="source">
        {paper.authors}. {paper.published_in}
      </p>
      <p>{paper.about}</p>
      {[...groups(paper.entries)].map(([group, entries]) => (
        <Group
          key={`${paper.name}/${group}/${whole}`}
          paper={paper}
          entries={entries}
          findings={findings}
          open={whole}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  paper: Paper;
  entries: Entry[];
  findings: Loaded['findings'];
  open: boolean;
}

/** The numbers of one table or figure. */
function Group({ paper, entries, findings, open }: GroupProps) {
  const rows = entries.map((entry) => ({ entry, finding: findings.get(`${paper.name}/${entry.item}`) }));
  const [first] = entries;
  const experiment = paper.experiments.find(({ name }) => name === first?.experiment);
  const modelled = entries.some((entry) => entry.published.model !== undefined);
  const differing = rows.filter(({ finding }) => finding?.verdict !== 'agrees').length;
  return (
    <details className="panel findings" open={open}>
      <summary>
        <b>{first?.place}</b> {experiment?.title ?? ''}
        <span className="tally">
          {rows.length - differing} of {rows.length} agree
        </span>
      </summary>
      {experiment && <p className="set-up">{experiment.about}</p>}
      <ScrollRegion label={`${first?.place}, numbers`}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">quantity</th>
              <th scope="col">published</th>
              {modelled && <th scope="col">model</th>}
              <th scope="col">ours</th>
              <th scope="col">verdict</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ entry, finding }, place) => {
              // What was just said is not said again.
              const remark = remarkOn(entry);
              const told = rows.slice(0, place).some((row) => remarkOn(row.entry) === remark);
              return (
                <Row key={entry.item} {...{ paper, entry, finding, modelled, remark: told ? '' : remark }} />
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

interface RowProps {
  paper: Paper;
  entry: Entry;
  finding: Finding | undefined;
  /** The table has a column for what the paper's model gives. */
  modelled: boolean;
  /** What a reader should know; empty for nothing new. */
  remark: string;
}

/** Why ours differs, and what else is to be known. */
function remarkOn({ expect, note }: Entry): string {
  return [('because' in expect && expect.because) || '', note].filter(Boolean).join(' ');
}

function Row({ paper, entry, finding, modelled, remark }: RowProps) {
  const verdict = VERDICTS[finding?.verdict ?? 'fails'];
  return (
    <>
      <tr data-item={entry.item} data-verdict={finding?.verdict}>
        <th scope="row">
          {entry.experiment === undefined ? (
            entry.quantity
          ) : (
            <a
              href={experimentAddress({
                paper: paper.name,
                experiment: entry.experiment,
                arm: armOf(entry.measure),
              })}
            >
              {entry.quantity}
            </a>
          )}
          {entry.unit !== '' && <span className="unit">{` ${entry.unit}`}</span>}
        </th>
        <td>{published(entry)}</td>
        {modelled && <td>{entry.published.model === undefined ? '' : number(entry.published.model)}</td>}
        <td>
          {finding?.ours == null ? '–' : number(finding.ours)}
          {finding?.ci95 != null && <span className="unit">{` ± ${number(finding.ci95)}`}</span>}
        </td>
        <td className="verdict">
          <span aria-hidden="true">{verdict.sign}</span> {verdict.words}
        </td>
      </tr>
      {remark !== '' && (
        <tr className="remark">
          <td colSpan={modelled ? 5 : 4}>{remark}</td>
        </tr>
      )}
    </>
  );
}
