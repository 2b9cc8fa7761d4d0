/** The embed builder: a form, a preview, and the HTML snippet for the host page. */
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { replaceAddress } from '../../run/share/route';
import { CopyButton } from '../../ui/LinkField';
import { absolute } from '../../ui/root';
import { parametersOf } from '../hosted/options';
import { problemsForUser } from '../hosted/problems';
import type { AddressProblem } from '../sdk/protocol';
import { BUILDER_FIELDS, type FieldDefinition } from './builderFields';
import { type EmbedParameters, frameAddress, readParameters, writeParameters } from './parameters';
import { Subjects } from './Subjects';
import { elementSnippet, snippetOf, snippetWithScript } from './snippet';
import './EmbedPage.css';
import { connect } from '../sdk/v1';

export function EmbedPage({ query }: { query: URLSearchParams }) {
  // If a link opens another embed while this page is shown, the key resets the form.
  return <Builder key={query.toString()} query={query} />;
}

function Builder({ query }: { query: URLSearchParams }) {
  const [draft, setDraft] = useState(() =>
    query.size > 0 ? query : new URLSearchParams({ lesson: 'reading-a-trace' }),
  );
  const { parameters, problems: wrong } = readParameters(draft);
  const problems = problemsForUser(wrong);
  const address = frameAddress(parameters);
  useEffect(() => replaceAddress(`#/embed?${draft}`), [draft]);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(draft);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setDraft(next);
  };
  return (
    <main className="builder" id="content">
      <title>{t('Embed in your page · Vegas Lab')}</title>
      <header>
        <h1>{t('Embed in your page')}</h1>
        <p className="source">
          {t(
            'Show a lesson, one of its experiments or your own bench in a frame on your page. It runs in your readers’ browsers and sends nothing.',
          )}
        </p>
      </header>
      <form className="builder-form" aria-label={t('Content')} onSubmit={(event) => event.preventDefault()}>
        {parameters.shows.kind === 'copy' ? (
          <p>{t('Your changed lesson. It’s in the address of the frame.')}</p>
        ) : (
          <Subjects shows={parameters.shows} choose={(next) => setDraft(withContent(next, draft))} />
        )}
        {BUILDER_FIELDS.filter(({ name }) => parametersOf(parameters.shows.kind).includes(name)).map(
          (field) => (
            <Field
              key={field.name}
              field={field}
              value={draft.get(field.name) ?? ''}
              problems={problems}
              set={(value) => set(field.name, value)}
            />
          ),
        )}
      </form>
      <div className="builder-result">
        <Snippets parameters={parameters} address={address} />
        {parameters.shows.kind === 'bench' && <AsElement link={parameters.shows.link} />}
        <Preview address={useDeferredValue(address)} height={parameters.height} />
      </div>
    </main>
  );
}

/** Changes the embed's content and keeps the parameters that apply to the new content. */
function withContent(shows: EmbedParameters['shows'], draft: URLSearchParams): URLSearchParams {
  const { parameters } = readParameters(draft);
  return writeParameters({ ...parameters, shows });
}

interface FieldProps {
  field: FieldDefinition;
  value: string;
  problems: readonly AddressProblem[];
  set(value: string): void;
}

