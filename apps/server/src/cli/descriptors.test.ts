import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, openTestDatabase } from '../test/openApi.js'
import { descriptors } from './descriptors.js'
import { runCommand } from './runCommand.js'

const $schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'
const market = `0x${'ab'.repeat(20)}`
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const bound = (address: string, chainId = 1) => ({ contract: { deployments: [{ chainId, address }] } })
const buy = 'buy(uint256 amount,address to)'

let folder: string
let postgres: LentPostgres
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-descriptors-'))
  postgres = lendPostgres()
  url = await postgres.createDatabase()
  const files: Readonly<Record<string, unknown>> = {
    // A checkout as the public registry is one.
    'registry/market/calldata-market.json': {
      $schema,
      includes: '../../ercs/calldata-market-base.json',
      context: bound(market.toUpperCase().replace('0X', '0x')),
      metadata: { owner: 'Market' },
      display: {
        formats: {
          [buy]: {
            fields: [
              { path: 'amount', params: { base: 'pieces' } },
              { path: '@.value', label: 'Pay' },
            ],
          },
        },
      },
    },
    'ercs/calldata-market-base.json': {
      $schema,
      metadata: { owner: 'Nobody', contractName: 'Stall' },
      display: {
        formats: {
          [buy]: {
            intent: 'Buy',
            fields: [
              { path: 'amount', label: 'Amount', format: 'unit', params: { base: 'x', decimals: 2 } },
              { path: 'to', label: 'To' },
            ],
          },
        },
      },
    },
    'registry/market/tests/calldata-market.tests.json': { not: 'a descriptor' },
    'registry/old/calldata-old.json': {
      $schema: 'erc7730-v3.0.0.schema.json',
      context: bound(market),
      display: { formats: {} },
    },
    'registry/far/eip712-far.json': { $schema, includes: 'https://far.example/x.json', context: bound(market) },
    'registry/out/eip712-out.json': { $schema, includes: '../../../passwd.json', context: bound(market) },
    'registry/loop/eip712-loop.json': { $schema, includes: 'eip712-loop.json', context: bound(market) },
    'registry/weth/calldata-mine.json': {
      $schema,
      context: bound(weth),
      display: { formats: { 'deposit()': { intent: 'My own words', fields: [] } } },
    },
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  await writeFile(join(folder, 'registry/old/calldata-broken.json'), '{')
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function call(...args: string[]) {
  const said = { printed: '', complained: '' }
  const exitCode = await runCommand({
    commands: [descriptors],
    args: ['descriptors', ...args],
    env: { DATABASE_URL: url },
    print(text) {
      said.printed += text
    },
    complain(text) {
      said.complained += text
    },
  })
  return { exitCode, ...said }
}

const asked = async (address: string, chainId = 'eip155:1') => {
  const database = await openTestDatabase({ kind: 'postgres', url })
  try {
    const api = await openApi({ database })
    const answer = await api.get(`/v1/descriptors?projectId=demo&chainId=${chainId}&address=${address}`)
    expect(answer.status).toBe(200)
    const { descriptors: found } = await answer.json()
    return found
  } finally {
    await database.close()
  }
}

test('a checkout is taken in with what it includes; what isn’t by the standard, or not in the folder, is named and left out', async () => {
  expect(await call('import', folder)).toEqual({
    exitCode: 0,
    printed: 'Descriptors: 2 taken, for 2 contracts; 5 skipped.\n',
    complained: [
      'registry/far/eip712-far.json: includes what is not in the folder\n',
      'registry/loop/eip712-loop.json: includes others too deeply\n',
      'registry/old/calldata-broken.json: is no JSON of an object, of 1 MB at most\n',
      'registry/old/calldata-old.json: $schema is not as ERC-7730 has it\n',
      'registry/out/eip712-out.json: includes what is not in the folder\n',
    ].join(''),
  })
  const [found, ...others] = await asked(market)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    metadata: { owner: 'Market', contractName: 'Stall' },
    display: {
      formats: {
        [buy]: {
          intent: 'Buy',
          fields: [
            { path: 'amount', label: 'Amount', format: 'unit', params: { base: 'pieces', decimals: 2 } },
            { path: 'to', label: 'To' },
            { path: '@.value', label: 'Pay' },
          ],
        },
      },
    },
  })
  expect(found).not.toHaveProperty('includes')
  expect(await asked(market, 'eip155:10')).toEqual([])
})

test('the operator’s own stand before those that ship; another folder takes their place whole, and they can be forgotten', async () => {
  const intents = async () =>
    (await asked(weth.toLowerCase())).map(
      (each: { display: { formats: Record<string, { intent: string }> } }) => each.display.formats['deposit()']?.intent,
    )
  expect(await intents()).toEqual(['My own words', 'Wrap'])
  expect((await call('import', join(folder, 'registry/market'))).exitCode).toBe(1)
  expect(await intents()).toEqual(['My own words', 'Wrap'])
  expect((await call('import', join(folder, 'registry/weth'))).printed).toMatch(
    /^Descriptors: 1 taken, for 1 contracts; 0/,
  )
  expect(await asked(market)).toEqual([])
  expect((await call('forget')).printed).toMatch(/^Descriptors: 0 taken/)
  expect(await intents()).toEqual(['Wrap'])
})

test('a folder without descriptors takes the place of nothing, and the command says how it is called', async () => {
  const empty = join(folder, 'registry/market/tests')
  expect(await call('import', empty)).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('no descriptor'),
  })
  expect(await call('import', join(folder, 'nowhere'))).toMatchObject({
    exitCode: 1,
    complained: "The folder can't be read.\n",
  })
  for (const args of [[], ['import'], ['import', 'a', 'b'], ['forget', 'x']]) {
    expect(await call(...args)).toMatchObject({
      exitCode: 2,
      complained: expect.stringContaining('import FOLDER | forget'),
    })
  }
})
