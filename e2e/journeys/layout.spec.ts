import type { ThemeVariables } from '@foyer/core'
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { holdRequests } from './holdRequests.js'
import { layoutFaults } from './layout.js'
import { embeddedOf, modalOf } from './modal.js'
import { painted, settled, show, still } from './shown.js'
import { watchShakes } from './watchShakes.js'

test.use({ motion: 'whole' })

test.describe.configure({ mode: 'parallel' })

test('the arrow back points to the right from right to left; a tooltip covers no row, and what scrolls fades where it goes on', async ({
  page,
  journey,
}) => {
  for (const [locale, scale] of [
    ['en', '1 1'],
    ['ar', '-1 1'],
  ] as const) {
    await openHost({ page, journey, settings: { locale } })
    await show(page, { view: 'Connect' })
    // A card that grows meanwhile, as it has looked for wallets, takes what the pointer rests on along.
    await expect(async () => {
      await modalOf(page).part('help').hover()
      await expect(modalOf(page).part('tooltip')).toBeVisible({ timeout: patience(1_000) })
    }).toPass()
    await still(page)
    expect(await layoutFaults(page)).toEqual([])
    // A card in the middle grows to both sides, as where wallets come late: the tooltip goes along.
    await modalOf(page)
      .part('card')
      .evaluate((card) => {
        card.style.paddingBlockEnd = `${Number.parseFloat(getComputedStyle(card).paddingBlockEnd) + 80}px`
      })
    await painted(page)
    await modalOf(page).part('help').click()
    await settled(page, 'WhatIsAWallet')
    if (locale === 'en') await expectFades(page)
    const arrow = modalOf(page).part('back').locator('[data-part="icon"]')
    expect((await arrow.evaluate((icon) => getComputedStyle(icon).scale)).padEnd(3, ' 1')).toBe(scale)
    const [back, close] = await Promise.all([
      modalOf(page).part('back').boundingBox(),
      modalOf(page).part('close').boundingBox(),
    ])
    expect((back?.x ?? 0) < (close?.x ?? 0)).toBe(locale === 'en')
  }
})

/** A view that is longer than the window, and one that isn't: at which edges it fades. */
async function expectFades(page: Page): Promise<void> {
  const views = modalOf(page).part('views')
  const fadesAt = async (share: number) => {
    await views.evaluate((node, at) => {
      node.scrollTop = at * (node.scrollHeight - node.clientHeight)
    }, share)
    await painted(page)
    return views.evaluate((node) => {
      const { maskPosition, maskSize } = getComputedStyle(node)
      // Each mask is a fade longer than the box: at its start the first is pushed up by that, at its end the second isn't longer.
      return { start: !/-\d/.test(maskPosition), end: !/[1-9]\d*px[^,]*$/.test(maskSize) }
    })
  }
  await page.setViewportSize({ width: 640, height: 430 })
  await painted(page)
  expect(await fadesAt(0)).toEqual({ start: false, end: true })
  expect(await fadesAt(0.5)).toEqual({ start: true, end: true })
  expect(await fadesAt(1)).toEqual({ start: true, end: false })
  await page.setViewportSize({ width: 1280, height: 860 })
  expect(await fadesAt(0)).toEqual({ start: false, end: false })
}

test('a card in the middle, of a low window too, a sheet from below on a phone', async ({ page, journey }) => {
  await openHost({ page, journey })
  await show(page, { view: 'Connect' })
  const card = modalOf(page).part('card')
  const look = async (size: { readonly width: number; readonly height: number }) => {
    await page.setViewportSize(size)
    await still(page)
    // All of one moment.
    return card.evaluate((node) => {
      const { x, y, width, bottom } = node.getBoundingClientRect()
      return { x, y, width, radius: getComputedStyle(node).borderEndEndRadius, below: innerHeight - bottom }
    })
  }
  for (const height of [860, 700]) {
    const { y, below, ...card } = await look({ width: 1280, height })
    expect(card).toMatchObject({ width: 360, x: 460, radius: '24px' })
    expect(Math.abs(y - below)).toBeLessThanOrEqual(1)
  }
  expect((await look({ width: 431, height: 860 })).width).toBe(360)
  for (const width of [430, 320])
    expect(await look({ width, height: 860 })).toMatchObject({ x: 0, width, radius: '0px', below: 0 })
})

test('[S9.49] unless said otherwise the font size is 10px, the radius 4px, the width 360px, and the level in the page 999', async ({
  page,
  journey,
}) => {
  await openHost({ page, journey })
  await show(page, { view: 'Connect' })
  const modal = modalOf(page)
  const sizes = async () => {
    const [card, title] = await Promise.all(
      [modal.part('card'), modal.title].map((piece) =>
        piece.evaluate((node) => {
          const { width, borderStartStartRadius: radius, fontSize } = getComputedStyle(node)
          return { width, radius, fontSize }
        }),
      ),
    )
    return { width: card?.width, radius: card?.radius, fontSize: title?.fontSize }
  }
  const setTheme = (variables: ThemeVariables) =>
    page.evaluate((chosen) => window.kits[0]?.setTheme({ variables: chosen }), variables)
  const usual = await sizes()
  expect(usual).toEqual({ width: '360px', radius: '24px', fontSize: '16px' })
  await setTheme({ '--w3m-font-size-master': '20px', '--w3m-border-radius-master': '8px' })
  await expect.poll(sizes).toEqual({ width: '360px', radius: '48px', fontSize: '32px' })
  await setTheme({ '--w3m-font-size-master': '10px', '--w3m-border-radius-master': '4px' })
  await expect.poll(sizes).toEqual(usual)

  await page.goto('/?embedded')
  await settled(page, 'Connect')
  await expect(embeddedOf(page).dialog).toHaveCSS('z-index', '999')
})

