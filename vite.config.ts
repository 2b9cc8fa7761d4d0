import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { EMBED_ENTRY, embedPages } from './scripts/embed-pages.mjs';
import { homePage } from './scripts/home-page.mjs';
import { lessonPackages } from './scripts/lesson-packages.mjs';
import { ENTRY, lessonPages } from './scripts/lesson-pages.mjs';
import { mdx } from './scripts/mdx.mjs';
import { picturesOfRuns } from './scripts/pictures-of-runs.mjs';
import { integrity, sealBuild } from './scripts/seal.mjs';

export default defineConfig({
  // Relative URLs, so that the build works from any sub-folder of any static host.
  base: './',
  plugins: [
    ...[mdx(), react(), integrity(), picturesOfRuns()],
    ...[homePage(), lessonPages(), lessonPackages(), embedPages(), sealBuild()],
  ],
  worker: { format: 'es', plugins: () => [integrity()] },
  build: {
    outDir: 'dist',
    rollupOptions: {
      input: ['index.html', ENTRY, EMBED_ENTRY],
      // One style sheet, shared by all pages: several files would compress worse and need a request each.
      output: {
        codeSplitting: {
          groups: [
            { name: 'styles', test: /\.css$|ui\/styles\.ts$/ },
            { name: 'thumbnails', test: /\?thumbnail$/ },
          ],
        },
      },
    },
    // Inline nothing, because a host's strict content security policy may forbid data: URLs.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  // Don't watch Rust's build folder: it is large, changes often, and has no files for the browser.
  server: { host: '127.0.0.1', watch: { ignored: ['**/engine-wasm/target/**'] } },
  // Generous timeouts for slow, busy machines; only the benchmark measures speed.
  test: {
    include: ['web/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    globalSetup: 'scripts/unit-test-engine.mjs',
    testTimeout: 120_000,
    // Vitest leaves one core idle by default.
    maxWorkers: '100%',
  },
});
