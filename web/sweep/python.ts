/** Exports a sweep as a short Python script, which runs it with the package `vegaslab` on more cores or a cluster. */
import type { Design } from './design';

/** Seeds in the script's example of a larger sweep. */
const MORE_SEEDS = 1000;

/**
 * The script. Scripts are in English in every language of the page.
 * @param link the page's address, with the whole setup
 * @param columns names of the table's columns, one for each field
 */
export function scriptOf(
  link: string,
  { fields }: Pick<Design, 'fields'>,
  columns: readonly string[],
): string {
  const values = fields.map(
    ({ values: own }, axis) => `${JSON.stringify(columns[axis])}: [${own.join(', ')}]`,
  );
  const changed = values.length === 0 ? 'sweep.values' : `{**sweep.values, ${values.join(', ')}}`;
  return `# A sweep of Vegas Lab. pip install "vegaslab[sweep,pandas]"
import vegaslab as vl

sweep = vl.Sweep.from_link(
    ${JSON.stringify(link)}
)
# Other values, other metrics, more seeds:
# sweep = vl.Sweep(sweep.base, ${changed}, seeds=${MORE_SEEDS}, metrics=["all.*"])

# Uses all cores, or a Dask cluster: sweep.run("sweep", client=Client(...)).
# If anything ends it, run it again: it goes on from there.
result = sweep.run("sweep")
print(result.to_pandas())
`;
}
