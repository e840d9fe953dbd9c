import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EthereumProvider } from '../index.js'
import { addresses, createTestWallet, type TestWallet } from '../test/wallet.js'

let wallet: TestWallet
beforeEach(() => {
  wallet = createTestWallet()
  // jsdom has none.
  const { prototype } = HTMLDialogElement
  prototype.showModal = function showModal() {
    this.open = true
  }
  prototype.close = function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  vi.stubGlobal('WebSocket', wallet.Socket)
})
afterEach(() => {
  wallet.stop()
  for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  expect(dialog()).toBeUndefined()
})

const dialog = () => document.querySelector('[data-foyer-provider]')?.shadowRoot?.querySelector('dialog') ?? undefined
const init = (themeMode?: 'light' | 'dark') =>
  EthereumProvider.init({
    projectId: 'project',
    optionalChains: [1],
    relayUrl: 'wss://relay.example',
    qrModalOptions: { themeMode },
  })
/** The dialog once it shows a code. */
const shown = () =>
  vi.waitFor(() => {
    const opened = dialog()
    if (!opened?.querySelector('[role="img"]')) throw new Error('No code is shown.')
    return opened
  })
const button = (name: string) =>
  [...(dialog()?.querySelectorAll('button') ?? [])].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )

test('connecting shows a code, whose link can be copied, until a wallet has agreed', async () => {
  const writeText = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const provider = await init('dark')
  const uris: string[] = []
  provider.on('display_uri', (uri: string) => void uris.push(uri))
  const enabled = provider.enable()
  const opened = await shown()
  expect(opened.open).toBe(true)
  expect(document.querySelector<HTMLElement>('[data-foyer-provider]')?.dataset.theme).toBe('dark')
  expect(opened.querySelector('h1')?.textContent).toBe('WalletConnect')
  button('Copy link')?.click()
  await vi.waitFor(() => expect(opened.querySelector('[role="status"]')?.textContent).toBe('Link copied'))
  expect(writeText).toHaveBeenCalledWith(uris[0])
  wallet.scan(uris[0] ?? '')
  expect(await enabled).toEqual(addresses)
  await vi.waitFor(() => expect(dialog()).toBeUndefined())
  await provider.disconnect()
  Reflect.deleteProperty(navigator, 'clipboard')
})

test.each(['its button', 'Escape'])('a visitor who closes it by %s has refused', async (by) => {
  const provider = await init()
  const refused = provider.connect().then(String, (error: unknown) => error)
  const opened = await shown()
  if (by === 'Escape') opened.close()
  else button('Close')?.click()
  expect(await refused).toMatchObject({ code: 4001, message: expect.stringContaining('User rejected') })
  expect([provider.connected, provider.connecting]).toEqual([false, false])
})
