import { defineConfig } from 'vite'

// The parts are bundled from their source, as they are into the modal.
export default defineConfig(({ isSsrBuild }) => ({
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    copyPublicDir: !isSsrBuild,
    sourcemap: true,
    // Nobody waits for it on a bad line: what matters here is that it signs with the field's own library.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: isSsrBuild
      ? { input: 'src/server/serve.ts', output: { entryFileNames: '[name].js' } }
      : { input: 'src/client.tsx' },
  },
}))
