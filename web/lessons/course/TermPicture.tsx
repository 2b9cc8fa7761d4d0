/** The live picture of a term in the glossary. Loaded when the reader asks for the first one. */
import { useEffect, useState } from 'react';
import { type OpenedLesson, openLesson } from '../course';
import { StepPicture } from '../stage/StepPicture';

interface Props {
  lesson: string;
  step: string;
  point: string | undefined;
}

export function TermPicture({ lesson, step, point }: Props) {
  const [opened, setOpened] = useState<OpenedLesson | null>(null);
  useEffect(() => {
    let left = false;
    void openLesson(lesson).then((one) => {
      if (!left) setOpened(one);
    });
    return () => {
      left = true;
    };
  }, [lesson]);
  return opened && <StepPicture opened={opened} step={step} point={point} plays={false} />;
}
