import { readdir, readFile } from 'node:fs/promises'
import { lowerHex } from '@foyer/core/chain'
import { describeCall } from '@foyer/signing/descriptors'
import { sayRequestInEnglish, spokenRequest, words } from '@foyer/signing/sentences'
import { type AbiParameter, encodeAbiParameters, parseAbiItem, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// The descriptors that ship with the server, as the wallet reads them.

const folder = new URL('../../../server/descriptors/', import.meta.url)
const files = (await readdir(folder)).filter((name) => name.startsWith('calldata-'))
const read = async (name: string) => JSON.parse(await readFile(new URL(name, folder), 'utf8'))

/** The selectors by which these functions are called on the chain, from its explorers. */
const selectors: Readonly<Record<string, readonly string[]>> = {
  '1inch-v5': ['12aa3caf'],
  '1inch-v6': ['07ed2379'],
  'aave-v3': ['617ba037', '69328dec', 'a415bcad', '573ade81', '5a3b74b9'],
  'arbitrum-inbox': ['439370b1'],
  'compound-v3': ['f2b9fdb8', 'f3fef3a3', '110496e5'],
  'cow-eth-flow': ['322bba21'],
  'curve-3pool': ['3df02124'],
  'ens-controller': ['74694a2b', 'acf1a841', 'f14fcbc8'],
  'ens-resolver': ['d5fa2b00', '10f13a8c'],
  'ens-reverse': ['c47f0027'],
  lido: ['a1903eab'],
  'lido-withdrawals': ['d6681042', 'e3afe0a3'],
  'lido-wrapped': ['ea598cb0', 'de0e9a3e'],
  'optimism-bridge': ['b1a1a882', '9a2ac6d5', '58a997f6'],
  permit2: ['87517c45', 'cc53287f', '65d9723c'],
  'rocket-pool': ['42966c68'],
  'safe-factory': ['1688f0b9'],
  'savings-dai': ['6e553f65', 'b460af94', 'ba087652'],
  seaport: ['5b34b966'],
  'uniswap-v2': ['e8e33700', 'f305d719', 'baa2abde', '02751cec'],
  'uniswap-v3-positions': ['88316456', '0c49ccbe', 'fc6f7865'],
  'universal-router': ['3593564c', '24856bc3'],
  weth: ['d0e30db0', '2e1a7d4d'],
}

/** A value of a type, as an application might send it. */
function sample(parameter: AbiParameter): unknown {
  const { type } = parameter
  if (type.endsWith(']')) {
    const item = { ...parameter, type: type.replace(/\[\d*\]$/, '') }
    const length = Number(/\[(\d*)\]$/.exec(type)?.[1] || 2)
    return Array.from({ length }, () => sample(item))
  }
  if ('components' in parameter)
    return Object.fromEntries(parameter.components.map((each) => [each.name, sample(each)]))
  if (type === 'address') return `0x${'12'.repeat(20)}`
  if (type === 'bool') return true
  if (type === 'string') return 'ada'
  if (type === 'bytes') return '0xabcd'
  if (type.startsWith('bytes')) return `0x${'ab'.repeat(Number(type.slice(5)))}`
  return 1n
}

/** None of them describes a call that another one holds. */
const readInner = () => expect.fail('a call inside')

beforeAll(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no node'))))
afterAll(() => void vi.unstubAllGlobals())

test.each(files)('%s is of functions as they are called, and says each', async (file) => {
  const descriptor = await read(file)
  const keys = Object.keys(descriptor.display.formats)
  const [place] = descriptor.context.contract.deployments
  const items = keys.map((key) => parseAbiItem(`function ${key.replace(/,\(/g, ', (')}`))
  const called = items.map((item) => (item.type === 'function' ? toFunctionSelector(item).slice(2) : ''))
  expect(called).toEqual(selectors[file.replace(/^calldata-|\.json$/g, '')])
  for (const [index, item] of items.entries()) {
    const { inputs = [] } = item.type === 'function' ? item : {}
    const data = lowerHex(`0x${called[index]}${encodeAbiParameters(inputs, inputs.map(sample)).slice(2)}`)
    const network = {
      ...{ chainId: `eip155:${place.chainId}`, name: 'N', currency: { symbol: 'ETH', decimals: 18 } },
      ...{ rpcUrl: 'https://node.example', tokens: [] },
    }
    const from = `0x${'34'.repeat(20)}` as const
    const call = { to: place.address, from, value: 0n, data, network, descriptors: [descriptor], readInner }
    const said = (await describeCall(call)) ?? expect.fail(keys[index])
    const { facts, title } = spokenRequest({ act: words('request.act.send'), ...said }, sayRequestInEnglish)
    expect(title.length).toBeGreaterThan(3)
    expect(facts.map(({ label }) => label)).toContain('In the words of')
  }
})

test('a shipped descriptor that leaves data out takes a step of its own', async () => {
  const descriptor = await read('calldata-universal-router.json')
  const inputs = encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes[]' }], ['0x0b', ['0x12']])
  const data = lowerHex(`0x24856bc3${inputs.slice(2)}`)
  const network = {
    chainId: 'eip155:1',
    name: 'N',
    currency: { symbol: 'ETH', decimals: 18 },
    rpcUrl: 'https://n.example',
    tokens: [],
  }
  const [{ address: to }] = descriptor.context.contract.deployments
  const call = { to, from: to, value: 0n, data, network, descriptors: [descriptor], readInner }
  expect(await describeCall(call)).toMatchObject({ isDeliberate: true })
})
