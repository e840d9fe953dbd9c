import type { LiveConnection, Network } from '@foyer/core'
import { UnrecognizedChainError, UserRejectedError } from '@foyer/core/errors'
import { bitcoin, mainnet, optimism, polygon, solana, solanaDevnet } from '@foyer/core/networks'
import { evm as evmAdapter } from '@foyer/evm'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { peerWallet } from './liveSession.js'
import { a, b, both, evm, type LiveOfParameters, liveOf as sessionOf } from './test/liveSessionOf.js'

/** In a kit with the adapter of Ethereum's chains, which knows how a wallet is asked to go to another. */
const liveOf = (parameters: LiveOfParameters = {}) =>
  sessionOf({ adapterOf: (family) => (family === 'eip155' ? evmAdapter() : undefined), ...parameters })
const addressesOf = ({ accounts }: Pick<LiveConnection, 'accounts'>) => accounts.map(({ address }) => address)
const to = (live: LiveConnection, network: Network) =>
  live.switchNetwork({ network, signal: new AbortController().signal })

describe('a connection of a session', () => {
  test('[S3.5] has the accounts of all families, each once', () => {
    const { connect } = liveOf({
      namespaces: {
        ...both,
        bip122: { accounts: [`${bitcoin.caipNetworkId}:bc1q`], methods: [], events: [] },
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
          accounts: [`${solana.caipNetworkId}:So1`],
          methods: [],
          events: [],
        },
        unknown: { accounts: ['unknown:1:x'], methods: [], events: [] },
      },
    })
    expect(connect().accounts).toEqual([
      { namespace: 'eip155', address: a, type: 'eoa' },
      { namespace: 'eip155', address: b, type: 'eoa' },
      { namespace: 'bip122', address: 'bc1q', type: 'payment' },
      { namespace: 'solana', address: 'So1', type: 'eoa' },
    ])
  })

  test('[S6.1] an account is of the kind that its family’s adapter says', () => {
    const namespaces = { bip122: { accounts: [`${bitcoin.caipNetworkId}:bc1q`], methods: [], events: [] } }
    const { connect } = liveOf({ namespaces, adapterOf: () => ({ accountTypes: ['ordinal', 'payment'] }) })
    expect(connect().accounts).toEqual([{ namespace: 'bip122', address: 'bc1q', type: 'ordinal' }])
  })

  test('[S6.2] where no adapter says a kind, an account of Polkadot’s or Solana’s is a key’s, and one of Bitcoin’s for payments', () => {
    const chains = ['polkadot:91b171bb158e2d3848fa23a9f1c25182', solana.caipNetworkId, bitcoin.caipNetworkId]
    const namespaces = Object.fromEntries(
      chains.map((chain) => [chain.split(':')[0], { accounts: [`${chain}:of`], methods: [], events: [] }]),
    )
    const types = liveOf({ namespaces })
      .connect()
      .accounts.map(({ namespace, type }) => [namespace, type])
    expect(Object.fromEntries(types)).toEqual({ polkadot: 'eoa', solana: 'eoa', bip122: 'payment' })
  })

  test('is of each family on the network that is wished of it', () => {
    const accounts = [`${solana.caipNetworkId}:So1`, `${solanaDevnet.caipNetworkId}:So1`]
    const { live } = liveOf({ namespaces: { ...both, solana: { accounts, methods: [], events: [] } } })
    const wished = (family: string) => (family === 'solana' ? solanaDevnet : mainnet)
    expect(live.connection(optimism, wished).networks).toEqual({
      eip155: optimism.caipNetworkId,
      solana: solanaDevnet.caipNetworkId,
    })
  })

  test('those on the network that was wished come first', () => {
    const namespaces = evm([`eip155:1:${a}`, `eip155:10:${b}`])
    expect(addressesOf(liveOf({ namespaces }).connect(optimism))).toEqual([b, a])
    expect(addressesOf(liveOf({ namespaces }).connect(mainnet))).toEqual([a, b])
  })

  test.each([
    ['the one that was wished, where it was granted', [mainnet, optimism], optimism, 'eip155:10'],
    ['else the first that is configured', [optimism], polygon, 'eip155:10'],
    ['else the first', [polygon], polygon, 'eip155:1'],
  ] as const)('is on a network: %s', (_, networks, wished, networkId) => {
    expect(liveOf({ networks }).connect(wished).networks).toEqual({ eip155: networkId })
  })

  test('[S3.11] says which networks were granted, and nothing of them where the wallet takes any', () => {
    expect(liveOf().connect().approvedNetworks).toEqual(['eip155:1', 'eip155:10'])
    const peer = { name: 'MetaMask Wallet', description: '', url: '', icons: [] }
    expect(liveOf({ peer }).connect().approvedNetworks).toBeUndefined()
    expect(liveOf({ peer: { ...peer, name: 'MetaMask' } }).connect().approvedNetworks).toBeDefined()
  })

  test('[S7.36] knows a chain by its own id, where the wallet has the other that its family says', () => {
    const namespaces: SessionNamespaces = {
      solana: {
        accounts: ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:So1'],
        methods: ['solana_signMessage'],
        events: [],
      },
    }
    const otherIds = { [solana.caipNetworkId]: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ' }
    const session = { methods: ['solana_signMessage'], otherIds }
    const { networks, channel } = liveOf({
      namespaces,
      adapterOf: () => ({ accountTypes: ['eoa'], session }),
    }).connect()
    expect(networks).toEqual({ solana: solana.caipNetworkId })
    const request = { networkId: solana.caipNetworkId, method: 'solana_signMessage', params: {} }
    expect(channel?.takes(request)).toBe(true)
    expect(channel?.takes({ ...request, method: 'solana_signTransaction' })).toBe(false)
  })

  test('is as the session is whenever it is read, and hands its family what a provider is made of', () => {
    const properties = { scopedProperties: { 'eip155:1': { atomic: { status: 'supported' } } } }
    const { connect, emit, update } = liveOf(properties)
    const live = connect(mainnet)
    emit('chainChanged', '0xa')
    update(evm([`eip155:10:${b}`]))
    expect(live.networks).toEqual({ eip155: 'eip155:10' })
    expect(addressesOf(live)).toEqual([b])
    expect(live.approvedNetworks).toEqual(['eip155:10'])
    expect(live.providers).toEqual({})
    expect(live.channel?.properties?.()).toMatchObject(properties)
    expect(live.channel?.rpcUrl?.('eip155:1')).toBe('https://node.example/1')
    expect(live.channel?.rpcUrl?.('eip155:10')).toBeUndefined()
  })

  test('[W12] shows of the wallet no more than a line, and a picture that only an img can be', () => {
    const wallet = (name: string, icons: readonly string[] = []) =>
      liveOf({ peer: { name, description: '', url: '', icons } }).connect().wallet
    expect(wallet('\u202eteskcoP\u0007\u200b\n', ['javascript:x', 'http://x', 'https://x/i.png'])).toEqual({
      name: 'teskcoP',
      icon: 'https://x/i.png',
    })
    const local = 'http://wallet.localhost:7104/i.svg'
    expect(wallet('a', ['http://localhost.evil.example/i.png', local])?.icon).toBe(local)
    expect(wallet('\u202e \u0000')).toBeUndefined()
    expect(wallet('😀'.repeat(100))?.name).toBe('😀'.repeat(64))
    const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => !unseen.test(peerWallet({ name, icons: [] })?.name ?? '')),
    )
  })

  test('without an account of a family that the kit knows it is none', () => {
    const { live } = liveOf({ namespaces: { unknown: { accounts: ['unknown:1:x'], methods: [], events: [] } } })
    expect(() => live.connection(mainnet)).toThrow(expect.objectContaining({ code: 'wallet_answer' }))
  })
})

