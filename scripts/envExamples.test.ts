import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from './processes.mjs'
import { exampleProjects } from './templates.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Those of Vite, whose kit is made by a module of its own. */
const examples = (await exampleProjects()).filter((name) => existsSync(`${root}examples/${name}/src/foyer.ts`))

test.each(examples)('the kit of examples/%s finds nothing wrong with its `.env.example` as it is', async (name) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const written = await readFile(`${root}examples/${name}/.env.example`, 'utf8')
  for (const [, key = '', value = ''] of written.matchAll(/^(\w+)=(.*)$/gm)) vi.stubEnv(key, value)
  const { foyer } = await import(`${root}examples/${name}/src/foyer.ts`)
  expect(foyer.store.getState().alert).toBeUndefined()
  for (const connector of foyer.options.connectors ?? []) expect(connector.fault?.(foyer.options)).toBeUndefined()
  expect(said.mock.calls).toEqual([])
})
