import type { ConnectRequest } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { base, bitcoin, mainnet, solana } from '@foyer/core/networks'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { embeddedNetworks } from '../protocol/index.js'
import { toNetworkId } from '../protocol/networks.js'
import { connectedKit, failure, type SessionKitOptions, sessionKit, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'
import { coolDownMs, createRecords } from './records.js'

const pages = withPages()
const kit = (options?: SessionKitOptions) => sessionKit(pages, options)
const connected = (options?: SessionKitOptions) => connectedKit(pages, options)
const email = 'ada@example.com'

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
    let isOver = false
    void restored.then(() => (isOver = true))
    // The wait begins once the code and the frame are there.
    await vi.waitUntil(
      () => {
        clock.advance(20_000)
        return isOver
      },
      { interval: 1 },
    )
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

  test.each([
    ['the first network that the wallet serves', [bitcoin, base], 'eip155:8453'],
    ['Ethereum, where it serves none of the dapp’s', [bitcoin], 'eip155:1'],
  ] as const)('[S9.39] the page begins on %s', async (_, networks, chainId) => {
    const { wallet } = await connected({ host: { networks } })
    expect(wallet.page.query.get('chainId')).toBe(chainId)
  })

  test('[S3.9] the page is told who asks: the dapp’s name, description, address and pictures, the kit’s kind and version, and the project', async () => {
    const metadata = {
      name: 'A dapp',
      description: 'It does.',
      url: 'https://dapp.example',
      icons: ['https://dapp.example/icon.png', 'https://dapp.example/large.png'],
    }
    const { wallet } = await connected({ host: { metadata, projectId: 'a-project' } })
    expect(wallet.page.asked.find(({ name }) => name === 'SYNC_DAPP_DATA')?.payload).toEqual({
      metadata,
      sdkType: 'appkit',
      sdkVersion: 'html-universal-1.7.6',
      projectId: 'a-project',
    })
  })

  test('[S2.26] the page is told the kit’s language', async () => {
    const { wallet } = await connected({ host: { lang: 'ar' } })
    expect(wallet.page.query.get('lang')).toBe('ar')
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

  test('[S3.25] the networks of smart accounts as a comma list, as the page has them at each visit', async () => {
    const made = kit()
    made.wallet.smartNetworks = [1, 10, 8453]
    const live = await made.connector.connect(made.request())
    expect(made.kept.get('embedded/smart_account_enabled_networks')).toBe('1,10,8453')
    expect(live.profile?.smartAccountEnabledNetworks).toEqual([1, 10, 8453])
  })

  test('[S4.29] a wallet that can’t say its smart accounts’ networks has none', async () => {
    const made = kit()
    made.wallet.instead.set('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => {
      throw new Error('away')
    })
    made.kept.set('embedded/smart_account_enabled_networks', '1,10')
    const live = await made.connector.connect(made.request())
    expect(live.profile?.smartAccountEnabledNetworks).toEqual([])
    expect(made.kept.get('embedded/smart_account_enabled_networks')).toBe('')
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

  test('[S4.26] a page that fails to sign out says so; the login is forgotten here all the same', async () => {
    const { live, wallet, kept, clock } = await connected()
    const before = clock.pending
    wallet.instead.set('SIGN_OUT', () => {
      throw new Error('away')
    })
    expect(await failure(live.disconnect())).toMatchObject({ code: 'frame_reply', message: 'away' })
    expect([kept.has('embedded/email_login_used'), clock.pending]).toEqual([false, before])
  })

  test('[S3.25 S5.30] the mail that was sent last is known for 30 s, the address for as long as the login', () => {
    const { host, kept, clock } = kit()
    const records = createRecords(host)
    expect([records.sentAt(), records.againAt()]).toEqual([undefined, undefined])
    records.sent()
    expect([records.sentAt(), records.againAt()]).toEqual([clock.now(), clock.now() + 30_000])
    kept.set('embedded/last_email_login_time', `${clock.now() + 1}`)
    expect([records.sentAt(), records.againAt()]).toEqual([undefined, undefined])
    records.loggedIn({ chainId: 'nowhere' })
    expect([...kept]).toEqual([['embedded/email_login_used', 'true']])
    records.loggedIn({ email, chainId: 1 })
    expect([records.email(), records.lastChain()]).toEqual([email, 'eip155:1'])
  })

  test.each([
    [10, 'eip155:10'],
    ['0x89', 'eip155:137'],
    [solana.caipNetworkId, solana.caipNetworkId],
    ['', undefined],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    [2 ** 60, undefined],
    ['one', undefined],
  ])('[S3.7] the chain that the page names is read: %s', (chainId, networkId) => {
    expect(toNetworkId(chainId)).toBe(networkId)
  })

  test('[F20] whatever is stored, nothing throws, and what is no record is absent', () => {
    const { host, kept } = kit()
    const records = createRecords(host)
    const keys = ['email', 'social_username', 'last_used_chain', 'last_email_login_time']
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.json(), fc.bigInt().map(String)), (key, value) => {
        kept.set(`embedded/${key}`, value)
        const chain = records.lastChain()
        const again = records.againAt()
        const isChain = chain === undefined || /^[a-z0-9]+:.+$/.test(chain)
        const isSoon = again === undefined || again - host.clock.now() <= coolDownMs
        return isChain && isSoon && records.email() !== ''
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

  test('[S5.31] a wallet that sends no code yet says when, and what else it says is for the visitor', async () => {
    const { connector, request, wallet } = kit()
    const says = (message: string) =>
      wallet.instead.set('CONNECT_EMAIL', () => {
        throw new Error(message)
      })
    says('Please try again after 23 seconds')
    expect(await failure(connector.connect(request({ login })))).toMatchObject({
      code: 'login_cooling_down',
      facts: { seconds: 23 },
    })
    says('That was asked for too often. Try again in 20 minutes.')
    expect(await failure(connector.connect(request({ login })))).toMatchObject({
      code: 'frame_reply',
      facts: { said: 'That was asked for too often. Try again in 20 minutes.' },
    })
  })

  test('[S5.30] the wait for another code begins when it was sent, which is when the link was followed', async () => {
    const { connector, request, wallet, clock, host } = kit()
    const againAt: number[] = []
    const ask: ConnectRequest['ask'] = async (step) => {
      if (step.type !== 'codeSent') return new Promise(() => {})
      againAt.push(step.againAt ?? 0)
      return { code: wallet.code }
    }
    const live = connector.connect(request({ login, ask }))
    await asked(wallet.page, 'CONNECT_DEVICE')
    clock.advance(29_000)
    wallet.approveDevice()
    await live
    expect(againAt).toEqual([host.clock.now() + 30_000])
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
