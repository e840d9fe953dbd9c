import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Tile } from './Tile.js'

afterEach(cleanup)

const firsts =
  'Amber Argon Atlas Beacon Binary Block Bright Chain Coin Copper Crown Crypto Delta Ember Falcon Frontier Gate Harbour Iron Juno Kite Ledger Lumen Maple Meta Nova Onyx Orbit Phantom Polar Quartz Rabbit Rainbow Ridge Safe Sequence Solar Token Trust Zen'
const lasts = ['', ' Wallet', 'Pay', ' Vault', 'X']
/** Two hundred names as wallets have them. */
const names = firsts.split(' ').flatMap((first) => lasts.map((last) => `${first}${last}`))

/** Returns the drawing of a name's tile. */
function drawn(name: string) {
  const { container } = render(<Tile name={name} />)
  const fills = [...container.querySelectorAll('rect, path')].map((each) => each.getAttribute('fill') ?? '')
  const [ground = '', motif = ''] = fills
  const hue = Number(/ ([\d.]+)\)$/.exec(ground)?.[1])
  const path = container.querySelector('path')
  const pattern = `${path?.getAttribute('d')} ${path?.getAttribute('transform')}`
  return { ground, motif, hue, pattern, letters: container.querySelector('text')?.textContent ?? '' }
}

test('the tiles of two hundred wallets are told apart by hue, pattern and initials, over the whole circle', () => {
  const tiles = names.map(drawn)
  expect(tiles).toHaveLength(200)
  expect(drawn('Maple')).toEqual(drawn('Maple'))
  const steps = tiles.map(({ hue, pattern }) => `${Math.floor(hue / 15)} ${pattern}`)
  expect(new Set(tiles.map(({ hue }) => Math.floor(hue / 15))).size).toBe(24)
  expect(new Set(tiles.map(({ pattern }) => pattern)).size).toBe(12)
  // Of 288 steps: as many as chance would take.
  expect(new Set(steps).size).toBeGreaterThan(135)
  expect(new Set(steps.map((step, index) => `${step} ${tiles[index]?.letters}`)).size).toBeGreaterThan(190)
})

test('white initials can be read on every hue and every pattern', () => {
  const { ground, motif } = drawn('Maple')
  for (const fill of [ground, motif]) {
    const [lightness = 0, chroma = 0] = (fill.match(/[\d.]+/g) ?? []).map(Number)
    for (let hue = 0; hue < 360; hue += 1)
      expect(1.05 / (luminance({ lightness, chroma, hue }) + 0.05), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['MetaMask', 'MM'],
  ['Trust Wallet', 'T'],
  ['Magic Eden', 'ME'],
  ['Wallet', 'W'],
  ['OKX Wallet', 'O'],
  ['1inch', '1'],
  ['ωmega', 'Ω'],
  [' «кит»', 'К'],
  ['𠮷野', '𠮷'],
  ['🦊', '?'],
  ['', '?'],
])('the initials of %s are %s', (name, letters) => expect(drawn(name).letters).toBe(letters))

/** WCAG's luminance of a colour in OKLCH, cut to what a screen shows. @see https://bottosson.github.io/posts/oklab/ */
function luminance({ lightness, chroma, hue }: Record<'lightness' | 'chroma' | 'hue', number>): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const shown = (part: number) => Math.min(1, Math.max(0, part))
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue)
}
