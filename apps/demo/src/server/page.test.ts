import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The whole page as its server renders it, once a version of React, in a plain Node of its own.
const here = fileURLToPath(new URL('.', import.meta.url))
const folders = {
  '18.3.1': fileURLToPath(new URL('../../../../e2e/hosts/react-18/node_modules/', import.meta.url)),
  '19.3.1': fileURLToPath(new URL('../../node_modules/', import.meta.url)),
}

const script = `
  import { version } from 'react'
  import { renderPage } from '${here}page.tsx'
  const chains = [{ id: 31337, name: 'Local', url: 'http://127.0.0.1:8545', tokens: [] }]
  const settings = { api: 'http://127.0.0.1:7101', projectId: 'demo', chains, locale: 'en', embedded: false, analytics: false }
  const html = renderPage({ settings, files: { script: 'page.js', styles: ['page.css'] } })
  process.stdout.write(JSON.stringify({ version, html }))
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(fileURLToPath(new URL('../../node_modules/.page-', import.meta.url)))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['18.3.1', '19.3.1'] as const)(
  '[F24] the demo renders in plain Node with React %s, without a warning',
  async (version) => {
    await build({
      configFile: false,
      root: here,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"development"' },
      resolve: {
        conditions: ['foyer-source', 'module', 'node'],
        alias: ['react-dom', 'react'].map((name) => ({
          find: new RegExp(`^${name}(?=/|$)`),
          replacement: folders[version] + name,
        })),
      },
      plugins: [
        {
          name: 'script',
          enforce: 'pre',
          resolveId: (id) => (id === 'virtual:script' ? `${here}script.js` : undefined),
          load: (id) => (id === `${here}script.js` ? script : undefined),
        },
      ],
      build: {
        ssr: true,
        outDir: `${folder}/${version}`,
        minify: false,
        rolldownOptions: { input: 'virtual:script', output: { entryFileNames: 'script.mjs' } },
      },
      ssr: { noExternal: true, resolve: { conditions: ['foyer-source', 'module', 'node'] } },
    })
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${folder}/${version}/script.mjs`], {
      env: { PATH: process.env.PATH, NODE_ENV: 'development' },
    })
    expect(stderr).toBe('')
    const { version: rendered, html } = JSON.parse(stdout)
    expect(rendered).toBe(version)
    expect(html).toContain('Connect Wallet')
    expect(html).not.toMatch(/ style=|<script(?! type="module" src=)/)
  },
)
