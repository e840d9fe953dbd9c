import { createFoyer, currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { english } from '@foyer/core/messages'
import { base, mainnet, networkMarks } from '@foyer/core/networks'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createScope } from '../createScope.js'
import { KitProvider } from '../kit.js'
import { Overlay } from '../Overlay.js'
import { createPiece } from '../piece.js'
import { createPlainKit } from '../test/plainKit.js'
import { AccountButton, ConnectButton, FoyerButton } from './FoyerButton.js'
import { NetworkButton } from './NetworkButton.js'
import type { ModalCode, Scope } from './scope.js'

afterEach(cleanup)
afterEach(vi.unstubAllGlobals)
const connectorId = 'plain.wallet'
const blocked = new TypeError('Failed to fetch dynamically imported module')

/** A page whose modal is fetched over a network that the test holds in its hand. */
function show(foyer: Foyer, children: ReactNode, load: () => Promise<ModalCode> = () => new Promise(() => {})) {
  const scope: Scope = {
    ...createScope({ foyer, prefetch: 'visible' }),
    modal: createPiece({ chunk: 'modal', load, report: contextOf(foyer).report }),
  }
  foyer.start()
  return render(
    <KitProvider kit={scope}>
      {children}
      <Overlay />
    </KitProvider>,
  )
}
function PlainModal(): ReactNode {
  return <p>The modal</p>
}

function TitledModal({ translated }: { readonly translated: ModalCode['translated'] }): ReactNode {
  return <p>{translated['connect.title']}</p>
}

/** A modal of one line, in the place of the real one. */
const plainModal = async (): Promise<ModalCode> => ({
  ...(await import('../modal/modalCode.js')),
  Modal: PlainModal,
  translated: {},
})
const viewOf = (foyer: Foyer) => {
  const { view } = foyer.store.getState()
  return view.open ? currentRoute(view).view : undefined
}

test('[S2.14] the connect button opens the connect view, and closes what is open', () => {
  const { foyer } = createPlainKit()
  show(foyer, <ConnectButton />)
  const button = screen.getByRole('button', { name: 'Connect Wallet' })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(viewOf(foyer)).toBe('Connect')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(button)
  expect(viewOf(foyer)).toBeUndefined()
})

test('[S2.15] a button of one chain family offers that family’s wallets', () => {
  const { foyer } = createPlainKit()
  show(foyer, <FoyerButton family="eip155" />)
  fireEvent.click(screen.getByRole('button'))
  expect(foyer.store.getState().connectorFilter).toBe('eip155')
})

test.each([
  [false, 'ConnectingWalletConnectBasic'],
  [true, 'AllWallets'],
])('[S2.11] where the host pairs by itself (on a phone: %s), the button opens %s', async (phone, view) => {
  vi.stubGlobal('matchMedia', () => ({ matches: phone }))
  const { foyer } = createPlainKit({ manualWCControl: true })
  show(foyer, <ConnectButton />)
  fireEvent.click(screen.getByRole('button'))
  await act(() => contextOf(foyer).controls())
  expect(viewOf(foyer)).toBe(view)
})

test('the connect button says what it is told to, and keeps room for its other words', async () => {
  const { foyer, wallet } = createPlainKit()
  show(foyer, <ConnectButton label="Log in" loadingLabel="One moment" size="sm" />)
  const button = screen.getByRole('button', { name: 'Log in' })
  expect(button.dataset).toMatchObject({ part: 'connect-button', size: 'sm' })
  expect(button.querySelector('[data-part="button-label"]')?.getAttribute('data-other')).toBe('One moment')
  const { go } = wallet.wait()
  let connected: Promise<unknown> = Promise.resolve()
  await act(async () => {
    connected = foyer.connect({ connectorId })
    await vi.waitFor(() => expect(foyer.account().status).toBe('connecting'))
  })
  expect(screen.getByRole('button', { name: 'One moment' })).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.querySelector('[data-part="button-label"]')?.getAttribute('data-other')).toBe('Log in')
  go()
  await act(() => connected)
})

