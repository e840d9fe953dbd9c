import { describe, expect, test } from 'vitest'
import * as networks from './index.js'
import { networkMarks } from './marks.js'

const known = Object.values(networks).flatMap((each) =>
  typeof each === 'object' && 'caipNetworkId' in each ? [each] : [],
)
const svgOf = (url = '') => decodeURIComponent(url.replace('data:image/svg+xml,', ''))

/** WCAG's luminance of `#rgb` or `#rrggbb`. */
function luminance(hex = ''): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('every network of this package has a mark, and no two have the same', () => {
  expect(known.length).toBeGreaterThan(15)
  const marks = known.map(({ caipNetworkId }) => networkMarks[caipNetworkId])
  expect(marks).not.toContain(undefined)
  const all = Object.values(networkMarks)
  expect(new Set(all).size).toBe(all.length)
})

describe.each(Object.entries(networkMarks))('the mark of %s', (_id, url) => {
  test('only draws, and its lines stand out from its ground', () => {
    const svg = svgOf(url)
    expect(svg).toMatch(
      /^<svg [^>]*viewBox="0 0 40 40"><circle [^>]*\/><path d="[MmLlHhVvCcSsAaZz\d. -]+" [^>]*\/><\/svg>$/,
    )
    const [, ground, ink] = /fill="(#\w+)".*stroke="(#\w+)"/.exec(svg) ?? []
    const [dark = 0, light = 0] = [luminance(ground), luminance(ink)].sort((one, other) => one - other)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3)
  })
})
