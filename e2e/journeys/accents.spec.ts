import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { settled, show, still } from './shown.js'

/** From white to black, and what is brightest of each hue. */
const accents = [
  '#ffffff',
  '#ffff00',
  '#00ffff',
  '#00ff00',
  '#ffa500',
  '#ff00ff',
  '#ff0000',
  '#777777',
  '#0000ff',
  '#000000',
] as const

test('whichever accent a host chooses, what is written in it and on it can be read (4.5 : 1), by day and by dark', async ({
  page,
  journey,
}) => {
  await openHost({ page, journey })
  await show(page, { view: 'WhatIsAWallet' })
  await settled(page, 'WhatIsAWallet')
  await addSamples(page)
  const weak: string[] = []
  for (const mode of ['light', 'dark'] as const) {
    for (const accent of accents) {
      await page.evaluate((theme) => window.kits[0]?.setTheme(theme), { mode, variables: { '--w3m-accent': accent } })
      await still(page)
      const samples = await drawnSamples(page)
      expect(samples.map(({ name }) => name)).toEqual([...inCard, 'pressed', 'button'])
      for (const { name, ink, ground } of samples) {
        const ratio = contrast(ink, ground)
        if (!(ratio >= 4.5)) weak.push(`${name} with ${accent} in ${mode}: ${ratio.toFixed(2)}`)
      }
    }
  }
  expect(weak).toEqual([])
})

const inCard = ['tag', 'tag of a chosen row', 'link', 'filled'] as const

/** Puts pieces that are drawn with the accent onto the card, as the sheets draw them. */
function addSamples(page: Page): Promise<void> {
  return page.evaluate(() => {
    const card = document
      .querySelector('[data-foyer]')
      ?.shadowRoot?.querySelector('[data-part="dialog"][data-open] > [data-part="card"]')
    if (!card) throw new Error('There is no card.')
    const add = (within: Element, attributes: Readonly<Record<string, string>>) => {
      const piece = document.createElement('span')
      for (const [name, value] of Object.entries(attributes)) piece.setAttribute(name, value)
      within.append(piece)
      return piece
    }
    const tag = { 'data-part': 'tag', 'data-variant': 'main' }
    add(add(card, { 'data-part': 'row' }), { ...tag, 'data-sample': 'tag' })
    add(add(card, { 'data-part': 'row', 'data-selected': '' }), { ...tag, 'data-sample': 'tag of a chosen row' })
    add(card, { 'data-part': 'link', 'data-variant': 'accent', 'data-sample': 'link' })
    add(card, { 'data-part': 'button', 'data-variant': 'filled', 'data-sample': 'filled' })
    const pressed = add(card, { 'data-sample': 'pressed' })
    pressed.style.background = 'var(--foyer-accent-press)'
    pressed.style.color = 'var(--foyer-on-accent)'
  })
}

interface Sample {
  readonly name: string
  /** Red, green and blue, of 255. */
  readonly ink: readonly number[]
  readonly ground: readonly number[]
}

/** What is seen of each: its own colours over those of what it lies on, as the browser draws them. */
function drawnSamples(page: Page): Promise<readonly Sample[]> {
  return page.evaluate(() => {
    const shadow = document.querySelector('[data-foyer]')?.shadowRoot
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!shadow || !context) throw new Error('There is no modal, or nothing to draw on.')
    const drawn = (colours: readonly string[]) => {
      for (const colour of colours) {
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const sampleOf = (name: string, piece: Element) => {
      const grounds: string[] = []
      for (let each: Element | null = piece; each; each = each.parentElement)
        grounds.unshift(getComputedStyle(each).backgroundColor)
      const { color } = getComputedStyle(piece)
      return { name, ground: drawn(['#fff', ...grounds]), ink: drawn(['#fff', ...grounds, color]) }
    }
    const button = document.querySelector('[data-part="connect-button"]')
    return [
      ...[...shadow.querySelectorAll('[data-sample]')].map((each) =>
        sampleOf(each.getAttribute('data-sample') ?? '', each),
      ),
      ...(button ? [sampleOf('button', button)] : []),
    ]
  })
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [low = 0, high = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
