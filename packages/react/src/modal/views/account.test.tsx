import { type Adapter, accountOf, type Connector, currentRoute, type TokenBalance } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { german } from '@foyer/core/messages'
import { mainnet, sepolia } from '@foyer/core/networks'
import { push } from '@foyer/core/view'
import { SendIcon } from '@foyer/parts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KitContext } from '../../kit.js'
import { createPiece } from '../../piece.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { AccountTabs, type AccountTabsProps } from '../account/AccountTabs.js'
import { type AccountFeature, FeatureButtons, useAccountFeatures } from '../account/FeatureButtons.js'
import { createModalScope, ModalContext } from '../modalContext.js'
import { acting, addresses, connected, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'
import type { Views } from '../views.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const ether = 1_284_503_000_000_000_000n
const dollars: TokenBalance = {
  address: '0xD',
  value: 372_100_000n,
  decimals: 6,
  symbol: 'DUSD',
  name: 'Digital Dollar',
  price: 1,
}

interface Chain {
  tokens: readonly TokenBalance[]
  coin: bigint
  broken: boolean
}

/** A kit whose chain lists tokens, with their prices, as the test says. */
function tokensKit({
  connector,
  sends = true,
  ...options
}: Partial<Parameters<typeof modalKit>[0]> & {
  readonly connector?: Partial<Connector>
  readonly sends?: boolean
} = {}) {
  const chain: Chain = { tokens: [dollars], coin: ether, broken: false }
  const answered = <T,>(value: T): T => {
    if (chain.broken) throw new Error('the node is down')
    return value
  }
  const wallet = scriptedWallet({ accounts: 2 })
  const adapter: Adapter = {
    family: 'eip155',
    type: 'evm',
    discover({ register }) {
      register({ ...wallet.connector, ...connector })
      return () => {}
    },
    actions: async () => ({
      nativeBalance: async () => answered(chain.coin),
      tokenBalances: async () => answered(chain.tokens),
      ...(sends ? { sendTransfer: async () => ({ hash: '0x1' }) } : {}),
    }),
  }
  return { ...modalKit({ adapters: [adapter], networks: [mainnet, sepolia], ...options }), chain, wallet }
}

async function openAccount(kit: ReturnType<typeof tokensKit>) {
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Account' }))
  await modal.arrived('Account')
  return modal
}

const rowsOf = (modal: Awaited<ReturnType<typeof showModal>>) =>
  modal.parts('token-row').map((row) => row.textContent?.replaceAll(/[\u2066-\u2069]/g, ''))

test('[S1.5 S2.2 S3.12] the tokens are listed with their exact amounts, the coin first', async () => {
  const kit = tokensKit()
  const dust: TokenBalance = {
    ...dollars,
    address: '0xE',
    value: 1n,
    decimals: 18,
    symbol: 'DUST',
    name: 'D\u202eust',
    price: 0,
  }
  kit.chain.tokens = [dust, dollars]
  const modal = await openAccount(kit)
  await waitFor(() =>
    expect(rowsOf(modal)).toEqual(['EEther1.284 ETH', 'DDigital Dollar372.100 DUSD$372.10', 'DDust<0.00000001 DUST']),
  )
  expect([...modal.root.querySelectorAll('data')].map(({ value }) => value)).toEqual([
    '1.284503',
    '372.1',
    '0.000000000000000001',
  ])
  expect(modal.part('account-lead').textContent).toBe('Total$372.10')
})

test('in German the total, the amounts and what they are worth are written as German is', async () => {
  const kit = tokensKit({ locale: german })
  kit.chain.tokens = [{ ...dollars, value: 1_234_567_891n }]
  const modal = await openAccount(kit)
  await waitFor(() => expect(modal.part('account-lead').textContent).toBe('Gesamt1.234,57\u00a0$'))
  expect(rowsOf(modal)).toEqual(['EEther1,284 ETH', 'DDigital Dollar1.234,567 DUSD1.234,57\u00a0$'])
})

test('[S9.45] on a test network the worth of each is 0.00, and its coin leads', async () => {
  const kit = tokensKit({ defaultNetwork: sepolia })
  const modal = await openAccount(kit)
  await acting(() => kit.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' }))
  await waitFor(() => expect(rowsOf(modal)[1]).toContain('$0.00'))
  expect(modal.part('account-lead').textContent).toBe('Balance1.284 ETH')
})

test('[S8.5] tokens that don’t come are said so, and asked for again; figures that were there stay', async () => {
  const kit = tokensKit()
  kit.chain.broken = true
  const modal = await openAccount(kit)
  await waitFor(() => expect(modal.part('account-panel').textContent).toContain('Token Balance Unavailable'))
  kit.chain.broken = false
  await acting(() => modal.part('account-panel').querySelector('button')?.click())
  await waitFor(() => expect(rowsOf(modal)).toHaveLength(2))
  kit.chain.broken = true
  const context = contextOf(kit.foyer)
  const { trayOf } = await context.queries()
  await acting(() => trayOf(context).changed('eip155:1'))
  await waitFor(() => expect(modal.part('tokens-stale').textContent).toContain('Token Balance Unavailable'))
  expect(rowsOf(modal)).toHaveLength(2)
  kit.chain.broken = false
  await acting(() => modal.part('tokens-stale').querySelector('button')?.click())
  await waitFor(() => expect(modal.parts('tokens-stale')).toEqual([]))
})

test('[S8.5 S9.45] on a network that isn’t configured the tokens are unavailable, and what they are worth is 0.00', async () => {
  const kit = tokensKit({ allowUnsupportedChain: true })
  const modal = await openAccount(kit)
  await acting(() => kit.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  await waitFor(() => expect(modal.part('account-panel').textContent).toBe('Token Balance Unavailable'))
  expect(modal.part('account-lead').textContent).toBe('Total$0.00')
  await modal.press('switch-address')
  await modal.arrived('SwitchAddress')
  await waitFor(() =>
    expect(modal.parts('account-held').map(({ textContent }) => textContent)).toEqual(['$0.00', '$0.00Switch to']),
  )
})

/** A server that knows nothing of the account. */
function emptyServer() {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  return { api: 'https://server.test' }
}

const offeredIn = (modal: Awaited<ReturnType<typeof showModal>>) => ({
  buttons: modal.parts('account-feature').map(({ dataset }) => dataset.feature),
  tabs: modal.parts('tab').map(({ textContent }) => textContent),
  funds: modal.parts('get-funds').map(({ dataset }) => dataset.feature),
})

test.each([
  [
    '',
    {
      buttons: ['onramp', 'swaps', 'receive'],
      tabs: ['Tokens', 'NFTs', 'Activity'],
      funds: ['onramp', 'receive'],
    },
  ],
  ['out', { buttons: ['receive'], tabs: ['Tokens', 'Activity'], funds: ['receive'] }],
])(
  'an account that holds nothing is led to where coins come from; with%s a server it has what there is',
  async (out, offered) => {
    const kit = tokensKit(out ? {} : emptyServer())
    Object.assign(kit.chain, { tokens: [], coin: 0n })
    const modal = await openAccount(kit)
    await waitFor(() => expect(modal.text()).toContain('No tokens yet'))
    await waitFor(() => expect(offeredIn(modal)).toEqual(offered))
  },
)

test('[S1.5] a wallet that the operator keeps counts in dollars, and can be left as any other', async () => {
  const kit = tokensKit({ connector: { type: 'AUTH' } })
  const modal = await openAccount(kit)
  await waitFor(() => expect(modal.part('account-lead').textContent).toBe('Total$372.10'))
  await modal.press('disconnect')
  await waitFor(() => expect(accountOf(kit.foyer.store.getState()).connection).toBeUndefined())
})

test('[S3.5 S9.43] another account of the wallet is gone to, with its kind and what it holds', async () => {
  const kit = tokensKit()
  const modal = await openAccount(kit)
  await modal.press('switch-address')
  await modal.arrived('SwitchAddress')
  await waitFor(() =>
    expect(modal.parts('account-choice').map((row) => row.textContent)).toEqual([
      '0xd8…A96045Standard$372.10',
      '0x70…dc79C8Standard$372.10Switch to',
    ]),
  )
  const [first, second] = modal.parts('account-choice')
  expect(first?.getAttribute('aria-current')).toBe('true')
  await acting(() => second?.click())
  await modal.arrived('Account')
  expect(accountOf(kit.foyer.store.getState()).address).toBe(addresses[1])
  expect(modal.part('switch-address').textContent).toContain('0x70…dc79C8')
})

/** Panels as they are fetched when the build has them. */
function panelPieces(panels: AccountTabsProps['panels']): Views['at'] {
  const pieces = new Map(
    Object.entries(panels).map(([chunk, { load }]) => {
      const drawnBy = async () => {
        const { Panel } = await load()
        return { title: () => '', draw: () => <Panel /> }
      }
      return [chunk, createPiece({ chunk, load: drawnBy, report: () => {} })]
    }),
  )
  return (name) => {
    const piece = pieces.get(name)
    if (!piece) throw new Error(`There is no ${name}.`)
    return piece
  }
}

/** Draws a piece of the modal by itself, over a connected kit. */
async function drawn(kit: ReturnType<typeof tokensKit>, piece: ReactNode, panels: AccountTabsProps['panels'] = {}) {
  const { foyer } = kit
  const scope = createModalScope({ foyer, translated: {} })
  if (!foyer.store.getState().started) {
    await acting(() => void foyer.start())
    await connected(kit)
  }
  const { enViews } = await import('@foyer/core/internal')
  const say: typeof scope.say = (key, ...values) => {
    const sentence = Object.entries(enViews).find(([each]) => each === key)?.[1]
    return sentence ?? scope.say(key, ...values)
  }
  const views = { ...scope.views, at: panelPieces(panels) }
  const modal = { foyer, views, state: foyer.store.getState(), say }
  render(
    <KitContext.Provider value={{ foyer, shown: foyer }}>
      <ModalContext.Provider value={modal}>{piece}</ModalContext.Provider>
    </KitContext.Provider>,
  )
}

const table: readonly AccountFeature[] = [
  { feature: 'send', route: { view: 'Networks' }, icon: SendIcon, label: 'account.send' },
  { feature: 'receive', route: { view: 'GetWallet' }, icon: SendIcon, label: 'account.receive' },
]

function Buttons() {
  return <FeatureButtons features={useAccountFeatures(table)} />
}

const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('[S1.9] the features stand in the host’s order, those that there are views for, and lead to them', async () => {
  const kit = tokensKit({ connector: {} })
  await drawn(kit, <Buttons />)
  expect(names()).toEqual(['Receive', 'Send'])
  fireEvent.click(screen.getByRole('button', { name: 'Receive' }))
  expect(currentRoute(kit.foyer.store.getState().view)).toEqual({ view: 'GetWallet' })
})

test('[S1.8] a feature that is switched off has no button, and no row of them is left without any', async () => {
  const kit = tokensKit({ features: { receive: false, send: false } })
  await drawn(kit, <Buttons />)
  expect(names()).toEqual([])
  expect(screen.queryByRole('list')).toBeNull()
})

test('a wallet that sends nothing isn’t offered to send', async () => {
  await drawn(tokensKit({ sends: false }), <Buttons />)
  await waitFor(() => expect(names()).toEqual(['Receive']))
})

const tokens = { status: 'ready', tokens: [], total: '$0.00', usd: undefined, retry: () => {} } as const

const Pictures = () => <p>Pictures</p>
const Deeds = () => <p>What was done</p>

test('[S2.2 S2.24 S3.6] the tabs are those that there are, loaded when they are chosen, and the one looked at is kept', async () => {
  const loaded: string[] = []
  const panels: AccountTabsProps['panels'] = {
    nfts: {
      async load() {
        loaded.push('nfts')
        return { Panel: Pictures }
      },
    },
    activity: {
      feature: 'history',
      async load() {
        loaded.push('activity')
        return { Panel: Deeds }
      },
    },
  }
  const kit = tokensKit()
  await drawn(kit, <AccountTabs panels={panels} tokens={tokens} features={[]} />, panels)
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs()).toEqual(['Tokens', 'NFTs', 'Activity'])
  expect(loaded).toEqual([])
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Tokens' }), { key: 'End' })
  await screen.findByText('What was done')
  expect(loaded).toEqual(['activity'])
  cleanup()
  await drawn(kit, <AccountTabs panels={panels} tokens={tokens} features={[]} />, panels)
  expect(screen.getByRole('tab', { name: 'Activity' }).getAttribute('aria-selected')).toBe('true')
  cleanup()
  const off = tokensKit({ features: { history: false } })
  await drawn(off, <AccountTabs panels={panels} tokens={tokens} features={[]} />, panels)
  expect(tabs()).toEqual(['Tokens', 'NFTs'])
})

test('where tokens are all that there is, no tabs are shown', async () => {
  await drawn(tokensKit(), <AccountTabs panels={{}} tokens={tokens} features={table} />)
  expect(screen.queryAllByRole('tab')).toEqual([])
})

test('an account without anything is led to where coins come from', async () => {
  const kit = tokensKit()
  const funding = table.map((line) =>
    line.feature === 'receive'
      ? {
          ...line,
          funds: { label: 'account.receiveFunds', text: 'account.receiveFundsText', tag: 'account.popular' } as const,
        }
      : line,
  )
  await drawn(kit, <AccountTabs panels={{}} tokens={tokens} features={funding} />)
  screen.getByText('No tokens yet')
  expect(names()).toEqual(['Receive fundsFrom another wallet or an exchangepopular'])
  fireEvent.click(screen.getByRole('button'))
  expect(currentRoute(kit.foyer.store.getState().view)).toEqual({ view: 'GetWallet' })
})

test('nothing is asked about tokens while the modal is closed or shows another view', async () => {
  const kit = tokensKit()
  const modal = await openAccount(kit)
  await waitFor(() => expect(rowsOf(modal)).toHaveLength(2))
  const watched = async () => {
    const { queryClientOf } = await contextOf(kit.foyer).queries()
    const [query] = queryClientOf(contextOf(kit.foyer))
      .getQueryCache()
      .findAll({ queryKey: ['tokenBalances'] })
    return query?.getObserversCount()
  }
  expect(await watched()).toBe(1)
  await acting(() => push(kit.foyer, { view: 'Networks' }))
  await modal.arrived('Networks')
  await waitFor(async () => expect(await watched()).toBe(0))
  await acting(() => kit.foyer.open({ view: 'Account' }))
  await waitFor(async () => expect(await watched()).toBe(1))
  await acting(() => kit.foyer.close())
  await kit.clock.advance(1_000)
  await waitFor(async () => expect(await watched()).toBe(0))
})
