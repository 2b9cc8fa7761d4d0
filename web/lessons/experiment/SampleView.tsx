/** An experiment of paired runs. */
import type { SampleExperiment } from '../lesson';
import { Samples } from '../samples/Samples';
import { useVisit } from '../visit';

export function SampleView({ id, experiment }: { id: string; experiment: SampleExperiment }) {
  const visit = useVisit();
  return <Samples experiment={experiment} onDone={(samples) => visit.takeSamples(id, samples)} />;
}
