import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'

test.describe.configure({ mode: 'parallel' })

/** What a page's scrolling may be made of, with an element of its own that scrolls where it isn't the page. */
const scrolling = {
  'the page': '',
  'the page, whose body keeps its width': 'html, body { height: 100% } body { overflow-x: hidden }',
  'the page, whose body is as high as the window': 'html, body { height: 100%; margin: 0 } body { overflow: auto }',
  'the page, whose body clips': 'html, body { height: 100% } body { overflow: clip }',
  'the page, whose root keeps its width': 'html { overflow-x: hidden } body { min-height: 100% }',
  'the body': 'html { overflow: hidden } html, body { height: 100% } body { overflow: auto }',
  'the body, of a root that is contained':
    'html { contain: paint } html, body { height: 100%; margin: 0 } body { overflow-x: hidden }',
  'an element': 'html, body { height: 100%; overflow: hidden } #scrolls { height: 100%; overflow: auto }',
} as const

/** Gives the page a header that stays in sight, something to scroll, and the host's own rules. */
const fill = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${text} #head { position: sticky; top: 0; height: 40px } #tall { height: 4000px }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const [scrolls, head, tall] = ['scrolls', 'head', 'tall'].map((id) =>
      Object.assign(document.createElement('div'), { id }),
    )
    if (!scrolls || !head || !tall) throw new Error('There is nothing to scroll.')
    scrolls.append(head, ...document.body.children, tall)
    document.body.append(scrolls)
  }, rules)

/** Where the page stands: the header, and what is below. */
const places = (page: Page) =>
  page.evaluate(() =>
    ['head', 'tall'].map((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? NaN)),
  )

for (const [name, rules] of Object.entries(scrolling))
  test(`where ${name} scrolls it stays where it is while the dialog is open, with what sticks to its top`, async ({
    page,
    journey,
  }) => {
    await openHost({ page, journey })
    await expect(hostButton(page)).toBeVisible()
    await fill(page, rules)
    await page.evaluate(() => {
      for (const each of [document.scrollingElement, document.body, document.getElementById('scrolls')])
        each?.scrollTo(0, 700)
    })
    const before = await places(page)
    expect(before[0]).toBe(0)
    expect(before[1]).toBeLessThan(0)
    const sheets = await page.evaluate(() => document.adoptedStyleSheets.length)
    await page.evaluate(() => void window.kits[0]?.open())
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
    await expect(dialog).toBeVisible()
    // Its scrolling is held once the first frame is painted.
    await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(sheets + 1)
    expect(await places(page)).toEqual(before)
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 300)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await places(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await places(page)).toEqual(before)
  })

/** Hosts' resets: of Tailwind 4, layered; of many pages; of Vite's template. */
const resets = {
  'in a layer': `@layer theme, base, components, utilities; @layer base {
    *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
    button { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent }
    img, svg { display: block; vertical-align: middle; max-width: 100%; height: auto } }`,
  'in no layer':
    '* { margin: 0; padding: 0; box-sizing: border-box } html body div button { border: 0; background: none }',
  'of a template': `button { border-radius: 8px; border: 1px solid transparent; padding: 0.6em 1.2em; font-size: 1em;
    font-weight: 500; font-family: inherit; background-color: #1a1a1a; transition: border-color 0.25s }`,
} as const

/** Adds a sheet of the host's: before the kit's, or after it. */
async function addSheet(page: Page, { text, isFirst }: { text: string; isFirst: boolean }) {
  await page.route('**/host-reset.css', (route) => route.fulfill({ contentType: 'text/css', body: text }))
  await page.evaluate((first) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/host-reset.css' })
    const loaded = new Promise((done, fail) => {
      link.onload = done
      link.onerror = fail
    })
    document.head[first ? 'prepend' : 'append'](link)
    return loaded
  }, isFirst)
}

/** How the buttons and all that is in them are drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const looked = [
      'background-color',
      'padding',
      'border-width',
      'border-radius',
      'font',
      'color',
      'display',
      'height',
    ]
    return [...document.querySelectorAll('[data-part="foyer"], [data-part="foyer"] *')].flatMap((each) =>
      ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(each, part || null)
        const shown =
          part && style.content === 'none' ? [] : looked.map((name) => `${name}: ${style.getPropertyValue(name)}`)
        return [each.getAttribute('data-part') ?? each.tagName, part, ...shown].join(' | ')
      }),
    )
  })

for (const [name, text] of Object.entries(resets))
  for (const isFirst of [true, false])
    test(`a reset ${name}, ${isFirst ? 'before' : 'after'} the kit’s sheet, leaves the buttons as they are, and a rule of the page’s wins`, async ({
      page,
      journey,
    }) => {
      await journey.install({ name: 'Maple' })
      await openHost({ page, journey })
      await expect(hostButton(page)).toBeVisible()
      await expect(page.locator('[data-part="network-image"] img')).toBeVisible()
      const connect = await drawn(page)
      await addSheet(page, {
        text: `${text} [data-part="connect-button"] { border-bottom-right-radius: 1px }`,
        isFirst,
      })
      await expect(hostButton(page)).toHaveCSS('border-bottom-right-radius', '1px')
      const radius = / \| border-radius: [^|]*/
      expect((await drawn(page)).map((each) => each.replace(radius, ''))).toEqual(
        connect.map((each) => each.replace(radius, '')),
      )
      await expect(hostButton(page)).not.toHaveCSS('border-top-left-radius', '0px')
    })
