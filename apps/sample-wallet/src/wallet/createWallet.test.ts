import type { WalletNetwork } from '@foyer/core/words'
import { authMessage } from '@foyer/walletconnect/protocol'
import type {
  ApproveParameters,
  EmitParameters,
  RespondParameters,
  WalletClient,
  WalletProposal,
  WalletRequest,
  WalletSession,
} from '@foyer/walletconnect/wallet'
import * as v from 'valibot'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isHex,
  maxUint256,
  numberToHex,
  parseTransaction,
  verifyMessage,
} from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKeyStore, type TextStorage } from '../keys/keyStore.js'
import { createFamilies } from '../openWallet.js'
import { createWallet } from './createWallet.js'
import { createKept } from './kept.js'

const evm = 'eip155:31337'
const present = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const main = 'bip122:000000000019d6689c085ae165831e93'
const phrase = `${'abandon '.repeat(11)}about`
const families = createFamilies()
const own = (chainId: string) =>
  families
    .find(({ name }) => chainId.startsWith(name))
    ?.addresses({ keyring: { phrase, count: 2, imported: [] }, chainId }) ?? []

const network = (chainId: string): WalletNetwork => ({
  chainId,
  name: chainId,
  currency: { symbol: 'X', decimals: 8 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
})
const memory = (): TextStorage => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
}

/** A wallet with one session, whose client writes down what it would send. */
function openWallet(
  namespaces: WalletSession['namespaces'],
  {
    proposals = [],
    requests = [],
  }: { proposals?: readonly WalletProposal[]; requests?: readonly WalletRequest[] } = {},
) {
  let session: WalletSession = {
    topic: 'topic',
    pairingTopic: 'pairing',
    peer: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    namespaces,
    expiresAt: 0,
    acknowledged: true,
  }
  const emitted: EmitParameters[] = []
  const approved: ApproveParameters[] = []
  const responded: RespondParameters[] = []
  const nothing = () => Promise.reject(new Error('Not expected.'))
  const client: WalletClient = {
    status: 'open',
    proposals: () => proposals,
    authentications: () => [],
    sessions: () => [session],
    requests: () => requests,
    pair: nothing,
    async approve(parameters) {
      approved.push(parameters)
      return session
    },
    reject: nothing,
    approveAuthentication: nothing,
    rejectAuthentication: nothing,
    respond: async (answer) => void responded.push(answer),
    extend: nothing,
    ping: nothing,
    disconnect: nothing,
    emit: async (event) => void emitted.push(event),
    async update({ namespaces: next }) {
      session = { ...session, namespaces: next }
      return session
    },
    listen: () => () => {},
    wake() {},
    stop() {},
  }
  const storage = memory()
  const keys = createKeyStore({ storage, families, newPhrase: () => phrase, isPhrase: (text) => text === phrase })
  keys.bringIn(phrase)
  keys.addAccount()
  const wallet = createWallet({
    client,
    families,
    keys,
    networks: [evm, present, regtest, main].map(network),
    added: createKept({ storage, name: 'networks', schema: v.array(v.never()), empty: [] }),
    choices: createKept({
      storage,
      name: 'choices',
      schema: v.record(v.string(), v.object({ chainId: v.string(), address: v.string() })),
      empty: {},
    }),
    batches: createKept({ storage, name: 'batches', schema: v.array(v.never()), empty: [] }),
    after: () => () => {},
  })
  return { wallet, emitted, approved, responded, app: () => wallet.state().apps[0], granted: () => session.namespaces }
}

const granted = (chainId: string, events: readonly string[] = ['accountsChanged', 'chainChanged']) => ({
  chains: [chainId],
  accounts: [`${chainId}:${own(chainId)[0]}`],
  methods: ['signMessage'],
  events,
})
const topic = 'topic'

