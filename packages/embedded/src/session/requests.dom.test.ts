import type { LiveConnection } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { describe, expect, test, vi } from 'vitest'
import { windowBlockedCode } from '../protocol/hello.js'
import { approvedMethods, safeMethods } from '../protocol/index.js'
import { connectedKit, failure, type SessionKitOptions, sessionKit, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const connected = (options?: SessionKitOptions) => connectedKit(pages, options)
const email = 'ada@example.com'

const events = (live: LiveConnection) => {
  const all: unknown[] = []
  live.listen((event) => all.push(event))
  return all
}

describe('requests', () => {
  test('[S6.3 S5.29] what is safe runs without being shown', async () => {
    const { ask, wallet, shown } = await connected()
    wallet.instead.set('RPC_REQUEST', ({ payload }) => `answer to ${Object(payload).method}`)
    for (const method of safeMethods.filter((each) => each !== 'eth_chainId'))
      expect(await ask(method, method === 'wallet_getCallsStatus' ? ['id'] : [])).toBe(`answer to ${method}`)
    expect(shown).toEqual([])
  })

  test('[S6.4] what signs or spends is shown above everything until it is answered', async () => {
    const { ask, wallet, shown } = await connected()
    wallet.instead.set('RPC_REQUEST', () => (document.querySelector('dialog')?.open ? '0xseen' : '0xunseen'))
    const params = {
      wallet_sendCalls: [{ calls: [{ to: '0x00' }] }],
      solana_signMessage: { message: 'm', pubkey: 'k' },
      solana_signTransaction: { transaction: 't' },
      solana_signAllTransactions: { transactions: ['t'] },
      solana_signAndSendTransaction: { transaction: 't' },
    }
    for (const method of approvedMethods) expect(await ask(method, Reflect.get(params, method) ?? [])).toBe('0xseen')
    expect(shown).toHaveLength(approvedMethods.length * 2)
    expect(document.querySelector('dialog')?.open).toBe(false)
  })

  test('[S4.33 S6.5 S6.6] what it doesn’t have is refused here, and rejects what waits for the visitor', async () => {
    const { ask, wallet, refusals, reported, names } = await connected()
    wallet.instead.set('RPC_REQUEST', () => new Promise(() => {}))
    const open = failure(ask('personal_sign', ['0x', '0x']))
    await settle()
    const before = names().length
    expect(await failure(ask('wallet_addEthereumChain', []))).toMatchObject({
      code: 'method_not_allowed',
      message: 'Requested RPC call is not allowed',
    })
    expect([refusals, reported]).toMatchObject([['error.actionNotAllowed'], [{ code: 'method_not_allowed' }]])
    expect(await open).toMatchObject({ message: 'Request was aborted' })
    expect(names()).toHaveLength(before)
  })

  test('[S4.31 S4.32 S8.31] closing what is shown rejects that, and keeps what is only read', async () => {
    const { ask, wallet } = await connected()
    let answerRead = (_: string) => {}
    wallet.instead.set('RPC_REQUEST', ({ payload }) =>
      Object(payload).method === 'eth_call'
        ? new Promise((resolve) => {
            answerRead = resolve
          })
        : new Promise(() => {}),
    )
    const read = ask('eth_call', [])
    const sign = failure(ask('personal_sign', ['0x', '0x']))
    await settle()
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel'))
    expect(await sign).toMatchObject({ code: 'frame_aborted', message: 'Request was aborted' })
    await settle()
    expect(document.querySelector('dialog')?.open).toBe(false)
    expect(wallet.page.cancelled).toHaveLength(1)
    answerRead('0x2a')
    expect(await read).toBe('0x2a')
  })

  test('[S4.30] the chain id is the one that was last used, without asking', async () => {
    const { ask, live, names } = await connected()
    await live.switchNetwork({ network: base, signal: new AbortController().signal })
    const before = names().length
    expect(await ask('eth_chainId')).toBe(8453)
    expect(names()).toHaveLength(before)
  })

  test('a refusal in the page is one', async () => {
    const { ask, wallet } = await connected()
    wallet.instead.set('RPC_REQUEST', () => {
      throw new Error('User rejected the request')
    })
    expect(await failure(ask('personal_sign', ['0x', '0x']))).toMatchObject({ code: 'user_rejected' })
    // By its code as well, in whatever words.
    const rejected = Object.assign(new Error('Nein.'), { code: 4001 })
    wallet.instead.set('RPC_REQUEST', () => Promise.reject(rejected))
    expect(await failure(ask('personal_sign', ['0x', '0x']))).toMatchObject({ code: 'user_rejected' })
  })

  test('[F30] where the wallet could have no window, the request ends by that error’s name, and nothing stays shown', async () => {
    const { ask, wallet, shown } = await connected()
    const said = 'The wallet couldn’t open its window.'
    wallet.instead.set('RPC_REQUEST', () => Promise.reject(Object.assign(new Error(said), { code: windowBlockedCode })))
    for (const method of ['personal_sign', 'wallet_sendCalls']) {
      const error = await failure(
        ask(method, method === 'personal_sign' ? ['0x', '0x'] : [{ calls: [{ to: '0x00' }] }]),
      )
      expect(error).toMatchObject({ name: 'WindowBlockedError', code: 'window_blocked', facts: { said } })
    }
    expect(shown).toEqual(['shown', 'hidden', 'shown', 'hidden'])
    expect(document.querySelector('dialog')?.open).toBe(false)
  })

  test('a request is made on its own network, whichever the page was on', async () => {
    const { ask, wallet } = await connected()
    const seen: unknown[] = []
    wallet.instead.set('RPC_REQUEST', ({ payload }) => {
      seen.push([wallet.chainId, Object(payload).method])
      return null
    })
    await Promise.all([ask('eth_call', [], base.caipNetworkId), ask('eth_gasPrice', undefined, mainnet.caipNetworkId)])
    expect(seen).toEqual([
      [8453, 'eth_call'],
      [1, 'eth_gasPrice'],
    ])
  })

  test('[S8.31] after the page was loaded anew, the request under way is over, and the next is made on its own network', async () => {
    const { ask, wallet } = await connected()
    const seen: unknown[] = []
    wallet.instead.set('RPC_REQUEST', ({ payload }) => {
      seen.push(wallet.chainId)
      return Object(payload).method === 'personal_sign' ? new Promise(() => {}) : null
    })
    await ask('eth_gasPrice', undefined, base.caipNetworkId)
    const signing = failure(ask('personal_sign', ['0x', '0x'], base.caipNetworkId))
    await settle()
    wallet.chainId = 1
    await wallet.page.sayReady()
    expect(await signing).toMatchObject({ code: 'frame_aborted', message: 'Request was aborted' })
    await settle()
    expect(document.querySelector('dialog')?.open).toBe(false)
    await ask('eth_gasPrice', undefined, base.caipNetworkId)
    expect(seen).toEqual([8453, 8453, 8453])
  })

  test('capabilities that can’t be had are none', async () => {
    const { ask, wallet } = await connected()
    wallet.instead.set('RPC_REQUEST', () => {
      throw new Error('away')
    })
    expect(await ask('wallet_getCapabilities')).toEqual({})
  })
})

describe('what the channel takes', () => {
  test.each([
    ['eth_getBalance', true],
    ['personal_sign', true],
    ['eth_someNewRead', false],
    ['net_peerCount', false],
    ['web3_sha3', false],
    ['wallet_sendCalls', true],
    ['wallet_showCallsStatus', true],
    ['eth_signTransaction', false],
    ['eth_signSomethingNew', false],
    ['eth_sendSomethingNew', false],
    ['wallet_addEthereumChain', false],
  ])(
    '%s: %s, as its list has it; a read that it doesn’t know is left to the network’s nodes',
    async (method, isTaken) => {
      const { live } = await connected()
      const networkId = mainnet.caipNetworkId
      expect(live.channel?.takes?.({ networkId, method })).toBe(isTaken)
    },
  )

  test('[S6.5] a method that it doesn’t have is refused in a kit without a modal too', async () => {
    const { ask } = await connected({ host: { showRefusal: undefined } })
    expect(await failure(ask('wallet_addEthereumChain'))).toMatchObject({ code: 'method_not_allowed' })
  })

  test('[S8.30] a failure that is no refusal keeps the page’s words', async () => {
    const { ask, wallet } = await connected()
    wallet.instead.set('RPC_REQUEST', () => {
      throw new Error('nonce too low')
    })
    const failed = await failure(ask('personal_sign', ['0x', '0x']))
    expect(failed).toMatchObject({ code: 'frame_reply', message: 'nonce too low' })
  })
})

describe('what the page says unasked', () => {
  const user = { email, address: '0xA11ce', chainId: 1, accounts: [{ address: '0xA11ce', type: 'eoa' }] }

  test('[S3.7] once or again, what changes nothing is no event', async () => {
    const { live, wallet } = await connected()
    const all = events(live)
    wallet.say('GET_USER_SUCCESS', { ...user, preferredAccountType: 'eoa' })
    await settle()
    all.length = 0
    for (const [name, payload] of [
      ['GET_USER_SUCCESS', { ...user, preferredAccountType: 'eoa' }],
      ['GET_USER_SUCCESS', { address: 5 }],
      ['GET_USER_SUCCESS', { ...user, chainId: 'cosmos:hub' }],
      ['GET_USER_ERROR', user],
      ['IS_CONNECTED_SUCCESS', { isConnected: true }],
      ['IS_CONNECTED_SUCCESS', { isConnected: 'no' }],
      ['SET_PREFERRED_ACCOUNT_SUCCESS', user],
      ['SWITCH_NETWORK_ERROR', { message: 'no' }],
    ] as const)
      wallet.say(name, payload)
    await settle()
    expect(all).toEqual([])
    expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
  })

  test('[S3.7] the account in use stands first, and each once', async () => {
    const { live, wallet } = await connected()
    events(live)
    const accounts = [
      { address: '0xA11ce', type: 'eoa' },
      { address: '0x5afe', type: 'smartAccount' },
    ]
    wallet.say('GET_USER_SUCCESS', { ...user, address: '0x5afe', accounts, preferredAccountType: 'smartAccount' })
    await settle()
    const own = live.accounts.filter(({ namespace }) => namespace === 'eip155')
    expect(own.map(({ address, type }) => [address, type])).toEqual([
      ['0x5afe', 'smartAccount'],
      ['0xA11ce', 'eoa'],
    ])
    expect(live.profile?.smartAccountDeployed).toBeUndefined()
  })

  test('is heard by each listener until it is removed', async () => {
    const { live, wallet } = await connected()
    const [first, second]: [unknown[], unknown[]] = [[], []]
    const stops = [live.listen((event) => first.push(event)), live.listen((event) => second.push(event))]
    wallet.switchChain(8453)
    await settle()
    stops[0]?.()
    wallet.switchChain(1)
    await settle()
    stops[1]?.()
    wallet.switchChain(8453)
    await settle()
    const went = ['eip155:8453', 'eip155:1'].map((networkId) => ({
      type: 'networkChanged',
      family: 'eip155',
      networkId,
    }))
    expect(first).toMatchObject(went.slice(0, 1))
    expect(second).toMatchObject(went)
    live.listen((event) => first.push(event))
    wallet.switchChain(8453)
    await settle()
    expect(first).toHaveLength(2)
  })

  test('[S3.7] another account, network or session is taken over', async () => {
    const { live, wallet, kept } = await connected()
    const all = events(live)
    wallet.say('GET_USER_SUCCESS', { email: 'b@b.co', address: '0xB0b', chainId: '8453', smartAccountDeployed: false })
    await settle()
    expect(all).toEqual([
      { type: 'accountsChanged', family: 'eip155', accounts: [{ namespace: 'eip155', address: '0xB0b', type: 'eoa' }] },
      { type: 'networkChanged', family: 'eip155', networkId: 'eip155:8453' },
      { type: 'profileChanged', profile: expect.objectContaining({ email: 'b@b.co', smartAccountDeployed: false }) },
    ])
    wallet.say('IS_CONNECTED_ERROR', { message: 'over' })
    await settle()
    expect(all.at(-1)).toEqual({ type: 'disconnected' })
    expect(kept.has('embedded/email_login_used')).toBe(false)
  })

  test('[S4.28] a wish for a smart account that is refused leaves that of the key', async () => {
    const { live, wallet } = await connected()
    const all = events(live)
    wallet.say('GET_USER_SUCCESS', { email, address: '0xA11ce', chainId: 1, preferredAccountType: 'smartAccount' })
    await settle()
    expect(live.profile?.preferredAccountTypes?.eip155).toBe('smartAccount')
    // What else fails, and a wish that is granted, says nothing of the kind.
    wallet.say('SWITCH_NETWORK_ERROR', { message: 'no' })
    wallet.say('SET_PREFERRED_ACCOUNT_SUCCESS', { type: 'eoa', address: '0xA11ce' })
    await settle()
    expect(live.profile?.preferredAccountTypes?.eip155).toBe('smartAccount')
    wallet.say('SET_PREFERRED_ACCOUNT_ERROR', { message: 'no smart accounts' })
    await settle()
    expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
    expect(all.at(-1)).toMatchObject({ type: 'profileChanged' })
  })

  test('[S3.8] the page looks as the dapp does, and changes with it', async () => {
    const listeners = new Set<() => void>()
    let mode: 'light' | 'dark' = 'dark'
    const theme = {
      get: () => ({ mode, variables: { '--w3m-accent': '#123456' } }),
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const { wallet, host } = await connected({ host: { theme } })
    const themes = () => wallet.page.asked.flatMap(({ name, payload }) => (name === 'SYNC_THEME' ? payload : []))
    expect(themes()).toMatchObject([{ themeMode: 'dark', w3mThemeVariables: { '--w3m-accent': '#123456' } }])
    mode = 'light'
    for (const each of listeners) each()
    await settle()
    expect(themes()[1]).toMatchObject({ themeMode: 'light', w3mThemeVariables: { '--w3m-background': '#fff' } })
    host.stop()
    expect(listeners.size).toBe(0)
  })

  test('[S3.8] a dapp without a theme of its own looks as the visitor’s system does, and changes with it', async () => {
    const system = Object.assign(new EventTarget(), { matches: false })
    vi.stubGlobal('matchMedia', () => system)
    const theme = { get: () => ({ mode: undefined, variables: {} }), subscribe: () => () => {} }
    const { wallet, host } = await connected({ host: { theme } })
    const themes = () =>
      wallet.page.asked.flatMap(({ name, payload }) => (name === 'SYNC_THEME' ? [Object(payload).themeMode] : []))
    system.matches = true
    system.dispatchEvent(new Event('change'))
    await settle()
    expect(themes()).toEqual(['light', 'dark'])
    host.stop()
    system.dispatchEvent(new Event('change'))
    await settle()
    expect(themes()).toHaveLength(2)
    vi.unstubAllGlobals()
  })

  test('[S3.8] an approval looks as the dapp does then', async () => {
    let mode: 'light' | 'dark' = 'dark'
    const get = () => ({ mode, variables: { '--w3m-accent': undefined, '--w3m-z-index': 7 } })
    const { ask, wallet } = await connected({ host: { theme: { get, subscribe: () => () => {} } } })
    mode = 'light'
    wallet.instead.set('RPC_REQUEST', () => '0x')
    await ask('personal_sign', ['0x', '0x'])
    const synced = wallet.page.asked.flatMap(({ name, payload }) => (name === 'SYNC_THEME' ? payload : []))
    expect(synced.at(-1)).toEqual({
      themeMode: 'light',
      themeVariables: { '--w3m-z-index': 7 },
      w3mThemeVariables: { '--w3m-accent': 'hsla(231, 100%, 70%, 1)', '--w3m-background': '#fff' },
    })
  })

  test('[S3.8] a page that doesn’t take the looks is reported once it is asked, and used all the same', async () => {
    const kit = sessionKit(pages, {
      host: { theme: { get: () => ({ mode: 'dark', variables: {} }), subscribe: () => () => {} } },
    })
    for (const name of ['SYNC_THEME', 'SYNC_DAPP_DATA'])
      kit.wallet.instead.set(name, () => {
        throw new Error(name)
      })
    await kit.connector.connect(kit.request())
    expect(kit.reported).toMatchObject([{ message: 'SYNC_DAPP_DATA' }, { message: 'SYNC_THEME' }])
  })
})