function Field({ field, value, problems, set }: FieldProps) {
  const { name, input } = field;
  const [label, explanation] = [field.label(), field.explanation()];
  if (input.kind === 'several') {
    const chosen = value.split(',').filter((one) => one !== '');
    const toggle = (one: string, on: boolean) =>
      set(input.of.filter((other) => (other === one ? on : chosen.includes(other))).join(','));
    return (
      <fieldset className="builder-field" data-parameter={name}>
        <legend>
          {label} <code>{name}</code>
        </legend>
        {input.of.map((one) => (
          <label key={one} className="builder-choice">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={(event) => toggle(one, event.target.checked)}
            />{' '}
            {one}
          </label>
        ))}
        <p className="hint">{explanation}</p>
      </fieldset>
    );
  }
  return (
    <BuilderField {...{ name, label, explanation, problems }}>
      {(attributes) =>
        input.kind === 'one' ? (
          <select
            {...attributes}
            value={value === '' ? input.of[0]?.value : value}
            onChange={(event) => set(event.target.value === input.of[0]?.value ? '' : event.target.value)}
          >
            {input.of.map((one) => (
              <option key={one.value} value={one.value}>
                {one.words()}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...attributes}
            type="text"
            value={value}
            placeholder={input.example}
            spellCheck={false}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </BuilderField>
  );
}

function Snippets({ parameters, address }: { parameters: EmbedParameters; address: string }) {
  const [autoHeight, setAutoHeight] = useState(true);
  const { shows, height } = parameters;
  const title =
    shows.kind === 'copy'
      ? t('Vegas Lab: a lesson')
      : shows.kind === 'bench'
        ? t('Vegas Lab: a simulated network')
        : `Vegas Lab: ${shows.lesson.replaceAll('-', ' ')}`;
  const snippet = { address: absolute(`embed/${address}`), title, height };
  const withScript = autoHeight && height === null;
  const html = withScript ? snippetWithScript(snippet, absolute('sdk/')) : snippetOf(snippet);
  return (
    <section className="builder-snippet" aria-label={t('Snippet')}>
      <h2>{t('For your page')}</h2>
      <textarea
        readOnly
        rows={withScript ? 9 : 6}
        value={html}
        aria-label={t('HTML to copy')}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <p className="ask-actions">
        <CopyButton text={html} />
        <label className="builder-choice">
          <input
            type="checkbox"
            checked={withScript}
            disabled={height !== null}
            onChange={(event) => setAutoHeight(event.target.checked)}
          />{' '}
          {t('with a script that fits the frame’s height to its content')}
        </label>
      </p>
      <p className="hint">
        {rich(
          '<code>title</code> names the frame for screen readers. <code>loading</code> delays it until readers scroll near it. <code>sandbox</code> lists what it can do: run, save readers’ work, open the lab in a new window, save files. It doesn’t run without <code>allow-same-origin</code>. Canvas, WordPress, and Moodle with H5P’s resizer adjust the height without our script.',
          { code: (words) => <code>{words}</code> },
        )}
      </p>
    </section>
  );
}

/** The element's module, which the build puts next to the pages. */
const ELEMENT = 'element/vegas-lab.js';
const TAG = 'vegas-lab';

/** A bench without a frame, for pages that can load a module. */
function AsElement({ link }: { link: string }) {
  const html = elementSnippet(absolute(ELEMENT), link);
  return (
    <section className="builder-snippet" aria-label={t('As an element')}>
      <h2>{t('As an element')}</h2>
      <p className="hint">
        {rich(
          '{tag} is a bench without a frame. <file>Its one file</file> has everything inside: load it from here, or copy it to your site.',
          {
            tag: <code>{`<${TAG}>`}</code>,
            file: (words) => (
              <a href={ELEMENT} download>
                {words}
              </a>
            ),
          },
        )}
      </p>
      <textarea
        readOnly
        rows={4}
        value={html}
        aria-label={t('HTML of the element')}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <p className="ask-actions">
        <CopyButton text={html} />
      </p>
    </section>
  );
}

interface Props {
  name: string;
  label: string;
  explanation: string;
  problems: readonly AddressProblem[];
  /** Renders the control with these attributes. */
  children(attributes: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode;
}

/** One parameter in the form: its control, description and problems. */
function BuilderField({ name, label, explanation, problems, children }: Props) {
  const id = useId();
  const ownProblems = problems.filter(({ path }) => path === name);
  return (
    <div className="builder-field" data-parameter={name}>
      <label htmlFor={id}>
        {label} <code>{name}</code>
      </label>
      {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': ownProblems.length > 0 })}
      <p className="hint" id={`${id}-about`}>
        {explanation}
        {ownProblems.map(({ problem, allowed }) => (
          <b key={problem} className="wrong">
            {' '}
            {t('Problem: {problem}. Allowed: {allowed}.', { problem, allowed })}
          </b>
        ))}
      </p>
    </div>
  );
}

/** Delay between the last keystroke and reloading the frame, in ms. */
const PAUSE_MS = 500;

/**
 * A live preview of the embed, controlled as by a host page. Its frame has no sandbox: that wouldn't restrict a page of
 * the same origin.
 */
function Preview({ address, height }: { address: string; height: number | null }) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const frame = frameRef.current;
    if (frame === null) return undefined;
    let disconnect: (() => void) | null = null;
    const show = () => {
      frame.style.height = '';
      frame.src = absolute(`embed/${address}`);
      disconnect = connect(frame, { resize: height === null }).disconnect;
    };
    const pause = setTimeout(show, frame.src === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(pause);
      disconnect?.();
    };
  }, [address, height]);
  return (
    <section className="builder-preview" aria-label={t('Preview')}>
      <h2>{t('How it will look')}</h2>
      <iframe ref={frameRef} title={t('Preview')} height={height ?? 640} />
    </section>
  );
}
