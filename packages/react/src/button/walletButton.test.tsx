import { type Connector, currentRoute, type Foyer, type FoyerOptions } from '@foyer/core'
import { walletButtonIds } from '@foyer/core/wire'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FoyerProvider } from '../FoyerProvider.js'
import { connectByName } from '../modal/connectByName.js'
import { loginKit } from '../modal/test/loginKit.js'
import { pairing } from '../test/pairing.js'
import { address, createPlainKit, createPlainWallet } from '../test/plainKit.js'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { WalletButton, type WalletButtonProps } from './WalletButton.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A page with the button; the wallet that is in it is called Plain unless said. */
function show({
  installed,
  options,
  ...props
}: {
  readonly installed?: Partial<Connector>
  readonly options?: Partial<FoyerOptions>
} & WalletButtonProps): Foyer {
  const plain = createPlainWallet()
  const wallet = { ...plain, connector: { ...plain.connector, ...installed } }
  const { foyer, page: Page } = createPlainKit({ wallet, connectors: [pairing], ...options })
  render(
    <Page>
      <WalletButton {...props} />
    </Page>,
  )
  return foyer
}
const routeOf = ({ store }: Foyer) => {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}
const button = () => screen.getByRole('button', { name: /^Connect Wallet: / })

test('a wallet that is in the page is asked, and who was connected is told', async () => {
  const onSuccess = vi.fn()
  const icon = 'data:image/svg+xml,<svg/>'
  const foyer = show({ wallet: 'metamask', onSuccess, installed: { id: 'io.metamask', name: 'MetaMask', icon } })
  await waitFor(() => expect(button().querySelector('img')?.getAttribute('src')).toBe(icon))
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet: MetaMask' }))
  expect(button().getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'ConnectingExternal', connectorId: 'io.metamask' }))
  await act(async () => void (await foyer.connect({ connectorId: 'io.metamask' })))
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith({ family: 'eip155', address, networkId: 'eip155:1' }))
  await waitFor(() => expect(button()).toHaveProperty('disabled', true))
  expect(button().getAttribute('aria-busy')).toBe('false')
})

test('one that is elsewhere is paired with, by the name that is on the button', async () => {
  const foyer = show({ wallet: 'trust' })
  fireEvent.click(button())
  await waitFor(() =>
    expect(routeOf(foyer)).toMatchObject({
      view: 'ConnectingWalletConnect',
      wallet: { id: walletButtonIds.trust, name: 'Trust Wallet' },
    }),
  )
})

test('any wallet is offered a code; on a phone the list of all', async () => {
  const foyer = show({ wallet: 'walletConnect' })
  fireEvent.click(button())
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'ConnectingWalletConnect' }))
  act(() => foyer.close())
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  fireEvent.click(button())
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'AllWallets' }))
})

test('on a phone a wallet that speaks only in a browser of its own opens the page there', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const foyer = show({ wallet: 'phantom' })
  fireEvent.click(button())
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(opened.mock.lastCall?.[0]).toMatch(/^https:\/\/phantom\.app\/ul\/browse\//)
  expect(routeOf(foyer)).toMatchObject({ view: 'ConnectingWalletConnect', wallet: { id: walletButtonIds.phantom } })
})

test('what was connected before is no answer to the press, and its picture is fetched from nowhere', async () => {
  const icon = 'https://wallet.example/icon.png'
  const foyer = show({ wallet: 'metamask', installed: { id: 'io.metamask', name: 'MetaMask', icon } })
  await waitFor(() => expect(foyer.store.getState().connectors.map(({ id }) => id)).toContain('io.metamask'))
  expect(button().querySelector('img')).toBeNull()
  await act(async () => void (await foyer.connect({ connectorId: 'io.metamask' })))
  const outcome = vi.fn()
  const connecting = connectByName(foyer, 'walletConnect').then(outcome)
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'ConnectingWalletConnect' }))
  act(() => foyer.close())
  await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
  expect(outcome).not.toHaveBeenCalled()
})

test('closing the modal ends the waiting without a complaint; the host is told', async () => {
  const onError = vi.fn()
  const foyer = show({ wallet: 'walletConnect', onError })
  fireEvent.click(button())
  await waitFor(() => expect(routeOf(foyer)).toBeDefined())
  act(() => foyer.close())
  await waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'aborted' })))
  expect(button().getAttribute('aria-busy')).toBe('false')
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a server that does not answer is said under the button, and the next press asks again', async () => {
  const fetches = vi.fn(async () => new Response('{}', { status: 500 }))
  vi.stubGlobal('fetch', fetches)
  const foyer = show({ wallet: 'zerion', options: { api: 'https://foyer.example' } })
  fireEvent.click(button())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/server/))
  expect(routeOf(foyer)).toBeUndefined()
  const before = fetches.mock.calls.length
  fireEvent.click(button())
  await waitFor(() => expect(fetches.mock.calls.length).toBeGreaterThan(before))
})

test('nobody is asked for anything before the press', async () => {
  const fetches = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetches)
  const foyer = show({ wallet: 'metamask', options: { api: 'https://foyer.example' } })
  await waitFor(() => expect(foyer.store.getState().started).toBe(true))
  expect(fetches).not.toHaveBeenCalled()
  expect(button().querySelector('img')).toBeNull()
})

test('[S1.2] that of an account at a provider opens where the visitor logs in by it', async () => {
  const foyer = show({ wallet: 'google' })
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet: Google' }))
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'ConnectingSocial', provider: 'google' }))
  cleanup()
  const other = show({ wallet: 'farcaster' })
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet: Farcaster' }))
  await waitFor(() => expect(routeOf(other)).toEqual({ view: 'ConnectingFarcaster' }))
})

/** A page with the button of an account, beside a scripted login that has it. */
function showSocial(wallet: WalletButtonProps['wallet']) {
  const opened = { opener: window, closed: false, close: vi.fn(), location: { replace: vi.fn() } }
  const open = vi.fn((): typeof opened | null => opened)
  vi.stubGlobal('open', open)
  const { foyer } = loginKit({ logins: { socials: ['google', 'farcaster'] } })
  render(
    <FoyerProvider foyer={foyer} prefetch="none">
      <WalletButton wallet={wallet} />
    </FoyerProvider>,
  )
  return { foyer, open, opened }
}

test('[S1.2] the press itself opens the provider’s window, before the modal’s code is there; the login leads it there, and a closed modal closes it', async () => {
  const { foyer, open, opened } = showSocial('google')
  fireEvent.click(button())
  expect(open).toHaveBeenCalledOnce()
  expect(opened.opener).toBeNull()
  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledOnce())
  expect(open).toHaveBeenCalledOnce()
  act(() => foyer.close())
  await waitFor(() => expect(opened.close).toHaveBeenCalled())
})

test('no window is opened for an account that has none, or that isn’t offered, or within Telegram', async () => {
  const { open } = showSocial('farcaster')
  fireEvent.click(button())
  expect(open).not.toHaveBeenCalled()
  cleanup()
  const github = showSocial('github')
  fireEvent.click(button())
  expect(github.open).not.toHaveBeenCalled()
  cleanup()
  const inTelegram = showSocial('google')
  vi.stubGlobal('Telegram', {})
  fireEvent.click(button())
  expect(inTelegram.open).not.toHaveBeenCalled()
})

test('that of a login opens where the address is typed', async () => {
  const onError = vi.fn()
  const foyer = show({ wallet: 'email', onError })
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet: Email' }))
  await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'EmailLogin' }))
  act(() => foyer.close())
  await waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'aborted' })))
})
