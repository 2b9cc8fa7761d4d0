import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunksByStage } from './scripts/build/chunks.mjs';
import { EMBED_ENTRY, embedPages } from './scripts/build/embed-pages.mjs';
import { homePage } from './scripts/build/home-page.mjs';
import { lessonPackages } from './scripts/build/lesson-packages.mjs';
import { lessonPages } from './scripts/build/lesson-pages.mjs';
import { lessonTexts } from './scripts/build/lesson-texts.mjs';
import { Bundled } from './scripts/build/notices.mjs';
import { oneFile } from './scripts/build/one-file.mjs';
import { picturesOfRuns } from './scripts/build/pictures-of-runs.mjs';
import { integrity, sealBuild } from './scripts/build/seal.mjs';

const bundled = new Bundled();

export default defineConfig({
  // Relative URLs, so that the build works from any sub-folder of any static host.
  base: './',
  plugins: [
    ...[lessonTexts(), react(), integrity(), picturesOfRuns(), bundled.plugin()],
    ...[homePage(), lessonPages(), lessonPackages(bundled), oneFile(), embedPages(), sealBuild()],
  ],
  worker: { format: 'es', plugins: () => [integrity(), bundled.plugin()] },
  build: {
    outDir: 'dist',
    // web/site/beforePaint.js preloads what the main page's first module needs.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) => (/^assets\/index-[^/]*\.js$/.test(hostId) ? [] : files),
    },
    rollupOptions: {
      input: ['index.html', EMBED_ENTRY],
      // Four style sheets: a small one that the home page and the map of the course wait for, one that lessons wait for too, one
      // for the bench, and one with everything else. Several files would compress worse and need a request each.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'styles',
              test: /web\/(?:ui|site\/home|deliver\/offline|lessons\/map|lessons\/course)\/.*\.css$|PaletteButton\.css$|topology\/strip\.css$|ui\/styles\.ts$/,
              priority: 1,
            },
            {
              name: 'lesson-styles',
              test: /web\/(?:lessons|classroom\/presenting|deliver\/packages)\/.*\.css$/,
              priority: 0.5,
            },
            {
              name: 'bench-styles',
              test: /web\/(?:plot|lab|papers\/charts|bench\/(?!builder)|site\/palette)\/?.*\.css$/,
              priority: 0.25,
            },
            { name: 'more-styles', test: /\.css$/ },
            { name: 'thumbnails', test: /\?thumbnail$/ },
            chunksByStage(),
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
    globalSetup: 'scripts/check/unit-test-engine.mjs',
    testTimeout: 120_000,
    // Vitest leaves one core idle by default.
    maxWorkers: '100%',
  },
});