test('[S9.32] a refused closing shakes for half a second; where motion is not welcome it is refused all the same', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await openHost({ page, journey })
  await show(page, { view: 'UnsupportedChain' })
  const shakes = await watchShakes(modalOf(page).part('card'))
  await page.keyboard.press('Escape')
  await expect.poll(shakes).toEqual([[500]])
  await expect(modalOf(page).part('card')).not.toHaveAttribute('data-shaking')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('Escape')
  await expect.poll(shakes).toEqual([[500], []])
  await expect(modalOf(page).title).toHaveText('Switch Network')
})

test('[S9.34] the title takes 120 ms, the height and the view 150, and no frame is empty, also while code is on its way; where motion is not welcome nothing moves from its place', async ({
  page,
  journey,
}) => {
  const arrive = await holdRequests({ page, url: '**/viewsCode.js' })
  await openHost({ page, journey })
  // Told by what changes and not by frames: on a slow machine there may be none as long as a view leaves.
  const watch = () =>
    page.evaluate(() => {
      const root = document.querySelector('[data-foyer]')?.shadowRoot
      if (!root) throw new Error('There is no modal.')
      const seen: Record<string, { duration: unknown; moves: boolean }> = {}
      // What comes late into a view moves the height once more, and isn't of the next one.
      const before = new Set(root.getAnimations())
      const note = () => {
        for (const animation of root.getAnimations()) {
          const { effect } = animation
          if (before.has(animation) || !(effect instanceof KeyframeEffect)) continue
          const name =
            animation instanceof CSSAnimation ? animation.animationName : effect.target?.getAttribute('data-part')
          const places = effect.getKeyframes().flatMap(({ translate, scale, rotate }) => [translate, scale, rotate])
          seen[name ?? ''] = {
            duration: effect.getTiming().duration,
            moves: places.some((place) => /[1-9]/.test(String(place ?? '').replace(/^1( 1)?$/, ''))),
          }
        }
      }
      const observer = new MutationObserver(note)
      observer.observe(root, { attributes: true, childList: true, subtree: true })
      const { animate } = Element.prototype
      Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how)
        note()
        return animation
      }
      Object.assign(window, {
        stopWatching: () => {
          observer.disconnect()
          Element.prototype.animate = animate
          return seen
        },
      })
    })
  const seen = () => page.evaluate(() => window.stopWatching())
  await show(page, { view: 'Connect' })
  await watch()
  const frames = await watchFrames(page)
  await modalOf(page).part('help').click()
  await expect(modalOf(page).part('view').locator('> [data-part="skeleton"]').first()).toBeVisible()
  arrive()
  await settled(page, 'WhatIsAWallet')
  const moved = await seen()
  expect(moved).toMatchObject({
    'foyer-title-out': { duration: 120, moves: true },
    'foyer-title-in': { duration: 120, moves: true },
    'foyer-view-out': { duration: 150, moves: true },
    'foyer-view-in': { duration: 150, moves: true },
    views: { duration: 150 },
  })

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watch()
  await modalOf(page).part('back').click()
  await settled(page, 'Connect')
  const calm = await seen()
  const { count, least } = await frames()
  expect(count).toBeGreaterThan(4)
  expect(least).toBeGreaterThan(0.9)
  expect(calm).toHaveProperty('foyer-view-in')
  expect(calm).not.toHaveProperty('views')
  expect(Object.entries(calm).filter(([, { moves }]) => moves)).toEqual([])
})

/** Looks at every frame from now on. @returns ends it: how many there were, and the least that was to be seen of any view or skeleton */
async function watchFrames(page: Page): Promise<() => Promise<{ readonly count: number; readonly least: number }>> {
  const watched = await page.evaluateHandle(() => {
    const views = document.querySelector('[data-foyer]')?.shadowRoot?.querySelector('[data-part="views"]')
    const frames: number[] = []
    const look = () => {
      if (!views?.isConnected) return
      const filled = [...views.children].filter(
        (view) => view.clientHeight > 40 && (view.textContent?.trim() || view.querySelector('[data-part="skeleton"]')),
      )
      const opacities = filled.map((view) => Number(getComputedStyle(view).opacity))
      frames.push(views.clientHeight > 40 ? opacities.reduce((sum, each) => sum + each, 0) : 0)
      requestAnimationFrame(look)
    }
    look()
    return frames
  })
  return () => watched.evaluate((frames) => ({ count: frames.length, least: Math.min(...frames) }))
}

declare global {
  interface Window {
    stopWatching: () => Readonly<Record<string, { readonly duration: unknown; readonly moves: boolean }>>
  }
}
