import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Relative addresses everywhere: the build works from any sub-folder of any static host.
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    // A page behind a strict content security policy may forbid data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  // Rust's build folder is large and changes often; nothing in it is for the browser.
  server: { host: '127.0.0.1', watch: { ignored: ['**/engine-wasm/target/**'] } },
  test: { include: ['web/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'] },
});
