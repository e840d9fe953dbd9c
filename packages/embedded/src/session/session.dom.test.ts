import type { ConnectRequest, LiveConnection } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { base, mainnet, solana } from '@foyer/core/networks'
import type { TestHost, TestHostOptions } from '@foyer/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { embedded } from '../embedded.js'
import { approvedMethods, embeddedNetworks, safeMethods } from '../protocol/index.js'
import type { ScriptedWalletParameters } from '../test/scriptedWallet.js'
import { withPages } from '../test/withPages.js'
import { coolDownMs, createRecords } from './records.js'

const { made, hostOf } = withPages()
const email = 'ada@example.com'

function kit({ host: given, ...page }: Partial<ScriptedWalletParameters> & { readonly host?: TestHostOptions } = {}) {
  const { clock, wallet } = made(page)
  const kept = new Map<string, string>()
  const refusals: string[] = []
  const reported: unknown[] = []
  const shown: string[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const host: TestHost = hostOf(clock, {
    networks: [mainnet, base, solana],
    storage,
    report: (error) => reported.push(error),
    showRefusal: (message) => refusals.push(message),
    async showSurface(surface) {
      shown.push('shown')
      surface.show()
      return () => {
        shown.push('hidden')
        surface.hide()
      }
    },
    ...given,
  })
  const connector = embedded()
  const request = (more: Partial<ConnectRequest> = {}): ConnectRequest => ({
    host,
    network: mainnet,
    signal: new AbortController().signal,
    step: () => {},
    ask: () => new Promise(() => {}),
    picked: () => undefined,
    ...more,
  })
  const names = () => wallet.page.asked.map(({ name }) => name)
  return { clock, wallet, kept, refusals, reported, shown, host, connector, request, names }
}

async function connected(options: Parameters<typeof kit>[0] = {}) {
  const made = kit(options)
  const live = await made.connector.connect(made.request())
  const ask = (
    method: string,
    params?: unknown,
    more: Partial<{ networkId: typeof base.caipNetworkId; signal: AbortSignal }> = {},
  ) => live.channel?.request({ networkId: mainnet.caipNetworkId, method, params, ...more }) ?? Promise.reject()
  return { ...made, live, ask }
}

const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )

const events = (live: LiveConnection) => {
  const all: unknown[] = []
  live.listen((event) => all.push(event))
  return all
}

describe('a visit', () => {
  test('[S4.22] loads no page where no login was used before', async () => {
    const { connector, request, wallet } = kit()
    expect(await connector.restore(request())).toBe(null)
    expect(wallet.page.frames).toEqual([])
  })

  test('[S4.2] begins by asking who is there, then says who asks, and reads the rest', async () => {
    const { connector, request, wallet, kept, names } = kit({ host: { networks: [mainnet] } })
    wallet.isLoggedIn = true
    kept.set('embedded/email_login_used', 'true')
    const live = await connector.restore(request())
    expect(live?.accounts[0]).toMatchObject({ namespace: 'eip155', address: '0xA11ce', type: 'eoa' })
    const order = ['IS_CONNECTED', 'SYNC_DAPP_DATA', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'GET_USER']
    expect(names()).toEqual(order)
  })

  test.each(['no', 'error'])('[S4.27] forgets the login where the page says %s', async (said) => {
    const { connector, request, wallet, kept } = kit()
    kept.set('embedded/email_login_used', 'true').set('embedded/email', email).set('embedded/last_used_chain', '1')
    if (said === 'error')
      wallet.instead.set('IS_CONNECTED', () => {
        throw new Error('no session')
      })
    expect(await connector.restore(request())).toBe(null)
    expect([...kept.keys()].filter((key) => !key.includes('smart'))).toEqual([])
  })

  test('[F30] a page that doesn’t load leaves the login as it is', async () => {
    const { connector, request, kept, clock } = kit({ loads: false })
    kept.set('embedded/email_login_used', 'true')
    const restored = failure(connector.restore(request()))
    await new Promise<void>((resolve) =>
      new MutationObserver(() => resolve()).observe(document.body, { childList: true }),
    )
    await settle()
    clock.advance(20_000)
    expect(await restored).toMatchObject({ code: 'frame_load' })
    expect(kept.get('embedded/email_login_used')).toBe('true')
  })

  test('[S2.26 S2.27] the page is at the operator’s secure site, and is told the project, the chain and the origin', async () => {
    const { wallet } = await connected()
    const { src } = wallet.page.frames[0] ?? {}
    expect(src).toMatch(
      /^https:\/\/secure\.foyer\.example\/sdk\?projectId=test&chainId=eip155%3A1&version=4&enableLogger=true&/,
    )
    expect(wallet.page.query.get('origin')).toBe(location.origin)
  })

  test('a kit that knows no secure site is told so', async () => {
    const { connector, request } = kit({ host: { secureOrigin: undefined } })
    expect(await failure(connector.connect(request()))).toMatchObject({ code: 'secure_site_missing' })
  })

  test('[S1.1 S9.50] has the accounts of both families, on the networks that the wallet serves', async () => {
    const { live } = await connected()
    expect(live.accounts.map(({ namespace }) => namespace)).toEqual(expect.arrayContaining(['eip155', 'solana']))
    expect(live.networks).toEqual({ eip155: mainnet.caipNetworkId, solana: solana.caipNetworkId })
    expect(live.approvedNetworks).toEqual([mainnet, base, solana].map(({ caipNetworkId }) => caipNetworkId))
    expect(embeddedNetworks).toHaveLength(27)
  })

  test('[S9.50] a network that the wallet doesn’t serve is left out, and gone to by nobody', async () => {
    const other = { ...base, id: 4242, caipNetworkId: 'eip155:4242' } as const
    const { live, host } = await connected({ host: { networks: [mainnet, other] } })
    expect(host.networks()).toHaveLength(2)
    expect(live.approvedNetworks).toEqual([mainnet.caipNetworkId])
    const gone = live.switchNetwork({ network: other, signal: new AbortController().signal })
    expect(await failure(gone)).toMatchObject({ code: 'chain_not_supported' })
  })
})

