import { createPrivateKey, sign } from 'node:crypto'
import type { Simulation } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import { devSolanaAccounts, type StartedSolana, startSolana } from '@foyer/stack'
import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChains } from '../chains/createChains.js'
import { readersOf } from '../readers/readers.js'
import { openTestDatabase } from '../test/openApi.js'
import { createTokens } from '../tokens/tokens.js'
import { createSimulation } from './simulation.js'

const [{ address: me, secretKey }, { address: other }] = devSolanaAccounts
const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
}
const { signal } = new AbortController()

let database: Database
let chain: StartedSolana
let simulate: (transaction: string) => Promise<Simulation>
beforeAll(async () => {
  database = await openTestDatabase()
  chain = await startSolana()
  const clock = handClock(Date.now())
  const { caipNetworkId: id, name, nativeCurrency, url } = chain
  const [listed] = chain.tokens
  const tokens =
    listed === undefined
      ? []
      : [{ address: listed.address, symbol: listed.symbol, name: listed.name, decimals: listed.decimals, iconUrl: '' }]
  const config = { id, name, nativeCurrency, iconUrl: '', upstreams: [url], tokens }
  const chains = createChains({ chains: [config], timeoutMs: 5_000, clock, random: () => 0.5 })
  const simulation = createSimulation({
    chains,
    tokens: createTokens({ orm: database.orm, readersOf, clock }),
    readersOf,
    clock,
  })
  simulate = async (transaction) => {
    const reply = await simulation.of({ address: me, body: { chainId: id, transaction }, client: 'client', signal })
    return reply.status === 'known' ? reply : expect.fail(JSON.stringify(reply))
  }
})
afterAll(() => Promise.all([chain?.stop(), database?.close()]))

async function rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = Object(await response.json())
  if (error) throw new Error(JSON.stringify(error))
  return result
}

const lamports = async () => BigInt(Object(await rpc('getBalance', me)).value)
const tokensAt = async (account: string) => BigInt(Object(await rpc('getTokenAccountBalance', account)).value.amount)
const accountOf = async (owner: string, mint: string): Promise<string> =>
  Object(await rpc('getTokenAccountsByOwner', owner, { mint }, { encoding: 'jsonParsed' })).value[0].pubkey

interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: readonly number[]
}

const number = (value: bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

/** A transaction of the first account, without and with its signature. */
async function transactionOf(...instructions: readonly Instruction[]) {
  const { blockhash } = Object(await rpc('getLatestBlockhash')).value
  const programIds = [...new Set(instructions.map(({ program }) => program))]
  const named = instructions.flatMap(({ accounts }) => accounts)
  const keys = [...new Set([me, ...named.filter((key) => !programIds.includes(key)), ...programIds])]
  const message = Uint8Array.from([
    ...[1, 0, programIds.length, keys.length],
    ...keys.flatMap((key) => [...base58.decode(key)]),
    ...base58.decode(blockhash),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      ...[keys.indexOf(program), accounts.length, ...accounts.map((key) => keys.indexOf(key)), data.length, ...data],
    ]),
  ])
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(secretKey, 'hex')])
  const signature = sign(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  const wire = (bytes: Uint8Array) => base64.encode(Uint8Array.from([1, ...bytes, ...message]))
  return { unsigned: wire(new Uint8Array(64)), signed: wire(signature) }
}

const coins = (amount: bigint): Instruction => ({
  ...{ program: programs.system, accounts: [me, other], data: [2, 0, 0, 0, ...number(amount, 8)] },
})

test('25: what coins and their fee come to is what then happens, to the last lamport, unsigned or signed', async () => {
  const { unsigned, signed } = await transactionOf(coins(300_000_000n))
  const simulation = await simulate(unsigned)
  const before = await lamports()
  await rpc('sendTransaction', signed, { encoding: 'base64' })
  const real = String((await lamports()) - before)
  expect(simulation).toMatchObject({
    by: 'simulateTransaction',
    changes: [{ kind: 'coin', amount: real }],
    allowances: [],
  })
  expect(simulation.failed).toBeUndefined()
})

test('26: a token that is sent and an allowance that is given with it', async () => {
  const mint = chain.tokens[0]?.address ?? expect.fail()
  const [mine, theirs] = [await accountOf(me, mint), await accountOf(other, mint)]
  const send: Instruction = {
    program: programs.token,
    accounts: [mine, theirs, me],
    data: [3, ...number(2_500_000n, 8)],
  }
  const approve: Instruction = { program: programs.token, accounts: [mine, other, me], data: [4, ...number(7n, 8)] }
  const { unsigned, signed } = await transactionOf(send, approve)
  const simulation = await simulate(unsigned)
  const before = { coin: await lamports(), token: await tokensAt(mine) }
  await rpc('sendTransaction', signed, { encoding: 'base64' })
  const token = { contract: mint, symbol: chain.tokens[0]?.symbol, decimals: 6, isListed: true }
  expect(simulation).toMatchObject({
    changes: [
      { kind: 'coin', amount: String((await lamports()) - before.coin) },
      { kind: 'token', ...token, amount: String((await tokensAt(mine)) - before.token) },
    ],
    allowances: [{ kind: 'token', ...token, spender: other, before: '0', after: '7' }],
  })
})

test('27: a token account that is given away is lost with what it holds', async () => {
  const mint = chain.tokens[0]?.address ?? expect.fail()
  const mine = await accountOf(me, mint)
  const hand: Instruction = { program: programs.token, accounts: [mine, me], data: [6, 2, 1, ...base58.decode(other)] }
  const { unsigned } = await transactionOf(hand)
  const amount = `-${await tokensAt(mine)}`
  expect((await simulate(unsigned)).changes).toContainEqual(
    expect.objectContaining({ kind: 'token', contract: mint, amount }),
  )
})

test('what fails says so and moves nothing; what is no transaction of the account’s isn’t simulated', async () => {
  const { unsigned } = await transactionOf(coins(10n ** 18n))
  expect(await simulate(unsigned)).toMatchObject({
    failed: { index: 0, reason: expect.stringMatching(/./) },
    changes: [],
  })
  await expect(simulate(base64.encode(Uint8Array.of(1, 2, 3)))).rejects.toThrow('unsupported')
})
