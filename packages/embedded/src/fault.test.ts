import { createFoyer, type FoyerOptions } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { afterEach, expect, test, vi } from 'vitest'
import { embedded } from './embedded.js'
import { SecureSiteMissingError } from './errors.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const storage = { getItem: () => null, setItem() {}, removeItem() {} }

/** Returns the fault of a kit with these options, as it starts. */
const faultOf = ({ api, secureOrigin }: Partial<FoyerOptions>) =>
  embedded().fault?.({ projectId: 'kit', api, secureOrigin })

test('a kit that doesn’t know where the wallet’s page is says so at the start, by the names of what is missing', async () => {
  const errors: unknown[] = []
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const foyer = createFoyer({ projectId: 'kit', networks: [mainnet], connectors: [embedded()], storage })
  foyer.onError((error) => errors.push(error))
  foyer.start()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  foyer.stop()
  expect(errors).toEqual([expect.any(SecureSiteMissingError)])
  expect(said.mock.calls).toEqual([[expect.stringMatching(/`embedded\(\)`.*`api` or `secureOrigin`/)]])
})

test('either is enough, and in production nothing is looked for', () => {
  expect(faultOf({})).toMatchObject({ code: 'secure_site_missing' })
  expect(faultOf({ api: 'https://foyer.example' })).toBeUndefined()
  expect(faultOf({ secureOrigin: 'https://secure.foyer.example' })).toBeUndefined()
  vi.stubEnv('NODE_ENV', 'production')
  expect(embedded().fault).toBeUndefined()
})
