import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const hosts = fileURLToPath(new URL('./hosts', import.meta.url))

/** The versions of React that the host is built with, by the folder that has them. */
export const reacts = { 18: `${hosts}/react-18`, 19: `${hosts}/kit` } as const

/** Where the page is that runs as it does while a dapp is developed. */
export const development = `${hosts}/kit/dist/development`

/** Where the page of wagmi's own connector is. */
export const wagmi = `${hosts}/wagmi/dist/client`

/** Where the page of wagmi's hooks is. */
export const wagmiHooks = `${hosts}/wagmi-hooks/dist/client`

/** Where the pages are that have dialogs of libraries. */
export const dialogs = `${hosts}/dialogs/dist/client`

const dedupe = ['react', 'react-dom']

/**
 * Builds the tests' own page from the packages as they are published, with each React: for the browser, and for rendering. And once more as a host runs
 * it while developing.
 */
export async function buildHosts(): Promise<void> {
  await buildClient({ base: 'development', root: reacts[19], mode: 'development', outDir: development })
  const input = `${hosts}/wagmi/client.ts`
  await buildClient({ base: 'wagmi', root: `${hosts}/wagmi`, mode: 'production', outDir: wagmi, input })
  await buildClient({
    base: 'wagmi-hooks',
    root: `${hosts}/wagmi-hooks`,
    mode: 'production',
    outDir: wagmiHooks,
    input: `${hosts}/wagmi-hooks/client.tsx`,
  })
  await buildClient({
    base: 'dialogs',
    root: `${hosts}/dialogs`,
    mode: 'production',
    outDir: dialogs,
    input: `${hosts}/dialogs/client.tsx`,
  })
  for (const [react, root] of Object.entries(reacts)) {
    await buildClient({ base: react, root, mode: 'production', outDir: `${root}/dist/client` })
    await build({
      ...hostOf({ root, mode: 'production' }),
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

interface Client {
  /** The first part of its address. */
  readonly base: string
  readonly root: string
  readonly mode: 'development' | 'production'
  readonly outDir: string
  /** Its module; the page's that hands its kits to the tests unless said. */
  readonly input?: string | undefined
}

async function buildClient({ base, root, mode, outDir, input = `${hosts}/kit/client.tsx` }: Client): Promise<void> {
  await build({
    ...hostOf({ root, mode }),
    base: `/${base}/`,
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: true,
      minify: mode === 'production',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: nameOf, assetFileNames: '[name][extname]' },
      },
    },
  })
}

function hostOf({ root, mode }: Pick<Client, 'root' | 'mode'>): InlineConfig {
  return {
    root,
    configFile: false,
    // A bundler warns of each `'use client'`, which means nothing here.
    logLevel: 'error',
    resolve: { dedupe },
    // Whatever NODE_ENV the run has, what is built is what a host publishes, or runs.
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    oxc: { jsx: { runtime: 'automatic', development: false } },
  }
}

/** A chunk's name in the page, by which a test keeps it away: the families' own, which are called the same, begin with their package's. */
function nameOf({ facadeModuleId }: { readonly facadeModuleId: string | null }): string {
  const [, family] =
    /packages\/(evm|solana|bitcoin|cosmos|multiversx|near|polkadot|algorand|cardano|tezos)\/dist\//.exec(
      facadeModuleId ?? '',
    ) ?? []
  return family ? `${family}-[name].js` : '[name].js'
}
