import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { EMBED_ENTRY, embedPages } from './scripts/embed-pages.mjs';
import { lessonPackages } from './scripts/lesson-packages.mjs';
import { ENTRY, lessonPages } from './scripts/lesson-pages.mjs';
import { texts } from './scripts/mdx.mjs';
import { integrity, sealed } from './scripts/seal.mjs';

export default defineConfig({
  // Relative addresses everywhere: the build works from any sub-folder of any static host.
  base: './',
  plugins: [texts(), react(), integrity(), lessonPages(), lessonPackages(), embedPages(), sealed()],
  worker: { format: 'es', plugins: () => [integrity()] },
  build: {
    outDir: 'dist',
    rollupOptions: {
      input: ['index.html', ENTRY, EMBED_ENTRY],
      // All style sheets in one file, which every page shares: in parts they compress worse and cost a request each.
      output: { codeSplitting: { groups: [{ name: 'styles', test: /\.css$|ui\/styles\.ts$/ }] } },
    },
    // A page behind a strict content security policy may forbid data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  // Rust's build folder is large and changes often; nothing in it is for the browser.
  server: { host: '127.0.0.1', watch: { ignored: ['**/engine-wasm/target/**'] } },
  // Long enough for a slow, busy machine; the benchmark measures speed.
  test: {
    include: ['web/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    globalSetup: 'scripts/unit-test-engine.mjs',
    testTimeout: 120_000,
    // Vitest leaves one core idle by default.
    maxWorkers: '100%',
  },
});
