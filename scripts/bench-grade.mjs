// Time to grade a class: from the click on Grade to the last row.
import { onBench } from './bench-page.mjs';
import { ROOT } from './child.mjs';

const CODES = 300;

/** @returns {Promise<{ codes: number, ms: number }>} */
export async function clickToGraded() {
  const { query, codes } = await handedIn();
  return onBench(async (page) => {
    await page.goto(`${page.url().replace(/#.*/, '')}#/grade?${query}`);
    await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
    const grade = page.getByRole('button', { name: 'Grade', exact: true });
    await grade.isEnabled();
    const begun = performance.now();
    await grade.click();
    await page.waitForSelector('.pool-status[data-phase="done"]', { state: 'attached', timeout: 600_000 });
    return { codes: CODES, ms: Math.round(performance.now() - begun) };
  });
}

/** Honest codes of the tests' assignment, made by the page's own code. */
async function handedIn() {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null },
  });
  try {
    const [assignments, samples, results] = await Promise.all(
      ['assignment', 'sampleTask', 'result'].map((name) =>
        server.ssrLoadModule(`/web/assignments/${name}.ts`),
      ),
    );
    const codes = Array.from({ length: CODES }, (_, place) =>
      results?.codeOf(samples?.resultBy(`Student ${place}`, [])),
    );
    return {
      query: String(await assignments?.assignmentQuery(samples?.ASSIGNMENT)),
      codes: /** @type {string[]} */ (await Promise.all(codes)),
    };
  } finally {
    await server.close();
  }
}
