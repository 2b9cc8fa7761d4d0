/** Chooses an embed's content: a lesson, one of its experiments, or a bench by scenario name or link. */
import { useEffect, useId, useState } from 'react';
import { t } from '../../base/words/words';
import { COURSE, lessonsToChoose, openLesson } from '../../lessons/course';
import { DEFAULT_SCENARIO, SCENARIO_NAMES, TITLES } from '../../scenario/content/scenarios';
import { contentText, type LanguageAttributes } from '../../ui/InEnglish';
import type { EmbedContent } from './parameters';
import './EmbedPage.css';

type Chosen = Exclude<EmbedContent, { kind: 'copy' }>;

interface Props {
  shows: Chosen;
  choose(next: Chosen): void;
}

const KINDS = [
  { kind: 'lesson', words: () => t('A lesson') },
  { kind: 'experiment', words: () => t('An experiment of a lesson') },
  { kind: 'bench', words: () => t('A bench') },
] as const;

export function Subjects({ shows, choose }: Props) {
  const lesson = shows.kind === 'bench' ? (COURSE[0]?.name ?? '') : shows.lesson;
  const experiments = useExperiments(lesson);
  const group = useId();
  const [[first] = ['']] = experiments;
  const chooseKind = (kind: Chosen['kind']) => {
    if (kind === 'bench') choose({ kind, link: `scenario=${DEFAULT_SCENARIO}` });
    else if (kind === 'lesson') choose({ kind, lesson });
    else choose({ kind, lesson, experiment: first });
  };
  return (
    <>
      <fieldset className="builder-field builder-kinds">
        <legend>{t('What')}</legend>
        {KINDS.map(({ kind, words }) => (
          <label key={kind} className="builder-choice">
            <input
              type="radio"
              name={group}
              checked={shows.kind === kind}
              onChange={() => chooseKind(kind)}
            />{' '}
            {words()}
          </label>
        ))}
      </fieldset>
      {shows.kind !== 'bench' && (
        <Choice
          label={t('Lesson')}
          parameter="lesson"
          value={lesson}
          options={lessonsToChoose(lesson).map(({ name, number, title }) => {
            const { children, ...language } = contentText(title);
            return [name, `${number}. ${children}`, language];
          })}
          choose={(next) =>
            shows.kind === 'lesson'
              ? choose({ ...shows, lesson: next })
              : void experimentsOf(next).then((found) =>
                  choose({ kind: 'experiment', lesson: next, experiment: found[0]?.[0] ?? '' }),
                )
          }
        />
      )}
      {shows.kind === 'experiment' && (
        <Choice
          label={t('Experiment')}
          parameter="experiment"
          value={shows.experiment}
          options={experiments}
          choose={(experiment) => choose({ ...shows, experiment })}
        />
      )}
      {shows.kind === 'bench' && (
        <BenchChoice link={shows.link} choose={(link) => choose({ kind: 'bench', link })} />
      )}
    </>
  );
}

function BenchChoice({ link, choose }: { link: string; choose(link: string): void }) {
  const id = useId();
  const query = new URLSearchParams(link);
  const scenarioName = query.size === 1 ? query.get('scenario') : null;
  const options = SCENARIO_NAMES.map((name): [string, string] => [name, TITLES.get(name) ?? name]);
  const [pasted, setPasted] = useState(scenarioName === null ? `#/bench?${link}` : '');
  const pasteLink = (text: string) => {
    setPasted(text);
    const [, given = text] = /#\/bench\?(.*)$/.exec(text.trim()) ?? [];
    if (given.includes('=')) choose(given.trim());
  };
  return (
    <>
      <Choice
        label={t('Scenario')}
        parameter="scenario"
        value={scenarioName ?? ''}
        options={scenarioName === null ? [['', t('as in the link')], ...options] : options}
        choose={(name) => {
          setPasted('');
          choose(new URLSearchParams({ scenario: name }).toString());
        }}
      />
      <div className="builder-field">
        <label htmlFor={id}>{t('Or a link to a bench')}</label>
        <input
          id={id}
          type="text"
          value={pasted}
          placeholder={t('copy it from Share on the bench')}
          spellCheck={false}
          onChange={(event) => pasteLink(event.target.value)}
        />
      </div>
    </>
  );
}

type Option = readonly [value: string, words: string, language?: LanguageAttributes];

interface ChoiceProps {
  label: string;
  parameter: string;
  value: string;
  options: readonly Option[];
  choose(value: string): void;
}

function Choice({ label, parameter, value, options, choose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="builder-field">
      <label htmlFor={id}>
        {label} <code>{parameter}</code>
      </label>
      <select id={id} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(([one, words, language]) => (
          <option key={one} value={one} {...language}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The experiments of a lesson, by title. */
async function experimentsOf(lesson: string): Promise<Option[]> {
  const opened = await openLesson(lesson);
  if (opened === null) return [];
  return Object.entries(opened.lesson.experiments).map(([id, { title }]) => [id, title, opened.language]);
}

function useExperiments(lesson: string): readonly Option[] {
  const [found, setFound] = useState<readonly Option[]>([]);
  useEffect(() => {
    let cancelled = false;
    void experimentsOf(lesson).then((made) => cancelled || setFound(made));
    return () => {
      cancelled = true;
    };
  }, [lesson]);
  return found;
}
