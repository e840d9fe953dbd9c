import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { modalOf } from './modal.js'
import { painted, settled, show } from './shown.js'

test.describe.configure({ mode: 'parallel' })

/** How a wallet shows something of its own in the page. */
const kinds = [
  'new in body',
  'a new custom element',
  'a frame that was there',
  'a custom element that was there',
  'a layer that was there',
  'a closed layer that was there',
  'a layer of elements that was there',
  'a frame over all that was there',
  'a popover that was there',
] as const

type Kind = (typeof kinds)[number]

/** Runs in the page, before a wallet is asked: what an SDK has there from the start, unseen, or an extension over all of it, in nobody's way. */
function prepare(kind: Kind): void {
  const isFrame = kind === 'a frame over all that was there'
  const isCustom = kind === 'a custom element that was there'
  const element = document.createElement(isFrame ? 'iframe' : isCustom ? 'their-modal' : 'div')
  element.dataset.theirs = kind
  const isLayer = kind.includes('layer') || isFrame
  const around = isLayer ? document.documentElement : document.body
  around.append(element)
  if (isLayer)
    Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '2147483647', pointerEvents: 'none' })
  if (isFrame) Object.assign(element.style, { width: '100%', height: '100%', border: '0' })
  if (kind === 'a frame that was there') element.style.display = 'none'
  if (kind === 'a popover that was there') element.popover = 'manual'
  const isClosed = kind === 'a closed layer that was there'
  const hasRoot = isCustom || isClosed || kind === 'a layer that was there'
  const root = hasRoot ? element.attachShadow({ mode: isClosed ? 'closed' : 'open' }) : element
  const inner = element instanceof HTMLIFrameElement ? element.contentDocument?.body : document.createElement('div')
  if (inner && !isFrame) root.append(inner)
  Reflect.set(element, 'inner', inner)
}

/** Runs in the page: the wallet draws over all of it, and takes that away with Escape. */
function draw(kind: Kind): void {
  const there = document.querySelector<HTMLElement>(`[data-theirs="${kind}"]`)
  const inner: unknown = there && Reflect.get(there, 'inner')
  const over = document.createElement('div')
  over.dataset.over = ''
  over.append(document.createElement('button'), document.createElement('input'))
  const [button, input] = over.children
  button?.append('Agree there')
  button?.addEventListener('click', () => over.setAttribute('data-agreed', ''))
  input?.setAttribute('aria-label', 'Word')
  const lay = (element: HTMLElement) =>
    Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '2147483647', display: 'block' })
  if (there && kind === 'a frame that was there') {
    there.append(over)
    lay(there)
  } else if (inner instanceof Node || there instanceof HTMLIFrameElement) {
    lay(over)
    over.style.pointerEvents = 'auto'
    if (inner instanceof Node) inner.appendChild(over)
    // Nodes of a frame are of another realm.
    else if (there instanceof HTMLIFrameElement) {
      there.contentDocument?.body.append(over)
      there.style.pointerEvents = 'auto'
    }
    if (kind === 'a popover that was there') there?.showPopover()
  } else {
    lay(over)
    const isPlain = kind === 'new in body'
    const around = document.body.appendChild(isPlain ? over : document.createElement('their-modal'))
    if (!isPlain) around.attachShadow({ mode: 'open' }).append(over)
  }
  const listening = [document, over.ownerDocument]
  const leave = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    const top = over.getRootNode()
    const outer = there ?? (top instanceof ShadowRoot ? top.host : over)
    outer.remove()
    for (const each of listening) each.removeEventListener('keydown', leave)
  }
  for (const each of listening) each.addEventListener('keydown', leave)
  Reflect.set(window, 'theirs', over)
}

/** Runs in the page. In a frame that was removed all stays connected, but nothing is shown. */
function isTheirsThere(): boolean {
  const over: Element = Reflect.get(window, 'theirs')
  return over.isConnected && over.ownerDocument.defaultView !== null
}

