import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const hosts = fileURLToPath(new URL('./hosts', import.meta.url))

/** The versions of React that the host is built with, by the folder that has them. */
export const reacts = { 18: `${hosts}/react-18`, 19: `${hosts}/kit` } as const

/** Builds the tests' own page from the packages as they are published, with each React: for the browser, and for rendering. */
export async function buildHosts(): Promise<void> {
  const dedupe = ['react', 'react-dom']
  for (const [react, root] of Object.entries(reacts)) {
    const host = {
      root,
      configFile: false,
      // A bundler warns of each `'use client'`, which means nothing here.
      logLevel: 'error',
      resolve: { dedupe },
      // Whatever NODE_ENV the run has, what is built is what a host publishes.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      oxc: { jsx: { runtime: 'automatic', development: false } },
    } satisfies InlineConfig
    await build({
      ...host,
      base: `/${react}/`,
      build: {
        target: 'es2022',
        outDir: `${root}/dist/client`,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: `${hosts}/kit/client.tsx`,
          output: { entryFileNames: '[name].js', chunkFileNames: nameOf, assetFileNames: '[name][extname]' },
        },
      },
    })
    await build({
      ...host,
      ssr: { noExternal: true, external: dedupe },
      build: {
        ssr: `${hosts}/kit/render.tsx`,
        outDir: `${root}/dist/server`,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      },
    })
  }
}

/** A chunk's name in the page, by which a test keeps it away: the families' own, which are called the same, begin with their package's. */
function nameOf({ facadeModuleId }: { readonly facadeModuleId: string | null }): string {
  const [, family] = /packages\/(evm|solana|bitcoin)\/dist\//.exec(facadeModuleId ?? '') ?? []
  return family ? `${family}-[name].js` : '[name].js'
}