test('a disabled button opens nothing', () => {
  const { foyer } = createPlainKit()
  show(
    foyer,
    <>
      <ConnectButton disabled />
      <NetworkButton disabled />
    </>,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(viewOf(foyer)).toBeUndefined()
})

test('[S2.13 S9.43] connected, the button shows balance and shortened address, and opens the account', async () => {
  const { foyer } = createPlainKit()
  show(foyer, <FoyerButton />)
  await act(() => foyer.connect({ connectorId }))
  const button = await screen.findByRole('button', { name: /Account 0xd8…A96045/ })
  await within(button).findByText('0.312 ETH')
  expect(within(button).getByText('0xd8…A96045')).toBeTruthy()
  expect(button.querySelector('[data-part="avatar"] svg')).toBeTruthy()
  expect(button.querySelector('[data-part="network-image"]')?.getAttribute('data-initial')).toBe('E')
  fireEvent.click(button)
  expect(viewOf(foyer)).toBe('Account')
})

test('the account button shows a skeleton while the balance is on its way, and none where it is hidden', async () => {
  let answer = (_: bigint) => {}
  const balance = () =>
    new Promise<bigint>((resolve) => {
      answer = resolve
    })
  const { foyer } = createPlainKit({ balance })
  show(
    foyer,
    <>
      <AccountButton />
      <AccountButton balance="hide" charsStart={6} charsEnd={2} />
    </>,
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  await act(() => foyer.connect({ connectorId }))
  expect(await screen.findAllByText('Loading the balance')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Account 0xd8dA…45' })).toBeTruthy()
  await act(async () => answer(0n))
  expect(await screen.findAllByText('0.000 ETH')).toHaveLength(1)
})

test('the account button shows as much as the host says at each width, with the host’s own picture, and is called by its address', async () => {
  const avatar = vi.fn(() => 'https://avatars.example/ada.png')
  const { foyer } = createPlainKit({ avatar })
  show(
    foyer,
    <>
      <AccountButton balance={{ narrow: 'hide', wide: 'show' }} account={{ narrow: 'avatar', wide: 'full' }} />
      <AccountButton account="address" />
    </>,
  )
  await act(() => foyer.connect({ connectorId }))
  const [button, other] = await screen.findAllByRole('button', { name: /Account 0xd8…A96045/ })
  const shownOf = (part: string) => {
    const { narrow, wide } = button?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.dataset ?? {}
    return [narrow, wide]
  }
  expect([shownOf('account-network'), shownOf('account-name')]).toEqual([
    ['hide', 'show'],
    ['avatar', 'full'],
  ])
  expect(other?.querySelectorAll('[data-narrow="address"][data-wide="address"]')).toHaveLength(1)
  expect(button?.querySelector<HTMLImageElement>('[data-part="avatar"] img')?.src).toBe(
    'https://avatars.example/ada.png',
  )
  const [address] = [foyer.account().address]
  expect(avatar).toHaveBeenCalledWith({ address, family: 'eip155' })
  avatar.mockReturnValue('javascript:alert(1)')
  await act(() => foyer.disconnect())
  await act(() => foyer.connect({ connectorId }))
  expect(
    (await screen.findAllByRole('button', { name: /Account/ }))[0]?.querySelector('[data-part="avatar"] svg'),
  ).toBeTruthy()
})

test('a balance that cannot be had leaves the account button whole', async () => {
  const balance = async () => {
    throw new Error('no network')
  }
  const { foyer } = createPlainKit({ balance })
  show(foyer, <AccountButton />)
  await act(() => foyer.connect({ connectorId }))
  const button = await screen.findByRole('button', { name: 'Account 0xd8…A96045' })
  expect(button.querySelector('[data-part="balance"]')).toBeNull()
})

test('[S4.8] on a network that is not configured the account button is the way out of it', async () => {
  const { foyer, wallet } = createPlainKit()
  show(foyer, <AccountButton />)
  await act(() => foyer.connect({ connectorId }))
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  act(() => foyer.close())
  const button = await screen.findByRole('button', { name: /^Switch Network Account/ })
  expect(button.hasAttribute('data-unsupported')).toBe(true)
  expect(button.querySelector('[data-part="warning"]')).toBeTruthy()
  expect(button.querySelector('[data-part="balance"]')).toBeNull()
  fireEvent.click(button)
  expect(viewOf(foyer)).toBe('UnsupportedChain')
})

test('[S2.12] the network button names the network and shows its mark, tells of the press and opens the list', async () => {
  const { foyer, wallet } = createPlainKit()
  show(foyer, <NetworkButton>more</NetworkButton>)
  const button = screen.getByRole('button', { name: /^Network Ethereum\s*more$/ })
  await waitFor(() => expect(button.querySelector('img')?.getAttribute('src')).toBe(networkMarks['eip155:1']))
  fireEvent.click(button)
  expect(viewOf(foyer)).toBe('Networks')
  expect(contextOf(foyer).events.get()?.data).toEqual({ event: 'CLICK_NETWORKS' })
  await act(() => foyer.connect({ connectorId }))
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:8453' }))
  expect(screen.getByRole('button', { name: /^Network Base/ })).toBe(button)
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  expect(screen.getByRole('button', { name: /^Switch Network/ })).toBe(button)
})

test('the network button says "Select Network", or its label, while there is none; it waits while the modal loads', () => {
  const { foyer } = createPlainKit()
  act(() => foyer.store.setState({ networks: [], chosen: {} }))
  show(
    foyer,
    <>
      <NetworkButton />
      <NetworkButton label="Choose" />
    </>,
  )
  const [first, second] = screen.getAllByRole<HTMLButtonElement>('button')
  expect([first?.textContent, second?.textContent]).toEqual(['Select Network', 'Choose'])
  act(() => foyer.store.setState(({ view }) => ({ view: { ...view, loading: true } })))
  expect([first?.disabled, second?.getAttribute('aria-busy')]).toEqual([true, 'true'])
})

test('a picture from another origin waits until the modal was opened; one of the page’s own does not', async () => {
  const chainImages = { 'eip155:1': 'https://pictures.example/1.png' }
  const { foyer } = createPlainKit({ chainImages })
  const { container } = show(foyer, <NetworkButton />)
  const srcs = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  await waitFor(() => expect(container.querySelector('[data-initial="E"]')).not.toBeNull())
  expect(srcs()).toEqual([])
  act(() => foyer.open())
  expect(srcs()).toEqual(['https://pictures.example/1.png'])
  act(() => foyer.close())
  expect(srcs()).toHaveLength(1)
  cleanup()
  for (const own of ['/1.png', 'data:image/png;base64,']) {
    const kit = createPlainKit({ chainImages: { 'eip155:1': own } })
    const page = show(kit.foyer, <NetworkButton />).container
    await waitFor(() => expect(page.querySelector('img')?.getAttribute('src')).toBe(own))
    cleanup()
  }
  const kit = createPlainKit({ chainImages: { 'eip155:1': '//pictures.example/1.png' } })
  const page = show(kit.foyer, <NetworkButton />).container
  await waitFor(() => expect(page.querySelector('[data-initial="E"]')).not.toBeNull())
  expect(page.querySelector('img')).toBeNull()
})

test('[S5.24] a button carries the theme that was set, its variables, the language and its direction', () => {
  const locale = { ...english, tag: 'ar', direction: 'rtl' } as const
  const { foyer } = createPlainKit({ themeMode: 'dark', themeVariables: { '--w3m-accent': '#a00' }, locale })
  const { container } = show(foyer, <ConnectButton />)
  const frame = container.querySelector<HTMLElement>('[data-part="foyer"]')
  expect(frame?.dataset.theme).toBe('dark')
  expect([frame?.lang, frame?.dir]).toEqual(['ar', 'rtl'])
  expect(frame?.style.getPropertyValue('--w3m-accent')).toBe('#a00')
  act(() => foyer.setTheme({ mode: undefined, variables: { '--w3m-accent': '#0a0' } }))
  expect(frame?.hasAttribute('data-theme')).toBe(false)
  expect(frame?.style.getPropertyValue('--w3m-accent')).toBe('#0a0')
})

test('pointing at a button, or focusing it, fetches the modal ahead, once, and opens nothing', () => {
  const { foyer } = createPlainKit()
  const load = vi.fn(() => new Promise<ModalCode>(() => {}))
  show(foyer, <ConnectButton />, load)
  const button = screen.getByRole('button')
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerEnter(button)
  act(() => button.focus())
  expect([load.mock.calls.length, viewOf(foyer)]).toEqual([1, undefined])
  fireEvent.click(button)
  expect([load.mock.calls.length, screen.getByRole('button', { name: 'Connecting...' })]).toEqual([1, button])
})

test('[F30] a modal that cannot be fetched is said beside the button that was pressed; trying again fetches it again', async () => {
  const { foyer } = createPlainKit()
  const load = vi.fn<() => Promise<ModalCode>>(() => Promise.reject(blocked))
  const told = vi.fn()
  foyer.onError(told)
  const { container } = show(
    foyer,
    <>
      <ConnectButton />
      <NetworkButton />
    </>,
    load,
  )
  const button = screen.getByRole('button', { name: 'Connect Wallet' })
  fireEvent.click(button)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe('This part could not be loaded. Check your connection. Try again')
  expect(container.querySelectorAll('[role="alert"]')).toHaveLength(1)
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'chunk_load', cause: blocked }))
  expect(viewOf(foyer)).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(1)

  load.mockImplementation(plainModal)
  fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(button)
  await screen.findByText('The modal')
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(viewOf(foyer)).toBe('Connect')
})

