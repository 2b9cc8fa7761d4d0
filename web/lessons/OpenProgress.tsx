/** Opens a progress file: adds its answers, and offers the file's where they differ, and to undo it. */
import { useState } from 'react';
import { t } from '../base/words/words';
import { readUtf8 } from '../ui/textFile';
import {
  type FileProgress,
  type Import,
  importInWords,
  importProgress,
  LARGEST_PROGRESS,
  readProgressFile,
} from './progressFile';

interface Props {
  label: string;
  /** Called when the browser's progress has changed. */
  onChange?(): void;
}

export function OpenProgress({ label, onChange = () => undefined }: Props) {
  const [problem, setProblem] = useState('');
  const [opened, setOpened] = useState<{ lessons: FileProgress; imports: readonly Import[] } | null>(null);
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    // Beyond the limit, the length is all that the message needs.
    const piece = file.slice(0, LARGEST_PROGRESS + 1);
    const read =
      file.size > LARGEST_PROGRESS
        ? readProgressFile(await piece.text())
        : await readUtf8(piece).then(readProgressFile, (error: Error) => ({ problem: error.message }));
    setProblem('problem' in read ? read.problem : '');
    setOpened('problem' in read ? null : { ...read, imports: [importProgress(read.lessons, 'browser')] });
    onChange();
  };
  const preferFile = ({ lessons, imports }: NonNullable<typeof opened>) => {
    setOpened({ lessons, imports: [...imports, importProgress(lessons, 'file')] });
    onChange();
  };
  const undo = ({ imports }: NonNullable<typeof opened>) => {
    for (const one of imports.toReversed()) one.undo();
    setOpened(null);
    onChange();
  };
  const last = opened?.imports.at(-1);
  return (
    <>
      <label className="button">
        {label}
        <input
          type="file"
          className="visually-hidden"
          onChange={({ target }) => {
            void open(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </label>
      {problem !== '' && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <span role="status">{last && importInWords(last)}</span>
      {opened !== null && last !== undefined && (
        <>
          {last.differing > 0 && (
            <button type="button" onClick={() => preferFile(opened)}>
              {t('Use the file’s answers instead')}
            </button>
          )}
          {opened.imports.some(({ changed }) => changed > 0) && (
            <button type="button" onClick={() => undo(opened)}>
              {t('Undo')}
            </button>
          )}
        </>
      )}
    </>
  );
}
