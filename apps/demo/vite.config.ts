import { defineConfig } from 'vite'

// The page is built from the packages as they are published: what a host gets.
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
    rolldownOptions: isSsrBuild
      ? { input: 'src/server/serve.ts', output: { entryFileNames: '[name].js' } }
      : { input: 'src/client.tsx' },
  },
}))
