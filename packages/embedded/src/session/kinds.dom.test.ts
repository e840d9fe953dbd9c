import type { NetworkId, WalletEvent } from '@foyer/core'
import { base, mainnet, solana } from '@foyer/core/networks'
import { expect, test } from 'vitest'
import { connectedKit, failure, type SessionKitOptions, sessionKit, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const [{ caipNetworkId: onMainnet }, { caipNetworkId: onBase }] = [mainnet, base]
const signal = () => new AbortController().signal

/** A login whose wallet has smart accounts on Ethereum alone. */
async function smartKit(options: SessionKitOptions = {}) {
  const made = sessionKit(pages, { accounts: ['0xA11ce'], ...options })
  made.wallet.smartNetworks = [1]
  const live = await made.connector.connect(made.request())
  const events: WalletEvent[] = []
  live.listen((event) => events.push(event))
  const own = () => live.accounts.filter(({ namespace }) => namespace === 'eip155')
  const asked = () =>
    made.wallet.page.asked.flatMap(({ name, payload }) => (name === 'SET_PREFERRED_ACCOUNT' ? payload : []))
  const prefer = (type: 'eoa' | 'smartAccount', networkId: NetworkId = onMainnet) =>
    live.preferAccountType?.({ type, networkId, signal: signal() }) ?? expect.fail()
  return { ...made, live, events, own, asked, prefer }
}
const smart = { namespace: 'eip155', address: '0xA11ce', type: 'smartAccount', inPlace: true }

test('[S3.5 S3.7 S6.1] an address that the page lists by both of its kinds is one account, of the kind that its owner prefers', async () => {
  const { wallet, live, own } = await smartKit()
  expect(own()).toEqual([smart])
  expect(live.profile).toMatchObject({ preferredAccountTypes: { eip155: 'smartAccount' }, smartAccountDeployed: false })
  wallet.deployedOn = [1]
  wallet.switchChain(1)
  await settle()
  // Whatever is asked of another family says nothing of it.
  wallet.say('GET_USER_SUCCESS', { address: wallet.solana, chainId: solana.caipNetworkId })
  await settle()
  expect(live.profile).toMatchObject({
    preferredAccountTypes: { eip155: 'smartAccount', solana: 'eoa' },
    smartAccountDeployed: true,
  })
})

test('[S6.1] where the network has one kind alone, the same address is a key’s; back there it is what it was', async () => {
  const { live, own, events } = await smartKit()
  await live.switchNetwork({ network: base, signal: signal() })
  expect(own()).toEqual([{ namespace: 'eip155', address: '0xA11ce', type: 'eoa' }])
  expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
  await live.switchNetwork({ network: mainnet, signal: signal() })
  expect(own()).toEqual([smart])
  expect(events.filter(({ type }) => type === 'accountsChanged')).toHaveLength(2)
})

test('each address is there once, the one in use first, whatever kinds a page lists', async () => {
  const { wallet, own } = await smartKit()
  const accounts = ['0xB0b', '0xA11ce', '0xB0b', '0xA11ce'].map((address, at) => ({
    address,
    type: at < 2 ? 'smartAccount' : 'eoa',
  }))
  wallet.say('GET_USER_SUCCESS', { address: '0xA11ce', chainId: 1, accounts, preferredAccountType: 'eoa' })
  await settle()
  expect(own().map(({ address, type }) => [address, type])).toEqual([
    ['0xA11ce', 'eoa'],
    ['0xB0b', 'eoa'],
  ])
})

test('[S3.6] another kind is asked of the page on the network that it is for; what the account is then is the page’s word, and kept', async () => {
  const { live, own, asked, prefer, kept, names } = await smartKit()
  await live.switchNetwork({ network: base, signal: signal() })
  await prefer('eoa')
  expect(names().slice(-3)).toEqual(['SWITCH_NETWORK', 'SET_PREFERRED_ACCOUNT', 'GET_USER'])
  expect(own()).toEqual([{ ...smart, type: 'eoa' }])
  expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
  await prefer('smartAccount')
  expect(own()).toEqual([smart])
  expect(asked()).toEqual([{ type: 'eoa' }, { type: 'smartAccount' }])
  expect(kept.get('embedded/preferred_account_type')).toBe('smartAccount')
  // Where there is one kind alone the page leaves the wish.
  await prefer('eoa', onBase)
  await live.switchNetwork({ network: mainnet, signal: signal() })
  expect(own()).toEqual([smart])
})

test('[S4.28] one that the page refuses leaves the account that of a key, and isn’t kept', async () => {
  const { wallet, live, own, prefer, events, kept } = await smartKit()
  wallet.instead.set('SET_PREFERRED_ACCOUNT', () => {
    throw new Error('away')
  })
  expect(await failure(prefer('smartAccount'))).toMatchObject({ code: 'frame_reply' })
  expect(own()).toEqual([{ namespace: 'eip155', address: '0xA11ce', type: 'eoa' }])
  expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
  expect(events.map(({ type }) => type)).toEqual(['accountsChanged', 'profileChanged'])
  expect(kept.has('embedded/preferred_account_type')).toBe(false)
})

test('an address that is listed once is of the kind that it is listed by, whatever another’s is', async () => {
  const { wallet, own } = await smartKit()
  const accounts = [
    { address: '0xB0b', type: 'eoa' },
    { address: '0xA11ce', type: 'smartAccount' },
  ]
  wallet.say('GET_USER_SUCCESS', { address: '0xA11ce', chainId: 1, accounts, preferredAccountType: 'eoa' })
  await settle()
  expect(own()).toEqual([
    { namespace: 'eip155', address: '0xA11ce', type: 'smartAccount' },
    { namespace: 'eip155', address: '0xB0b', type: 'eoa' },
  ])
})

/** A login by a code. */
async function loggedIn({
  kept = [],
  ...host
}: NonNullable<SessionKitOptions['host']> & { kept?: readonly string[] } = {}) {
  const made = sessionKit(pages, { accounts: ['0xA11ce'], host })
  made.wallet.smartNetworks = [1]
  made.wallet.knowsDevice = true
  for (const choice of kept) made.kept.set('embedded/preferred_account_type', choice)
  const login = { method: 'email', email: 'ada@example.com' } as const
  const live = made.connector.connect(
    made.request({ login, network: host.networks?.[0] ?? mainnet, ask: async () => ({ code: made.wallet.code }) }),
  )
  return { ...made, live }
}

test.each([
  ['smart, as the wallet has it, unless the dapp says a kind', {}, 'smartAccount', []],
  ['what the dapp would have', { defaultAccountTypes: { eip155: 'eoa' } }, 'eoa', ['eoa']],
  [
    'what the visitor chose here before',
    { defaultAccountTypes: { eip155: 'eoa' }, kept: ['smartAccount'] },
    'smartAccount',
    ['smartAccount'],
  ],
  [
    'what the dapp would have, where what is kept is no kind',
    { defaultAccountTypes: { eip155: 'eoa' }, kept: ['both'] },
    'eoa',
    ['eoa'],
  ],
] as const)('[S6.2] after a login an EVM account is %s', async (_, host, type, sent) => {
  const { live, wallet, names } = await loggedIn(host)
  const { accounts } = await live
  expect(accounts.map((each) => [each.namespace, each.type])).toEqual([
    ['eip155', type],
    ['solana', 'eoa'],
  ])
  expect(
    wallet.page.asked.flatMap(({ name, payload }) => (name === 'SET_PREFERRED_ACCOUNT' ? Object(payload).type : [])),
  ).toEqual(sent)
  expect(names().indexOf('SET_PREFERRED_ACCOUNT')).toBeLessThan(names().indexOf('GET_USER'))
})

test('[S6.2] where the wallet has no smart accounts, no kind is asked for, and the account is a key’s', async () => {
  const made = await loggedIn({ networks: [base], defaultAccountTypes: { eip155: 'smartAccount' } })
  expect((await made.live).accounts[0]).toMatchObject({ type: 'eoa' })
  expect(made.names()).not.toContain('SET_PREFERRED_ACCOUNT')
})

test.each([
  ['dapp', { defaultAccountTypes: { eip155: 'eoa' } }],
  ['visitor', { kept: ['smartAccount'] }],
] as const)(
  '[S4.28] where a login’s page refuses the kind that the %s would have, the visitor is logged in, with the account of a key',
  async (_, host) => {
    const made = await loggedIn(host)
    made.wallet.instead.set('SET_PREFERRED_ACCOUNT', () => {
      throw new Error('away')
    })
    const live = await made.live
    expect(made.reported).toMatchObject([{ code: 'frame_reply' }])
    expect(live.accounts).toEqual([
      { namespace: 'eip155', address: '0xA11ce', type: 'eoa' },
      { namespace: 'solana', address: made.wallet.solana, type: 'eoa' },
    ])
    expect(live.profile).toMatchObject({ provider: 'email', preferredAccountTypes: { eip155: 'eoa' } })
  },
)

test('[S6.2] a login that is given up while its page is asked for a kind is given up, and not logged in with a key', async () => {
  const made = await sessionKit(pages, { accounts: ['0xA11ce'], host: { defaultAccountTypes: { eip155: 'eoa' } } })
  made.wallet.smartNetworks = [1]
  made.wallet.knowsDevice = true
  const asked = new Promise<void>((resolve) => {
    made.wallet.instead.set('SET_PREFERRED_ACCOUNT', () => {
      resolve()
      return new Promise(() => {})
    })
  })
  const ending = new AbortController()
  const login = { method: 'email', email: 'ada@example.com' } as const
  const request = made.request({ login, network: mainnet, ask: async () => ({ code: made.wallet.code }) })
  const live = failure(made.connector.connect({ ...request, signal: ending.signal }))
  await asked
  ending.abort()
  expect(await live).toMatchObject({ code: 'aborted' })
  expect(made.reported).toEqual([])
})

test('[S4.28] a smart account with an address of its own falls back to the key’s address', async () => {
  const { wallet, live, own } = await smartKit()
  const accounts = [
    { address: '0x5afe', type: 'smartAccount' },
    { address: '0xA11ce', type: 'eoa' },
  ]
  const smart = { address: '0x5afe', chainId: 1, accounts, preferredAccountType: 'smartAccount' }
  wallet.say('GET_USER_SUCCESS', smart)
  await settle()
  expect(own()[0]).toMatchObject({ address: '0x5afe', type: 'smartAccount' })
  wallet.say('SET_PREFERRED_ACCOUNT_ERROR', { message: 'away' })
  await settle()
  expect(own()).toEqual([{ namespace: 'eip155', address: '0xA11ce', type: 'eoa' }])
  expect(live.profile?.preferredAccountTypes?.eip155).toBe('eoa')
})

test('without a login nothing is asked of the kind', async () => {
  const { names } = await connectedKit(pages, { host: { defaultAccountTypes: { eip155: 'eoa' } } })
  expect(names()).not.toContain('SET_PREFERRED_ACCOUNT')
})