describe('[S4.19] what the wallet emits', () => {
  test.each([
    ['a number', 10],
    ['a decimal text', '10'],
    ['a hexadecimal text', '0xa'],
    ['CAIP-2', 'eip155:10'],
    ['nothing but the chain by which it is said', undefined, 'eip155:10'],
    ['nonsense, by that chain', { not: 'a chain' }, 'eip155:10'],
  ])('another network: %s', (_, data, chainId = 'eip155:1') => {
    const { connect, emit, heard } = liveOf()
    connect(mainnet)
    emit('chainChanged', data, chainId)
    expect(heard).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:10' }])
    emit('chainChanged', data, chainId)
    expect(heard).toHaveLength(1)
  })

  test('a network that was not granted counts as well; what is none counts for nothing', () => {
    const { connect, emit, heard } = liveOf()
    connect(mainnet)
    for (const data of ['', '0', 0, -1, 1.5, 'x', 'eip155:', 'eip155:x', 'cosmos:hub', Number.NaN])
      emit('chainChanged', data)
    expect(heard).toEqual([])
    emit('chainChanged', '0x89')
    expect(heard).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:137' }])
  })

  test.each([
    ['bare', b],
    ['in other letters', b.toLowerCase()],
    ['CAIP-10', `eip155:10:${b}`],
  ])('another account, %s', (_, told) => {
    const { connect, emit, heard, live } = liveOf()
    connect(mainnet)
    emit('accountsChanged', [told])
    expect(heard).toMatchObject([
      { type: 'accountsChanged', family: 'eip155', accounts: [{ address: b }, { address: a }] },
    ])
    expect(addressesOf(live.connection(mainnet))).toEqual([b, a])
  })

  test('[W8] an account that was not granted, and what is none, change nothing; once it is granted it comes first', () => {
    const c = '0x0000000000000000000000000000000000000001'
    const { connect, emit, heard, update } = liveOf()
    connect(mainnet)
    for (const data of [[], [c], [null], 'x', { 0: a }, undefined]) emit('accountsChanged', data)
    emit('accountsChanged', [c])
    expect(heard).toEqual([])
    update(evm([`eip155:1:${a}`, `eip155:1:${c}`, `eip155:10:${a}`]))
    expect(heard).toMatchObject([{ type: 'accountsChanged', accounts: [{ address: c }, { address: a }] }])
  })

  test('[W8] an account in front that was not granted on the network that it is on stands behind those that were', async () => {
    const { connect, emit, heard } = liveOf({ namespaces: evm([`eip155:1:${a}`, `eip155:1:${b}`, `eip155:10:${a}`]) })
    const live = connect(mainnet)
    emit('accountsChanged', [b])
    expect(addressesOf(live)).toEqual([b, a])
    await to(live, optimism)
    expect(addressesOf(live)).toEqual([a, b])
    expect(heard.at(-1)).toMatchObject({ type: 'accountsChanged', accounts: [{ address: a }, { address: b }] })
  })

  test('[S3.11] another grant: its networks, the network where that is gone, and the accounts', () => {
    const { connect, update, heard, live } = liveOf()
    connect(mainnet)
    update(evm([`eip155:10:${b}`, `eip155:137:${b}`]))
    expect(heard).toMatchObject([
      { type: 'networksApproved', networks: ['eip155:10', 'eip155:137'] },
      { type: 'networkChanged', family: 'eip155', networkId: 'eip155:10' },
      { type: 'accountsChanged', family: 'eip155', accounts: [{ address: b }] },
    ])
    expect(live.connection(mainnet).networks).toEqual({ eip155: 'eip155:10' })
    update(evm([`eip155:10:${b}`, `eip155:137:${b}`]))
    expect(heard).toHaveLength(3)
  })

  test('where the wallet said to be counts, though it be no network that was granted: another grant doesn’t move it', () => {
    const { connect, emit, update, live } = liveOf()
    connect(mainnet)
    emit('chainChanged', '0x89')
    update(evm([`eip155:10:${a}`]))
    expect(live.connection(mainnet).networks).toEqual({ eip155: 'eip155:137' })
  })

  test('a family that is granted no more has no accounts', () => {
    const withSolana = { ...both, solana: { accounts: [`${solana.caipNetworkId}:So1`], methods: [], events: [] } }
    const { connect, update, heard } = liveOf({ namespaces: withSolana })
    connect(mainnet)
    update(both)
    expect(heard.at(-1)).toEqual({ type: 'accountsChanged', family: 'solana', accounts: [] })
  })

  test('that it is over', () => {
    const { connect, live, heard } = liveOf()
    connect()
    live.receive({ type: 'ended', topic: 'topic', why: 'deleted' })
    expect(heard).toEqual([{ type: 'disconnected' }])
  })

  test('whatever an event holds, nothing throws', () => {
    const { connect, emit } = liveOf()
    connect(mainnet)
    fc.assert(
      fc.property(
        fc.constantFrom('chainChanged', 'accountsChanged', 'bip122_addressesChanged', 'x'),
        fc.jsonValue(),
        fc.string(),
        (name, data, chain) => emit(name, data, chain),
      ),
    )
  })
})

