import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http, parseEther } from 'viem'
import { getBalance, getBlockNumber, getChainId, getCode, setBalance } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ChainStateError, DirectoryInUseError, PortTakenError } from './errors.js'
import { startChain } from './startChain.js'
import { type StartChainsParameters, startChains } from './startChains.js'
import { temporaryDirectory } from './temporaryDirectory.js'
import { twoUnusedPorts, unusedPort } from './unusedPort.js'

const clientOf = (url: string) => createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }) })
const blockOf = (url: string) => getBlockNumber(clientOf(url), { cacheTime: 0 })
const visitor = '0x00000000000000000000000000000000000a11ce'

/** What two chains keep that were deployed to the end: a test that isn't about that goes on from it, in a fraction of the time. */
let market: string
beforeAll(async () => {
  market = await mkdtemp(join(tmpdir(), 'foyer-market-'))
  await (await startChains({ directory: market })).stop()
})
afterAll(() => rm(market, { recursive: true, force: true }))

async function deployedDirectory(): Promise<string> {
  const directory = await temporaryDirectory()
  await cp(market, directory, { recursive: true })
  return directory
}

async function started(parameters: StartChainsParameters) {
  const stack = await startChains(parameters)
  onTestFinished(() => stack.stop())
  return stack
}

test('both chains are up, each with its own id and the same market, the first with the delegation framework', async () => {
  const directory = join(await temporaryDirectory(), 'made', 'on the way')
  const { chains } = await started({ directory })
  const [one, two] = chains
  expect(await Promise.all(chains.map(({ url }) => getChainId(clientOf(url))))).toEqual([31337, 31338])
  expect(chains.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:31337', 'eip155:31338'])
  expect([two.tokens, two.pools, two.router, two.factory, two.weth]).toEqual([
    one.tokens,
    one.pools,
    one.router,
    one.factory,
    one.weth,
  ])
  expect(one.tokens.map(({ symbol }) => symbol)).toEqual(['WETH', 'DUSD', 'FYR', 'WBTC'])
  expect(JSON.parse(JSON.stringify(chains))).toEqual(chains)
  const delegate = one.delegation?.delegate ?? visitor
  const codes = await Promise.all(chains.map(({ url }) => getCode(clientOf(url), { address: delegate })))
  expect([codes.map((code) => code !== undefined), two.delegation]).toEqual([[true, false], undefined])
})

test('what happened is there again after a restart, and nothing is deployed twice', async () => {
  const directory = await temporaryDirectory()
  const first = await started({ directory })
  const [{ url, tokens }] = first.chains
  await setBalance(clientOf(url), { address: visitor, value: parseEther('1.5') })
  const blocks = await Promise.all(first.chains.map((chain) => blockOf(chain.url)))
  await first.stop()
  expect((await readdir(directory)).sort()).toEqual(['chain-31337.json', 'chain-31338.json'])

  const second = await started({ directory })
  const [again] = second.chains
  expect(await getBalance(clientOf(again.url), { address: visitor })).toBe(parseEther('1.5'))
  expect(await Promise.all(second.chains.map((chain) => blockOf(chain.url)))).toEqual(blocks)
  expect(again.tokens).toEqual(tokens)
})

test('a reset forgets the chains and nothing else', async () => {
  const directory = await deployedDirectory()
  await writeFile(join(directory, 'other.json'), '{}')
  const first = await started({ directory })
  const [{ url }] = first.chains
  await setBalance(clientOf(url), { address: visitor, value: 1n })
  await first.stop()

  const second = await started({ directory, reset: true })
  const [again] = second.chains
  expect(await getBalance(clientOf(again.url), { address: visitor })).toBe(0n)
  expect(await readdir(directory)).toContain('other.json')
})

test('two stacks run side by side, but not in one directory', async () => {
  const [here, there] = await Promise.all([deployedDirectory(), deployedDirectory()])
  const [first, second] = await Promise.all([started({ directory: here }), started({ directory: there })])
  const ports = [...first.chains, ...second.chains].map(({ port }) => port)
  expect(new Set(ports).size).toBe(4)
  await expect(startChains({ directory: here, reset: true })).rejects.toBeInstanceOf(DirectoryInUseError)
})

test('the ports that were asked for are the ports', async () => {
  const directory = await deployedDirectory()
  const [one, two] = await twoUnusedPorts()
  const first = await started({ directory, ports: { 31337: one, 31338: two } })
  expect(first.chains.map(({ port }) => port)).toEqual([one, two])
  await first.stop()
  const second = await started({ directory, ports: { 31337: two, 31338: one } })
  expect(second.chains.map(({ port }) => port)).toEqual([two, one])
})

test('when a port is taken no chain is left running, and a later start works', async () => {
  const directory = await deployedDirectory()
  const [free, held] = await twoUnusedPorts()
  const holder = await startChain({ id: 31337, port: held })
  onTestFinished(() => holder.stop())
  const ports = { 31337: free, 31338: held }
  await expect(startChains({ directory, ports })).rejects.toBeInstanceOf(PortTakenError)
  await expect(fetch(`http://127.0.0.1:${free}`)).rejects.toThrow()
  await holder.stop()
  const { chains } = await started({ directory, ports })
  expect(chains.map(({ port }) => port)).toEqual([free, held])
})

test('an unreadable state is reported, leaves no chain running, and a reset helps', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'chain-31338.json'), 'half a fi')
  const ports = { 31337: await unusedPort() }
  await expect(startChains({ directory, ports })).rejects.toBeInstanceOf(ChainStateError)
  await started({ directory, ports, reset: true })
})

test('after a stop nothing answers', async () => {
  const { chains, stop } = await started({ directory: await deployedDirectory() })
  await Promise.all([stop(), stop()])
  for (const { url } of chains) await expect(fetch(url)).rejects.toThrow()
})

test('an abort while the chains start or run ends them and frees the directory', async () => {
  const directory = await temporaryDirectory()
  const reason = new Error('enough')
  await expect(startChains({ directory, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

  const during = new AbortController()
  const log = (line: string) => {
    if (line.includes('eth_sendTransaction')) during.abort(reason) // in the middle of the deployment
  }
  await expect(startChains({ directory, log, signal: during.signal })).rejects.toBe(reason)

  const after = new AbortController()
  const { chains, stop } = await started({ directory, signal: after.signal })
  after.abort(reason)
  await stop()
  for (const { url } of chains) await expect(fetch(url)).rejects.toThrow()
  await started({ directory })
})

test('the log says which chain speaks', async () => {
  const log = new Set<string>()
  await started({ directory: await deployedDirectory(), log: (line) => log.add(line) })
  expect(log).toContain('31337: eth_getCode')
  expect(log).toContain('31338: eth_getCode')
})
