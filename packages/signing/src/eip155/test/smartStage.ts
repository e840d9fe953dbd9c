import type { WalletNetwork } from '@foyer/core/words'
import { deployDelegation, devAccounts, devMnemonic, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, createClient, createTestClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { delegateAddress } from '../../delegate.js'
import type { Batches, FamilyHost, KeptBatch, PreparedRequest, SigningAccount } from '../../family.js'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { type Switching, signSwitching } from '../../switching.js'
import { createAccounts } from '../accounts.js'
import { prepareEip155 } from '../eip155.js'

let chain: StartedChain

/** Starts a chain for a file's tests, with the delegate and all that it needs. */
export function onSmartChain(): void {
  beforeAll(async () => {
    chain = await startChain({ id: 31337 })
    await deployDelegation({ url: chain.url })
  })
  afterAll(() => chain.stop())
}

export const keys = createAccounts()({ phrase: devMnemonic, count: 10, imported: [] })
export const client = () => createClient({ transport: http(chain.url) })
export const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
export const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address
export const designator = (of: Address) => concat(['0xef0100', of]).toLowerCase()

interface Signed {
  readonly bytes: Uint8Array[]
  readonly switchings: Switching[]
}

/** A wallet whose account signs a switching by its fields alone, as that of a page does; each test has an account of its own. */
export function walletOf(place: number, own: Partial<Batches> = {}, at: Partial<WalletNetwork> = {}) {
  const { address } = devAccounts[place] ?? devAccounts[0]
  const key = keys[place]
  if (!key) throw new Error('There are fewer accounts.')
  const network: WalletNetwork = {
    ...{ chainId: chain.caipNetworkId, name: chain.name, currency: { symbol: 'ETH', decimals: 18 } },
    ...{ rpcUrl: chain.url, tokens: [], delegate: delegateAddress, ...at },
  }
  const signed: Signed = { bytes: [], switchings: [] }
  const account: SigningAccount = {
    address,
    sign(bytes) {
      signed.bytes.push(bytes)
      return key.sign(bytes)
    },
    signSwitching(switching) {
      signed.switchings.push(switching)
      return signSwitching(switching, key.sign)
    },
  }
  const kept = new Map<string, KeptBatch>()
  const ending = new AbortController()
  const host: FamilyHost = {
    batches: {
      asOne: true,
      get: (id) => kept.get(id),
      set: (batch) => void kept.set(batch.id, batch),
      ...own,
    },
    signal: ending.signal,
    networks: () => [network],
    network: (chainId) => (chainId === network.chainId ? network : undefined),
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const ask = (method: string, params?: unknown, granted: string = address): Promise<PreparedRequest> =>
    prepareEip155(
      { method, params, chainId: network.chainId, addresses: [granted], peerUrl: 'https://dapp.example' },
      { accounts: [account], host },
    )
  const asked = async (prepared: Promise<PreparedRequest | undefined>) => {
    const done = await prepared
    if (done?.kind !== 'ask') throw new Error(JSON.stringify(done))
    return { ...done, words: spokenRequest(done.shown, sayRequestInEnglish) }
  }
  const batch = (calls: readonly object[], more: object = {}) => [
    { version: '2.0.0', chainId: '0x7a69', from: address, calls, ...more },
  ]
  const send = (calls: readonly object[], more: object = {}) => asked(ask('wallet_sendCalls', batch(calls, more)))
  const answer = async (method: string, params?: unknown) => {
    const prepared = await ask(method, params)
    if (prepared.kind !== 'answer') throw new Error(JSON.stringify(prepared))
    return prepared.result
  }
  const ended = async (id: string) => {
    await vi.waitFor(async () => expect(await answer('wallet_getCallsStatus', [id])).not.toMatchObject({ status: 100 }))
    return answer('wallet_getCallsStatus', [id])
  }
  const refusal = async (method: string, params?: unknown, granted?: string) => {
    const prepared = await ask(method, params, granted)
    return prepared.kind === 'refuse' ? prepared.failure.code : prepared.kind
  }
  return { address, ask, asked, batch, send, answer, ended, refusal, kept, signed, network, stop: () => ending.abort() }
}

export const two = () => [
  { to: freshAddress(), value: '0x1' },
  { to: freshAddress(), value: '0x2' },
]
export const codeOf = (address: Address) => getCode(client(), { address })

type Answer = (asked: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }) => unknown

/** Has the network's node answer otherwise until the test is over: with what is said, or as it would where nothing is. @returns what has it answer as it does again */
export function nodeAnswers(answer: Answer): () => void {
  const own = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const asked = JSON.parse(String(init.body))
    const instead = await answer(asked)
    return instead === undefined ? own(url, init) : Response.json({ jsonrpc: '2.0', id: asked.id, ...Object(instead) })
  })
  return () => void vi.stubGlobal('fetch', own)
}

/** Asks that node itself. */
export async function askNode(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  return (await original(chain.url, { method: 'POST', headers, body })).json()
}
const original = globalThis.fetch