describe('a proposal of several families that requests a sign-in', () => {
  const payload = {
    type: 'caip122',
    chains: [evm, 'eip155:1', regtest],
    domain: 'dapp.example',
    aud: 'https://dapp.example',
    version: '1',
    nonce: 'a1b2c3d4',
    iat: '2026-01-01T00:00:00Z',
  }
  const proposal: WalletProposal = {
    id: '1',
    pairingTopic: 'pairing',
    proposer: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    required: {},
    optional: {
      eip155: { chains: [evm], methods: [], events: [] },
      bip122: { chains: [regtest], methods: [], events: [] },
    },
    authentication: [payload],
    expiresAt: Number.MAX_SAFE_INTEGER,
  }
  const chosen = {
    id: '1',
    chainIds: [evm, regtest],
    addresses: { [evm]: [own(evm)[1] ?? '', own(evm)[0] ?? ''], [regtest]: own(regtest) },
  }

  test('[S7.37] is signed by the account in use, on the granted networks whose family signs in', async () => {
    const { wallet, approved } = openWallet({ eip155: granted(evm) }, { proposals: [proposal] })
    await wallet.approve({ ...chosen, signsIn: true })
    const [{ cacaos = [] } = { cacaos: [] }] = approved
    expect(cacaos.map(({ p }) => p)).toMatchObject([{ iss: `did:pkh:${evm}:${own(evm)[1]}`, nonce: 'a1b2c3d4' }])
    const [cacao] = cacaos
    const address = getAddress(own(evm)[1] ?? '')
    const text = cacao ? authMessage({ payload: cacao.p, issuer: cacao.p.iss }) : ''
    const signature = cacao && isHex(cacao.s.s) ? cacao.s.s : '0x'
    expect(await verifyMessage({ address, message: text, signature })).toBe(true)
  })

  test('only connects where the visitor doesn’t sign in', async () => {
    const { wallet, approved } = openWallet({ eip155: granted(evm) }, { proposals: [proposal] })
    await wallet.approve({ ...chosen, signsIn: false })
    expect(approved).toMatchObject([{ id: '1', cacaos: [] }])
  })
})

describe('a request', () => {
  const request = (part: Partial<WalletRequest>): WalletRequest => ({
    id: '7',
    topic: 'topic',
    chainId: evm,
    method: 'personal_sign',
    params: ['0x6869', own(evm)[0]],
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...part,
  })

  test('for a chain or a method that the wallet hasn’t is refused by WalletConnect’s codes, and nothing is shown', async () => {
    for (const [part, code] of [
      [{ chainId: 'eip155:424242' }, 5100],
      [{ chainId: 'cosmos:hub' }, 5100],
      [{ method: 'eth_sign' }, 5101],
    ] as const) {
      const { wallet, responded } = openWallet({ eip155: granted(evm) }, { requests: [request(part)] })
      await vi.waitFor(() => expect(responded).toMatchObject([{ id: '7', failure: { code } }]))
      expect(wallet.state().requests).toEqual([])
    }
  })

  test('is shown with who asks, and answered once it is approved', async () => {
    const { wallet, responded } = openWallet({ eip155: granted(evm) }, { requests: [request({})] })
    await vi.waitFor(() => expect(wallet.state().requests).toHaveLength(1))
    await wallet.agree('7')
    const [{ result } = { result: '0x' }] = responded.map((each) => ('result' in each ? each : { result: undefined }))
    const address = getAddress(own(evm)[0] ?? '')
    expect(await verifyMessage({ address, message: 'hi', signature: isHex(result) ? result : '0x' })).toBe(true)
    expect(wallet.state().requests).toEqual([])
    expect(wallet.state().notice?.text).toBe('Sign a message: done.')
  })

  test('[F13] for an allowance without a limit is shown anew with the one that is named, and what was shown is signed', async () => {
    vi.stubGlobal('fetch', answersOfNode)
    const [spender, token] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `0x${'11'.repeat(20)}`] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
    const params = [{ from: own(evm)[0], to: token, data }]
    const asked = request({ method: 'eth_signTransaction', params })
    const { wallet, responded } = openWallet({ eip155: granted(evm) }, { requests: [asked] })
    await vi.waitFor(() =>
      expect([wallet.state().requests.length, responded, wallet.state().notice]).toEqual([1, [], undefined]),
    )
    const shown = () => wallet.state().requests[0]?.prepared.shown
    expect(shown()).toMatchObject({ isDeliberate: true, limit: { unit: 'DUSD', usual: '10000' } })
    await wallet.limit('7', '12.5')
    expect(shown()).toMatchObject({ isDeliberate: false, limit: undefined })
    expect(responded).toEqual([])
    await wallet.agree('7')
    const result = responded.flatMap((each) => ('result' in each ? each.result : []))[0]
    const signed = parseTransaction(isHex(result) ? result : '0x')
    expect(decodeFunctionData({ abi: erc20Abi, data: signed.data ?? '0x' }).args).toEqual([spender, 12_500_000n])
  })
})