/** Presses the wallet's button as a visitor does, where it is, and says whether that reached it: nothing finds it by name in a closed root. */
async function agreeThere(page: Page): Promise<boolean> {
  const { x, y } = await page.evaluate(() => {
    const { left, top } = Reflect.get(window, 'theirs').querySelector('button').getBoundingClientRect()
    return { x: left + 5, y: top + 5 }
  })
  await page.mouse.click(x, y)
  return page.evaluate(() => Reflect.get(window, 'theirs').hasAttribute('data-agreed'))
}

/** Runs in the page: the layers in which a page's libraries show notices, empty so far, and a pointer's trail. */
function prepareNotices(): void {
  const layer = { position: 'fixed', inset: '16px', zIndex: '9999', pointerEvents: 'none' }
  for (const name of ['toaster', 'trail', 'portal']) {
    const element = document.body.appendChild(document.createElement('div'))
    element.id = name
    if (name !== 'portal') Object.assign(element.style, layer)
  }
  const section = document.body.appendChild(document.createElement('section'))
  section.id = 'section'
  section.setAttribute('aria-live', 'polite')
}

/** Runs in the page: notices come, in each of those layers and in a new one, as react-hot-toast, Sonner and others have them; and the pointer's trail moves. */
function notify(): void {
  const notice = (within: Element | null, role: string | undefined) => {
    const around = document.createElement('div')
    const inner = around.appendChild(document.createElement('div'))
    Object.assign(around.style, { position: 'absolute', top: '0', width: '300px', height: '60px' })
    inner.style.pointerEvents = 'auto'
    if (role) inner.setAttribute('role', role)
    inner.textContent = 'Saved'
    within?.append(around)
  }
  notice(document.querySelector('#toaster'), 'status')
  notice(document.querySelector('#section'), undefined)
  notice(document.body, 'alert')
  const trail = document.querySelector<HTMLElement>('#trail')
  if (trail) trail.style.inset = '20px'
  const bar = document.body.appendChild(document.createElement('div'))
  Object.assign(bar.style, { position: 'fixed', top: '0', width: '100%', height: '2px', pointerEvents: 'none' })
}

const isInTopLayer = (page: Page): Promise<boolean> =>
  page.locator('[data-foyer] dialog').evaluate((each) => each.matches(':modal'))

/** What a screen reader is given, by name. */
async function spoken(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value ?? ''))
}

/** The host's page, where Maple waits for an answer to a press on its row. */
async function ask({ page, journey, settings }: { page: Page; journey: Journey; settings?: Partial<HostSettings> }) {
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings })
  maple.setMode('manual')
  await hostButton(page).click()
  await settled(page, 'Connect')
  return { maple, modal, press: () => modal.wallet('Maple').click() }
}