describe('what is kept', () => {
  test('[S3.25 S3.26] under keys of its own', async () => {
    const { kept } = await connected()
    expect(Object.fromEntries(kept)).toEqual({
      'embedded/email_login_used': 'true',
      'embedded/email': email,
      'embedded/last_used_chain': '1',
      'embedded/smart_account_enabled_networks': '',
    })
  })

  test('[S4.29] a wallet that can’t say its smart accounts’ networks has none', async () => {
    const made = kit()
    made.wallet.instead.set('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => {
      throw new Error('away')
    })
    made.kept.set('embedded/smart_account_enabled_networks', '1,10')
    await made.connector.connect(made.request())
    expect(createRecords(made.host).smartNetworks()).toEqual([])
  })

  test('[S4.26 S9.29] signing out forgets at once, and waits for the page no longer than 3 s', async () => {
    const { live, wallet, kept, clock, connector, request } = await connected()
    wallet.instead.set('SIGN_OUT', () => new Promise(() => {}))
    let isOver = false
    const out = live.disconnect().then(() => {
      isOver = true
    })
    expect([...kept.keys()].filter((key) => !key.includes('smart'))).toEqual([])
    await settle()
    clock.advance(2_999)
    await settle()
    expect(isOver).toBe(false)
    clock.advance(1)
    await out
    expect(await connector.restore(request())).toBe(null)
  })

  test('[F20] whatever is stored, nothing throws, and what is no record is absent', () => {
    const { host, kept } = kit()
    const records = createRecords(host)
    const keys = [
      'email',
      'social_username',
      'last_used_chain',
      'last_email_login_time',
      'smart_account_enabled_networks',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.json(), fc.bigInt().map(String)), (key, value) => {
        kept.set(`embedded/${key}`, value)
        const chain = records.lastChain()
        const again = records.againAt()
        const isChain = chain === undefined || /^[a-z0-9]+:.+$/.test(chain)
        const isSoon = again === undefined || again - host.clock.now() <= coolDownMs
        return isChain && isSoon && records.smartNetworks().every(Number.isSafeInteger) && records.email() !== ''
      }),
      { numRuns: process.env.FOYER_FULL ? 100_000 : 2_000 },
    )
  })
})