/** A node that knows one token, of which the account has 10,000. */
const answersOfNode = async (_url: unknown, init: RequestInit) => {
  const { id, method, params } = JSON.parse(String(init.body))
  const called: Readonly<Record<string, Hex>> = {
    '0x95d89b41': encodeAbiParameters([{ type: 'string' }], ['DUSD']),
    '0x313ce567': numberToHex(6, { size: 32 }),
    '0x70a08231': numberToHex(10_000_000_000n, { size: 32 }),
  }
  const results: Readonly<Record<string, unknown>> = {
    eth_call: called[String(params?.[0]?.data).slice(0, 10)] ?? numberToHex(0, { size: 32 }),
    ...{ eth_getBalance: '0xde0b6b3a7640000', eth_getTransactionCount: '0x0', eth_estimateGas: '0x5208' },
    ...{ eth_chainId: '0x7a69', eth_gasPrice: '0x3b9aca00', eth_maxPriorityFeePerGas: '0x1', eth_getCode: '0x60' },
    eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x3b9aca00', timestamp: '0x1', transactions: [] },
  }
  return Response.json({ jsonrpc: '2.0', id, result: results[method] })
}
afterEach(() => void vi.unstubAllGlobals())

describe('a session of several families', () => {
  test('goes to another family’s network with that family’s account, and back with the former', async () => {
    const { wallet, app, emitted } = openWallet({ eip155: granted(evm), bip122: granted(regtest) })
    expect(app()).toMatchObject({ chainId: evm, address: own(evm)[0] })
    await wallet.switchNetwork({ topic, chainId: regtest })
    expect(app()).toMatchObject({ chainId: regtest, address: own(regtest)[0] })
    expect(emitted).toEqual([{ topic, chainId: regtest, name: 'chainChanged', data: regtest.slice(7) }])
    await wallet.switchNetwork({ topic, chainId: evm })
    expect(app()).toMatchObject({ chainId: evm, address: own(evm)[0] })
  })

  test('doesn’t go to a family that wasn’t granted', async () => {
    const { wallet, app, granted: now } = openWallet({ eip155: granted(evm) })
    await wallet.switchNetwork({ topic, chainId: present })
    expect(app()?.chainId).toBe(evm)
    expect(Object.keys(now())).toEqual(['eip155'])
  })

  test('on another network of Bitcoin an account is the same account, with its address there', async () => {
    const { wallet, app, granted: now } = openWallet({ bip122: granted(regtest) })
    await wallet.switchNetwork({ topic, chainId: main })
    expect(app()).toMatchObject({ chainId: main, address: own(main)[0] })
    expect(now().bip122?.accounts).toEqual([`${regtest}:${own(regtest)[0]}`, `${main}:${own(main)[0]}`])
  })

  test('another account of Bitcoin is told with its addresses, on each network that the session has', async () => {
    const {
      wallet,
      app,
      emitted,
      granted: now,
    } = openWallet({
      eip155: granted(evm),
      bip122: granted(regtest, ['accountsChanged', 'bip122_addressesChanged']),
    })
    await wallet.switchNetwork({ topic, chainId: regtest })
    const [first = '', second = ''] = own(regtest)
    await wallet.switchAccount({ topic, address: second })
    expect(app()).toMatchObject({ chainId: regtest, address: second })
    expect(now().bip122?.accounts).toEqual([`${regtest}:${second}`, `${regtest}:${first}`])
    expect(now().eip155).toEqual(granted(evm))
    expect(emitted).toMatchObject([
      { name: 'accountsChanged', data: [`${regtest}:${second}`] },
      { name: 'bip122_addressesChanged', data: [{ address: second, intention: 'payment' }, { intention: 'ordinal' }] },
    ])
  })

  test('a network by its former id is the wallet’s own', () => {
    const { wallet, app } = openWallet({ solana: granted(former) })
    expect(app()).toMatchObject({ chainId: former, address: own(present)[0] })
    expect(wallet.network(former)?.chainId).toBe(present)
  })
})
