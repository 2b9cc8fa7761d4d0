import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunksByStage } from './scripts/chunks.mjs';
import { EMBED_ENTRY, embedPages } from './scripts/embed-pages.mjs';
import { homePage } from './scripts/home-page.mjs';
import { lessonPackages } from './scripts/lesson-packages.mjs';
import { lessonPages } from './scripts/lesson-pages.mjs';
import { mdx } from './scripts/mdx.mjs';
import { Bundled } from './scripts/notices.mjs';
import { oneFile } from './scripts/one-file.mjs';
import { picturesOfRuns } from './scripts/pictures-of-runs.mjs';
import { integrity, sealBuild } from './scripts/seal.mjs';

const bundled = new Bundled();

export default defineConfig({
  // Relative URLs, so that the build works from any sub-folder of any static host.
  base: './',
  plugins: [
    ...[mdx(), react(), integrity(), picturesOfRuns(), bundled.plugin()],
    ...[homePage(), lessonPages(), lessonPackages(bundled), oneFile(), embedPages(), sealBuild()],
  ],
  worker: { format: 'es', plugins: () => [integrity(), bundled.plugin()] },
  build: {
    outDir: 'dist',
    // web/beforePaint.js preloads what the main page's first module needs.
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
              test: /web\/(?:ui|home|keys|offline|lessons\/map|course)\/.*\.css$|PaletteButton\.css$|topology\/strip\.css$|ui\/styles\.ts$/,
              priority: 1,
            },
            { name: 'lesson-styles', test: /web\/(?:lessons|presenting|packages)\/.*\.css$/, priority: 0.5 },
            {
              name: 'bench-styles',
              test: /web\/(?:plot|export|panels|topology|time|figures|controls|compare|results|sound|import|gallery|palette|tour|pages)\/.*\.css$/,
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
    globalSetup: 'scripts/unit-test-engine.mjs',
    testTimeout: 120_000,
    // Vitest leaves one core idle by default.
    maxWorkers: '100%',
  },
});