describe('a login by e-mail', () => {
  const login = { method: 'email', email } as const

  test('[S5.30 S5.31 S9.26] is not begun twice within 30 s', async () => {
    const { connector, request, clock, wallet, names } = kit()
    wallet.knowsDevice = true
    // The visitor leaves as soon as the code is asked for.
    const ask = () => Promise.reject(new AbortedError())
    expect(await failure(connector.connect(request({ login, ask })))).toMatchObject({ code: 'aborted' })
    clock.advance(1_000)
    expect(await failure(connector.connect(request({ login })))).toMatchObject({
      code: 'login_cooling_down',
      message: 'Please try again after 29 seconds',
    })
    clock.advance(29_000)
    connector.connect(request({ login })).catch(() => undefined)
    await settle()
    expect(names().filter((name) => name === 'CONNECT_EMAIL')).toHaveLength(2)
  })

  test('[S4.23] a known browser connects at once', async () => {
    const { connector, request, wallet } = kit()
    wallet.instead.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    const live = await connector.connect(request({ login }))
    expect(live.profile).toMatchObject({ provider: 'email', email })
  })

  test('[S9.28] a link that takes longer than 30 s is asked about again, and no mail is sent again', async () => {
    const { connector, request, wallet, clock, names } = kit()
    const steps: string[] = []
    const ask: ConnectRequest['ask'] = (step) => {
      steps.push(step.type)
      return step.type === 'codeSent' ? Promise.resolve({ code: wallet.code }) : new Promise(() => {})
    }
    const live = connector.connect(request({ login, ask }))
    await asked(wallet.page, 'CONNECT_DEVICE')
    for (let count = 0; count < 3; count += 1) {
      clock.advance(30_000)
      await settle()
    }
    expect(names().filter((name) => name === 'CONNECT_DEVICE')).toHaveLength(4)
    wallet.approveDevice()
    await live
    expect(names().filter((name) => name === 'CONNECT_EMAIL')).toHaveLength(1)
    expect(steps).toEqual(['deviceApproval', 'codeSent'])
  })

  test('the page is seen while it has digits to show, and not otherwise', async () => {
    const { connector, request, wallet, shown } = kit()
    const dialog = () => document.querySelector('dialog')?.open
    const ask: ConnectRequest['ask'] = async (step) =>
      step.type === 'codeSent' ? { code: wallet.code } : new Promise(() => {})
    const live = connector.connect(request({ login, ask }))
    await asked(wallet.page, 'CONNECT_DEVICE')
    await settle()
    expect([shown, dialog()]).toEqual([[], false])
    wallet.page.post({ type: 'foyer/surface', shown: true })
    await settle()
    expect([shown, dialog()]).toEqual([['shown'], true])
    wallet.approveDevice()
    await live
    expect([shown, dialog()]).toEqual([['shown', 'hidden'], false])
  })
})

describe('requests', () => {
  test('[S6.3 S5.29] what is safe runs without being shown', async () => {
    const { ask, wallet, shown } = await connected()
    wallet.instead.set('RPC_REQUEST', ({ payload }) => `answer to ${Object(payload).method}`)
    for (const method of safeMethods.filter((each) => each !== 'eth_chainId'))
      expect(await ask(method, method === 'wallet_getCallsStatus' ? ['id'] : [])).toBe(`answer to ${method}`)
    expect(shown).toEqual([])
  })

  test('[S6.4 S2.7] what signs or spends is shown above everything until it is answered', async () => {
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
  })

  test('a request is made on its own network, whichever the page was on', async () => {
    const { ask, wallet } = await connected()
    const seen: unknown[] = []
    wallet.instead.set('RPC_REQUEST', ({ payload }) => {
      seen.push([wallet.chainId, Object(payload).method])
      return null
    })
    await Promise.all([
      ask('eth_call', [], { networkId: base.caipNetworkId }),
      ask('eth_gasPrice', undefined, { networkId: mainnet.caipNetworkId }),
    ])
    expect(seen).toEqual([
      [8453, 'eth_call'],
      [1, 'eth_gasPrice'],
    ])
  })

  test('capabilities that can’t be had are none', async () => {
    const { ask, wallet } = await connected()
    wallet.instead.set('RPC_REQUEST', () => {
      throw new Error('away')
    })
    expect(await ask('wallet_getCapabilities')).toEqual({})
  })
})

describe('what the page says unasked', () => {
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
})

describe('one kit', () => {
  test('[F19] stopped and used again 100 times it has one frame, and leaves none', async () => {
    const { connector, request, host, wallet } = kit()
    for (let count = 0; count < 100; count += 1) {
      await Promise.all([connector.connect(request()), connector.connect(request())])
      expect(document.querySelectorAll('iframe')).toHaveLength(1)
      host.stop()
      expect(document.querySelectorAll('iframe, dialog')).toHaveLength(0)
    }
    expect(wallet.page.frames).toHaveLength(100)
  })
})

/** Until the page was asked by that name. */
async function asked(
  { asked: all }: { readonly asked: readonly { readonly name: string }[] },
  name: string,
): Promise<void> {
  await expect.poll(() => all.some((each) => each.name === name)).toBe(true)
}