describe('another network', () => {
  test('one that was granted asks no wallet', async () => {
    const { connect, asked, heard } = liveOf()
    const live = connect(mainnet)
    await to(live, optimism)
    expect(asked).toEqual([])
    expect(heard).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:10' }])
  })

  test('[S7.36] one that was not is asked for over one that was', async () => {
    const session = liveOf({
      async answer({ params }) {
        session.emit('chainChanged', Reflect.get(Object(Reflect.get(Object(params), 0)), 'chainId'))
        return null
      },
    })
    const { connect, asked, heard } = session
    const live = connect(mainnet)
    await to(live, polygon)
    expect(asked).toEqual([
      { method: 'wallet_switchEthereumChain', chainId: 'eip155:1', params: [{ chainId: '0x89' }] },
    ])
    expect(heard).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:137' }])
    await to(live, { ...polygon, id: 5, caipNetworkId: 'eip155:5' })
    expect(asked[1]).toMatchObject({ chainId: 'eip155:1' }) // from where it is, nothing was granted
  })

  test('[S4.34 S7.36] one that the wallet does not know is added, with the addresses of the network itself', async () => {
    let known = false
    const session = liveOf({
      async answer({ method }) {
        if (method === 'wallet_addEthereumChain') known = true
        else if (!known) throw new UnrecognizedChainError()
        else session.update(evm([`eip155:1:${a}`, `eip155:137:${a}`]))
        return null
      },
    })
    const { connect, asked } = session
    const said: string[] = []
    const { signal } = new AbortController()
    await connect(mainnet).switchNetwork({ network: polygon, signal, asked: (what) => said.push(what) })
    expect(said).toEqual(['addingNetwork', 'walletPrompt'])
    expect(asked.map(({ method }) => method)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(asked[1]?.params).toEqual([
      {
        chainId: '0x89',
        chainName: polygon.name,
        nativeCurrency: polygon.nativeCurrency,
        rpcUrls: polygon.rpcUrls.default.http,
        blockExplorerUrls: [polygon.blockExplorers?.default.url],
      },
    ])
  })

  test('a wallet that goes there as it adds it is not asked once more', async () => {
    const session = liveOf({
      async answer({ method }) {
        if (method === 'wallet_switchEthereumChain') throw new UnrecognizedChainError()
        session.emit('chainChanged', '0x89')
        return null
      },
    })
    await to(session.connect(mainnet), polygon)
    expect(session.asked).toHaveLength(2)
  })

  test('one that agrees, and whose session says nothing of it, has not gone: its requests there would be refused', async () => {
    const { connect, clock, heard, asked } = liveOf()
    const live = connect(mainnet)
    const gone = expect(to(live, polygon)).rejects.toMatchObject({ code: 'chain_not_supported' })
    await vi.waitFor(() => {
      expect(asked).toHaveLength(1)
      clock.advance(250)
      expect(clock.now()).toBeGreaterThanOrEqual(3000)
    })
    await gone
    expect(heard).toEqual([])
  })

  test('one whose session says it a moment later has gone', async () => {
    const { connect, clock, emit, heard } = liveOf()
    const gone = to(connect(mainnet), polygon)
    await vi.waitFor(() => expect(clock.pending).toBe(1))
    emit('chainChanged', '0x89')
    clock.advance(250)
    await gone
    expect(heard).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:137' }])
  })

  test('a refusal is a refusal, and adds nothing', async () => {
    const { connect, asked, heard } = liveOf({
      answer: () => Promise.reject(new UserRejectedError({ walletCode: 5000 })),
    })
    await expect(to(connect(mainnet), polygon)).rejects.toMatchObject({ code: 'user_rejected' })
    expect(asked).toHaveLength(1)
    expect(heard).toEqual([])
  })

  test('a wallet that was not granted the method does not support the chain', async () => {
    const { connect, asked } = liveOf({ namespaces: evm([`eip155:1:${a}`], { methods: ['personal_sign'] }) })
    await expect(to(connect(mainnet), polygon)).rejects.toMatchObject({ code: 'chain_not_supported' })
    expect(asked).toEqual([])
  })

  test('one of another family than EVM asks no wallet', async () => {
    const accounts = [`${solana.caipNetworkId}:So1`, `${solanaDevnet.caipNetworkId}:So1`]
    const namespaces = { ...both, solana: { accounts, methods: [], events: [] } }
    const { connect, asked, heard } = liveOf({ namespaces })
    const live = connect(mainnet)
    await to(live, solanaDevnet)
    expect(asked).toEqual([])
    expect(heard).toEqual([{ type: 'networkChanged', family: 'solana', networkId: solanaDevnet.caipNetworkId }])
    await expect(to(live, bitcoin)).rejects.toMatchObject({ code: 'chain_not_supported' })
  })
})
