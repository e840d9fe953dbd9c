import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@foyer/service/config/readVariables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.js'

let folder: string
let chains: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-names-'))
  chains = join(folder, 'chains.json')
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const mainnet = { id: 'eip155:1', name: 'Ethereum', nativeCurrency, upstreams: ['https://node.example'] }
  await writeFile(chains, JSON.stringify([mainnet]))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const problemsOf = async (env: Record<string, string>) => {
  const error = await readConfig(env).catch((cause: unknown) => cause)
  if (!(error instanceof ConfigError)) throw new Error('It was accepted.')
  return error.problems
}

test('a zone is all that has to be said of names; of ENS nothing has', async () => {
  const said = { NAMES: '{"zone":"foyer.id"}', ENS: '{}', CHAINS: chains, PUBLIC_URL: 'https://foyer.example/' }
  const { names, ens, publicUrl } = await readConfig(said)
  expect(names).toEqual({
    zone: 'foyer.id',
    aliases: [],
    reserved: [],
    requireProject: false,
    windowSeconds: 300,
    perDay: 3,
    ttlSeconds: 300,
  })
  expect(ens).toEqual({ chainId: 'eip155:1', universalResolver: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
  expect(publicUrl).toBe('https://foyer.example')
})

test('a file may say it', async () => {
  const path = join(folder, 'names.json')
  await writeFile(path, JSON.stringify({ zone: 'foyer.id', gatewayKey: `0x${'ab'.repeat(32)}`, perDay: 10 }))
  expect((await readConfig({ NAMES: path })).names).toMatchObject({ zone: 'foyer.id', perDay: 10 })
})

test.each([
  [{}, '"zone" is missing'],
  [{ zone: 'Foyer.id' }, '"zone" must be a domain in small letters, such as "foyer.id"'],
  [{ zone: 'foyer' }, '"zone" must be a domain in small letters, such as "foyer.id"'],
  [{ zone: 'foyer.id', aliases: ['x y'] }, '"aliases.0" must be a domain in small letters, such as "foyer.id"'],
  [{ zone: 'foyer.id', perDay: 0 }, '"perDay" must be a whole number from 1 to 10000'],
  [{ zone: 'foyer.id', windowSeconds: 1.5 }, '"windowSeconds" must be a whole number from 1 to 3600'],
  [{ zone: 'foyer.id', gatewayKey: 'secret' }, '"gatewayKey" must be a private key, 64 hex digits after 0x'],
  [
    { zone: 'foyer.id', gatewayKey: `0x${'ff'.repeat(32)}` },
    '"gatewayKey" must be a private key, 64 hex digits after 0x',
  ],
  [{ zone: 'foyer.id', owner: 'secret' }, '"owner" is not known'],
])('names are read strictly, and an invalid one is reported without its value: %j', async (names, sentence) => {
  expect(await problemsOf({ NAMES: JSON.stringify(names) })).toEqual([`NAMES: ${sentence}.`])
})

test('ENS is asked on a network that the server reaches', async () => {
  const sentence = 'ENS: "chainId" must be one of the networks of CHAINS.'
  expect(await problemsOf({ ENS: '{}' })).toEqual([sentence])
  expect(await problemsOf({ ENS: '{"chainId":"eip155:2"}', CHAINS: chains })).toEqual([sentence])
  expect(await problemsOf({ ENS: '{"chainId":"ethereum"}', CHAINS: chains })).toEqual([
    'ENS: "chainId" must be a CAIP-2 id such as "eip155:1".',
  ])
})