test('what a wallet draws over the page is alive by pointer, keyboard and screen reader, and the modal is back afterwards', async ({
  page,
  journey,
}) => {
  const { maple, modal, press } = await ask({ page, journey })
  await page.evaluate(draw, 'new in body' as const)
  await expect.poll(() => isInTopLayer(page), 'nothing is asked yet').toBe(true)
  await page.evaluate(() => document.querySelector('[data-over]')?.remove())
  await press()
  await settled(page, 'ConnectingExternal')
  await page.evaluate(draw, 'new in body' as const)
  await expect.poll(() => isInTopLayer(page)).toBe(false)

  await test.step('by pointer', async () => {
    await page.getByRole('button', { name: 'Agree there' }).click()
    await expect(page.locator('[data-agreed]')).toBeAttached()
    await page.getByLabel('Word').click()
    await page.keyboard.type('maple')
    await expect(page.getByLabel('Word')).toHaveValue('maple')
  })

  await test.step('by screen reader, which finds nothing of the page behind', async () => {
    const names = await spoken(page)
    expect(names).toContain('Agree there')
    expect(names).toContain('Close')
    expect(names).not.toContain('disconnected')
  })

  await test.step('by Tab, which goes from the card to it and never to the page behind', async () => {
    await modal.part('card').focus()
    const stops = new Set<string>()
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      stops.add(await page.evaluate(() => document.activeElement?.textContent ?? ''))
      expect(await page.evaluate(() => document.activeElement?.closest('#host') ?? null)).toBeNull()
    }
    expect([...stops]).toContain('Agree there')
  })

  await test.step('one Escape closes it, and the wallet is asked on', async () => {
    await modal.part('card').focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Agree there' })).toHaveCount(0)
    await expect(modal.dialog).toBeVisible()
    expect(maple.pending).toHaveLength(1)
  })

  maple.pending[0]?.reject()
  await expect(modal.part('waiting-title')).toHaveText('Connection not approved')
  await expect.poll(() => isInTopLayer(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()
  await expect(hostButton(page)).toBeFocused()
  expect(await page.evaluate(() => document.querySelectorAll('[inert]').length)).toBe(0)
})

test('however it is shown: by what comes, and by what was there before; a refusal has the modal back, an answer closes it', async ({
  page,
  journey,
}) => {
  const { maple, modal, press } = await ask({ page, journey })
  await press()
  for (const kind of kinds)
    await test.step(kind, async () => {
      await expect.poll(() => maple.pending.length).toBe(1)
      maple.pending[0]?.reject()
      await expect(modal.part('waiting-title')).toHaveText('Connection not approved')
      if (kind.endsWith('was there')) await page.evaluate(prepare, kind)
      await modal.button('Try again').click()
      await expect.poll(() => maple.pending.length).toBe(1)
      await page.evaluate(draw, kind)
      await expect.poll(() => isInTopLayer(page)).toBe(false)
      await expect.poll(() => agreeThere(page)).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(isTheirsThere)).toBe(false)
      await expect(modal.dialog).toBeVisible()
    })
  maple.pending[0]?.approve()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await expect(modal.dialog).toBeHidden()
  expect(await page.evaluate(() => document.querySelectorAll('[inert]').length)).toBe(0)
})

test('a notice of the page’s isn’t what a wallet asks: the modal stays over it', async ({ page, journey }) => {
  const { modal, press } = await ask({ page, journey })
  await page.evaluate(prepareNotices)
  await press()
  await settled(page, 'ConnectingExternal')
  await page.evaluate(notify)
  await painted(page)
  expect(await isInTopLayer(page)).toBe(true)
  await page.evaluate(draw, 'new in body' as const)
  await expect.poll(() => isInTopLayer(page)).toBe(false)
  await expect(modal.dialog).toBeVisible()
})

test('[F11] a pairing gives way too; a login never does, nor a modal that stands over the host’s own modal dialog', async ({
  page,
  journey,
}) => {
  const modal = modalOf(page)
  await journey.install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const { press } = await ask({ page, journey, settings: { login: 'loginWallet', scriptedPairing: true } })
  const close = () => page.evaluate(() => window.kits[0]?.close('force'))

  await test.step('a pairing', async () => {
    await show(page, { view: 'ConnectingWalletConnectBasic' })
    await page.evaluate(draw, 'new in body' as const)
    await expect.poll(() => isInTopLayer(page)).toBe(false)
    await page.keyboard.press('Escape')
    await close()
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('a login', async () => {
    await show(page, { view: 'Connect' })
    await modal.part('login-email').getByRole('textbox').fill('maple@example.com')
    await page.keyboard.press('Enter')
    await settled(page, 'EmailVerifyDevice')
    await page.evaluate(draw, 'new in body' as const)
    await painted(page)
    expect(await isInTopLayer(page)).toBe(true)
    await page.evaluate(() => document.querySelector('[data-over]')?.remove())
    await close()
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('over a modal dialog of the host’s', async () => {
    await page.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal())
    await show(page, { view: 'Connect' })
    await press()
    await settled(page, 'ConnectingExternal')
    await page.evaluate(draw, 'new in body' as const)
    await painted(page)
    expect(await isInTopLayer(page)).toBe(true)
  })
})
