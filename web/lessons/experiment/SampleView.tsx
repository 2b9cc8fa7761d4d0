/** An experiment of paired runs. */
import type { SampleExperiment } from '../lesson';
import { useLessonSession } from '../lessonSession';
import { Samples } from '../samples/Samples';

export function SampleView({ id, experiment }: { id: string; experiment: SampleExperiment }) {
  const session = useLessonSession();
  return <Samples experiment={experiment} onDone={(samples) => session.takeSamples(id, samples)} />;
}