test('[F30] a modal that cannot be fetched a second time is offered with the whole page: a browser may keep a module that failed', async () => {
  const { foyer } = createPlainKit()
  const told = vi.fn()
  foyer.onError(told)
  show(foyer, <ConnectButton />, () => Promise.reject(blocked))
  const button = screen.getByRole('button', { name: 'Connect Wallet' })
  fireEvent.pointerEnter(button)
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull() // nobody has asked for it yet
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  fireEvent.click(await screen.findByRole('button', { name: 'Reload the page' }))
  expect([reload.mock.calls.length, told.mock.calls.length]).toEqual([1, 3])
})

test('[F30] an account whose picture cannot be fetched says so, and trying again fetches it again', async () => {
  const { foyer } = createPlainKit()
  let failing = true
  const scope: Scope = {
    ...createScope({ foyer, prefetch: 'none' }),
    face: createPiece({
      chunk: 'face',
      load: () => (failing ? Promise.reject(blocked) : import('../face/face.js')),
      report: contextOf(foyer).report,
    }),
  }
  foyer.start()
  render(
    <KitProvider kit={scope}>
      <AccountButton />
    </KitProvider>,
  )
  await act(() => foyer.connect({ connectorId }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  failing = false
  fireEvent.click(retry)
  expect(await screen.findByRole('button', { name: /Account 0xd8…A96045/ })).toBeTruthy()
})

test('[F30] sentences of another language that do not come are said so by the button, and really fetched again', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw blocked
    return { 'connect.title': 'Sambungkan Dompet' }
  }
  const { foyer } = createPlainKit({ locale: { ...english, load } })
  const { modal } = createScope({ foyer, prefetch: 'visible' })
  show(foyer, <ConnectButton />, () => modal.fetch().then((code) => ({ ...code, Modal: TitledModal })))
  fireEvent.click(screen.getByRole('button'))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Sambungkan Dompet')
  expect(tries).toBe(2)
})

test('the modal stands closed in the page once its button is pointed at, and stays when closed', async () => {
  const { foyer } = createPlainKit()
  show(foyer, <ConnectButton />, plainModal)
  await act(async () => {})
  expect(screen.queryByText('The modal')).toBeNull()
  fireEvent.pointerEnter(screen.getByRole('button'))
  await screen.findByText('The modal')
  expect(foyer.store.getState().view.open).toBe(false)
  act(() => foyer.open())
  await screen.findByText('The modal')
  act(() => foyer.close())
  expect(screen.getByText('The modal')).toBeTruthy()
})

test('a kit without adapters still shows its buttons', () => {
  show(createFoyer({ projectId: 'test', networks: [mainnet, base] }), <FoyerButton />)
  expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeTruthy()
})
